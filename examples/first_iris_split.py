"""The first split of the iris data: entropy after every candidate split, and the whole tree."""

import sys
from pathlib import Path

from sklearn.datasets import load_iris

import spinney


def main(folder: Path) -> dict[str, float | str]:
    iris = load_iris(as_frame=True)
    X, y = iris.data, iris.target_names[iris.target]
    stump = spinney.DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(X, y)
    tree = spinney.DecisionTreeClassifier(criterion="entropy").fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    axes = spinney.plot.impurity(X, y, list(X.columns), criterion="entropy", model=stump)
    axes[0].figure.savefig(folder / "first_iris_split.png", dpi=200)
    drawing = spinney.plot.tree(tree, title="Decision tree of the iris data")
    drawing.figure.savefig(folder / "iris_tree.png", dpi=200)

    root = stump.tree_
    curves = {name: spinney.impurity_curve(X, y, name, criterion="entropy") for name in X.columns}
    minimum = {name: float(curve.impurities.min()) for name, curve in curves.items()}
    return {
        "feature": X.columns[root.feature[0]],
        "threshold": float(root.threshold[0]),
        "entropy before": float(root.impurity[0]),
        "entropy after": minimum[X.columns[root.feature[0]]],
        "entropy of the left node": float(root.impurity[1]),
        "minimum entropy by petal width": minimum["petal width (cm)"],
        "minimum entropy by sepal length": minimum["sepal length (cm)"],
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
