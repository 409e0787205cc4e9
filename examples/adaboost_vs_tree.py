"""AdaBoost stumps split the whole plane; a decision tree splits within its branches."""

import sys
from pathlib import Path

import numpy as np

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
    stumps = spinney.AdaBoostClassifier(n_estimators=60).fit(X, y)
    errors = [int((labels != y).sum()) for labels in stumps.staged_predict(X)]

    folder.mkdir(parents=True, exist_ok=True)
    axes = spinney.plot.splits([stumps, tree], X, y, steps=4)
    axes[0, 0].figure.savefig(folder / "adaboost_vs_tree.png", dpi=200)
    ax = spinney.plot.rounds(stumps)
    ax.figure.savefig(folder / "adaboost_rounds.png", dpi=200)
    return {
        "splits of the tree": tree.tree_.node_count - tree.tree_.n_leaves,
        "errors of the tree": int((tree.predict(X) != y).sum()),
        "errors of 4 stumps": errors[3],
        "errors of 60 stumps": errors[-1],
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
