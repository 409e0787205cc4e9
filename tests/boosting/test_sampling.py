"""Samples of rows and columns: their shares, their seeds, and where they are the same."""

import numpy as np
import pytest

from .boosters import boost, make_booster, one_tree
from .tables import make_sample, noise
from .test_growth import depths, every_search, every_way
from .test_properties import both

N_ROWS, N_COLUMNS = 600, 12


@pytest.fixture(scope="module")
def problem():
    return noise(np.random.default_rng(0), N_ROWS, N_COLUMNS)


def trees(problem, n_rounds, **options):
    """Trees on the same derivatives: only the draws differ from round to round."""
    sample, gradient, hessian = problem
    booster = make_booster(sample, None, np.zeros((1, sample.n_rows)), **options)
    return [booster.step(i, 1.0, gradient[None], hessian[None])[0] for i in range(n_rounds)]


def asked(tree):
    return set(tree.feature[tree.kind != 0].tolist())


@every_way
@both
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_share_of_rows(problem, shape, max_bins, quantize, share):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize}
    counts = [t.n_node_samples[0] for t in trees(problem, 20, subsample=share, **search)]
    deviation = np.sqrt(N_ROWS * share * (1 - share))
    assert np.abs(np.array(counts) - share * N_ROWS).max() < 5 * deviation
    assert np.mean(counts) == pytest.approx(share * N_ROWS, abs=5 * deviation / np.sqrt(20))


@every_search
@both
def test_rows_are_drawn_anew_each_round(problem, max_bins, quantize):
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 6}
    drawn = trees(problem, 4, subsample=0.5, **search)
    values = [tree.value[tree.kind == 0].tobytes() for tree in drawn]
    assert len(set(values)) == 4


@every_search
def test_values_come_from_the_drawn_rows(problem, max_bins):
    """Over many rounds every row is drawn about as often as the others."""
    sample, _, hessian = problem
    drawn = np.zeros(N_ROWS)
    for row in range(0, N_ROWS, 60):
        # The row's gradient is all there is: its leaf has a value only if it was drawn.
        gradient = np.where(np.arange(N_ROWS) == row, 1.0, 0.0)
        found = trees((sample, gradient, hessian), 40, subsample=0.5, max_bins=max_bins)
        drawn[row] = sum(np.any(tree.value != 0) for tree in found)
    counts = drawn[::60]
    assert counts.min() >= 8
    assert counts.max() <= 32


@every_search
@both
@pytest.mark.parametrize("sampling", ["subsample", "colsample_bytree", "colsample_bynode"])
def test_seeds(max_bins, quantize, sampling):
    sample = make_sample(np.random.default_rng(2), "squared_error", n_sets=3)
    options = {"max_bins": max_bins, "quantize": quantize, sampling: 0.5}
    one, again, other = (boost(sample, "squared_error", seed=s, **options) for s in (7, 7, 8))
    assert one.bits() == again.bits()
    assert one.bits() != other.bits()


@every_search
def test_a_seed_is_not_used_without_chance(problem, max_bins):
    one, other = (one_tree(*problem, max_bins=max_bins, seed=seed) for seed in (1, 2))
    assert np.array_equal(one.value, other.value)


@every_way
@both
def test_columns_of_a_tree(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 6}
    drawn = [asked(tree) for tree in trees(problem, 30, colsample_bytree=0.25, **search)]
    assert max(map(len, drawn)) == 3
    assert len(set(map(frozenset, drawn))) > 10
    assert set.union(*drawn) == set(range(N_COLUMNS))


@every_way
@both
def test_columns_of_a_level(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    for tree in trees(problem, 10, colsample_bylevel=1 / N_COLUMNS, **search):
        depth = depths(tree)
        levels = [set(tree.feature[(depth == d) & (tree.kind != 0)]) for d in range(4)]
        assert all(len(level) == 1 for level in levels)
        assert len(set.union(*levels)) > 1


@pytest.mark.parametrize("shape", ["leaf", "level"])
@every_search
@both
def test_columns_of_a_node(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    most = 0
    for tree in trees(problem, 10, colsample_bynode=1 / N_COLUMNS, **search):
        depth = depths(tree)
        third = tree.feature[(depth == 3) & (tree.kind != 0)]
        most = max(most, len(set(third.tolist())))
    assert most > 3


@every_search
def test_shares_of_columns_multiply(problem, max_bins):
    """A quarter of the columns for a tree, a third of those for a node: always one."""
    shares = {"colsample_bytree": 0.25, "colsample_bynode": 1 / 3}
    for tree in trees(problem, 10, max_bins=max_bins, max_depth=6, **shares):
        assert 1 < len(asked(tree)) <= 3


@every_search
def test_there_is_always_a_column(problem, max_bins):
    shares = {"colsample_bytree": 0.01, "colsample_bylevel": 0.01, "colsample_bynode": 0.01}
    assert all(len(asked(t)) == 1 for t in trees(problem, 5, max_bins=max_bins, **shares))


@every_search
def test_rows_that_were_not_drawn_get_scores_too(max_bins):
    sample = make_sample(np.random.default_rng(1), "squared_error")
    trained = boost(sample, "squared_error", 4, subsample=0.3, max_bins=max_bins)
    assert np.array_equal(trained.scores, trained.predict(sample.table))
