"""
Prediction intervals from boosted quantiles
===========================================

Prediction intervals from boosted quantiles; they are wide where the noise is large.
"""

import matplotlib.pyplot as plt
import numpy as np

import spinney

LEVELS = (0.05, 0.5, 0.95)


def sample(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a sine wave with noise that grows from left to right."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(0, 10, n_rows)
    return x[:, None], 2 * np.sin(x) + (0.1 + 0.15 * x) * rng.standard_normal(n_rows)


def draw(x: np.ndarray, y: np.ndarray, grid: np.ndarray, curves: list[np.ndarray]) -> plt.Figure:
    low, middle, high = curves
    figure, ax = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    ax.plot(x[:700], y[:700], ".", color="#8C8C8C", markersize=3, label="700 of 2,000 rows")
    ax.fill_between(grid, low, high, color="#0072B2", alpha=0.18, label="5% to 95% quantile")
    ax.plot(grid, middle, color="#0072B2", linewidth=2, label="predicted median")
    ax.plot(grid, 2 * np.sin(grid), "--", color="#222222", linewidth=1, label="true median")
    ax.set(xlabel="x", ylabel="y")
    ax.legend(frameon=False, fontsize=9, loc="lower left")
    ax.spines[["top", "right"]].set_visible(False)
    return figure


X, y = sample(2_000, seed=0)
models = [
    spinney.GradientBoostingRegressor(
        loss="quantile", alpha=level, max_leaf_nodes=8, min_samples_leaf=60, n_estimators=150
    ).fit(X, y)
    for level in LEVELS
]
grid = np.linspace(0, 10, 500)[:, None]
curves = [model.predict(grid) for model in models]
X_test, y_test = sample(5_000, seed=1)
low, middle, high = (model.predict(X_test) for model in models)

# %%
# The interval is wide where the noise is large.
draw(X[:, 0], y, grid[:, 0], curves)
left = X_test[:, 0] < 5

# %%
# Numbers of this example:
numbers = {
    "share of test rows in the interval": float(np.mean((low <= y_test) & (y_test <= high))),
    "share of test rows below the median": float(np.mean(y_test <= middle)),
    "width on the left": float(np.mean((high - low)[left])),
    "width on the right": float(np.mean((high - low)[~left])),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
