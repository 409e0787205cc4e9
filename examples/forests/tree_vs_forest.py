"""
A tree and a random forest
==========================

A single tree overfits noise; a random forest averages over many trees.
"""

from sklearn.datasets import make_moons

import spinney

X, y = make_moons(200, noise=0.3, random_state=0)
X_test, y_test = make_moons(5_000, noise=0.3, random_state=1)
tree = spinney.DecisionTreeClassifier().fit(X, y)
forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)

# %%
# The boundary of both, and of the forest after 1, 10 and 100 trees.
models = spinney.plot.boundary(tree, X, y, compare_with=forest)
models[0].figure.set_label("tree_vs_forest")
steps = spinney.plot.boundary(forest, X, y, steps=[1, 10, 100], resolution=80)
steps[0].figure.set_label("forest_tree_by_tree")

# %%
# Numbers of this example:
numbers = {
    "accuracy of the tree": tree.score(X_test, y_test),
    "accuracy of the forest": forest.score(X_test, y_test),
    "accuracy of its first tree": forest[:1].score(X_test, y_test),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
