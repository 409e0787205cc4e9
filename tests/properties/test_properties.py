"""Invariances of trees, and the limits on their growth."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import _core

from .checks import check_equal_up_to_ties, check_nodes, rows_of_nodes
from .growing import bits, grow
from .oracle import CLASSIFICATION, REGRESSION
from .tables import mixed_sample

CRITERIA = [*CLASSIFICATION, *REGRESSION]
every_criterion = pytest.mark.parametrize("criterion", CRITERIA)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)

GROWTH = {
    "depth first": {},
    "best first": {"max_leaf_nodes": 12},
    "some features": {"max_features": 2, "seed": 7},
    "random thresholds": {"random_thresholds": True, "seed": 7},
    "bins": {"max_bins": 16},
}
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)


@pytest.mark.parametrize(
    ("alias", "name"), [(alias, c.name) for c in _core.criteria() for alias in c.aliases]
)
def test_aliases_of_criteria(alias, name):
    sample = mixed_sample(np.random.default_rng(0), name)
    assert bits(grow(sample, alias)) == bits(grow(sample, name))


@every_criterion
@every_growth
@few
@given(rng=seeds)
def test_node_statistics(criterion, growth, rng):
    sample = mixed_sample(rng, criterion, n_rows=60)
    sample = replace(sample, weight=rng.integers(1, 40, 60) / 8)
    tree = grow(sample, criterion, **growth)
    check_nodes(tree, sample, criterion, rows_of_nodes(tree, sample))


@every_criterion
@every_growth
@few
@given(rng=seeds)
def test_sparse_equals_dense(criterion, growth, rng):
    sample = mixed_sample(rng, criterion)
    columns = [np.where(rng.random(sample.n_rows) < 0.6, 0.0, c) for c in sample.columns]
    sample = replace(sample, columns=columns)
    here = grow(sample, criterion, **growth)
    there = grow(sample, criterion, sample.sparse_table, **growth)
    assert bits(here) == bits(there)
    assert np.array_equal(here.apply(sample.sparse_table), here.apply(sample.table))


@every_criterion
@every_growth
@few
@given(rng=seeds)
def test_row_order_does_not_matter(criterion, growth, rng):
    sample = mixed_sample(rng, criterion)
    shuffled = sample.rows(rng.permutation(sample.n_rows))
    assert bits(grow(sample, criterion, **growth)) == bits(grow(shuffled, criterion, **growth))


# Many splits have the same misclassification rate, so the order of features breaks ties.
@pytest.mark.parametrize("criterion", [c for c in CRITERIA if c != "misclassification"])
@few
@given(rng=seeds)
def test_feature_order_does_not_matter(criterion, rng):
    # Distinct weights and large leaves: no two splits have the same gain.
    sample = mixed_sample(rng, criterion)
    order = rng.permutation(len(sample.columns))
    columns = [sample.columns[j] for j in order]
    other = replace(sample, columns=columns, levels=[sample.levels[j] for j in order])
    limits = {"min_samples_leaf": 8}
    here, there = grow(sample, criterion, **limits), grow(other, criterion, **limits)
    assert np.array_equal(here.predict(sample.table), there.predict(other.table))


@every_criterion
@few
@given(rng=seeds)
def test_a_monotone_transform_keeps_the_partition(criterion, rng):
    sample = mixed_sample(rng, criterion)
    columns = list(sample.columns)
    for j in np.flatnonzero(np.array(sample.levels) == 0):
        present = ~np.isnan(columns[j])
        values, ranks = np.unique(columns[j][present], return_inverse=True)
        columns[j] = columns[j].copy()
        columns[j][present] = np.cumsum(rng.uniform(0.1, 9, len(values)))[ranks]
    other = replace(sample, columns=columns)
    here, there = grow(sample, criterion), grow(other, criterion)
    assert bits(here, but=["threshold"]) == bits(there, but=["threshold"])
    assert np.array_equal(here.apply(sample.table), there.apply(other.table))


@every_criterion
@few
@given(rng=seeds)
def test_integer_weights_are_repeated_rows(criterion, rng):
    sample = mixed_sample(rng, criterion, weighted=False)
    times = rng.integers(0, 4, sample.n_rows)
    repeated = sample.rows(np.repeat(np.arange(sample.n_rows), times))
    weighted = replace(sample, weight=times.astype(float))
    here, there = (grow(rows, criterion, max_depth=3) for rows in (weighted, repeated))
    check_equal_up_to_ties(here, there)


@every_criterion
@every_growth
@few
@given(rng=seeds)
def test_a_weight_of_zero_removes_the_row(criterion, growth, rng):
    sample = mixed_sample(rng, criterion)
    weight = np.where(rng.random(sample.n_rows) < 0.3, 0.0, sample.weight)
    here = grow(replace(sample, weight=weight), criterion, **growth)
    assert bits(here) == bits(grow(sample.rows(weight > 0), criterion, **growth))


@every_criterion
@few
@given(rng=seeds, power=st.integers(-60, 60))
def test_weights_times_a_power_of_two(criterion, rng, power):
    sample = mixed_sample(rng, criterion)
    scaled = replace(sample, weight=np.ldexp(sample.weight, power))
    here, there = grow(sample, criterion), grow(scaled, criterion)
    weighted = "weighted_n_node_samples"
    assert bits(here, but=[weighted]) == bits(there, but=[weighted])
    assert np.array_equal(
        np.ldexp(here.weighted_n_node_samples, power), there.weighted_n_node_samples
    )


# Not for Poisson: logarithms of scaled numbers round differently.
@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error"])
@few
@given(rng=seeds, power=st.integers(-60, 60))
def test_targets_times_a_power_of_two(criterion, rng, power):
    """Also where every split has a gain of 0, as for an exclusive or."""
    sample = mixed_sample(rng, criterion)
    xor = (sample.columns[0] > 0) ^ (sample.columns[2] > 0)
    for y in (sample.y, np.where(xor, 1.1, 0.7)[:, None]):
        here = grow(replace(sample, y=y), criterion)
        there = grow(replace(sample, y=np.ldexp(y, power)), criterion)
        scaled = ["impurity", "gain", "value"]
        assert bits(here, but=scaled) == bits(there, but=scaled)
        assert np.array_equal(np.ldexp(here.value, power), there.value)


@every_criterion
@few
@given(rng=seeds)
def test_enough_bins_are_exact(criterion, rng):
    sample = mixed_sample(rng, criterion)
    exact, binned = grow(sample, criterion), grow(sample, criterion, max_bins=255)
    assert bits(exact, but=["threshold"]) == bits(binned, but=["threshold"])
    assert np.array_equal(exact.apply(sample.table), binned.apply(sample.table))


@every_criterion
@few
@given(rng=seeds, depth=st.integers(1, 6), rows=st.integers(1, 30), leaves=st.integers(2, 20))
def test_growth_limits(criterion, rng, depth, rows, leaves):
    sample = mixed_sample(rng, criterion)
    min_weight = 0.01 * sample.weight.sum()
    limits = {"max_depth": depth, "min_samples_leaf": rows, "min_weight_leaf": min_weight}
    for max_leaf_nodes in (0, leaves):
        tree = grow(sample, criterion, **limits, max_leaf_nodes=max_leaf_nodes)
        is_leaf = tree.kind == 0
        assert tree.max_depth <= depth
        assert tree.n_leaves == is_leaf.sum() <= (max_leaf_nodes or tree.n_leaves)
        assert (tree.n_node_samples[is_leaf] >= min(rows, sample.n_rows)).all()
        assert (tree.weighted_n_node_samples[is_leaf] >= min_weight).all()


@every_criterion
@few
@given(rng=seeds)
def test_min_impurity_decrease(criterion, rng):
    sample = mixed_sample(rng, criterion)
    gain = grow(sample, criterion).gain
    threshold = np.median(gain[gain > 0])
    tree = grow(sample, criterion, min_impurity_decrease=threshold)
    assert (tree.gain[tree.kind != 0] >= threshold).all()
    assert tree.node_count > 1


@every_criterion
@few
@given(rng=seeds)
def test_best_first_takes_the_largest_gain_next(criterion, rng):
    """Each further leaf adds the split with the largest gain among the open nodes."""
    sample = mixed_sample(rng, criterion)
    whole = grow(sample, criterion)
    open_gains = [whole.gain[0]]
    by_gain = {gain: node for node, gain in enumerate(whole.gain) if whole.kind[node]}
    for leaves in range(2, 9):
        gains = np.sort(grow(sample, criterion, max_leaf_nodes=leaves).gain)
        taken = max(open_gains)
        open_gains.remove(taken)
        first = whole.first_child[by_gain[taken]]
        open_gains += [whole.gain[child] for child in (first, first + 1) if whole.kind[child]]
        assert taken in gains
        assert np.count_nonzero(gains) == leaves - 1


@every_criterion
@few
@given(rng=seeds)
def test_importances_are_sums_of_impurity_decreases(criterion, rng):
    sample = mixed_sample(rng, criterion)
    tree = grow(sample, criterion)
    mass = tree.weighted_n_node_samples * tree.impurity / tree.weighted_n_node_samples[0]
    inner = tree.kind != 0
    first = tree.first_child[inner]
    decrease = mass[inner] - mass[first] - mass[first + 1]
    expected = np.bincount(tree.feature[inner], weights=decrease, minlength=len(sample.columns))
    scale = tree.impurity[0]
    np.testing.assert_allclose(
        tree.feature_importances(normalize=False), expected, atol=1e-9 * scale
    )
    shares = tree.feature_importances()
    np.testing.assert_allclose(shares, expected / expected.sum(), atol=1e-9)
    assert shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("criterion", CRITERIA)
@few
@given(rng=seeds, best_first=st.booleans())
def test_monotone_constraints_hold_everywhere(criterion, rng, best_first):
    sample = mixed_sample(rng, criterion, n_classes=2)
    columns = [np.nan_to_num(column) for column in sample.columns[:3]]
    sample = replace(sample, columns=columns, levels=[0, 0, 0])
    directions = [1, -1, 0]
    growth = {"max_leaf_nodes": 20} if best_first else {}
    tree = grow(sample, criterion, monotonic=directions, **growth)
    assert {0, 1} & set(tree.feature)
    for j, direction in enumerate(directions[:2]):
        grid = np.quantile(columns[j], np.linspace(0, 1, 40))
        rows = rng.integers(sample.n_rows, size=30)
        moved = [np.repeat(column[rows], len(grid)) for column in columns]
        moved[j] = np.tile(grid, len(rows))
        y = np.zeros((len(moved[j]), 1), dtype=sample.y.dtype)
        value = tree.predict(replace(sample, columns=moved, y=y).table)[:, 0, -1]
        steps = np.diff(value.reshape(len(rows), -1), axis=1)
        assert (direction * steps >= 0).all()
