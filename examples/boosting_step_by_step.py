"""Boosting by hand: start from the mean, fit a small tree to what is left, add it, and again."""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import spinney

ROUNDS, RATE, LEAVES = 3, 0.7, 4


def main(folder: Path) -> dict[str, float]:
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(0, 10, 80))
    y = np.sin(x) + 0.1 * x + rng.normal(0, 0.2, 80)
    X = x[:, None]
    model = spinney.GradientBoostingRegressor(
        algorithm="classic",
        n_estimators=ROUNDS,
        learning_rate=RATE,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=1,
        max_bins=None,
    ).fit(X, y)
    # What is predicted before the first round, and after each.
    stages = [np.full(len(y), y.mean()), *model.staged_predict(X)]
    residuals = [y - stage for stage in stages]
    by_hand = spinney.DecisionTreeRegressor(max_leaf_nodes=LEAVES).fit(X, residuals[0])

    folder.mkdir(parents=True, exist_ok=True)
    draw(x, y, stages).savefig(folder / "boosting_step_by_step.png", dpi=70)
    return {
        **{f"squared error after {k}": float(np.mean(r**2)) for k, r in enumerate(residuals)},
        "sum of first residuals": float(residuals[0].sum()),
        "first tree and a tree on the residuals differ by": float(
            np.abs(stages[1] - stages[0] - RATE * by_hand.predict(X)).max()
        ),
    }


def draw(x: np.ndarray, y: np.ndarray, stages: list[np.ndarray]) -> plt.Figure:
    """Above the sum so far, below what is left of y and the tree that the next round adds."""
    figure, axes = plt.subplots(
        2, len(stages), figsize=(13, 5.4), sharex=True, sharey="row", layout="constrained"
    )
    for k, stage in enumerate(stages):
        above, below = axes[:, k]
        above.plot(x, y, ".", color="#8C8C8C", markersize=5)
        above.step(x, stage, where="mid", color="#0072B2", linewidth=2)
        above.set_title("$f_0$: the mean of y" if k == 0 else f"$f_{k}=f_{k - 1}$ + tree {k}")
        below.plot(x, y - stage, ".", color="#8C8C8C", markersize=5)
        below.axhline(0, color="#222222", linewidth=0.6)
        if k + 1 < len(stages):
            step = stages[k + 1] - stage
            below.step(x, step, where="mid", color="#D55E00", linewidth=2)
            below.set_title(f"$y-f_{k}$, and tree {k + 1}")
        else:
            below.set_title(f"$y-f_{k}$: what is left")
        below.set_xlabel("x")
    axes[0, 0].set_ylabel("y and the sum so far")
    axes[1, 0].set_ylabel(f"residuals, {RATE:g} x tree")
    for ax in axes.flat:
        ax.spines[["top", "right"]].set_visible(False)
    return figure


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
