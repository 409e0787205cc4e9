"""Same trees as scikit-learn (max_features=None), from its recorded results."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .agreement import Agreement
from .references import read_cases, read_tree
from .tables import take_sample

CASES = read_cases("sklearn")


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
    assert sum(bool(np.isnan(sample.X).any()) for sample in samples.values()) >= 5
    criteria = {case.params.get("criterion") for case in CASES}
    assert criteria >= {"gini", "entropy", "squared_error", "absolute_error", "poisson"}
    limits = {name for case in CASES for name in case.params}
    assert limits >= {"max_depth", "min_samples_leaf", "max_leaf_nodes", "min_impurity_decrease"}
    assert any(case.weighted for case in CASES)
