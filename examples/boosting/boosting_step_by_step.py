"""
Gradient boosting step by step
==============================

Gradient boosting step by step: start from the mean and add trees fitted to the residuals.
"""

import matplotlib.pyplot as plt
import numpy as np

import spinney

ROUNDS, RATE, LEAVES = 3, 0.7, 4
GRAY, BLUE, ORANGE = "#8C8C8C", "#0072B2", "#D55E00"


def draw(x: np.ndarray, y: np.ndarray, stages: list[np.ndarray]) -> plt.Figure:
    """Draw the predictions in the first row, and the residuals with the next tree below."""
    figure, axes = plt.subplots(
        2, len(stages), figsize=(13, 5.4), sharex=True, sharey="row", layout="constrained"
    )
    for k, stage in enumerate(stages):
        upper, lower = axes[:, k]
        upper.plot(x, y, ".", color=GRAY, markersize=5)
        upper.step(x, stage, where="mid", color=BLUE, linewidth=2)
        step = rf"$f_{k} = f_{{{k - 1}}} + {RATE:g} \times$ tree {k}"
        upper.set_title("$f_0$: mean of y" if k == 0 else step)
        lower.plot(x, y - stage, ".", color=GRAY, markersize=5)
        lower.axhline(0, color="#222222", linewidth=0.6)
        title = f"residuals $y - f_{k}$"
        if k + 1 < len(stages):
            lower.step(x, stages[k + 1] - stage, where="mid", color=ORANGE, linewidth=2)
            title += rf" and ${RATE:g} \times$ tree {k + 1}"
        lower.set_title(title)
        lower.set_xlabel("x")
    axes[0, 0].set_ylabel("y and prediction")
    axes[1, 0].set_ylabel("residual")
    for ax in axes.flat:
        ax.spines[["top", "right"]].set_visible(False)
    return figure


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
# The predictions before the first round and after each round.
stages = [np.full(len(y), y.mean()), *model.staged_predict(X)]
residuals = [y - stage for stage in stages]
tree = spinney.DecisionTreeRegressor(max_leaf_nodes=LEAVES).fit(X, residuals[0])

# %%
# Predictions above, and below them the residuals with the tree that is fitted to them.
draw(x, y, stages)

# %%
# Numbers of this example:
numbers = {
    **{f"squared error after {k}": float(np.mean(r**2)) for k, r in enumerate(residuals)},
    "sum of the first residuals": float(residuals[0].sum()),
    "difference between round 1 and a tree on the residuals": float(
        np.abs(stages[1] - stages[0] - RATE * tree.predict(X)).max()
    ),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
