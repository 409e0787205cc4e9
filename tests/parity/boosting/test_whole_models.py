"""Same scores as the peers after all rounds, by the estimators."""

import numpy as np
import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .agreement import BoostedAgreement, list_cases, read_expected

# Where a tie parted the trees of a round, those of later rounds answer to other scores.
CASES = [case for case in list_cases() if "tie" not in read_expected()[str(case)]]


def fit(agreement):
    case, sample, terms = agreement.case, agreement.sample, agreement.terms
    kind = GradientBoostingClassifier if sample.is_class else GradientBoostingRegressor
    asked = {"max_leaf_nodes": None} | terms.params
    rounds, start = len(agreement.model.trees), agreement.model.start
    model = kind(loss=terms.loss, n_estimators=rounds, init_score=start, random_state=0, **asked)
    return model.fit(sample.X, sample.y, sample_weight=sample.weight if case.weighted else None)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_scores(case):
    agreement = BoostedAgreement(case)
    model = fit(agreement)
    scores = model.predict(agreement.sample.X, raw_score=True).reshape(len(agreement.sample.y), -1)
    wanted = agreement.model.scores_after(len(agreement.model.trees)).T
    tolerance = agreement.precision * np.abs(wanted).max()
    np.testing.assert_allclose(scores, wanted, rtol=0, atol=tolerance)


def test_most_models_are_compared_as_a_whole():
    assert len(CASES) >= 0.75 * len(list_cases())
