"""Every loss of the core has a complete description, which the package follows."""

import numpy as np
import pytest
from scipy.special import expit, softmax

from spinney import GradientBoostingClassifier, GradientBoostingRegressor
from spinney._core import Link, Loss, LossInfo, TargetDomain, Task, losses
from spinney.boosting.losses import CLASS_LOSSES, NUMBER_LOSSES
from spinney.boosting.objective_aliases import objective_parameters
from spinney.export.read_estimators import LINKS

from .loss_cases import CASES, every_loss
from .small_data import classifier, numbers, regressor

INVERSE_LINKS = {
    Link.identity: lambda scores: scores.T,
    Link.log: lambda scores: np.exp(scores.T),
    Link.logit: lambda scores: np.column_stack([expit(-scores[0]), expit(scores[0])]),
    Link.half_logit: lambda scores: np.column_stack([expit(-2 * scores[0]), expit(2 * scores[0])]),
    Link.softmax: lambda scores: softmax(scores.T, axis=1),
}
# Invalid targets of each domain, and the condition in the error message.
INVALID = {
    TargetDomain.real: [],
    TargetDomain.non_negative: [(-1.0, "y >= 0")],
    TargetDomain.positive: [(0.0, "y > 0"), (-1.0, "y > 0")],
    TargetDomain.two_classes: [(2.0, "class indices"), (-1.0, "class indices")],
    TargetDomain.classes: [(2.0, "class indices"), (-1.0, "class indices")],
}
every_info = pytest.mark.parametrize("info", losses(), ids=lambda info: info.name)


def is_classification(info: LossInfo) -> bool:
    return info.task is Task.classification


@every_info
def test_description_is_complete(info):
    assert info.name in (CLASS_LOSSES if is_classification(info) else NUMBER_LOSSES)
    assert info.description
    loss = Loss(info.name, 2 * is_classification(info))
    assert (loss.info.name, loss.link, loss.n_scores) == (info.name, info.link, 1)
    if info.parameter is not None:
        assert info.parameter.lower < info.parameter.default < info.parameter.upper
        estimator = GradientBoostingClassifier if is_classification(info) else regressor
        assert estimator().get_params()[info.parameter.name] == info.parameter.default


def test_names_and_aliases_are_unique():
    names = [name for info in losses() for name in (info.name, *info.aliases)]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() for name in names)
    for info in losses():
        for name in (info.name, *info.aliases):
            assert objective_parameters(name.upper()) == {"loss": info.name}


@every_loss
def test_predictions_follow_the_link(name):
    loss = CASES[name].loss
    scores = np.random.default_rng(0).normal(size=(loss.n_scores, 50))
    expected = INVERSE_LINKS[loss.link](scores)
    np.testing.assert_allclose(loss.predict(scores), expected, rtol=1e-12)


def test_every_link_can_be_exported():
    assert set(LINKS) == set(Link) == set(INVERSE_LINKS)


@every_info
def test_targets_outside_the_domain(info):
    loss, y = Loss(info.name, 2 * is_classification(info)), np.ones(6)
    loss.check_targets(y)
    for value, condition in INVALID[info.domain]:
        y[3] = value
        message = f"y is {value:g} in row 3, but loss='{info.name}' needs {condition}"
        with pytest.raises(ValueError, match=message):
            loss.check_targets(y)
        if not is_classification(info):
            with pytest.raises(ValueError, match=message):
                regressor(loss=info.name).fit(y[:, None], y)
    if info.domain is TargetDomain.non_negative:
        with pytest.raises(ValueError, match="needs a positive sum of y"):
            regressor(loss=info.name).fit(y[:, None], np.zeros(6))


@every_info
def test_number_of_classes(info):
    if not is_classification(info):
        return
    X, y = numbers()
    y = np.digitize(y, [-1.0, 1.0])
    if info.domain is TargetDomain.two_classes:
        with pytest.raises(ValueError, match=f"loss='{info.name}' is for two classes, got 3"):
            classifier(loss=info.name).fit(X, y)
    else:
        assert classifier(loss=info.name).fit(X, y).predict_proba(X).shape == (len(X), 3)


@every_info
@pytest.mark.parametrize("algorithm", ["newton", "classic"])
def test_fit_lowers_the_default_metric(info, algorithm):
    X, y = numbers()
    y = (y > 0).astype(int) if is_classification(info) else np.exp(y)
    kind = GradientBoostingClassifier if is_classification(info) else GradientBoostingRegressor
    model = kind(loss=info.name, n_estimators=15, algorithm=algorithm)
    model.fit(X, y, X_val=X, y_val=y)
    [(name, curve)] = model.evals_result_["validation"].items()
    assert name == info.name
    assert curve[-1] < curve[0]
    named = kind(loss=info.name, n_estimators=1, eval_metric=info.name)
    named.fit(X, y, X_val=X, y_val=y)
    assert list(named.evals_result_["validation"]) == [info.name]
