"""
Decision boundary step by step
==============================

Decision boundary of a tree after each of its splits, and next to boosted stumps.
"""

import numpy as np
from sklearn.ensemble import AdaBoostClassifier

import spinney


def two_classes() -> tuple[np.ndarray, np.ndarray]:
    """Return points of two classes in five rectangles."""
    X = np.random.default_rng(1).uniform(0, 10, (80, 2))
    first, second = X.T
    positive = np.where(first < 3.5, second > 4, (second < 5) & (first > 7))
    return X, np.where(positive, "positive", "negative")


X, y = two_classes()
tree = spinney.DecisionTreeClassifier().fit(X, y)
stumps = AdaBoostClassifier(n_estimators=4, random_state=0).fit(X, y)
n_splits = tree.tree_.node_count - tree.tree_.n_leaves

# %%
# The boundary after each split, and the tree next to AdaBoost with stumps.
steps = spinney.plot.boundary(tree, X, y, steps=n_splits)
steps[0].figure.set_label("boundary_step_by_step")
models = spinney.plot.boundary(tree, X, y, compare_with=stumps)
models[0].figure.set_label("boundary_of_two_models")
inner = np.flatnonzero(tree.tree_.kind > 0)

# %%
# Numbers of this example:
numbers = {
    "splits": n_splits,
    "errors of the root": int((tree.snip(inner.tolist()).predict(X) != y).sum()),
    "errors of the tree": int((tree.predict(X) != y).sum()),
    "errors of boosted stumps": int((stumps.predict(X) != y).sum()),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
