"""Four cuts, each only within its branch, part two classes that stumps across the plane do not."""

import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import AdaBoostClassifier

import spinney


def crosses_and_rings() -> tuple[np.ndarray, np.ndarray]:
    """Points of two classes that lie in five boxes."""
    X = np.random.default_rng(1).uniform(0, 10, (80, 2))
    across, up = X.T
    ring = np.where(across < 3.5, up > 4, (up < 5) & (across > 7))
    return X, np.where(ring, "ring", "cross")


def main(folder: Path) -> dict[str, int]:
    X, y = crosses_and_rings()
    tree = spinney.DecisionTreeClassifier().fit(X, y)
    stumps = AdaBoostClassifier(n_estimators=4, random_state=0).fit(X, y)
    n_splits = tree.tree_.node_count - tree.tree_.n_leaves

    folder.mkdir(parents=True, exist_ok=True)
    steps = spinney.plot.boundary(tree, X, y, steps=n_splits)
    steps[0].figure.savefig(folder / "boundary_step_by_step.png", dpi=60)
    beside = spinney.plot.boundary(tree, X, y, compare_with=stumps)
    beside[0].figure.savefig(folder / "boundary_beside_adaboost.png", dpi=70)
    inner = np.flatnonzero(tree.tree_.kind > 0)
    return {
        "splits": n_splits,
        "errors of the root alone": int((tree.snip(inner.tolist()).predict(X) != y).sum()),
        "errors of the tree": int((tree.predict(X) != y).sum()),
        "errors of boosted stumps": int((stumps.predict(X) != y).sum()),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
