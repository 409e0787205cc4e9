"""A single tree overfits noise; a random forest averages over many trees."""

import sys
from pathlib import Path

from sklearn.datasets import make_moons

import spinney


def main(folder: Path) -> dict[str, float]:
    X, y = make_moons(200, noise=0.3, random_state=0)
    X_test, y_test = make_moons(5_000, noise=0.3, random_state=1)
    tree = spinney.DecisionTreeClassifier().fit(X, y)
    forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    models = spinney.plot.boundary(tree, X, y, compare_with=forest)
    models[0].figure.savefig(folder / "tree_vs_forest.png", dpi=200)
    steps = spinney.plot.boundary(forest, X, y, steps=[1, 10, 100], resolution=80)
    steps[0].figure.savefig(folder / "forest_tree_by_tree.png", dpi=200)
    return {
        "accuracy of the tree": tree.score(X_test, y_test),
        "accuracy of the forest": forest.score(X_test, y_test),
        "accuracy of its first tree": forest[:1].score(X_test, y_test),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
