"""Same cost-complexity pruning as scikit-learn, from its recorded paths and pruned trees."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .partitions import same_parts
from .references import read_arrays, read_cases
from .tables import take_sample

CASES = read_cases("sklearn_paths")
TOLERANCE = 1e-12


def make(case, sample, **options):
    kind = DecisionTreeClassifier if sample.is_class else DecisionTreeRegressor
    return kind(**case.params, **options)


def fit_arguments(case, sample):
    return sample.X, sample.y, sample.weight if case.weighted else None


def as_steps(alphas, impurities, tolerance):
    """A path without repeated alphas: the last impurity of equal ones."""
    last = np.append(np.diff(alphas) > tolerance, True)
    return alphas[last], impurities[last]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_path(case):
    wanted, sample = read_arrays(case), take_sample(case.table, "sklearn", case.weighted)
    path = make(case, sample).cost_complexity_pruning_path(*fit_arguments(case, sample))
    tolerance = TOLERANCE * wanted["impurities"].max()
    ours = as_steps(path.ccp_alphas, path.impurities, tolerance)
    theirs = as_steps(wanted["ccp_alphas"], wanted["impurities"], tolerance)
    np.testing.assert_allclose(ours[0], theirs[0], rtol=0, atol=tolerance)
    np.testing.assert_allclose(ours[1], theirs[1], rtol=0, atol=tolerance)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_pruned_trees(case):
    wanted, sample = read_arrays(case), take_sample(case.table, "sklearn", case.weighted)
    whole = make(case, sample).fit(*fit_arguments(case, sample))
    for alpha, leaves in zip(wanted["alphas"], wanted["leaves"], strict=True):
        grown = make(case, sample, ccp_alpha=alpha).fit(*fit_arguments(case, sample))
        for model in (grown, whole.prune(alpha)):
            assert same_parts(model.apply(sample.X), leaves), f"alpha {alpha}"


def test_cases_cover_enough():
    assert len({case.table for case in CASES}) >= 8
    assert any(case.weighted for case in CASES)
    assert all(len(np.unique(read_arrays(case)["leaves"][0])) > 2 for case in CASES)
