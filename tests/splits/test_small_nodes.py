"""The grower for small nodes builds the same trees as the general grower."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import DecisionTreeClassifier, DecisionTreeRegressor


def general(tree):
    """Force the general grower: best-first growth does not use the one for small nodes."""
    return tree.set_params(max_leaf_nodes=10**6)


def assert_same_trees(make, X, y, **fit):
    small, full = make().fit(X, y, **fit), general(make()).fit(X, y, **fit)
    assert pickle.dumps(small._fitted().tree) == pickle.dumps(full._fitted().tree)


def column(rng, n, kind):
    if kind == "ties":
        return rng.integers(0, 4, n).astype(float)
    if kind == "numbers":
        return rng.normal(size=n)
    if kind == "float32":
        return rng.normal(size=n).astype("f4")
    if kind == "missing":
        return np.where(rng.random(n) < 0.3, np.nan, rng.integers(0, 6, n))
    n_levels = 5 if kind == "levels" else 400
    codes = rng.integers(-1 if kind == "holes" else 0, n_levels, n)
    return pd.Categorical.from_codes(codes, categories=[str(i) for i in range(n_levels)])


COLUMNS = ("ties", "numbers", "float32", "missing", "levels", "many", "holes")


@st.composite
def problems(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.integers(2, 90))
    kinds = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=6))
    X = pd.DataFrame({f"x{j}": column(rng, n, kind) for j, kind in enumerate(kinds)})
    weights = draw(st.sampled_from(["none", "whole", "any"]))
    fit = {}
    if weights == "whole":
        fit["sample_weight"] = rng.integers(1, 4, n)
    elif weights == "any":
        fit["sample_weight"] = rng.random(n) + 0.01
    params = {
        "max_features": draw(st.sampled_from([None, 1, 2, "sqrt"])),
        "splitter": draw(st.sampled_from(["best", "random"])),
        "min_samples_leaf": draw(st.sampled_from([1, 1, 3])),
        "min_samples_split": draw(st.sampled_from([2, 5])),
        "min_weight_fraction_leaf": draw(st.sampled_from([0, 0, 0.05])),
        "min_impurity_decrease": draw(st.sampled_from([0, 0, 0.01])),
        "max_depth": draw(st.sampled_from([None, 3])),
        "max_bins": draw(st.sampled_from([None, 8])),
        "random_state": 0,
    }
    return rng, X, params, fit


@given(problems())
@settings(max_examples=150, deadline=None)
def test_regression_trees_match_the_general_grower(problem):
    rng, X, params, fit = problem
    y = rng.normal(size=len(X)) if rng.random() < 0.7 else rng.integers(0, 3, len(X)).astype(float)
    assert_same_trees(lambda: DecisionTreeRegressor(**params), X, y, **fit)


@given(problems())
@settings(max_examples=150, deadline=None)
def test_classification_trees_match_the_general_grower(problem):
    rng, X, params, fit = problem
    y = rng.integers(0, 2, len(X))
    assert_same_trees(lambda: DecisionTreeClassifier(**params), X, y, **fit)


@pytest.mark.parametrize("splitter", ["best", "random"])
@pytest.mark.parametrize("max_features", [None, 3])
def test_large_tables(splitter, max_features):
    """Many small subtrees, with and without presorted columns."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(3000, 8)).round(2), columns=list("abcdefgh"))
    X["h"] = pd.Categorical(rng.integers(0, 12, 3000).astype(str))
    y = X["a"] * X["b"] + rng.normal(size=3000)
    params = {"splitter": splitter, "max_features": max_features, "random_state": 0}
    assert_same_trees(lambda: DecisionTreeRegressor(**params), X, y)
    assert_same_trees(lambda: DecisionTreeClassifier(**params), X, y > 0)


@pytest.mark.parametrize("seed", range(20))
def test_random_split_of_one_category_and_missing_values(seed):
    """The only split is present versus missing; training and prediction must agree."""
    X = pd.DataFrame({"a": pd.Categorical(["x", None, "x", None, "x", None])})
    tree = DecisionTreeRegressor(splitter="random", random_state=seed)
    assert tree.fit(X, [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]).score(X, [0, 1, 0, 1, 0, 1]) == 1


@pytest.mark.parametrize("outlier", [1e3, 1e7, 1e15])
def test_leaves_are_exact_despite_outliers(outlier):
    """Sums are rounded relative to the largest target; leaf values must not be."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 3))
    y = np.where(rng.random(600) < 0.01, outlier, 1) * rng.normal(size=600)
    weight = rng.integers(1, 4, 600)
    model = DecisionTreeRegressor(min_samples_leaf=4, random_state=0).fit(X, y, weight)
    path, tree = model.decision_path(X).toarray().astype(bool), model._fitted().tree
    assert tree.node_count > 50
    for node in range(tree.node_count):
        here, w = y[path[:, node]], weight[path[:, node]]
        mean = np.average(here, weights=w)
        tolerance = 1e-13 * np.abs(here).max()
        assert abs(tree.value[node, 0, 0] - mean) <= tolerance
        spread = np.average((here - mean) ** 2, weights=w)
        np.testing.assert_allclose(tree.impurity[node], spread, 1e-9, tolerance**2)


@given(problems(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_competitors_do_not_change_the_splits(problem, classes):
    """Rounded scores of tied splits must not decide differently where gains are reported."""
    rng, X, params, fit = problem
    y = rng.integers(0, 3, len(X))
    estimator = DecisionTreeClassifier if classes else DecisionTreeRegressor
    model = estimator(**params).fit(X, y, **fit)
    other = estimator(**params, max_competitors=2).fit(X, y, **fit)
    np.testing.assert_array_equal(model.apply(X), other.apply(X))
    for name in ("feature", "children_left", "n_node_samples"):
        one, two = getattr(model.tree_, name), getattr(other.tree_, name)
        np.testing.assert_array_equal(one, two, name)
