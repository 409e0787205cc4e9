"""The comparison accepts only differences that are proven harmless."""

from dataclasses import replace

import numpy as np
import pytest

from .compare import Comparison, compare_everywhere
from .flat_tree import FlatTree
from .impurity import impurity, weighted_median
from .tables import Sample


def make_sample(y, is_class=True):
    y = np.asarray(y)
    return Sample(np.zeros((len(y), 1)), y, np.ones(len(y)), [0], is_class)


def build(sample, splits):
    """Build a tree from ``{node: (feature, threshold, rows on the left)}``."""
    inside, feature, threshold = [np.arange(len(sample.y))], [], []
    left, right, leaf = [], [], np.zeros(len(sample.y), int)
    for node, rows in enumerate(inside):
        split = splits.get(node)
        feature.append(split[0] if split else -2)
        threshold.append(split[1] if split else -2.0)
        left.append(len(inside) if split else -1)
        right.append(len(inside) + 1 if split else -1)
        leaf[rows] = node
        if split:
            inside += [np.intersect1d(rows, split[2]), np.setdiff1d(rows, split[2])]
    criterion = "gini" if sample.is_class else "squared_error"
    size = np.array([len(rows) for rows in inside])
    mean = [np.mean(sample.y[rows]) for rows in inside]
    return FlatTree(
        left=np.array(left),
        right=np.array(right),
        feature=np.array(feature),
        threshold=np.array(threshold),
        missing_left=np.zeros(len(left)),
        goes_left=np.zeros((len(left), 0), bool),
        samples=size,
        weight=size.astype(float),
        impurity=np.array([impurity(criterion, sample.y[r], sample.weight[r]) for r in inside]),
        value=np.array(mean)[:, None],
        leaf=leaf,
    )


def compare(sample, ours, reference):
    criterion = "gini" if sample.is_class else "squared_error"
    return Comparison(ours, reference, sample, criterion).run()


FOUR = make_sample([0, 0, 1, 1])
SPLIT_TREE = build(FOUR, {0: (0, 0.5, [0, 1])})


def test_equal_trees_agree_wholly():
    report = compare(FOUR, SPLIT_TREE, SPLIT_TREE)
    assert not report.differences
    assert len(report.pairs) == 3
    assert report.rows.all()


@pytest.mark.parametrize("name", ["threshold", "value", "impurity", "weight", "samples"])
def test_a_wrong_number_is_found(name):
    wrong = np.array(getattr(SPLIT_TREE, name))
    wrong[0] += 1
    with pytest.raises(AssertionError):
        compare(FOUR, replace(SPLIT_TREE, **{name: wrong}), SPLIT_TREE)


def test_a_worse_or_better_split_is_found():
    worse = build(FOUR, {0: (0, 0.5, [0])})
    for ours, reference in ((worse, SPLIT_TREE), (SPLIT_TREE, worse)):
        with pytest.raises(AssertionError, match="gains"):
            compare(FOUR, ours, reference)


def test_a_leaf_in_place_of_a_useful_split_is_found():
    leaf = build(FOUR, {})
    for ours, reference in ((leaf, SPLIT_TREE), (SPLIT_TREE, leaf)):
        with pytest.raises(AssertionError, match="a leaf"):
            compare(FOUR, ours, reference)


def test_sides_may_be_swapped_and_features_be_twins():
    swapped = build(FOUR, {0: (1, 9.0, [2, 3])})
    report = compare(FOUR, swapped, SPLIT_TREE)
    assert report.differences == {"twin": 1}
    assert report.rows.all()


def test_after_a_tie_both_sides_are_grown_anew():
    sample = make_sample([0, 1, 1, 0])
    ours = build(sample, {0: (0, 0.5, [0]), 2: (0, 2.5, [1, 2])})
    reference = build(sample, {0: (0, 2.5, [0, 1, 2]), 1: (0, 0.5, [0])})
    assert compare(sample, ours, reference).differences == {"tie": 1}
    grown = []

    def grow(rows, depth):
        if rows.all():
            return ours
        grown.append((rows.tolist(), int(depth)))
        splits = {0: (0, 0.5, [0])} if rows.sum() == 3 else {}
        part = build(make_sample(sample.y[rows]), splits)
        leaf = np.full(len(rows), -1)
        leaf[rows] = part.leaf
        return replace(part, leaf=leaf)

    def compare_from(tree, root):
        return Comparison(tree, reference, sample, "gini").run(root)

    report = compare_everywhere(grow, reference, compare_from)
    assert grown == [([True, True, True, False], 1), ([False, False, False, True], 1)]
    assert {b for _, b in report.pairs} == set(range(5))
    assert not report.rows.any()


def test_split_without_gain():
    sample = make_sample([0, 1, 0, 1])
    ours = build(sample, {0: (0, 0.5, [0, 1])})
    assert compare(sample, ours, build(sample, {})).differences == {"no gain": 1}


def test_splits_that_do_not_decrease_the_error():
    sample = make_sample([0, 0, 0, 1, 0, 1])
    ours = build(sample, {0: (0, 0.5, [0, 1])})
    assert compare(sample, ours, build(sample, {})).differences == {"no error decrease": 1}


def test_constant_target_split_by_the_peer():
    sample = make_sample([0.1, 0.1, 0.1], is_class=False)
    reference = build(sample, {0: (0, 0.5, [0])})
    assert compare(sample, build(sample, {}), reference).differences == {"constant": 1}


def test_impurities_by_hand():
    y, weight = np.array([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 2.0])
    assert weighted_median(y, weight) == 3.0
    assert weighted_median(y, np.array([1.0, 1.0, 3.0])) == 4.0
    assert impurity("absolute_error", y, weight) == (2 + 1 + 2) / 4
    assert impurity("squared_error", y, weight) == pytest.approx(1.6875)
    assert impurity("poisson", y, weight) == pytest.approx(
        np.mean([np.log(1 / 2.75), 2 * np.log(2 / 2.75), *[4 * np.log(4 / 2.75)] * 2])
    )
    assert impurity("entropy", np.array([0, 0, 1, 2]), np.ones(4)) == pytest.approx(1.5)
