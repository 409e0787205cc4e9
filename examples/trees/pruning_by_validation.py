"""
Pruning by validation data
==========================

Grow a large tree, prune it step by step, and select the size on a validation set.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

import spinney


def draw_errors(
    leaves: list[int], train_error: np.ndarray, validation_error: np.ndarray, best: int
) -> plt.Figure:
    figure, ax = plt.subplots(figsize=(6.5, 4), layout="constrained")
    ax.plot(leaves, validation_error, marker="o", label="validation")
    ax.plot(leaves, train_error, marker="o", label="training")
    ax.plot(
        leaves[best],
        validation_error[best],
        "o",
        markersize=13,
        markerfacecolor="none",
        color="#222222",
        label=f"best: {leaves[best]} leaves",
    )
    ax.set(xlabel="number of leaves", ylabel="error", ylim=(-0.01, None))
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


cancer = load_breast_cancer(as_frame=True)
X, y = cancer.data, cancer.target_names[cancer.target]
order = np.random.default_rng(0).permutation(len(y))
train, validation = order[:300], order[300:]

large = spinney.DecisionTreeClassifier().fit(X.iloc[train], y[train])
path = large.cost_complexity_pruning_path(X.iloc[train], y[train])
trees = [large.prune(alpha) for alpha in path.ccp_alphas]
leaves = [tree.get_n_leaves() for tree in trees]
train_error, validation_error = (
    np.array([1 - tree.score(X.iloc[rows], y[rows]) for tree in trees])
    for rows in (train, validation)
)
# The smallest tree with the minimum validation error.
best = int(np.flatnonzero(validation_error == validation_error.min())[-1])

# %%
# The error of every subtree, and the large tree with the pruned branches in pale colors.
draw_errors(leaves, train_error, validation_error, best).set_label("pruning_by_validation")
drawing = spinney.plot.tree(
    large, pruned=trees[best], max_nodes=19, title="Branches removed by pruning are pale"
)
drawing.figure.set_label("pruned_tree")

# %%
# Numbers of this example:
numbers = {
    "leaves of the large tree": leaves[0],
    "validation error of the large tree": float(validation_error[0]),
    "leaves after pruning": leaves[best],
    "validation error after pruning": float(validation_error[best]),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
