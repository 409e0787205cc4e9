"""
AdaBoost stumps and a decision tree
===================================

AdaBoost stumps split the whole plane; a decision tree splits within its branches.
"""

import numpy as np

import spinney


def two_classes() -> tuple[np.ndarray, np.ndarray]:
    """Return points of two classes in five rectangles."""
    X = np.random.default_rng(1).uniform(0, 10, (80, 2))
    first, second = X.T
    positive = np.where(first < 3.5, second > 4, (second < 5) & (first > 7))
    return X, np.where(positive, "positive", "negative")


X, y = two_classes()
tree = spinney.DecisionTreeClassifier().fit(X, y)
stumps = spinney.AdaBoostClassifier(n_estimators=60).fit(X, y)
errors = [int((labels != y).sum()) for labels in stumps.staged_predict(X)]

# %%
# Each stump splits the whole plane, each split of the tree only its branch. The second picture
# shows the error and weight of each stump.
axes = spinney.plot.splits([stumps, tree], X, y, steps=4)
axes[0, 0].figure.set_label("adaboost_vs_tree")
ax = spinney.plot.rounds(stumps)
ax.figure.set_label("adaboost_rounds")

# %%
# Numbers of this example:
numbers = {
    "splits of the tree": tree.tree_.node_count - tree.tree_.n_leaves,
    "errors of the tree": int((tree.predict(X) != y).sum()),
    "errors of 4 stumps": errors[3],
    "errors of 60 stumps": errors[-1],
}

for name, value in numbers.items():
    print(f"{name}: {value}")
