"""
Spherical splits for a ring
===========================

A ring-shaped class with axis-parallel splits and with spherical splits.
"""

import numpy as np

import spinney


def ring(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points in a square, and whether they lie in a ring."""
    X = np.random.default_rng(seed).uniform(-3, 3, (n_rows, 2))
    distance = np.hypot(*X.T)
    return X, np.where((distance > 1) & (distance < 2.2), "ring", "outside")


X, y = ring(600, 1)
X_test, y_test = ring(20_000, 2)
binary = spinney.DecisionTreeClassifier().fit(X, y)
sphere = spinney.DecisionTreeClassifier(split_kind="sphere", random_state=0).fit(X, y)

# %%
# Spherical splits need a fraction of the leaves.
axes = spinney.plot.boundary(binary, X, y, compare_with=sphere)
for ax, tree in zip(axes, (binary, sphere), strict=True):
    ax.set_title(f"{tree.split_kind} splits: {tree.get_n_leaves()} leaves", fontsize=10)

# %%
# Numbers of this example:
numbers = {
    "leaves of binary splits": binary.get_n_leaves(),
    "leaves of sphere splits": sphere.get_n_leaves(),
    "accuracy of binary splits": binary.score(X_test, y_test),
    "accuracy of sphere splits": sphere.score(X_test, y_test),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
