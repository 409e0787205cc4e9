"""Shape of boosted trees: limits, node statistics and growth order."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.checks import rows_of_nodes

from .core_booster import boost, one_tree
from .problem_strategies import rngs
from .reference import Rules
from .reference_rounds import derivatives
from .tables import make_sample, noise
from .test_properties import both_roundings, every_growth, few_examples, smooth_losses
from .tree_comparison import weighted

every_shape = pytest.mark.parametrize("shape", ["leaf", "level", "symmetric"])
every_bin_count = pytest.mark.parametrize("max_bins", [0, 255, 1000])
# Symmetric trees are only grown on histograms.
every_grower = pytest.mark.parametrize(
    ("shape", "max_bins"),
    [*itertools.product(["leaf", "level"], [0, 255, 1000]), ("symmetric", 255)],
)


def depths(tree):
    depth = np.zeros(tree.node_count, dtype=int)
    for node in np.flatnonzero(tree.kind):
        depth[[tree.children_left[node], tree.children_right[node]]] = depth[node] + 1
    return depth


def first_round(sample, loss, trained):
    """Weighted gradients and hessians of the first round."""
    start = np.repeat(trained.start[:, None], sample.n_rows, axis=1)
    return weighted(sample, *derivatives(loss, sample.y[:, 0].astype(float), start))


@smooth_losses
@every_growth
@both_roundings
@few_examples
@given(rng=rngs)
def test_node_statistics(loss, n_classes, growth, quantize, rng):
    """Counts and hessian sums are correct; values use unrounded gradients."""
    sample = make_sample(rng, loss, n_classes)
    trained = boost(sample, loss, 1, 0.5, quantize=quantize, **growth)
    gradient, hessian = first_round(sample, loss, trained)
    classic = "algorithm" in growth
    for tree, g, h in zip(trained.trees, gradient, hessian, strict=True):
        for node, rows in enumerate(rows_of_nodes(tree, sample)):
            assert tree.n_node_samples[node] == rows.sum()
            if classic:
                continue
            assert tree.weighted_n_node_samples[node] == pytest.approx(h[rows].sum(), rel=1e-3)
            if tree.kind[node] == 0:
                value = 0.5 * Rules().value(g[rows].sum(), h[rows].sum())
                assert tree.value[node, 0, 0] == pytest.approx(value, rel=1e-5, abs=1e-5)


@every_grower
@both_roundings
@few_examples
@given(rng=rngs, depth=st.integers(1, 5), leaves=st.integers(2, 9), rows=st.integers(1, 30))
def test_limits(shape, max_bins, quantize, rng, depth, leaves, rows):
    sample = make_sample(rng, "squared_error")
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize}
    limits = {"max_depth": depth, "max_leaf_nodes": leaves, "min_samples_leaf": rows}
    for tree in boost(sample, "squared_error", 2, **search, **limits).trees:
        is_leaf = tree.kind == 0
        assert tree.max_depth <= depth
        assert tree.n_leaves == is_leaf.sum() <= leaves
        assert tree.n_node_samples[is_leaf].min() >= rows


@every_grower
@both_roundings
@few_examples
@given(rng=rngs, min_weight=st.sampled_from([3.0, 10.0, 40.0]))
def test_min_child_weight(shape, max_bins, quantize, rng, min_weight):
    sample = make_sample(rng, "log_loss", 2)
    search = {"growth": shape, "max_bins": max_bins, "quantize": quantize}
    for tree in boost(sample, "log_loss", 2, **search, min_child_weight=min_weight).trees:
        weight = tree.weighted_n_node_samples[tree.kind == 0]
        # With rounded hessians the weight of a child is approximate.
        assert tree.node_count == 1 or weight.min() >= min_weight * (0.9 if quantize else 1)


@every_grower
@few_examples
@given(rng=rngs, split=st.integers(2, 100))
def test_min_samples_split(shape, max_bins, rng, split):
    sample = make_sample(rng, "squared_error")
    search = {"growth": shape, "max_bins": max_bins, "max_depth": 5}
    for tree in boost(sample, "squared_error", 2, **search, min_samples_split=split).trees:
        assert tree.n_node_samples[tree.kind != 0].min(initial=split) >= split


@every_bin_count
@both_roundings
@few_examples
@given(rng=rngs)
def test_best_first_splits_the_largest_gain(max_bins, quantize, rng):
    """One more leaf adds one split: the best one of the previous leaves."""
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 0}
    sample, gradient, hessian = noise(rng, 150, 4)

    def grown(**limit):
        limits = search | {"min_samples_leaf": 5} | limit
        return one_tree(sample, gradient, hessian, **limits)

    whole = grown()
    node_of = {gain: node for node, gain in enumerate(whole.gain) if whole.kind[node]}
    offered = [whole.gain[0]]
    for leaves in range(2, 9):
        taken = max(offered)
        offered.remove(taken)
        first = whole.first_child[node_of[taken]]
        offered += [whole.gain[child] for child in (first, first + 1) if whole.kind[child]]
        gain = grown(max_leaf_nodes=leaves).gain
        assert taken in gain
        assert np.count_nonzero(gain) == leaves - 1


@every_bin_count
@both_roundings
def test_level_wise_growth_completes_levels(max_bins, quantize):
    sample, gradient, hessian = noise(np.random.default_rng(4), 400, 5)
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 0, "growth": "level"}
    for leaves in (2, 3, 6, 8, 13):
        tree = one_tree(sample, gradient, hessian, max_leaf_nodes=leaves, **search)
        assert tree.n_leaves == leaves
        assert tree.max_depth == int(np.ceil(np.log2(leaves)))


@both_roundings
@few_examples
@given(rng=rngs)
def test_symmetric_trees_have_one_split_per_level(quantize, rng):
    sample = make_sample(rng, "squared_error")
    search = {"max_bins": 255, "quantize": quantize, "growth": "symmetric", "max_depth": 4}
    trained = boost(sample, "squared_error", 3, min_samples_leaf=5, **search)
    for tree in trained.trees:
        depth = depths(tree)
        for level in range(tree.max_depth):
            nodes = np.flatnonzero((depth == level) & (tree.kind != 0))
            assert len(np.unique(tree.feature[nodes])) == 1
            assert len(np.unique(tree.threshold[nodes])) == 1  # NaN counts as one value
    assert max(tree.max_depth for tree in trained.trees) > 2


@every_bin_count
@pytest.mark.parametrize("shape", ["leaf", "level"])
@both_roundings
@few_examples
@given(rng=rngs)
def test_gamma_removes_weak_splits_above_leaves(max_bins, shape, quantize, rng):
    sample, gradient, hessian = noise(rng, 150, 4)
    search = {"max_bins": max_bins, "quantize": quantize, "growth": shape, "max_depth": 5}
    whole = one_tree(sample, gradient, hessian, **search)
    gamma = np.quantile(whole.gain[whole.kind != 0], 0.7)
    tree = one_tree(sample, gradient, hessian, gamma=gamma, **search)
    inner = np.flatnonzero(tree.kind)
    lowest = [n for n in inner if not tree.kind[tree.first_child[n] + np.arange(2)].any()]
    assert (tree.gain[lowest] >= gamma).all()
    assert 1 < tree.n_leaves < whole.n_leaves


@pytest.mark.parametrize("max_bins", [0, 1000])
def test_symmetric_trees_need_few_bins(max_bins):
    sample, gradient, hessian = noise(np.random.default_rng(4), 50, 2)
    with pytest.raises(ValueError, match="symmetric"):
        one_tree(sample, gradient, hessian, growth="symmetric", max_bins=max_bins)


@every_bin_count
def test_learning_rate_scales_values(max_bins):
    sample, gradient, hessian = noise(np.random.default_rng(0), 100, 3)
    whole = one_tree(sample, gradient, hessian, 1.0, max_bins=max_bins)
    half = one_tree(sample, gradient, hessian, 0.5, max_bins=max_bins)
    assert np.array_equal(half.value, whole.value / 2)
    assert np.array_equal(half.feature, whole.feature)


@every_grower
@both_roundings
@pytest.mark.parametrize("n_rows", [1, 2, 5])
def test_few_rows(shape, max_bins, quantize, n_rows):
    sample, gradient, hessian = noise(np.random.default_rng(0), n_rows, 2)
    search = {"max_bins": max_bins, "quantize": quantize, "growth": shape}
    tree = one_tree(sample, gradient, hessian, **search)
    assert 1 <= tree.n_leaves <= n_rows
    assert np.isfinite(tree.value).all()


@every_grower
@both_roundings
def test_no_split_without_gain(shape, max_bins, quantize):
    """Zero gradients, equal gradients and constant columns give a single leaf."""
    rng = np.random.default_rng(0)
    sample, gradient, hessian = noise(rng, 50, 2)
    search = {"max_bins": max_bins, "quantize": quantize, "growth": shape, "reg_lambda": 0.0}
    assert one_tree(sample, np.zeros(50), hessian, **search).n_leaves == 1
    assert one_tree(sample, np.full(50, 0.7), hessian, **search).n_leaves == 1
    sample.columns[:] = [np.zeros(50), np.full(50, np.nan)]
    tree = one_tree(sample, gradient, hessian, **search)
    assert tree.n_leaves == 1
    assert tree.value[0, 0, 0] == pytest.approx(-gradient.mean())
