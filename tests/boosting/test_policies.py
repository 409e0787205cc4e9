"""Policies for missing values and unknown categories: one round equals a single tree."""

import numpy as np
import pytest

from spinney import DecisionTreeRegressor, GradientBoostingRegressor
from spinney.data.missing.policies import MISSING, UNKNOWN

SHAPE = {"max_depth": 4, "min_samples_leaf": 8, "categorical_features": [3]}
ONE_ROUND = {
    "n_estimators": 1,
    "learning_rate": 1.0,
    "max_leaf_nodes": None,
    "growth": "level",
    "min_child_weight": 0.0,
    "cat_smooth": 0.0,
    "cat_l2": 0.0,
    "min_samples_category": 0.0,
    "max_onehot": 1,
    "quantize": False,
}
# With squared error and without penalties both algorithms use the mean residual.
ALGORITHMS = {
    "classic": {"algorithm": "classic", "max_bins": None},
    "newton": {"algorithm": "newton", "reg_lambda": 0.0, "max_bins": None},
    "bins": {"algorithm": "newton", "reg_lambda": 0.0, "max_bins": 255},
}
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)


def table(rng, n_rows=240, missing=0.15, n_levels=6):
    X = rng.normal(size=(n_rows, 4)).round()  # few values, so that bins and exact search agree
    X[:, 3] = rng.integers(n_levels, size=n_rows)
    y = X[:, 0] + 2 * np.abs(X[:, 1]) + (X[:, 3] % 2) + 0.3 * rng.normal(size=n_rows)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y, rng.uniform(0.5, 1.5, n_rows)  # children have different weights


def single_and_boosted(X, y, weight, algorithm, **policy):
    tree = DecisionTreeRegressor(**policy, **SHAPE)
    model = GradientBoostingRegressor(preset="fast", **policy, **SHAPE, **ONE_ROUND, **algorithm)
    return tree.fit(X, y, weight), model.fit(X, y, weight)


def assert_same_predictions(tree, model, X):
    np.testing.assert_allclose(model.predict(X), tree.predict(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("policy", [p for p in MISSING if p != "error"])
@every_algorithm
def test_missing_values_as_in_single_trees(policy, algorithm):
    rng = np.random.default_rng(0)
    X, y, weight = table(rng)
    tree, model = single_and_boosted(X, y, weight, algorithm, missing=policy)
    assert_same_predictions(tree, model, X)
    new = np.column_stack([rng.permutation(column) for column in X.T])
    assert_same_predictions(tree, model, new)


@pytest.mark.parametrize("policy", [p for p in UNKNOWN if p != "error"])
@every_algorithm
def test_unknown_categories_as_in_single_trees(policy, algorithm):
    rng = np.random.default_rng(1)
    X, y, weight = table(rng, missing=0.0)
    tree, model = single_and_boosted(X, y, weight, algorithm, unknown=policy)
    new = np.column_stack([rng.permutation(column) for column in X.T])
    new[:, 3] += rng.integers(4, size=len(new))
    new[rng.random(new.shape) < 0.1] = np.nan
    assert_same_predictions(tree, model, new)


@every_algorithm
def test_errors(algorithm):
    X, y, _ = table(np.random.default_rng(2))
    model = GradientBoostingRegressor(
        preset="fast", missing="error", **SHAPE, **ONE_ROUND, **algorithm
    )
    with pytest.raises(ValueError, match="missing"):
        model.fit(X, y)
    model.fit(np.nan_to_num(X), y)
    with pytest.raises(ValueError, match="missing"):
        model.predict(X)
    model.set_params(unknown="error").fit(np.nan_to_num(X), y)
    with pytest.raises(ValueError, match="9"):
        model.predict([[0.0, 0.0, 0.0, 9.0]])


ROUTED = ("surrogate", "fractional", "stop", "majority")


@pytest.mark.parametrize("policy", [p for p in MISSING if p != "error"])
@pytest.mark.parametrize("growth", ["leaf", "level", "symmetric"])
def test_policies_in_all_growths(policy, growth):
    """Training scores equal predictions; otherwise later rounds would diverge."""
    X, y, weight = table(np.random.default_rng(3))
    shape = {"missing": policy, "growth": growth, "max_leaf_nodes": 8, "categorical_features": [3]}
    short, long = (
        GradientBoostingRegressor(preset="fast", n_estimators=n, **shape) for n in (3, 12)
    )
    if growth == "symmetric" and policy in ROUTED:
        with pytest.raises(ValueError, match="symmetric"):
            long.fit(X, y, weight)
        return
    staged = list(long.fit(X, y, weight).staged_predict(X))
    assert np.array_equal(staged[2], short.fit(X, y, weight).predict(X))
    assert np.array_equal(staged[-1], long.predict(X))
    seen = ~np.isnan(X).any(axis=1) if policy == "drop" else np.full(len(X), True)
    losses = [np.average((s - y)[seen] ** 2, weights=weight[seen]) for s in staged]
    assert (np.diff(losses) < 0).all()
