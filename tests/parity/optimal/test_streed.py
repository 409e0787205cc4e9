"""The optimal tree has the same objective as pystreed's on the same candidate splits."""

import pytest

from spinney import OptimalTreeClassifier, OptimalTreeRegressor

from .problems import PROBLEMS, name_of, read_problem, read_record


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_same_objective(problem):
    table, n_thresholds, depth, price = problem
    sample = read_problem(table, n_thresholds)
    kind = OptimalTreeClassifier if sample.is_class else OptimalTreeRegressor
    tree = kind(max_depth=depth, leaf_penalty=price, time_limit=None).fit(sample.bins, sample.y)
    assert tree.proven_
    assert tree.objective_ == pytest.approx(read_record()["best"][name_of(problem)], abs=1e-9)
    assert tree.objective_ <= tree.greedy_objective_ + 1e-9
