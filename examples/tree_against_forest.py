"""One tree cuts around every odd row; a hundred of them, each on its own bag, average that out."""

import sys
from pathlib import Path

from sklearn.datasets import make_moons

import spinney


def main(folder: Path) -> dict[str, float]:
    X, y = make_moons(200, noise=0.3, random_state=0)
    X_new, y_new = make_moons(5_000, noise=0.3, random_state=1)
    tree = spinney.DecisionTreeClassifier().fit(X, y)
    forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    beside = spinney.plot.boundary(tree, X, y, compare_with=forest)
    beside[0].figure.savefig(folder / "tree_beside_forest.png", dpi=65)
    steps = spinney.plot.boundary(forest, X, y, steps=[1, 10, 100], resolution=80)
    steps[0].figure.savefig(folder / "forest_tree_by_tree.png", dpi=50)
    return {
        "accuracy of the tree": tree.score(X_new, y_new),
        "accuracy of the forest": forest.score(X_new, y_new),
        "accuracy of its first tree": forest[:1].score(X_new, y_new),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
