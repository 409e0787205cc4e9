"""Same trees as rpart (cp=0, minsplit=2, minbucket=1, no surrogates), from recorded results."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .agreement import Agreement
from .references import read_cases, read_tree
from .tables import take_sample

CASES = read_cases("rpart")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_tree(case):
    Agreement(case, DecisionTreeClassifier, DecisionTreeRegressor).check()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_recorded_splits_send_rows_to_recorded_leaves(case):
    tree, sample = read_tree(case), take_sample(case.table, case.peer, case.weighted)
    np.testing.assert_array_equal(tree.route(sample.X, sample.categorical), tree.leaf)


def test_cases_cover_enough():
    samples = {case.table: take_sample(case.table, case.peer) for case in CASES}
    assert len(samples) >= 10
    assert {sample.is_class for sample in samples.values()} == {True, False}
    assert {case.params["criterion"] for case in CASES} == {"gini", "entropy", "squared_error"}
    assert sum(bool(sample.categorical) for sample in samples.values()) >= 10
    assert any(case.weighted for case in CASES)
