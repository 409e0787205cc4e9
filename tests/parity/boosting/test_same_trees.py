"""Same trees as XGBoost, LightGBM and scikit-learn, round by round from their recorded scores."""

from dataclasses import replace

import numpy as np
import pytest

from .agreement import BoostedAgreement, Stage, list_cases

CASES = list_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_trees(case):
    BoostedAgreement(case).check()


@pytest.fixture(params=["plain", "leaves"])
def stage(request):
    [case] = [c for c in CASES if str(c) == f"sklearn_boosting/kin8nm/{request.param}"]
    return Stage(BoostedAgreement(case), 1, 0)


@pytest.fixture
def ours(stage):
    """The recorded tree in the form of ours."""
    return replace(stage.reference, gain=stage.reference.gain / 2)


def test_a_tree_agrees_with_itself(stage, ours):
    report = stage.compare_from(ours, 0)
    assert len(report.pairs) == len(ours.left)
    assert not report.differences
    assert report.rows.all()


@pytest.mark.parametrize("name", ["value", "weight", "gain"])
def test_other_numbers_are_refused(stage, ours, name):
    wrong = replace(ours, **{name: getattr(ours, name) * (1 + 1e-5)})
    with pytest.raises(AssertionError):
        stage.compare_from(wrong, 0)


def test_a_worse_split_is_refused(stage, ours):
    """The root has another threshold, with a smaller gain."""
    threshold = ours.threshold.copy()
    threshold[0] = np.median(stage.sample.X[:, ours.feature[0]]) + 0.25
    worse = replace(ours, threshold=threshold)
    worse = replace(worse, leaf=worse.route(stage.sample.X, []))
    with pytest.raises(AssertionError, match="our node 0"):
        stage.compare_from(worse, 0)


def test_a_split_left_out_is_refused(stage, ours):
    last = np.flatnonzero(ours.left >= 0)[-1]
    left, right, leaf = ours.left.copy(), ours.right.copy(), ours.leaf.copy()
    leaf[np.isin(leaf, [left[last], right[last]])] = last
    left[last] = right[last] = -1
    with pytest.raises(AssertionError, match=r"a leaf|a split is missing"):
        stage.compare_from(replace(ours, left=left, right=right, leaf=leaf), 0)
