"""Quantiles of the targets in leaves, compared with a reference."""

import pickle

import numpy as np
import pytest

from spinney import _core

from .core_forests import children, draw_counts, ends, grow_bags, make_sample, shares

QUANTILES = np.array([0.9, 0.0, 0.1, 0.5, 1.0, 0.731])


def leaf_targets(grown, first=0, last=None, n_threads=1, bags=None):
    sample = grown.sample
    forest = _core.Forest(grown.trees[first:last])
    bags = grown.bags if bags is None else bags
    return _core.LeafTargets(
        forest, bags, first, sample.table, sample.y[:, 0].copy(), sample.weight, n_threads
    )


def below(tree, node):
    """Return the node and all nodes below it."""
    nodes = [node]
    for n in nodes:
        nodes += children(tree, n)
    return nodes


def row_weights(grown, sample):
    """Return (rows of the sample, training rows): the weights of the training rows."""
    weights = np.zeros((sample.n_rows, grown.sample.n_rows))
    for tree, counts in zip(grown.trees, grown.counts, strict=True):
        weight_in_node = np.zeros((tree.node_count, grown.sample.n_rows))
        for row, passed in enumerate(shares(tree, grown.sample.table)):
            for node, share in ends(tree, passed).items():
                weight_in_node[node, row] = share * counts[row] * grown.weight[row]
        for row, passed in enumerate(shares(tree, sample.table)):
            for node, share in ends(tree, passed).items():
                below_node = weight_in_node[below(tree, node)].sum(axis=0)
                weights[row] += share * below_node / below_node.sum()
    return weights


def reference_quantiles(weights, y):
    order = np.argsort(y)
    cumulative = np.cumsum(weights[:, order], axis=1)
    cumulative /= cumulative[:, -1:]
    reached = cumulative[:, :, None] >= QUANTILES - 1e-9
    return y[order][reached.argmax(axis=1)]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("route", ["learned", "surrogate", "fractional", "stop", "majority"])
@pytest.mark.parametrize("min_samples_leaf", [1, 6])
def test_quantiles_by_definition(route, weighted, min_samples_leaf):
    train = make_sample(weighted=weighted)
    grown = grow_bags(train, 7, route, min_samples_leaf=min_samples_leaf)
    new = make_sample(n_rows=40, seed=1)
    found = leaf_targets(grown).predict(grown.forest, new.table, QUANTILES)
    expected = reference_quantiles(row_weights(grown, new), train.y[:, 0])
    # At quantile 0 the reference would return a target of weight 0.
    np.testing.assert_array_equal(found[:, 2:], expected[:, 2:])
    np.testing.assert_array_equal(found[:, 0], expected[:, 0])


def test_all_rows_without_bags():
    sample = make_sample(weighted=True)
    counts = np.ones((3, sample.n_rows), dtype=np.uint32)
    grown = grow_bags(sample, counts=counts)
    y = sample.y[:, 0].copy()
    whole = _core.LeafTargets(grown.forest, None, 0, sample.table, y, sample.weight)
    np.testing.assert_array_equal(
        whole.predict(grown.forest, sample.table, QUANTILES),
        leaf_targets(grown).predict(grown.forest, sample.table, QUANTILES),
    )


@pytest.mark.parametrize("n_rows", [6, 70_000])
def test_targets_of_a_single_leaf(n_rows):
    """Quantile k/n is reached by k targets despite rounding; 70,000 ranks need 32 bits."""
    sample = make_sample(n_rows=n_rows)
    sample.y[:, 0] = np.random.default_rng(0).permutation(n_rows)
    grown = grow_bags(sample, counts=np.ones((3, n_rows), dtype=np.uint32), max_depth=0)
    quantiles = np.arange(7) / 6
    found = leaf_targets(grown).predict(grown.forest, make_sample(n_rows=2).table, quantiles)
    expected = [max(0, -(-n_rows * k // 6) - 1) for k in range(7)]
    np.testing.assert_array_equal(found, [expected, expected])


def test_memory():
    """Two bytes per draw, four per leaf, and little else."""
    sample = make_sample(n_rows=2000)
    grown = grow_bags(sample, 5)
    n_leaves, n_nodes = (
        sum(getattr(t, a) for t in grown.trees) for a in ("n_leaves", "node_count")
    )
    assert leaf_targets(grown).nbytes <= 2 * 10_000 + 4 * n_leaves + n_nodes / 4 + 8 * 2000 + 200


def test_same_bits_for_any_threads_and_storage():
    grown = grow_bags(make_sample(n_rows=1500), 5, "fractional")
    table = grown.sample.table
    expected = leaf_targets(grown).predict(grown.forest, table, QUANTILES)
    threaded = leaf_targets(grown, n_threads=3)
    np.testing.assert_array_equal(
        threaded.predict(grown.forest, table, QUANTILES, n_threads=3), expected
    )
    sparse = grown.sample.sparse_table
    np.testing.assert_array_equal(threaded.predict(grown.forest, sparse, QUANTILES), expected)


@pytest.mark.parametrize("route", ["learned", "fractional"])
def test_joined_and_pickled(route):
    grown = grow_bags(make_sample(), 6, route)
    forest, table = grown.forest, grown.sample.table
    expected = leaf_targets(grown).predict(forest, table, QUANTILES)
    joined = leaf_targets(grown, 0, 2).joined(leaf_targets(grown, 2))
    np.testing.assert_array_equal(joined.predict(forest, table, QUANTILES), expected)
    again = pickle.loads(pickle.dumps(joined))
    np.testing.assert_array_equal(again.predict(forest, table, QUANTILES), expected)
    assert again.nbytes == joined.nbytes == leaf_targets(grown).nbytes


def test_joined_with_other_targets():
    first, second = make_sample(seed=1), make_sample(seed=2, n_rows=80)
    counts = draw_counts(2, 60), draw_counts(2, 80)
    forests = grow_bags(first, counts=counts[0]), grow_bags(second, counts=counts[1])
    joined = leaf_targets(forests[0]).joined(leaf_targets(forests[1]))
    trees = [*forests[0].trees, *forests[1].trees]
    found = joined.predict(_core.Forest(trees), first.table, QUANTILES)
    weights = np.hstack([row_weights(forest, first) for forest in forests])
    y = np.concatenate([first.y[:, 0], second.y[:, 0]])
    np.testing.assert_array_equal(found[:, 2:], reference_quantiles(weights, y)[:, 2:])


def test_invalid_arguments():
    grown = grow_bags(make_sample())
    found = leaf_targets(grown)
    sample, forest = grown.sample, grown.forest
    with pytest.raises(ValueError, match="between 0 and 1"):
        found.predict(forest, sample.table, np.array([0.5, np.nan]))
    with pytest.raises(ValueError, match="number of trees"):
        found.predict(_core.Forest(grown.trees[1:]), sample.table, QUANTILES)
    other = grow_bags(make_sample(n_rows=600)).forest
    with pytest.raises(ValueError, match="another forest"):
        found.predict(other, sample.table, QUANTILES)
    with pytest.raises(ValueError, match="one numeric output"):
        leaf_targets(grow_bags(make_sample("classes")))
    with pytest.raises(ValueError, match="one numeric output"):
        leaf_targets(grow_bags(make_sample("two numbers")))
    with pytest.raises(ValueError, match="number of rows"):
        leaf_targets(grown, bags=_core.Bags(59, 59, True, 0))


@pytest.mark.parametrize("name", ["first", "low", "weight"])
def test_damaged_states_raise(name):
    state = leaf_targets(grow_bags(make_sample(weighted=True))).__getstate__()
    array = state["trees"][0][name]
    damaged = {"first": array[::-1].copy(), "low": array + 60, "weight": array[1:]}
    state["trees"][0][name] = damaged[name]
    with pytest.raises(ValueError, match="leaf targets"):
        _core.LeafTargets.__new__(_core.LeafTargets).__setstate__(state)
