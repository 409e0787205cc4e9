"""Errors, weights and predictions equal those of scikit-learn and of reference code."""

import numpy as np
import pytest
from sklearn import ensemble, tree

from spinney import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from spinney.adaboost.trainers import Draws

from . import reference
from .tables import classes, numbers

SAME = {"rtol": 1e-9, "atol": 1e-9}


@pytest.mark.parametrize("rate", [1.0, 0.3, 2.0])
@pytest.mark.parametrize(("n_classes", "depth"), [(2, 1), (2, 2), (3, 1), (4, 2)])
def test_samme_equals_scikit_learn(n_classes, depth, rate):
    X, y = classes(n_classes)
    weight = np.random.default_rng(0).uniform(0.5, 2, len(y))
    options = {"n_estimators": 30, "learning_rate": rate}
    # Larger leaves avoid tied splits.
    shape = {"max_depth": depth, "min_samples_leaf": 1 if depth == 1 else 10}
    ours = AdaBoostClassifier(DecisionTreeClassifier(**shape), **options)
    theirs = ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(**shape), **options)
    X = X.astype(np.float32)  # scikit-learn's trees compare in single precision
    ours.fit(X, y, weight)
    theirs.fit(X, y, weight)
    n = len(ours)
    assert n == len(theirs.estimators_)
    np.testing.assert_allclose(ours.estimator_errors_, theirs.estimator_errors_[:n], **SAME)
    np.testing.assert_allclose(ours.estimator_weights_, theirs.estimator_weights_[:n], **SAME)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), **SAME)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), **SAME)
    if depth == 1:  # deeper trees may have tied splits on different features
        np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, **SAME)
    for mine, other in zip(
        ours.staged_predict_proba(X), theirs.staged_predict_proba(X), strict=True
    ):
        np.testing.assert_allclose(mine, other, **SAME)
    assert list(ours.staged_score(X, y)) == list(theirs.staged_score(X, y))


@pytest.mark.parametrize("rate", [1.0, 0.5])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_samme_r_equals_the_reference(n_classes, rate):
    X, y = classes(n_classes)
    X = X.astype(np.float32)
    model = AdaBoostClassifier(algorithm="SAMME.R", n_estimators=12, learning_rate=rate).fit(X, y)
    rounds = reference.samme_r_rounds(X, y, 12, rate, depth=1)
    np.testing.assert_allclose(model.estimator_errors_, [r.error for r in rounds], **SAME)
    scores = reference.samme_r_scores(rounds, X, n_classes)
    expected = scores[:, 1] - scores[:, 0] if n_classes == 2 else scores
    np.testing.assert_allclose(model.decision_function(X), expected, **SAME)
    assert (model.predict(X) == scores.argmax(axis=1)).all()


@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("rate", [1.0, 0.4])
@pytest.mark.parametrize("loss", ["linear", "square", "exponential"])
def test_r2_equals_the_reference(loss, rate, resample):
    X, y = numbers()
    X = X.astype(np.float32)
    # Larger leaves avoid tied splits.
    model = AdaBoostRegressor(
        DecisionTreeRegressor(max_depth=3, min_samples_leaf=10),
        loss=loss,
        learning_rate=rate,
        n_estimators=15,
        resample=resample,
        random_state=3,
    ).fit(X, y)
    draws = Draws(3, resample)
    rounds = reference.r2_rounds(
        *(X, y, 15, loss, rate),
        (lambda i, weight: draws.counts(draws.rng(i), weight)) if resample else None,
    )
    np.testing.assert_allclose(model.estimator_errors_, [r.error for r in rounds], **SAME)
    np.testing.assert_allclose(model.estimator_weights_, [r.vote for r in rounds], **SAME)
    predictions = np.column_stack([r.tree.predict(X) for r in rounds])
    votes = [r.vote for r in rounds]
    expected = [reference.weighted_median(row, votes) for row in predictions]
    np.testing.assert_allclose(model.predict(X), expected, **SAME)
    last = list(model.staged_predict(X))[-1]
    assert (last == model.predict(X)).all()


def test_samples_are_drawn_in_proportion_to_weights():
    weight = np.array([0.0, 1.0, 3.0] * 2000)
    counts = Draws(0, True).counts(np.random.default_rng(0), weight)
    assert counts.sum() == len(weight)
    assert counts[::3].sum() == 0
    assert counts[2::3].sum() / counts[1::3].sum() == pytest.approx(3, rel=0.1)
