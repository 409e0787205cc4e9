"""Decision boundary of a tree after each of its splits, and next to boosted stumps."""

import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import AdaBoostClassifier

import spinney


def two_classes() -> tuple[np.ndarray, np.ndarray]:
    """Return points of two classes in five rectangles."""
    X = np.random.default_rng(1).uniform(0, 10, (80, 2))
    first, second = X.T
    positive = np.where(first < 3.5, second > 4, (second < 5) & (first > 7))
    return X, np.where(positive, "positive", "negative")


def main(folder: Path) -> dict[str, int]:
    X, y = two_classes()
    tree = spinney.DecisionTreeClassifier().fit(X, y)
    stumps = AdaBoostClassifier(n_estimators=4, random_state=0).fit(X, y)
    n_splits = tree.tree_.node_count - tree.tree_.n_leaves

    folder.mkdir(parents=True, exist_ok=True)
    steps = spinney.plot.boundary(tree, X, y, steps=n_splits)
    steps[0].figure.savefig(folder / "boundary_step_by_step.png", dpi=200)
    models = spinney.plot.boundary(tree, X, y, compare_with=stumps)
    models[0].figure.savefig(folder / "boundary_of_two_models.png", dpi=200)
    inner = np.flatnonzero(tree.tree_.kind > 0)
    return {
        "splits": n_splits,
        "errors of the root": int((tree.snip(inner.tolist()).predict(X) != y).sum()),
        "errors of the tree": int((tree.predict(X) != y).sum()),
        "errors of boosted stumps": int((stumps.predict(X) != y).sum()),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
