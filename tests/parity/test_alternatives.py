"""The comparison of surrogates and competitors, and both alpha rules, on small examples."""

from dataclasses import replace

import numpy as np
import pytest

from .alternatives import Lists, Split, comparable, same_split
from .complexity import exact, shortcut
from .partitions import same_parts

NONE = frozenset()
BELOW = Split(0, 2.5, False, NONE, NONE, 0.9, 0.5)
LEVELS = Split(1, np.nan, False, frozenset({0.0}), frozenset({1.0, 2.0}), 0.8, 0.4)
LAST = Split(2, 1.0, True, NONE, NONE, 0.8, 0.4)


def compare(ours, theirs, longest=5):
    scores = {split.feature: split.score for split in (*ours, *theirs)}

    def same(one, other):
        return same_split(one, other, False)

    def true_score(split):
        return scores[split.feature]

    return Lists(ours, theirs, longest).compare(same, true_score)


def test_equal_lists_agree():
    assert compare([BELOW, LEVELS], [BELOW, LEVELS]) == []


def test_equal_scores_may_change_places():
    assert compare([BELOW, LEVELS, LAST], [BELOW, LAST, LEVELS]) == ["order"]
    assert compare([BELOW, LEVELS], [BELOW, LAST], longest=2) == ["order"]
    with pytest.raises(AssertionError, match="only one side"):
        compare([BELOW, LEVELS], [BELOW, LAST])


def test_another_threshold_of_the_same_score():
    assert compare([BELOW], [replace(BELOW, threshold=3.5)]) == ["place"]
    assert compare([BELOW], [replace(BELOW, above_left=True)]) == ["place"]


@pytest.mark.parametrize("wrong", [{"score": 0.91}, {"adjusted": 0.51}])
def test_a_wrong_number_is_found(wrong):
    with pytest.raises(AssertionError):
        compare([BELOW], [replace(BELOW, **wrong)])


def test_a_lacking_split_is_found():
    with pytest.raises(AssertionError, match="instead of"):
        compare([BELOW], [BELOW, LEVELS])
    with pytest.raises(AssertionError, match="instead of"):
        comparable([BELOW], [BELOW, LEVELS, LAST], {1}, 5)


def test_a_score_is_held_against_the_rows():
    with pytest.raises(AssertionError, match="should score"):
        Lists([BELOW], [BELOW], 5).compare(lambda one, other: True, lambda split: 0.7)


def test_sides_of_values():
    column = np.array([2.0, 2.5, 3.0, np.nan])
    assert BELOW.goes(column).tolist() == [1, 1, 2, 0]
    assert replace(BELOW, strict=True).goes(column).tolist() == [1, 2, 2, 0]
    assert LEVELS.goes(np.array([0.0, 2.0, 3.0, np.nan])).tolist() == [1, 2, 0, 0]
    mirrored = replace(LEVELS, left=LEVELS.right, right=LEVELS.left)
    assert same_split(LEVELS, mirrored, True)
    assert not same_split(LEVELS, mirrored, False)


def test_rules_differ_where_a_child_outlives_its_parent():
    # The root saves nothing by itself, its left child much, and that child's child a little.
    left = np.array([1, 3, -1, 5, -1, -1, -1])
    right = np.array([2, 4, -1, 6, -1, -1, -1])
    risk = np.array([20.0, 19.0, 1.0, 10.0, 1.0, 1.0, 2.0])
    # All three splits save 20 - (1 + 1 + 2 + 1) = 15; the lowest alone 7, the lower two 15.
    np.testing.assert_allclose(exact(left, right, risk), [5, 5, 0, 5, 0, 0, 0])
    np.testing.assert_allclose(shortcut(left, right, risk), [4, 4, 0, 4, 0, 0, 0])


def test_rules_agree_on_nested_savings():
    left, right = np.array([1, 3, -1, -1, -1]), np.array([2, 4, -1, -1, -1])
    risk = np.array([20.0, 6.0, 2.0, 2.0, 3.0])
    for rule in (exact, shortcut):
        np.testing.assert_allclose(rule(left, right, risk), [12, 1, 0, 0, 0])


def test_names_of_parts_do_not_matter():
    assert same_parts([1, 1, 2], [7, 7, 0])
    assert not same_parts([1, 1, 2], [7, 8, 0])
    assert not same_parts([1, 2, 2], [7, 7, 7])
