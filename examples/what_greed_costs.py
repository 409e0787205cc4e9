"""What greed costs: a checkerboard that no first question improves, and the tree that sees it.

The greedy tree chooses its first cut by what it gains at once, which on a checkerboard is noise.
The optimal tree of the same depth is found by search, with proof: the picture below shows how the
best tree and the lower bound of all trees met.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import spinney


def checkerboard(n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Two fields of four in one colour; one row in ten has the other."""
    rng = np.random.default_rng(4)
    X = rng.uniform(size=(n_rows, 2))
    flip = rng.random(n_rows) < 0.1
    return X, ((X[:, 0] > 0.45) ^ (X[:, 1] > 0.55)) ^ flip


def main(folder: Path) -> dict[str, float]:
    X, y = checkerboard(300)
    tree = spinney.OptimalTreeClassifier(max_depth=3, leaf_penalty=0.005).fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(1, 3, figsize=(10.5, 3.5), layout="constrained")
    for ax, model, name in ((axes[0], tree.greedy_, "greedy"), (axes[1], tree, "optimal")):
        spinney.plot.boundary(model, X, y, ax=ax)
        ax.set_title(f"{name}: {1 - model.score(X, y):.1%} wrong, {model.get_n_leaves()} leaves")
    spinney.plot.bounds(tree, ax=axes[2])
    axes[2].set_title("the search")
    figure.savefig(folder / "what_greed_costs.png", dpi=48)
    return {
        "greedy": tree.greedy_objective_,
        "optimal": tree.objective_,
        "gap": tree.gap_,
        "leaves": tree.get_n_leaves(),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
