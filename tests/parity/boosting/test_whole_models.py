"""Same scores as the peers after all rounds, from the estimators."""

import numpy as np
import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .agreement import BoostedAgreement, list_cases, read_expected

# After a tie in one round, the trees of later rounds are fitted to different scores.
CASES = [case for case in list_cases() if "tie" not in read_expected()[str(case)]]

# These peers choose their start. Without weights scikit-learn interpolates a quantile between two
# rows, which does not minimize the loss.
INTERPOLATED = "sklearn_boosting/kin8nm/quantile"
STARTING = {"sklearn_boosting", "hist_gradient_boosting"}
STARTED = [c for c in list_cases() if c.peer in STARTING and str(c) != INTERPOLATED]


def fit(agreement):
    case, sample, terms = agreement.case, agreement.sample, agreement.terms
    kind = GradientBoostingClassifier if sample.is_class else GradientBoostingRegressor
    options = {"max_leaf_nodes": None} | terms.params
    rounds, start = len(agreement.model.trees), agreement.model.start
    model = kind(loss=terms.loss, n_estimators=rounds, init_score=start, random_state=0, **options)
    return model.fit(sample.X, sample.y, sample_weight=sample.weight if case.weighted else None)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_scores(case):
    agreement = BoostedAgreement(case)
    model = fit(agreement)
    scores = model.predict(agreement.sample.X, raw_score=True).reshape(len(agreement.sample.y), -1)
    wanted = agreement.model.scores_after(len(agreement.model.trees)).T
    tolerance = agreement.precision * np.abs(wanted).max()
    np.testing.assert_allclose(scores, wanted, rtol=0, atol=tolerance)


@pytest.mark.parametrize("case", STARTED, ids=str)
def test_same_start(case):
    """Scores of several classes may have a common offset, which changes no probability."""
    agreement = BoostedAgreement(case)
    ours = agreement.loss.initial(agreement.sample.y, agreement.sample.weight)
    wanted = agreement.model.start
    if len(wanted) > 1:
        ours, wanted = ours - ours.mean(), wanted - wanted.mean()
    np.testing.assert_allclose(ours, wanted, rtol=1e-9, atol=1e-9)


def test_a_quantile_starts_with_less_loss():
    [case] = [case for case in list_cases() if str(case) == INTERPOLATED]
    agreement = BoostedAgreement(case)
    loss, y = agreement.loss, agreement.sample.y
    starts = loss.initial(y, None)[0], agreement.model.start[0]
    ours, theirs = (loss.value(y, np.full((1, len(y)), start), None) for start in starts)
    assert ours < theirs < ours * (1 + 1e-6)


def test_most_models_are_compared_as_a_whole():
    assert len(CASES) >= 0.75 * len(list_cases())
