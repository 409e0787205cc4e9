"""Grow a big tree, prune it back link by link, and let rows it has not seen choose the size."""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

import spinney


def main(folder: Path) -> dict[str, float]:
    cancer = load_breast_cancer(as_frame=True)
    X, y = cancer.data, cancer.target_names[cancer.target]
    order = np.random.default_rng(0).permutation(len(y))
    train, validation = order[:300], order[300:]

    big = spinney.DecisionTreeClassifier().fit(X.iloc[train], y[train])
    path = big.cost_complexity_pruning_path(X.iloc[train], y[train])
    trees = [big.prune(alpha) for alpha in path.ccp_alphas]
    leaves = [tree.get_n_leaves() for tree in trees]
    seen, unseen = (
        np.array([1 - tree.score(X.iloc[rows], y[rows]) for tree in trees])
        for rows in (train, validation)
    )
    # The smallest of the trees that err least.
    best = int(np.flatnonzero(unseen == unseen.min())[-1])

    folder.mkdir(parents=True, exist_ok=True)
    draw_errors(leaves, seen, unseen, best).savefig(folder / "pruning_by_validation.png", dpi=80)
    drawing = spinney.plot.tree(
        big, pruned=trees[best], max_nodes=19, title="What pruning takes away"
    )
    drawing.figure.savefig(folder / "pruned_tree.png", dpi=60)
    return {
        "leaves of the big tree": leaves[0],
        "its error on validation rows": float(unseen[0]),
        "leaves after pruning": leaves[best],
        "error after pruning": float(unseen[best]),
    }


def draw_errors(leaves: list[int], seen: np.ndarray, unseen: np.ndarray, best: int) -> plt.Figure:
    figure, ax = plt.subplots(figsize=(6.5, 4), layout="constrained")
    ax.plot(leaves, unseen, marker="o", label="validation rows")
    ax.plot(leaves, seen, marker="o", label="training rows")
    ax.plot(leaves[best], unseen[best], "o", markersize=13, markerfacecolor="none", color="#D55E00")
    ax.annotate(
        f"{leaves[best]} leaves",
        (leaves[best], unseen[best]),
        xytext=(0, 14),
        textcoords="offset points",
        ha="center",
    )
    ax.set(xlabel="leaves", ylabel="share of errors", ylim=(-0.01, None))
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
