"""Every split the core chooses is as good as the best of all splits there are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import oracle
from .growing import NO_LIMIT, Sample, grow
from .oracle import CLASSIFICATION, REGRESSION, Rules
from .strategies import samples

SINGLE = [(c, 2, 1) for c in CLASSIFICATION + REGRESSION]
WIDE = [(c, 3, 1) for c in CLASSIFICATION] + [(c, 2, 2) for c in CLASSIFICATION + REGRESSION]
EXHAUSTIVE = [*WIDE, ("absolute_error", 0, 1)]
NUMBERS = st.just(0)


def rows_of_nodes(tree, sample):
    """Mask of the rows that pass each node: (nodes, rows)."""
    indptr, indices = tree.decision_path(sample.table)
    passes = np.zeros((tree.node_count, sample.n_rows), dtype=bool)
    passes[indices, np.repeat(np.arange(sample.n_rows), np.diff(indptr))] = True
    return passes


def check_numbers(tree, sample, criterion, passes):
    """What each node says about its rows is true, and leaves are those of apply."""
    assert np.array_equal(passes.sum(axis=1), tree.n_node_samples)
    leaves = tree.children_left < 0
    assert np.array_equal(np.argmax(passes & leaves[:, None], axis=0), tree.apply(sample.table))
    for node, rows in enumerate(passes):
        y, w = sample.y[rows], sample.weight[rows]
        assert tree.weighted_n_node_samples[node] == w.sum()
        expected = oracle.impurity(criterion, y, w)
        assert tree.impurity[node] == pytest.approx(expected, rel=1e-9, abs=1e-12)
        value = oracle.leaf_value(criterion, y, w, sample.n_classes)
        np.testing.assert_allclose(tree.value[node], value, rtol=1e-12, atol=1e-14)


def check_threshold(tree, node, column, left):
    """The threshold is the middle of the two values that it parts."""
    if tree.kind[node] != 1:
        return
    present = ~np.isnan(column)
    below, above = column[left & present], column[~left & present]
    if len(below) and len(above):
        assert tree.threshold[node] == (below.max() + above.min()) / 2


def check_split(tree, node, sample, rules, passes, best):
    """The node's reported gain is that of its rows, and none is better."""
    rows = passes[node]
    left = passes[tree.children_left[node]][rows]
    right = passes[tree.children_right[node]][rows]
    assert np.array_equal(left, ~right)
    y, w = sample.y[rows], sample.weight[rows]
    share = w.sum() / sample.weight.sum()
    tolerance = 1e-9 * oracle.impurity(rules.criterion, y, w) + 1e-15
    gain = oracle.gain(rules.criterion, y, w, left)
    assert tree.gain[node] == pytest.approx(share * gain, rel=1e-9, abs=share * tolerance)
    assert gain == pytest.approx(best, rel=1e-9, abs=tolerance)
    check_threshold(tree, node, sample.columns[tree.feature[node]][rows], left)


def bounds_of_children(tree, node, rules, direction):
    """A constrained split keeps what is below it on its side of the middle."""
    low, high = rules.bounds
    children = tree.first_child[node] + np.arange(2)
    middle = tree.value[children, 0, -1].mean()
    if direction == 0:
        return rules.bounds, rules.bounds
    return ((low, middle), (middle, high))[::direction]


def check_tree(sample, rules, **options):
    """Grow, then check every node: the best split is taken, and a leaf has its reason."""
    limits = {"min_samples_leaf": rules.min_samples_leaf, "min_weight_leaf": rules.min_weight_leaf}
    tree = grow(sample, rules.criterion, monotonic=rules.monotonic, **limits | options)
    sample = sample.weighted()
    passes = rows_of_nodes(tree, sample)
    check_numbers(tree, sample, rules.criterion, passes)
    depth = np.zeros(tree.node_count, dtype=int)
    rules_of = {0: rules}
    for node, rows in enumerate(passes):
        part, rules = sample.rows(rows), rules_of[node]
        may_split = (
            depth[node] < options.get("max_depth", NO_LIMIT)
            and part.n_rows >= options.get("min_samples_split", 2)
            and oracle.impurity(rules.criterion, part.y, part.weight) > 1e-12
        )
        best = None
        if may_split:
            best = oracle.best_gain(part.columns, part.levels, part.y, part.weight, rules)
        if best is None:
            assert tree.kind[node] == 0
            continue
        assert tree.kind[node] != 0
        check_split(tree, node, sample, rules, passes, best)
        direction = rules.monotonic[tree.feature[node]] if rules.monotonic else 0
        bounds = bounds_of_children(tree, node, rules, direction)
        for child in (0, 1):
            depth[tree.first_child[node] + child] = depth[node] + 1
            rules_of[tree.first_child[node] + child] = replace(rules, bounds=bounds[child])
    assert tree.max_depth == depth.max()


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_stump_on_numbers(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    check_tree(data.draw(samples(criterion, kinds=NUMBERS, **shape)), Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_stump_on_categories(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=st.integers(2, 6), max_columns=2, **shape))
    check_tree(sample, Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + EXHAUSTIVE)
def test_stump_on_eight_levels(criterion, n_classes, n_outputs):
    rng = np.random.default_rng(8)
    for missing in (False, True):
        column = np.repeat(np.arange(8.0), 4)
        column[::5] = np.nan if missing else column[::5]
        shape = (len(column), n_outputs)
        if criterion in CLASSIFICATION:
            y, counts = (
                rng.integers(n_classes, size=shape, dtype=np.int32),
                (n_classes,) * n_outputs,
            )
        else:
            y, counts = rng.integers(1, 6, shape).astype(float), ()
        sample = Sample([column], [8], y, rng.choice([0.5, 1.0, 2.0], len(column)), counts)
        check_tree(sample, Rules(criterion), max_depth=1)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data())
def test_every_node_of_deep_trees(criterion, n_classes, n_outputs, data):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    check_tree(data.draw(samples(criterion, max_rows=12, **shape)), Rules(criterion))


# Breiman's ordering is optimal only when no child can be too small, hence numbers alone.
@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), SINGLE + WIDE)
@given(data=st.data(), rows=st.integers(1, 4), fraction=st.sampled_from([0, 0.125, 0.25]))
def test_limits_on_children(criterion, n_classes, n_outputs, data, rows, fraction):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=NUMBERS, **shape))
    rules = Rules(criterion, rows, fraction * sample.weighted().weight.sum())
    depth, split = data.draw(st.integers(1, 3)), data.draw(st.integers(2, 6))
    check_tree(sample, rules, max_depth=depth, min_samples_split=split)


@pytest.mark.parametrize(("criterion", "n_classes", "n_outputs"), EXHAUSTIVE)
@given(data=st.data(), rows=st.integers(2, 4))
def test_limits_on_children_of_categories(criterion, n_classes, n_outputs, data, rows):
    shape = {"n_classes": n_classes, "n_outputs": n_outputs}
    sample = data.draw(samples(criterion, kinds=st.integers(2, 5), max_columns=2, **shape))
    check_tree(sample, Rules(criterion, rows), max_depth=1)


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_monotone_trees(criterion, data):
    sample = data.draw(samples(criterion, kinds=NUMBERS, missing=st.just(False)))
    directions = tuple(data.draw(st.sampled_from([-1, 0, 1])) for _ in sample.columns)
    check_tree(sample, Rules(criterion, monotonic=directions))


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@given(data=st.data())
def test_zeros_in_the_target(criterion, data):
    """Targets of 0 and pure parts: no child of a Poisson split predicts 0."""
    sample = data.draw(samples(criterion, kinds=NUMBERS, n_classes=3))
    if criterion == "poisson":
        y = np.where(sample.y == 0.25, 0.0, sample.y)
        y[np.argmax(sample.weight is None or sample.weight > 0)] = 1.0
        sample = replace(sample, y=y)
    check_tree(sample, Rules(criterion))


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_ties_go_to_the_first_feature(criterion, data):
    """A copy of a column, or its mirror image, is never asked instead of the column."""
    sample = data.draw(samples(criterion, kinds=NUMBERS, max_columns=2, missing=st.just(False)))
    mirrored = [-column for column in sample.columns]
    tree = grow(
        replace(sample, columns=sample.columns + mirrored, levels=sample.levels * 2), criterion
    )
    assert (tree.feature < len(sample.columns)).all()


@pytest.mark.parametrize("criterion", [*CLASSIFICATION, *REGRESSION])
@given(data=st.data())
def test_ties_go_to_the_lowest_threshold(criterion, data):
    """On a table that is its own mirror image no threshold lies above the middle."""
    half = data.draw(
        samples(criterion, kinds=NUMBERS, missing=st.just(False), weighted=st.just(False))
    )
    columns = [np.concatenate([column, 10 - column]) for column in half.columns]
    whole = replace(half, columns=columns, y=np.concatenate([half.y, half.y]))
    tree = grow(whole, criterion, max_depth=1)
    assert tree.kind[0] == 0 or tree.threshold[0] <= 5
