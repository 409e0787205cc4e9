"""
An optimal tree and a greedy tree
=================================

A checkerboard: no first split reduces the error, so a greedy tree fails and a search succeeds.

The greedy tree selects each split by its immediate gain, which on a checkerboard is noise. The
optimal tree of the same depth is found by a search that proves it: the objective of the best tree
and the lower bound over all trees become equal.
"""

import matplotlib.pyplot as plt
import numpy as np

import spinney


def checkerboard(n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a checkerboard of four fields, with the wrong class in one of ten rows."""
    rng = np.random.default_rng(4)
    X = rng.uniform(size=(n_rows, 2))
    flip = rng.random(n_rows) < 0.1
    return X, ((X[:, 0] > 0.45) ^ (X[:, 1] > 0.55)) ^ flip


X, y = checkerboard(300)
tree = spinney.OptimalTreeClassifier(max_depth=3, leaf_penalty=0.005).fit(X, y)

# %%
# The cells of both trees, and the bounds of the search until they meet.
figure, axes = plt.subplots(1, 3, figsize=(12, 3.8), layout="constrained")
for ax, model, name in ((axes[0], tree.greedy_, "greedy"), (axes[1], tree, "optimal")):
    spinney.plot.boundary(model, X, y, ax=ax)
    ax.get_legend().remove()
    error, leaves = 1 - model.score(X, y), model.get_n_leaves()
    ax.set_title(f"{name}: error {error:.1%}, {leaves} leaves", fontsize=10)
spinney.plot.bounds(tree, ax=axes[2])
axes[2].set_title("search for the optimal tree", fontsize=10)

# %%
# Numbers of this example:
numbers = {
    "greedy": tree.greedy_objective_,
    "optimal": tree.objective_,
    "gap": tree.gap_,
    "leaves": tree.get_n_leaves(),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
