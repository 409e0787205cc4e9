"""Proofs of counterfactuals at ties, with large offsets, and their limits of time."""

import time
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney import explain
from spinney.explain.counterfactual import make_finder

from .all_changes import cheapest_by_brute_force

LARGE = 1e9


def check_cost(model, row, is_wanted, **options):
    """Compare the cost with that of all combinations of cells."""
    found = explain.counterfactual(model, row, **options)
    expected = cheapest_by_brute_force(model, row, is_wanted, **options)
    assert found.optimal
    np.testing.assert_allclose(found.cost, expected, rtol=1e-9)
    return found


def few_values(seed, n_rows=40):
    """A table whose forests have many ties."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.integers(0, 4, (n_rows, 3)).astype(float), columns=[*"abc"])
    return X, rng.integers(0, 2, n_rows)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    n_trees=st.sampled_from([2, 3, 4, 6, 10]),
    leaf=st.sampled_from([1, 3]),
    label=st.sampled_from([0, 1]),
    family=st.sampled_from(["tree", "forest", "bagging", "adaboost", "voting"]),
)
def test_ties_are_decided_by_predict(seed, n_trees, leaf, label, family):
    X, y = few_values(seed)
    tree = spinney.DecisionTreeClassifier(min_samples_leaf=leaf, max_depth=2)
    model = {
        "tree": tree,
        "forest": spinney.RandomForestClassifier(
            n_trees, min_samples_leaf=leaf, max_depth=3, random_state=seed
        ),
        "bagging": spinney.BaggingClassifier(tree, n_trees, random_state=seed),
        "adaboost": spinney.AdaBoostClassifier(tree, n_estimators=n_trees, random_state=seed),
        "voting": spinney.VotingClassifier(
            [
                (str(i), spinney.DecisionTreeClassifier(max_depth=2 + i, max_features=1))
                for i in range(2)
            ],
            voting="soft",
        ),
    }[family].fit(X, y)
    for i in range(3):
        check_cost(
            model,
            X.iloc[[i]],
            lambda m, t: m.predict(t) == label,
            desired_class=label,
            scale=dict.fromkeys("abc", 1.0),
        )


@pytest.mark.parametrize("seed", [718, 801, 1542, 2325, 2641])
def test_margins_within_the_tolerance_are_left_to_predict(seed):
    """Probabilities differ by rounding errors only, where exact arithmetic has a tie."""
    rng = np.random.default_rng(seed)
    grid = pd.DataFrame(list(product([0.0, 1.0], [0.0, 1.0, 2.0])), columns=["a", "b"])
    X, y = grid.iloc[rng.integers(0, 6, 30)], rng.integers(0, 3, 30)
    model = spinney.RandomForestClassifier(
        3, max_depth=2, min_samples_leaf=3, smoothing=0, random_state=seed
    ).fit(X, y)
    gap = np.diff(np.sort(model.predict_proba(grid)))[:, -1]
    assert ((gap > 0) & (gap < 1e-12)).any()
    for i, label in product(range(6), range(3)):
        check_cost(
            model,
            grid.iloc[[i]],
            lambda m, t, label=label: m.predict(t) == label,
            desired_class=label,
            scale={"a": 1.0, "b": 1.0},
        )


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    offset=st.sampled_from([0.0, LARGE, -LARGE, 1e12]),
    family=st.sampled_from(["tree", "forest", "boosting"]),
    side=st.sampled_from(["low", "high", "both"]),
)
def test_ranges_at_predictions_with_large_offsets(seed, offset, family, side):
    """The limit is a prediction of the model, so that rounding decides."""
    X, _ = few_values(seed)
    y = offset + X.a + 0.1 * X.b * X.c
    model = {
        "tree": spinney.DecisionTreeRegressor(max_depth=3),
        "forest": spinney.RandomForestRegressor(4, max_depth=3, random_state=seed),
        "boosting": spinney.GradientBoostingRegressor(
            n_estimators=6, max_depth=2, min_samples_leaf=3
        ),
    }[family].fit(X, y)
    predicted = model.predict(X)
    limit = np.sort(predicted)[seed % len(predicted)]
    low, high = {"low": (limit, np.inf), "high": (-np.inf, limit), "both": (limit, limit)}[side]
    for i in range(2):
        check_cost(
            model,
            X.iloc[[i]],
            lambda m, t: (m.predict(t) >= low) & (m.predict(t) <= high),
            desired_range=(None if low == -np.inf else low, None if high == np.inf else high),
            scale=dict.fromkeys("abc", 1.0),
        )


def test_margins_that_always_hold_leave_the_bound():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 4))
    model = spinney.GradientBoostingRegressor(n_estimators=30, loss="poisson", max_depth=4)
    model.fit(X, np.exp(X[:, 0] + 0.5 * X[:, 1]))
    plain = explain.counterfactual(model, X[0], X=X, desired_range=(4.0, None))
    # No prediction is below 0 or above 1e9, so these limits change nothing.
    for limits in ((4.0, 1e9), (4.0, 1e308)):
        limited = explain.counterfactual(model, X[0], X=X, desired_range=limits)
        assert limited.optimal
        assert limited.cost == plain.cost
        assert limited.n_boxes == plain.n_boxes


@pytest.fixture(scope="module")
def wide():
    """A model on several hundred columns, all of which it uses."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 400))
    y = (X[:, :200].sum(axis=1) > 0).astype(int)
    model = spinney.RandomForestClassifier(600, max_features=20, random_state=0)
    return model.fit(X, y), X


@pytest.mark.parametrize("time_limit", [0.1, 0.5])
def test_time_limit_with_many_columns(wide, time_limit):
    model, X = wide
    finder = make_finder(model, X=X, time_limit=time_limit)
    finder.find(X[0])
    start = time.process_time()
    finder.find(X[1])
    assert time.process_time() - start < 2 * time_limit + 0.2
