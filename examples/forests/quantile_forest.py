"""
Quantile predictions of a forest
================================

Quantile predictions of a forest, computed from the targets in its leaves.
"""

import matplotlib.pyplot as plt
import numpy as np

import spinney

LEVELS = [0.05, 0.25, 0.5, 0.75, 0.95]


def sample(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a bell curve with one-sided noise that is largest in the middle."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3, 3, n_rows)
    return x[:, None], bell(x) + (0.1 + bell(x)) * rng.exponential(size=n_rows)


def bell(x: np.ndarray) -> np.ndarray:
    """Return the noise-free curve."""
    return np.exp(-(x**2))


def draw(x: np.ndarray, y: np.ndarray, grid: np.ndarray, curves: np.ndarray) -> plt.Figure:
    figure, ax = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    lowest, low, middle, high, highest = curves.T
    ax.plot(x[:700], y[:700], ".", color="#8C8C8C", markersize=3, label="700 of 2,000 rows")
    ax.fill_between(grid, lowest, highest, color="#0072B2", alpha=0.15, label="5% to 95% quantile")
    ax.fill_between(grid, low, high, color="#0072B2", alpha=0.3, label="25% to 75% quantile")
    ax.plot(grid, middle, color="#0072B2", linewidth=2, label="predicted median")
    truth = bell(grid) + (0.1 + bell(grid)) * np.log(2)
    ax.plot(grid, truth, "--", color="#222222", linewidth=1, label="true median")
    ax.set(xlabel="x", ylabel="y", ylim=(-0.2, 5))
    ax.legend(frameon=False, fontsize=9, loc="upper left")
    ax.spines[["top", "right"]].set_visible(False)
    return figure


X, y = sample(2_000, seed=0)
forest = spinney.RandomForestRegressor(
    n_estimators=200, min_samples_leaf=40, quantiles=True, random_state=0
).fit(X, y)
grid = np.linspace(-3, 3, 500)[:, None]
curves = forest.predict_quantiles(grid, quantiles=LEVELS)
X_test, y_test = sample(5_000, seed=1)
below = y_test[:, None] <= forest.predict_quantiles(X_test, quantiles=LEVELS)

# %%
# The quantiles follow the one-sided noise.
figure = draw(X[:, 0], y, grid[:, 0], curves)

# %%
# Numbers of this example:
numbers = {
    f"share of test rows below {level}": float(share)
    for level, share in zip(LEVELS, below.mean(axis=0), strict=True)
}

for name, value in numbers.items():
    print(f"{name}: {value}")
