"""Out-of-bag importances, compared with their definitions."""

from dataclasses import replace

import numpy as np
import pytest

from spinney import _core

from .core_forests import draw_counts, grow_bags, make_sample, shares

KINDS = ["numbers", "two numbers", "classes", "two outputs"]
CASES = [(kind, "learned") for kind in KINDS]
CASES += [("classes", route) for route in ("surrogate", "fractional", "stop", "majority")]
CASES += [("numbers", route) for route in ("surrogate", "fractional")]
SINGLE = [[0], [1], [2], [3]]


def permutation(grown, groups, **options):
    sample = grown.sample
    return _core.permutation_importances(
        grown.forest, grown.bags, sample.table, sample.y, sample.weight, groups=groups, **options
    )


def corrected(grown, n_threads=1):
    sample = grown.sample
    return _core.corrected_importances(
        grown.forest, grown.bags, sample.table, sample.y, sample.weight, n_threads
    )


def losses(tree, sample):
    """Return the loss of the prediction for each row."""
    value = tree.predict(sample.table)
    if sample.n_classes:
        return (value.argmax(axis=2) != sample.y).mean(axis=1)
    return ((value[:, :, 0] - sample.y) ** 2).mean(axis=1)


def exchanged(sample, group, to, source):
    """Return the rows ``to`` with the features of the group taken from the rows ``source``."""
    columns = [c[source if f in group else to] for f, c in enumerate(sample.columns)]
    return replace(sample, columns=columns, y=sample.y[to], weight=None)


def expected_increase(grown, tree, group):
    """Return the mean increase of a tree's error over all permutations of the rows."""
    sample, rows = grown.sample, grown.left_out(tree)
    n, weight = len(rows), grown.weight[rows]
    all_pairs = exchanged(sample, group, np.repeat(rows, n), np.tile(rows, n))
    permuted = losses(grown.trees[tree], all_pairs).reshape(n, n).mean(axis=1)
    base = losses(grown.trees[tree], sample.rows(rows))
    return weight @ (permuted - base) / weight.sum()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("kind", "route"), CASES)
def test_permutation_importance_is_unbiased(kind, route, weighted):
    grown = grow_bags(make_sample(kind, weighted=weighted), 2, route)
    groups = [*SINGLE, [0, 3], [0, 1, 2, 3]]
    found = np.array([permutation(grown, groups, n_repeats=4, seed=s) for s in range(150)])
    expected = [[expected_increase(grown, tree, group) for group in groups] for tree in range(2)]
    error = found.std(axis=0) / np.sqrt(len(found))
    assert (np.abs(found.mean(axis=0) - expected) <= 5 * error + 1e-12).all()
    assert (error > 0).mean() > 0.5


def test_permutations_of_two_rows():
    sample = make_sample("numbers", absent=False)
    counts = draw_counts(1, sample.n_rows) + 1
    rows = np.array([7, 31])
    counts[0, rows] = 0
    grown = grow_bags(sample, counts=counts)
    for group in SINGLE:
        swapped = exchanged(sample, group, rows, rows[::-1])
        increase = (
            losses(grown.trees[0], swapped) - losses(grown.trees[0], sample.rows(rows))
        ).mean()
        found = {permutation(grown, [group], seed=s).item() for s in range(20)}
        np.testing.assert_allclose(sorted(found), sorted({0.0, increase}), rtol=1e-12)


def test_unused_features_and_trees_without_out_of_bag_rows():
    sample = make_sample("classes")
    counts = np.array([np.ones(60), np.arange(60) % 2], dtype=np.uint32)
    grown = grow_bags(sample, counts=counts, max_depth=1)
    found = permutation(grown, SINGLE)
    assert np.isnan(found[0]).all()
    used = grown.trees[1].feature[0]
    assert (np.delete(found[1], used) == 0).all()
    assert np.isnan(corrected(grown)[0]).all()
    assert (np.delete(corrected(grown)[1], used) == 0).all()


@pytest.mark.parametrize("route", ["learned", "fractional"])
def test_same_bits_for_any_threads_and_storage(route):
    grown = grow_bags(make_sample("two outputs", weighted=True), 5, route)
    sample = grown.sample
    expected = permutation(grown, SINGLE, n_repeats=3, seed=1)
    np.testing.assert_array_equal(
        permutation(grown, SINGLE, n_repeats=3, seed=1, n_threads=3), expected
    )
    assert (permutation(grown, SINGLE, n_repeats=3, seed=2) != expected).any()
    np.testing.assert_array_equal(corrected(grown, n_threads=3), corrected(grown))
    rest = (sample.y, sample.weight)
    sparse = _core.permutation_importances(
        grown.forest, grown.bags, sample.sparse_table, *rest, groups=SINGLE, n_repeats=3, seed=1
    )
    np.testing.assert_array_equal(sparse, expected)
    sparse = _core.corrected_importances(grown.forest, grown.bags, sample.sparse_table, *rest)
    np.testing.assert_array_equal(sparse, corrected(grown))


def test_rows_of_weight_zero_are_ignored():
    whole = grow_bags(make_sample("classes", weighted=True))
    kept = whole.weight > 0
    positive = replace(whole, sample=whole.sample.rows(kept), counts=whole.counts[:, kept])
    np.testing.assert_array_equal(permutation(whole, SINGLE), permutation(positive, SINGLE))
    np.testing.assert_array_equal(corrected(whole), corrected(positive))


def reference_corrected(grown, number):
    """Compute the corrected importances of a tree, row by row and node by node."""
    sample, tree, rows = grown.sample, grown.trees[number], grown.left_out(number)
    sums = np.zeros(len(sample.columns))
    for row, passed in zip(rows, shares(tree, sample.rows(rows).table), strict=True):
        for child, share in passed.items():
            if child == 0:
                continue
            node = np.flatnonzero((tree.first_child == child) | (tree.first_child == child - 1))[0]
            change = tree.value[child] - tree.value[node]
            for output, target in enumerate(sample.y[row]):
                if sample.n_classes:
                    improvement = change[output, target]
                else:
                    improvement = change[output, 0] * (target - tree.value[0, output, 0])
                sums[tree.feature[node]] += grown.weight[row] * share * improvement
    return sums / (grown.weight[rows].sum() * sample.y.shape[1])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("kind", "route"), CASES)
def test_corrected_by_definition(kind, route, weighted):
    grown = grow_bags(make_sample(kind, weighted=weighted), 3, route)
    expected = [reference_corrected(grown, tree) for tree in range(3)]
    np.testing.assert_allclose(corrected(grown), expected, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("kind", ["numbers", "classes"])
def test_corrected_importance_of_noise_is_zero_on_average(kind):
    """The mean is over tables, because noise may fit the out-of-bag rows of one by chance."""
    found, gains = [], []
    for seed in range(60):
        sample = make_sample(kind, 150, seed, absent=False)
        noise = np.random.default_rng(seed).normal(size=150)
        sample = replace(sample, columns=[*sample.columns[:3], noise], levels=[0] * 4)
        grown = grow_bags(sample, 6, max_features=1)
        found.append(corrected(grown).mean(axis=0))
        gains.append(np.mean([tree.feature_importances() for tree in grown.trees], axis=0))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(len(found))
    assert np.mean(gains, axis=0)[3] > 0.15
    assert abs(mean[3]) < 3 * error[3]
    assert (mean[:3] > 10 * error[:3]).all()


def test_invalid_arguments():
    grown = grow_bags(make_sample("classes"))
    sample, forest, bags = grown.sample, grown.forest, grown.bags
    with pytest.raises(ValueError, match="n_repeats"):
        permutation(grown, SINGLE, n_repeats=0)
    with pytest.raises(ValueError, match="feature that is not there"):
        permutation(grown, [[4]])
    with pytest.raises(ValueError, match="y must have an entry per row"):
        _core.corrected_importances(forest, bags, sample.table, sample.y[:-1], None)
    with pytest.raises(ValueError, match="int32"):
        _core.corrected_importances(forest, bags, sample.table, sample.y.astype(float), None)
    fewer = _core.Bags(59, 59, True, 0)
    with pytest.raises(ValueError, match="number of rows"):
        _core.corrected_importances(forest, fewer, sample.table, sample.y, None)
    narrow = _core.Table.from_columns(sample.columns[:3], 60)
    with pytest.raises(ValueError, match="number of features"):
        _core.corrected_importances(forest, bags, narrow, sample.y, None)
