"""scikit-learn's metadata routing from bagging ensembles to their members."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import spinney

X = np.arange(40.0).reshape(20, 2)
Y = np.repeat([0, 1], 10)
ROWS = np.arange(20)


@pytest.fixture(autouse=True)
def routing():
    with config_context(enable_metadata_routing=True):
        yield


class Recorder(BaseEstimator):
    """Records the arguments of methods; ``log`` is shared by the copies of a member."""

    def __init__(self, log=None):
        self.log = log

    def fit(self, X, y, sample_weight=None, groups=None, note=None):
        self.classes_ = np.array([0, 1])
        self.log.append(("fit", X, sample_weight, groups, note))
        return self

    def predict(self, X, note=None):
        self.log.append(("predict", note))
        return np.zeros(len(X))

    def __sklearn_clone__(self):
        copy = type(self)(self.log)
        copy._metadata_request = self._get_metadata_request()
        return copy


class RecordingRegressor(RegressorMixin, Recorder):
    pass


class LabelRecorder(ClassifierMixin, Recorder):
    """A classifier without probabilities."""


class ProbaRecorder(LabelRecorder):
    def predict_proba(self, X, note=None):
        self.log.append(("predict_proba", note))
        return np.full((len(X), 2), 0.5)


class FullRecorder(ProbaRecorder):
    def predict_log_proba(self, X, note=None):
        self.log.append(("predict_log_proba", note))
        return np.log(np.full((len(X), 2), [0.25, 0.75]))

    def decision_function(self, X, note=None):
        self.log.append(("decision_function", note))
        return np.zeros(len(X))


def test_metadata_of_fit_follows_the_samples():
    member = FullRecorder([]).set_fit_request(groups=True, note=True)
    bagging = spinney.BaggingClassifier(member, 4, random_state=0)
    bagging.fit(X, Y, groups=ROWS, note="a")
    assert len(member.log) == 4
    for (_, rows, weight, groups, note), samples in zip(
        member.log, bagging.estimators_samples_, strict=True
    ):
        assert weight is None  # not requested: samples are repeated
        assert note == "a"
        np.testing.assert_array_equal(rows, X[samples])
        np.testing.assert_array_equal(groups, samples)


def test_members_that_request_weights_get_the_numbers_of_draws():
    member = FullRecorder([]).set_fit_request(sample_weight=True, groups=True)
    bagging = spinney.BaggingClassifier(member, 3, random_state=0).fit(X, Y, groups=ROWS)
    samples = bagging.estimators_samples_
    for (_, rows, weight, groups, _), drawn in zip(member.log, samples, strict=True):
        assert len(rows) == 20
        np.testing.assert_array_equal(groups, ROWS)
        np.testing.assert_array_equal(weight, np.bincount(drawn, minlength=20))


def test_weights_without_bootstrap_must_be_requested():
    weight = np.arange(1.0, 21.0)
    pasting = spinney.BaggingClassifier(GaussianNB(), 2, bootstrap=False)
    with pytest.raises(ValueError, match="does not request sample_weight with set_fit_request"):
        pasting.fit(X, Y, sample_weight=weight)
    requesting = GaussianNB().set_fit_request(sample_weight=True)
    fitted = pasting.set_params(estimator=requesting).fit(X, Y, sample_weight=weight)
    np.testing.assert_allclose(fitted.estimators_[0].class_prior_, [55 / 210, 155 / 210])


@pytest.mark.parametrize(
    ("Member", "caller", "callee"),
    [
        (FullRecorder, "predict", "predict_proba"),
        (FullRecorder, "predict_proba", "predict_proba"),
        (FullRecorder, "predict_log_proba", "predict_log_proba"),
        (FullRecorder, "decision_function", "decision_function"),
        (ProbaRecorder, "predict_log_proba", "predict_proba"),
        (LabelRecorder, "predict", "predict"),
        (LabelRecorder, "predict_proba", "predict"),
        (LabelRecorder, "predict_log_proba", "predict"),
        (RecordingRegressor, "predict", "predict"),
    ],
)
def test_metadata_of_predictions(Member, caller, callee):
    member = Member([])
    getattr(member, f"set_{callee}_request")(note=True)
    is_classifier = isinstance(member, ClassifierMixin)
    Bagging = spinney.BaggingClassifier if is_classifier else spinney.BaggingRegressor
    bagging = Bagging(member, 3).fit(X, Y)
    member.log.clear()
    getattr(bagging, caller)(X, note="a")
    assert member.log == [(callee, "a")] * 3
    with pytest.raises(TypeError, match="unexpected argument"):
        getattr(bagging, caller)(X, color="red")
    with (
        config_context(enable_metadata_routing=False),
        pytest.raises(ValueError, match="enable_metadata_routing=True"),
    ):
        getattr(bagging, caller)(X, note="a")


def test_logarithms_of_the_members_are_averaged_as_probabilities():
    bagging = spinney.BaggingClassifier(FullRecorder([]), 3).fit(X, Y)
    np.testing.assert_allclose(bagging.predict_log_proba(X), np.log([[0.25, 0.75]] * 20))


def test_metadata_of_fit_must_be_requested():
    bagging = spinney.BaggingClassifier(FullRecorder([]), 2)
    with pytest.raises(ValueError, match="not explicitly set as requested"):
        bagging.fit(X, Y, note="a")
    with pytest.raises(TypeError, match="unexpected argument"):
        spinney.BaggingClassifier(n_estimators=2).fit(X, Y, color="red")
    with (
        config_context(enable_metadata_routing=False),
        pytest.raises(ValueError, match="enable_metadata_routing=True"),
    ):
        bagging.fit(X, Y, note="a")


def test_members_in_other_processes_route_further():
    last = LogisticRegression().set_fit_request(sample_weight=True)
    coefficients = []
    for n_jobs in (None, 2):
        bagging = spinney.BaggingClassifier(make_pipeline(last), 4, random_state=0, n_jobs=n_jobs)
        coefficients.append([member[-1].coef_ for member in bagging.fit(X, Y)])
    np.testing.assert_array_equal(*coefficients)


def test_bagged_trees_need_no_request():
    """Trees of this library are grown with weights whether they request them or not."""
    weight = np.arange(1.0, 21.0)
    routed = spinney.BaggingClassifier(n_estimators=3, random_state=0)
    routed.fit(X, Y, sample_weight=weight)
    with config_context(enable_metadata_routing=False):
        plain = spinney.BaggingClassifier(n_estimators=3, random_state=0)
        plain.fit(X, Y, sample_weight=weight)
    np.testing.assert_array_equal(routed.predict_proba(X), plain.predict_proba(X))
    tree = spinney.DecisionTreeClassifier().set_fit_request(check_input=True)
    one_by_one = spinney.BaggingClassifier(tree, 3, random_state=0).fit(X, Y, check_input=True)
    assert len(one_by_one.estimators_) == 3
