"""
Oblique splits for a diagonal boundary
======================================

A diagonal class boundary: many axis-parallel splits, or one oblique split.
"""

import numpy as np

import spinney


def diagonal(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points on both sides of a diagonal line."""
    X = np.random.default_rng(seed).uniform(0, 10, (n_rows, 2))
    return X, np.where(X[:, 1] > 1 + 0.7 * X[:, 0], "above", "below")


X, y = diagonal(300, 4)
X_test, y_test = diagonal(20_000, 5)
binary = spinney.DecisionTreeClassifier().fit(X, y)
oblique = spinney.DecisionTreeClassifier(split_kind="oblique", random_state=0).fit(X, y)

# %%
# One oblique split separates what binary splits cut into steps.
axes = spinney.plot.boundary(binary, X, y, compare_with=oblique)
for ax, tree in zip(axes, (binary, oblique), strict=True):
    ax.set_title(f"{tree.split_kind} splits: {tree.get_n_leaves()} leaves", fontsize=10)

# %%
# Numbers of this example:
numbers = {
    "leaves of binary splits": binary.get_n_leaves(),
    "leaves of oblique splits": oblique.get_n_leaves(),
    "accuracy of binary splits": binary.score(X_test, y_test),
    "accuracy of oblique splits": oblique.score(X_test, y_test),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
