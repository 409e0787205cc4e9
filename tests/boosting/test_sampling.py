"""Subsampling of rows and columns: fractions, seeds and scope."""

import numpy as np
import pytest

from .core_booster import boost, make_booster, one_tree
from .tables import make_sample, noise
from .test_growth import depths, every_bin_count, every_grower
from .test_properties import both_roundings

N_ROWS, N_COLUMNS = 600, 12


@pytest.fixture(scope="module")
def problem():
    return noise(np.random.default_rng(0), N_ROWS, N_COLUMNS)


def trees(problem, n_rounds, **options):
    """Grow trees on the same derivatives; only the sampling differs between rounds."""
    sample, gradient, hessian = problem
    booster = make_booster(sample, None, np.zeros((1, sample.n_rows)), **options)
    return [booster.step(i, 1.0, gradient[None], hessian[None])[0] for i in range(n_rounds)]


def used_features(tree):
    return set(tree.feature[tree.kind != 0].tolist())


@every_grower
@both_roundings
@pytest.mark.parametrize("fraction", [0.2, 0.5, 0.9])
def test_fraction_of_rows(problem, shape, max_bins, quantize, fraction):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize}
    counts = [t.n_node_samples[0] for t in trees(problem, 20, subsample=fraction, **search)]
    deviation = np.sqrt(N_ROWS * fraction * (1 - fraction))
    assert np.abs(np.array(counts) - fraction * N_ROWS).max() < 5 * deviation
    assert np.mean(counts) == pytest.approx(fraction * N_ROWS, abs=5 * deviation / np.sqrt(20))


@every_bin_count
@both_roundings
def test_rows_are_resampled_each_round(problem, max_bins, quantize):
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 6}
    drawn = trees(problem, 4, subsample=0.5, **search)
    values = [tree.value[tree.kind == 0].tobytes() for tree in drawn]
    assert len(set(values)) == 4


@every_bin_count
def test_rows_are_sampled_uniformly(problem, max_bins):
    """Over many rounds all rows are sampled about equally often."""
    sample, _, hessian = problem
    drawn = np.zeros(N_ROWS)
    for row in range(0, N_ROWS, 60):
        # Only this row has a gradient, so values are nonzero only if it was sampled.
        gradient = np.where(np.arange(N_ROWS) == row, 1.0, 0.0)
        found = trees((sample, gradient, hessian), 40, subsample=0.5, max_bins=max_bins)
        drawn[row] = sum(np.any(tree.value != 0) for tree in found)
    counts = drawn[::60]
    assert counts.min() >= 8
    assert counts.max() <= 32


@every_bin_count
@both_roundings
@pytest.mark.parametrize("sampling", ["subsample", "colsample_bytree", "colsample_bynode"])
def test_seeds(max_bins, quantize, sampling):
    sample = make_sample(np.random.default_rng(2), "squared_error", n_sets=3)
    options = {"max_bins": max_bins, "quantize": quantize, sampling: 0.5}
    one, again, other = (boost(sample, "squared_error", seed=s, **options) for s in (7, 7, 8))
    assert one.bits() == again.bits()
    assert one.bits() != other.bits()


@every_bin_count
def test_seed_has_no_effect_without_sampling(problem, max_bins):
    one, other = (one_tree(*problem, max_bins=max_bins, seed=seed) for seed in (1, 2))
    assert np.array_equal(one.value, other.value)


@every_grower
@both_roundings
def test_columns_of_a_tree(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 6}
    drawn = [used_features(tree) for tree in trees(problem, 30, colsample_bytree=0.25, **search)]
    assert max(map(len, drawn)) == 3
    assert len(set(map(frozenset, drawn))) > 10
    assert set.union(*drawn) == set(range(N_COLUMNS))


@every_grower
@both_roundings
def test_columns_of_a_level(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    for tree in trees(problem, 10, colsample_bylevel=1 / N_COLUMNS, **search):
        depth = depths(tree)
        levels = [set(tree.feature[(depth == d) & (tree.kind != 0)]) for d in range(4)]
        assert all(len(level) == 1 for level in levels)
        assert len(set.union(*levels)) > 1


@pytest.mark.parametrize("shape", ["leaf", "level"])
@every_bin_count
@both_roundings
def test_columns_of_a_node(problem, shape, max_bins, quantize):
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize, "max_depth": 4}
    max_distinct = 0
    for tree in trees(problem, 10, colsample_bynode=1 / N_COLUMNS, **search):
        depth = depths(tree)
        third = tree.feature[(depth == 3) & (tree.kind != 0)]
        max_distinct = max(max_distinct, len(set(third.tolist())))
    assert max_distinct > 3


@every_bin_count
def test_fractions_of_columns_multiply(problem, max_bins):
    """A quarter of 12 columns per tree and a third of those per node is one column."""
    fractions = {"colsample_bytree": 0.25, "colsample_bynode": 1 / 3}
    for tree in trees(problem, 10, max_bins=max_bins, max_depth=6, **fractions):
        assert 1 < len(used_features(tree)) <= 3


@every_bin_count
def test_at_least_one_column_is_sampled(problem, max_bins):
    fractions = {"colsample_bytree": 0.01, "colsample_bylevel": 0.01, "colsample_bynode": 0.01}
    assert all(
        len(used_features(t)) == 1 for t in trees(problem, 5, max_bins=max_bins, **fractions)
    )


@every_bin_count
def test_scores_of_rows_that_were_not_sampled(max_bins):
    sample = make_sample(np.random.default_rng(1), "squared_error")
    trained = boost(sample, "squared_error", 4, subsample=0.3, max_bins=max_bins)
    assert np.array_equal(trained.scores, trained.predict(sample.table))
