"""
The first split of a tree
=========================

The first split of the iris data: entropy after every candidate split, and the whole tree.
"""

from sklearn.datasets import load_iris

import spinney

iris = load_iris(as_frame=True)
X, y = iris.data, iris.target_names[iris.target]
stump = spinney.DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(X, y)
tree = spinney.DecisionTreeClassifier(criterion="entropy").fit(X, y)

# %%
# The candidate splits of each feature, and the whole tree.
axes = spinney.plot.impurity(X, y, list(X.columns), criterion="entropy", model=stump)
axes[0].figure.set_label("first_iris_split")
drawing = spinney.plot.tree(tree, title="Decision tree of the iris data")
drawing.figure.set_label("iris_tree")

root = stump.tree_
curves = {name: spinney.impurity_curve(X, y, name, criterion="entropy") for name in X.columns}
minimum = {name: float(curve.impurities.min()) for name, curve in curves.items()}

# %%
# Numbers of this example:
numbers = {
    "feature": X.columns[root.feature[0]],
    "threshold": float(root.threshold[0]),
    "entropy before": float(root.impurity[0]),
    "entropy after": minimum[X.columns[root.feature[0]]],
    "entropy of the left node": float(root.impurity[1]),
    "minimum entropy by petal width": minimum["petal width (cm)"],
    "minimum entropy by sepal length": minimum["sepal length (cm)"],
}

for name, value in numbers.items():
    print(f"{name}: {value}")
