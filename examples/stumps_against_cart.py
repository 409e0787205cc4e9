"""Cut by cut: AdaBoost's stumps cut across the whole plane, C&RT only within its branches."""

import sys
from pathlib import Path

import numpy as np

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
    stumps = spinney.AdaBoostClassifier(n_estimators=60).fit(X, y)
    wrong = [int((labels != y).sum()) for labels in stumps.staged_predict(X)]

    folder.mkdir(parents=True, exist_ok=True)
    cuts = spinney.plot.splits([stumps, tree], X, y, steps=4)
    cuts[0, 0].figure.savefig(folder / "stumps_against_cart.png", dpi=42)
    rounds = spinney.plot.rounds(stumps)
    rounds.figure.savefig(folder / "adaboost_rounds.png", dpi=60)
    return {
        "cuts of the tree": tree.tree_.node_count - tree.tree_.n_leaves,
        "errors of the tree": int((tree.predict(X) != y).sum()),
        "errors of as many stumps": wrong[3],
        "errors of sixty stumps": wrong[-1],
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
