"""Means are correctly rounded, and weights equal repeated rows to the bit."""

from fractions import Fraction

import numpy as np
import pytest

from spinney import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingRegressor,
    OptimalTreeRegressor,
)

WEIGHTED = [
    DecisionTreeRegressor(max_depth=3),
    DecisionTreeClassifier(max_depth=3),
    OptimalTreeRegressor(max_depth=2),
    GradientBoostingRegressor(
        preset="fast",
        n_estimators=5,
        quantize=False,
        min_samples_leaf=1,
        min_child_weight=6.0,
        max_bins=255,
    ),
]


def random_weights(rng, n):
    kinds = [np.ones(n), rng.integers(1, 5, n).astype(float), rng.uniform(0.1, 2, n)]
    return kinds[rng.integers(3)]


@pytest.mark.parametrize("kind", [DecisionTreeRegressor, OptimalTreeRegressor])
@pytest.mark.parametrize("seed", [14, 348, *range(40)])
def test_root_is_the_rounded_mean(kind, seed):
    """Decimal targets; with unit weights and an odd seed their mean is exactly 0."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 60))
    y = np.round(rng.normal(size=n) * 10.0 ** rng.integers(-3, 4), 2)
    if seed % 2:
        y = np.concatenate([y, -y])
    weight = random_weights(rng, len(y))
    pairs = zip(weight.tolist(), y.tolist(), strict=True)
    exact = sum(Fraction(w) * Fraction(t) for w, t in pairs) / sum(map(Fraction, weight.tolist()))
    model = kind(max_depth=1).fit(rng.normal(size=(len(y), 2)), y, weight)
    # Sums have about 100 bits, more than the mean unless the targets cancel.
    assert abs(model.tree_.value[0].item() - float(exact)) <= np.ldexp(abs(y).max(), -80)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("model", WEIGHTED, ids=lambda model: type(model).__name__)
def test_weights_are_repeated_rows(model, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3))
    y = X[:, 0] + rng.normal(size=60)
    if isinstance(model, DecisionTreeClassifier):
        y = y > 0
    times = rng.integers(1, 4, 60)
    rows = np.repeat(np.arange(60), times)
    weighted = model.fit(X, y, times.astype(float)).predict(X)
    np.testing.assert_array_equal(weighted, model.fit(X[rows], y[rows]).predict(X))
