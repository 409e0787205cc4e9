"""Monotone and interaction constraints in boosted models."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney import GradientBoostingRegressor

from .core_booster import boost
from .problem_strategies import rngs
from .tables import make_sample
from .test_growth import every_bin_count, every_grower
from .test_properties import both_roundings, few_examples
from .tree_comparison import paths

PAIRS = [[0, 1], [2, 3], [1, 3]]
every_target = pytest.mark.parametrize(
    ("loss", "n_classes"), [("squared_error", 0), ("log_loss", 2), ("poisson", 0)]
)


def scores_along(trained, sample, column, rows, n_steps=40):
    """Scores when one column varies over its range, (rows, steps)."""
    grid = np.nanquantile(sample.columns[column], np.linspace(0, 1, n_steps))
    varied = [np.repeat(c[rows], n_steps) for c in sample.columns]
    varied[column] = np.tile(grid, len(rows))
    y = np.zeros((len(varied[0]), 1))
    return trained.predict(replace(sample, columns=varied, y=y).table).reshape(len(rows), n_steps)


@every_target
@every_grower
@both_roundings
@few_examples
@given(rng=rngs, missing=st.booleans())
def test_monotone_constraints_hold(loss, n_classes, shape, max_bins, quantize, rng, missing):
    sample = make_sample(rng, loss, n_classes, missing=missing)
    sample = replace(sample, columns=[-sample.columns[1], *sample.columns[:3]], levels=[0] * 4)
    if missing:
        gaps = rng.random((4, sample.n_rows)) < 0.1
        columns = [np.where(gap, np.nan, c) for gap, c in zip(gaps, sample.columns, strict=True)]
        sample = replace(sample, columns=columns)
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize}
    options = {"max_depth": 4, "min_samples_leaf": 4, "monotonic": [-1, 1, 1, 0]}
    trained = boost(sample, loss, 6, **search, **options)
    assert {0, 1, 2} & {int(j) for tree in trained.trees for j in tree.feature}
    rows = rng.integers(sample.n_rows, size=30)
    for column, direction in enumerate(options["monotonic"]):
        steps = np.diff(scores_along(trained, sample, column, rows), axis=1)
        assert (direction * steps >= -1e-12).all()


def test_scores_are_not_monotone_without_constraint():
    rng = np.random.default_rng(0)
    sample = make_sample(rng, "squared_error", missing=False)
    trained = boost(sample, "squared_error", 6, max_depth=4)
    steps = np.diff(scores_along(trained, sample, 2, np.arange(30)), axis=1)
    assert (steps < 0).any()


@every_grower
@both_roundings
@few_examples
@given(rng=rngs)
def test_only_features_of_a_group_interact(shape, max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error")
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    trained = boost(sample, "squared_error", 5, interactions=PAIRS, **search)
    used = {path for tree in trained.trees for path in paths(tree)}
    assert all(any(path <= set(pair) for pair in PAIRS) for path in used)
    assert any(len(path) == 2 for path in used)


@every_bin_count
@few_examples
@given(rng=rngs)
def test_groups_of_one_feature(max_bins, rng):
    """Groups of one feature give an additive model: no path uses two features."""
    sample = make_sample(rng, "squared_error")
    single = [[j] for j in range(4)]
    trained = boost(sample, "squared_error", 5, interactions=single, max_bins=max_bins)
    assert all(len(path) <= 1 for tree in trained.trees for path in paths(tree))
    assert len({int(tree.feature[0]) for tree in trained.trees}) > 1


@every_bin_count
@both_roundings
@few_examples
@given(rng=rngs)
def test_one_group_of_all_features_has_no_effect(max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error")
    search = {"max_bins": max_bins, "quantize": quantize}
    free = boost(sample, "squared_error", **search)
    assert (
        boost(sample, "squared_error", interactions=[[0, 1, 2, 3]], **search).bits() == free.bits()
    )
    assert boost(sample, "squared_error", monotonic=[0] * 4, **search).bits() == free.bits()


@every_bin_count
@both_roundings
@few_examples
@given(rng=rngs)
def test_both_constraints_together(max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error", missing=False)
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    constraints = {"interactions": PAIRS, "monotonic": [0, 1, -1, 0]}
    trained = boost(sample, "squared_error", 5, **search, **constraints)
    used = {path for tree in trained.trees for path in paths(tree)}
    assert all(any(path <= set(pair) for pair in PAIRS) for path in used)
    rows = rng.integers(sample.n_rows, size=20)
    assert (np.diff(scores_along(trained, sample, 1, rows), axis=1) >= -1e-12).all()
    assert (np.diff(scores_along(trained, sample, 2, rows), axis=1) <= 1e-12).all()


def test_constraints_of_zero_allow_linear_leaves_and_shared_trees():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(600, 3)), rng.integers(0, 3, 600)
    zeros = {"n_estimators": 3, "monotonic_cst": [0, 0, 0]}
    linear = GradientBoostingRegressor(leaf="linear", **zeros).fit(X, X[:, 0] + y)
    assert all(tree.has_linear_leaves for tree in linear._model.trees)
    options = {"n_estimators": 3, "multi_strategy": "multi_output_tree"}
    shared = GradientBoostingRegressor(**options, monotonic_cst={0: 0}).fit(X, np.c_[y, X])
    same = GradientBoostingRegressor(**options).fit(X, np.c_[y, X])
    np.testing.assert_array_equal(shared.predict(X), same.predict(X))
    chosen = GradientBoostingRegressor(cv=2, monotonic_cst=[0, 0, 0]).fit(X, X[:, 0] + y)
    assert any(tree.has_linear_leaves for tree in chosen._model.trees)
