"""Surrogates, competitors, pruning, missing values, priors and losses agree with rpart."""

from functools import cache

import numpy as np
import pytest

from .agreement import read_expected
from .agreement_whole import WholeAgreement
from .complexity import shortcut
from .flat_tree import LEAF
from .pruning_whole import SAME, WholePruning
from .references import read_cases
from .tables import take_sample
from .whole import PEER, blank_some

CASES = read_cases(PEER)
all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@cache
def agreement_of(name):
    return WholeAgreement(next(case for case in CASES if str(case) == name))


@cache
def pruning_of(name):
    return WholePruning(agreement_of(name))


def check_known(case, kind, found):
    """Fail on more differences than the reviewed and recorded counts."""
    known = read_expected()[str(case)].get(kind, {})
    more = {name: n for name, n in found.items() if n > known.get(name, 0)}
    assert not more, f"more {kind} differences than the known {known}: {more}"


@all_cases
def test_same_tree(case):
    agreement = agreement_of(str(case))
    report = agreement.report
    agreement.check_predictions(report.rows)
    assert len(report.pairs) >= read_expected()[str(case)]["nodes"]
    check_known(case, "tree", report.differences)


@all_cases
def test_same_predictions_for_blanked_rows(case):
    check_known(case, "blanked", agreement_of(str(case)).blanked_differences())


@all_cases
def test_same_importance(case):
    agreement = agreement_of(str(case))
    ours, theirs, agreed = agreement.importances()
    assert agreed > 0
    np.testing.assert_allclose(ours, theirs, rtol=SAME, atol=SAME * theirs.max())


@all_cases
def test_same_pruned_trees(case):
    if agreement_of(str(case)).same_nodes:
        pruning = pruning_of(str(case))
        check_known(case, "pruned", pruning.pruned_differences())
        pruning.check_snipped()


@pytest.mark.slow
@all_cases
def test_same_cross_validation(case):
    agreement, pruning = agreement_of(str(case)), pruning_of(str(case))
    table = pruning.fit(ccp_alpha="cv", cv=agreement.folds).cp_table_
    found = pruning.table_differences(table)
    if not found and not pruning.held_out_differences:
        np.testing.assert_allclose(table["xerror"], pruning.their_errors()[0], rtol=SAME)
        np.testing.assert_allclose(table["xstd"], pruning.their_errors()[1], rtol=SAME)
    check_known(case, "table", found)
    check_known(case, "held out", pruning.held_out_differences)


@all_cases
def test_recorded_splits_send_rows_to_recorded_nodes(case):
    agreement = agreement_of(str(case))
    X = agreement.sample.X
    np.testing.assert_array_equal(agreement.route(X), agreement.reference.leaf)
    blanked = agreement.arrays["blanked"]
    np.testing.assert_array_equal(agreement.route(blank_some(agreement.sample)), blanked)


@all_cases
def test_recorded_complexity_is_the_shortcut(case):
    pruning = pruning_of(str(case))
    inner = pruning.reference.left != LEAF
    wanted = pruning.arrays["complexity"][inner]
    np.testing.assert_allclose(pruning.alphas(shortcut)[inner], wanted, rtol=0, atol=1e-14)


@all_cases
def test_recorded_xerror_uses_the_transposed_losses(case):
    pruning = pruning_of(str(case))
    found = pruning.errors_of(pruning.their_predictions(), transposed=True)
    np.testing.assert_allclose(found.T, pruning.arrays["cp_table"][:, 3:], rtol=SAME)


def test_cases_cover_enough():
    samples = {case.table: take_sample(case.table, PEER) for case in CASES}
    missing = [np.isnan(sample.X).any() for sample in samples.values()]
    assert len(samples) >= 10
    assert sum(missing) >= 8
    assert len(missing) - sum(missing) >= 3
    assert {sample.is_class for sample in samples.values()} == {True, False}
    assert sum(bool(sample.categorical) for sample in samples.values()) >= 10
    assert {"priors", "loss_matrix"} <= {name for case in CASES for name in case.params}
    assert any(case.weighted for case in CASES)
    whole = [case for case in CASES if agreement_of(str(case)).same_nodes]
    assert len({case.table for case in whole}) >= 10
