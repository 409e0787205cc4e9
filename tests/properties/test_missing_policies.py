"""Invariances of trees under every policy for missing values."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.data.missing.policies import MISSING

from .checks import check_equal_up_to_ties
from .growing import bits
from .tables import mixed_sample

ESTIMATORS = {"gini": DecisionTreeClassifier, "squared_error": DecisionTreeRegressor}
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)
every_criterion = pytest.mark.parametrize("criterion", ESTIMATORS)
every_policy = pytest.mark.parametrize("policy", [p for p in MISSING if p != "error"])

GROWTH = {
    "depth first": {},
    "best first": {"max_leaf_nodes": 12},
    "some features": {"max_features": 2, "random_state": 7},
    "random thresholds": {"splitter": "random", "random_state": 7},
    "bins": {"max_bins": 16},
}
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)


def table(rng, criterion, **shape):
    """Numeric and categorical columns with missing values, a target and weights."""
    sample = mixed_sample(rng, criterion, **shape)
    return np.column_stack(sample.columns), sample.y[:, 0], sample.weight


def fit(policy, criterion, X, y, weight, categories=(3,), **growth):
    make = ESTIMATORS[criterion]
    model = make(missing=policy, categorical_features=list(categories), **growth)
    return model.fit(X, y, weight)


def state(model):
    """Complete state of a tree as bytes, including surrogates and routes."""
    return pickle.dumps(model._fitted().tree.__getstate__())


@every_criterion
@every_policy
@every_growth
@few
@given(rng=seeds)
def test_row_order_does_not_matter(criterion, policy, growth, rng):
    X, y, weight = table(rng, criterion)
    order = rng.permutation(len(X))
    here = fit(policy, criterion, X, y, weight, **growth)
    there = fit(policy, criterion, X[order], y[order], weight[order], **growth)
    assert state(here) == state(there)
    assert here.missing_counts_ == there.missing_counts_


@every_criterion
@every_policy
@every_growth
@few
@given(rng=seeds)
def test_a_weight_of_zero_removes_the_row(criterion, policy, growth, rng):
    X, y, weight = table(rng, criterion)
    weight = np.where(rng.random(len(X)) < 0.3, 0.0, weight)
    kept = weight > 0
    here = fit(policy, criterion, X, y, weight, **growth)
    there = fit(policy, criterion, X[kept], y[kept], weight[kept], **growth)
    assert state(here) == state(there)
    assert here.missing_counts_ == there.missing_counts_


@every_criterion
@every_policy
@few
@given(rng=seeds)
def test_integer_weights_are_repeated_rows(criterion, policy, rng):
    X, y, _ = table(rng, criterion, weighted=False)
    # Every row twice: a surrogate sends at least two rows to each side, and copies count.
    X, y = np.repeat(X, 2, axis=0), np.repeat(y, 2)
    times = np.repeat(rng.integers(0, 4, len(X) // 2), 2)
    # Small nodes are limited by their number of rows, not by their weight.
    depth = 2 if policy == "fractional" else 3
    here = fit(policy, criterion, X, y, times.astype(float), max_depth=depth)
    X, y = np.repeat(X, times, axis=0), np.repeat(y, times)
    there = fit(policy, criterion, X, y, None, max_depth=depth)
    check_equal_up_to_ties(here._fitted().tree, there._fitted().tree)


@every_criterion
@every_policy
@few
@given(rng=seeds, power=st.integers(-60, 60))
def test_weights_times_a_power_of_two(criterion, policy, rng, power):
    X, y, weight = table(rng, criterion)
    here = fit(policy, criterion, X, y, weight)
    there = fit(policy, criterion, X, y, np.ldexp(weight, power))
    weighted = ["weighted_n_node_samples"]
    assert bits(here._fitted().tree, but=weighted) == bits(there._fitted().tree, but=weighted)


@every_criterion
@every_policy
@few
@given(rng=seeds)
def test_feature_order_does_not_matter(criterion, policy, rng):
    X, y, weight = table(rng, criterion)
    order = rng.permutation(4)
    category = [order.tolist().index(3)]
    here = fit(policy, criterion, X, y, weight, min_samples_leaf=8)
    there = fit(policy, criterion, X[:, order], y, weight, category, min_samples_leaf=8)
    np.testing.assert_array_equal(here.predict(X), there.predict(X[:, order]))


@every_criterion
@every_policy
@every_growth
@few
@given(rng=seeds)
def test_without_missing_values_the_policy_changes_nothing(criterion, policy, growth, rng):
    X, y, weight = table(rng, criterion)
    X = np.nan_to_num(X)
    plain = fit("learned", criterion, X, y, weight, **growth)
    assert bits(fit(policy, criterion, X, y, weight, **growth)._fitted().tree) == bits(
        plain._fitted().tree
    )
    strict = fit("error", criterion, X, y, weight, **growth)
    assert bits(strict._fitted().tree) == bits(plain._fitted().tree)


@every_criterion
@every_policy
@few
@given(rng=seeds)
def test_enough_bins_are_exact(criterion, policy, rng):
    X, y, weight = table(rng, criterion)
    exact = fit(policy, criterion, X, y, weight)
    binned = fit(policy, criterion, X, y, weight, max_bins=255)
    assert bits(exact._fitted().tree, but=["threshold"]) == bits(
        binned._fitted().tree, but=["threshold"]
    )


@every_criterion
@every_policy
@few
@given(rng=seeds)
def test_monotone_constraints_hold(criterion, policy, rng):
    X, y, weight = table(rng, criterion, n_classes=2)
    X[:, :2][rng.random((len(X), 2)) < 0.1] = np.nan
    model = fit(policy, criterion, X, y, weight, monotonic_cst=[1, -1, 0, 0])
    assert {0, 1} & set(model._fitted().tree.feature.tolist())
    predict = model.predict_proba if criterion == "gini" else model.predict
    for j, direction in enumerate([1, -1]):
        grid = np.nanquantile(X[:, j], np.linspace(0, 1, 40))
        moved = np.repeat(X[rng.integers(len(X), size=30)], len(grid), axis=0)
        moved[:, j] = np.tile(grid, 30)
        value = predict(moved).reshape(len(moved), -1)[:, -1]
        steps = np.diff(value.reshape(30, -1), axis=1)
        assert (direction * steps >= -1e-12).all()


@pytest.mark.parametrize("policy", ["surrogate", "fractional", "stop", "majority", "median"])
@pytest.mark.parametrize("growth", [{}, {"max_leaf_nodes": 200}], ids=["depth first", "best first"])
@every_criterion
def test_any_number_of_threads(criterion, policy, growth):
    X, y, weight = table(np.random.default_rng(0), criterion, n_rows=10_000, n_sets=2)
    limits = {"max_depth": 8, "categories": (3, 7)} | growth
    one = fit(policy, criterion, X, y, weight, n_jobs=1, **limits)
    expected = one.predict(X).tobytes()
    for n_jobs in (2, 3, 8):
        other = fit(policy, criterion, X, y, weight, n_jobs=n_jobs, **limits)
        assert state(other) == state(one)
        assert other.predict(X).tobytes() == expected
        assert other.missing_counts_ == one.missing_counts_
