"""Monotone and interaction constraints hold in whole models."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from .boosters import boost
from .strategies import rngs
from .tables import make_sample
from .test_growth import every_search, every_way
from .test_properties import both, few

PAIRS = [[0, 1], [2, 3], [1, 3]]
every_target = pytest.mark.parametrize(
    ("loss", "n_classes"), [("squared_error", 0), ("log_loss", 2), ("poisson", 0)]
)


def paths(tree):
    """The features asked on the way to each leaf."""
    asked = {0: frozenset()}
    for node in np.flatnonzero(tree.kind):
        here = asked.pop(node) | {int(tree.feature[node])}
        asked |= {int(tree.children_left[node]): here, int(tree.children_right[node]): here}
    return set(asked.values())


def scores_along(trained, sample, column, rows, n_steps=40):
    """(rows, steps): the score when one column moves through its range and the rest stays."""
    grid = np.nanquantile(sample.columns[column], np.linspace(0, 1, n_steps))
    moved = [np.repeat(c[rows], n_steps) for c in sample.columns]
    moved[column] = np.tile(grid, len(rows))
    y = np.zeros((len(moved[0]), 1))
    return trained.predict(replace(sample, columns=moved, y=y).table).reshape(len(rows), n_steps)


@every_target
@every_way
@both
@few
@given(rng=rngs, holes=st.booleans())
def test_monotone_constraints_hold(loss, n_classes, shape, max_bins, quantize, rng, holes):
    sample = make_sample(rng, loss, n_classes, holes=holes)
    sample = replace(sample, columns=[-sample.columns[1], *sample.columns[:3]], levels=[0] * 4)
    if holes:
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


def test_without_the_constraint_scores_are_not_monotone():
    rng = np.random.default_rng(0)
    sample = make_sample(rng, "squared_error", holes=False)
    trained = boost(sample, "squared_error", 6, max_depth=4)
    steps = np.diff(scores_along(trained, sample, 2, np.arange(30)), axis=1)
    assert (steps < 0).any()


@every_way
@both
@few
@given(rng=rngs)
def test_only_features_of_a_group_meet(shape, max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error")
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    trained = boost(sample, "squared_error", 5, interactions=PAIRS, **search)
    met = {path for tree in trained.trees for path in paths(tree)}
    assert all(any(path <= set(pair) for pair in PAIRS) for path in met)
    assert any(len(path) == 2 for path in met)


@every_search
@few
@given(rng=rngs)
def test_features_without_company(max_bins, rng):
    """Groups of one make an additive model: no path asks two features."""
    sample = make_sample(rng, "squared_error")
    alone = [[j] for j in range(4)]
    trained = boost(sample, "squared_error", 5, interactions=alone, max_bins=max_bins)
    assert all(len(path) <= 1 for tree in trained.trees for path in paths(tree))
    assert len({int(tree.feature[0]) for tree in trained.trees}) > 1


@every_search
@both
@few
@given(rng=rngs)
def test_one_group_of_all_is_no_constraint(max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error")
    search = {"max_bins": max_bins, "quantize": quantize}
    free = boost(sample, "squared_error", **search)
    assert (
        boost(sample, "squared_error", interactions=[[0, 1, 2, 3]], **search).bits() == free.bits()
    )
    assert boost(sample, "squared_error", monotonic=[0] * 4, **search).bits() == free.bits()


@every_search
@both
@few
@given(rng=rngs)
def test_both_constraints_together(max_bins, quantize, rng):
    sample = make_sample(rng, "squared_error", holes=False)
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    constraints = {"interactions": PAIRS, "monotonic": [0, 1, -1, 0]}
    trained = boost(sample, "squared_error", 5, **search, **constraints)
    met = {path for tree in trained.trees for path in paths(tree)}
    assert all(any(path <= set(pair) for pair in PAIRS) for path in met)
    rows = rng.integers(sample.n_rows, size=20)
    assert (np.diff(scores_along(trained, sample, 1, rows), axis=1) >= -1e-12).all()
    assert (np.diff(scores_along(trained, sample, 2, rows), axis=1) <= 1e-12).all()
