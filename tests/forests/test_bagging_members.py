"""The members of bagging ensembles and their features."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.special import logsumexp
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from spinney import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier

from .bagging_tables import LABELS, X

rng = np.random.default_rng(1)


class ReturnsNothing(KNeighborsClassifier):
    """A classifier whose ``fit`` returns None."""

    def fit(self, X, y):
        super().fit(X, y)


class WeightedReturnsNothing(GaussianNB):
    """The same, with sample weights."""

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)


@pytest.mark.parametrize("kind", [ReturnsNothing, WeightedReturnsNothing])
@pytest.mark.parametrize("ensemble", [BaggingClassifier, AdaBoostClassifier])
def test_members_are_kept_if_fit_returns_nothing(ensemble, kind):
    options = {"resample": kind is ReturnsNothing} if ensemble is AdaBoostClassifier else {}
    model = ensemble(kind(), n_estimators=3, random_state=0, **options).fit(X, LABELS)
    assert all(type(member) is kind for member in model.estimators_)
    assert model.predict(X).shape == LABELS.shape


@pytest.mark.parametrize(
    "parameters",
    [{}, {"missing": "surrogate"}, {"missing": "median"}, {"split_kind": "oblique"}, {"cv": 3}],
    ids=repr,
)
@pytest.mark.parametrize("max_features", [0.5, 3, 1.0])
def test_trees_read_their_features(max_features, parameters):
    """As in scikit-learn, a member predicts the columns in ``estimators_features_``."""
    rows = X.copy()
    rows[rng.random(X.shape) < 0.1] = np.nan
    tree = DecisionTreeClassifier(max_depth=4, **parameters)
    model = BaggingClassifier(tree, 6, max_features=max_features, random_state=0).fit(rows, LABELS)
    n = {0.5: 2, 3: 3, 1.0: 4}[max_features]
    assert [len(set(features)) for features in model.estimators_features_] == [n] * 6
    pairs = zip(model.estimators_, model.estimators_features_, strict=True)
    shares = np.mean([member.predict_proba(rows[:, at]) for member, at in pairs], axis=0)
    np.testing.assert_allclose(model.predict_proba(rows), shares)
    assert all(member.n_features_in_ == n for member in model)
    copy = pickle.loads(pickle.dumps(model))
    for one, other in zip(copy.estimators_features_, model.estimators_features_, strict=True):
        np.testing.assert_array_equal(one, other)


def test_named_and_categorical_features_of_trees():
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["c"] = pd.Categorical(np.where(frame["c"] > 0, "high", "low"))
    model = BaggingClassifier(n_estimators=6, max_features=2, random_state=0).fit(frame, LABELS)
    pairs = list(zip(model.estimators_, model.estimators_features_, strict=True))
    assert any(2 in features for _, features in pairs)
    for member, features in pairs:
        assert member.feature_names_in_.tolist() == [list("abcd")[j] for j in features]
    shares = np.mean([tree.predict_proba(frame.iloc[:, at]) for tree, at in pairs], axis=0)
    np.testing.assert_allclose(model.predict_proba(frame), shares)


def test_changed_parameters_in_a_warm_start_are_a_warning():
    model = BaggingClassifier(DecisionTreeClassifier(), 3, warm_start=True).fit(X, LABELS)
    with pytest.warns(UserWarning, match=r"other values of estimator__max_depth \(was None\)"):
        model.set_params(n_estimators=5, estimator__max_depth=2).fit(X, LABELS)


def test_logarithms_of_probabilities_too_small_for_floats():
    """As in scikit-learn, the mean of the members is computed on the scale of logarithms."""
    model = BaggingClassifier(GaussianNB(), 4, max_features=3, random_state=0).fit(X, LABELS)
    rows = X * 1000
    logs = model.predict_log_proba(rows)
    assert (model.predict_proba(rows) == 0).any()
    assert np.isfinite(logs).all()
    pairs = zip(model.estimators_, model.estimators_features_, strict=True)
    members = [member.predict_log_proba(rows[:, at]) for member, at in pairs]
    np.testing.assert_allclose(logs, logsumexp(members, axis=0) - np.log(4), rtol=1e-12)
    median = model.set_params(aggregate="median").predict_log_proba(X)
    np.testing.assert_allclose(median, np.log(model.predict_proba(X)))
