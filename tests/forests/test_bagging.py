"""Bagging of arbitrary estimators: members, bags and combined predictions."""

import pickle

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from spinney import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)

from .bagging_tables import LABELS, NUMBERS, X, every_classifier, every_regressor

rng = np.random.default_rng(1)


def shares_of(member, rows, classes):
    """Return the probabilities or votes of a member for the classes of the ensemble."""
    result = np.zeros((len(rows), len(classes)))
    columns = np.searchsorted(classes, member.classes_)
    if hasattr(member, "predict_proba"):
        result[:, columns] = member.predict_proba(rows)
    else:
        result[np.arange(len(rows)), np.searchsorted(classes, member.predict(rows))] = 1
    return result


@every_classifier
def test_probabilities_are_the_mean_of_the_members(estimator):
    model = BaggingClassifier(estimator, 7, max_features=0.75, random_state=1).fit(X, LABELS)
    shares = [
        shares_of(member, X[:, features], model.classes_)
        for member, features in zip(model.estimators_, model.estimators_features_, strict=True)
    ]
    np.testing.assert_allclose(model.predict_proba(X), np.mean(shares, axis=0), atol=1e-12)
    assert model.score(X, LABELS) > 0.7
    assert set(model.predict(X)) <= set(LABELS)


@every_regressor
def test_predictions_are_the_mean_of_the_members(estimator):
    model = BaggingRegressor(estimator, 7, random_state=1).fit(X, NUMBERS)
    predictions = [member.predict(X) for member in model]
    np.testing.assert_allclose(model.predict(X), np.mean(predictions, axis=0), rtol=1e-12)
    assert model.score(X, NUMBERS) > 0.5


@pytest.mark.parametrize("options", [{}, {"bootstrap": False, "max_samples": 0.6}], ids=repr)
def test_members_are_fitted_on_their_bags(options):
    model = BaggingClassifier(KNeighborsClassifier(3), 5, random_state=2, **options)
    model.fit(X, LABELS)
    for member, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        alone = KNeighborsClassifier(3).fit(X[rows], LABELS[rows])
        assert np.array_equal(member.predict_proba(X), alone.predict_proba(X))
        assert len(rows) == (80 if not options else 48)
        assert (len(set(rows)) == len(rows)) == bool(options)


def test_members_with_sample_weight_get_the_counts():
    model = BaggingRegressor(Ridge(), 3, random_state=3).fit(X, NUMBERS)
    for member, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        alone = Ridge().fit(X[rows], NUMBERS[rows])
        np.testing.assert_allclose(member.coef_, alone.coef_)


@every_classifier
def test_out_of_bag_probabilities(estimator):
    model = BaggingClassifier(estimator, 40, oob_score=True, random_state=4).fit(X, LABELS)
    total, n_members = np.zeros((80, 3)), np.zeros((80, 1))
    for member, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        out = np.setdiff1d(np.arange(80), rows)
        total[out] += shares_of(member, X[out], model.classes_)
        n_members[out] += 1
    np.testing.assert_allclose(model.oob_decision_function_, total / n_members, atol=1e-12)
    predicted = model.classes_[(total / n_members).argmax(axis=1)]
    assert model.oob_score_ == np.mean(predicted == LABELS)


@every_regressor
def test_out_of_bag_predictions(estimator):
    model = BaggingRegressor(estimator, 40, oob_score=True, random_state=4).fit(X, NUMBERS)
    total, n_members = np.zeros(80), np.zeros(80)
    for member, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        out = np.setdiff1d(np.arange(80), rows)
        total[out] += member.predict(X[out])
        n_members[out] += 1
    np.testing.assert_allclose(model.oob_prediction_, total / n_members, rtol=1e-12)
    assert 0.5 < model.oob_score_ < 1


@pytest.mark.parametrize("estimator", [None, KNeighborsClassifier()], ids=["trees", "others"])
def test_rows_in_every_bag(estimator):
    model = BaggingClassifier(estimator, 1, oob_score=True, random_state=0)
    with pytest.warns(UserWarning, match="predictions are NaN"):
        model.fit(X, LABELS)
    unknown = np.isnan(model.oob_decision_function_).all(axis=1)
    assert set(np.flatnonzero(unknown)) == set(model.estimators_samples_[0])


TREES = {
    "defaults": {},
    "entropy": {"criterion": "entropy"},
    "sizes": {"max_depth": 4, "min_samples_leaf": 3, "min_samples_split": 8},
    "fractions": {"min_samples_leaf": 0.05, "min_weight_fraction_leaf": 0.1},
    "leaves": {"max_leaf_nodes": 5, "min_impurity_decrease": 0.01},
    "balanced": {"class_weight": "balanced"},
    "class weights": {"class_weight": {"a": 1.0, "b": 5.0, "c": 2.0}},
    "surrogates": {"missing": "surrogate", "max_surrogates": 2},
    "fractional": {"missing": "fractional"},
}


@pytest.mark.parametrize("parameters", TREES.values(), ids=TREES)
@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
def test_trees_grown_together_equal_trees_grown_one_by_one(parameters, weighted):
    rng = np.random.default_rng(5)  # trees have tied splits with these weights
    with_missing = np.where(rng.random(X.shape) < 0.1, np.nan, X)
    weight = rng.integers(0, 4, 80).astype(float) if weighted else None
    tree = DecisionTreeClassifier(**parameters)
    together = BaggingClassifier(tree, 5, random_state=5).fit(with_missing, LABELS, weight)
    tree = DecisionTreeClassifier(**parameters, max_competitors=1)
    each = BaggingClassifier(tree, 5, random_state=5).fit(with_missing, LABELS, weight)
    assert isinstance(each.estimators_, list)
    assert not isinstance(together.estimators_, list)
    assert np.array_equal(together.predict_proba(with_missing), each.predict_proba(with_missing))
    assert together.estimators_[0].criterion == tree.criterion


def test_members_are_decision_trees():
    model = BaggingClassifier(DecisionTreeClassifier(max_depth=2), 4, random_state=0)
    model.fit(pd.DataFrame(X, columns=list("pqrs")), LABELS)
    tree = model.estimators_[-1]
    assert isinstance(tree, DecisionTreeClassifier)
    assert tree.get_depth() == 2
    assert tree.max_depth == 2
    assert list(tree.classes_) == ["a", "b", "c"]
    assert list(tree.feature_names_in_) == list("pqrs")
    assert len(model) == len(list(model)) == 4
    assert len(model[1:3]) == 2


def test_decision_function_is_the_mean_of_the_members():
    model = BaggingClassifier(LinearSVC(), 5, random_state=0).fit(X, LABELS)
    scores = np.mean([member.decision_function(X) for member in model], axis=0)
    np.testing.assert_allclose(model.decision_function(X), scores)
    assert not hasattr(BaggingClassifier(), "decision_function")
    assert not hasattr(BaggingClassifier().fit(X, LABELS), "decision_function")


def test_modes_and_medians():
    shares = BaggingClassifier(GaussianNB(), 5, random_state=0, aggregate="mode").fit(X, LABELS)
    votes = np.array([member.predict(X) for member in shares])
    expected = np.stack([(votes == label).mean(axis=0) for label in shares.classes_], axis=1)
    np.testing.assert_allclose(shares.predict_proba(X), expected)
    median = shares.set_params(aggregate="median").predict_proba(X)
    medians = np.median([member.predict_proba(X) for member in shares], axis=0)
    np.testing.assert_allclose(median, medians / medians.sum(axis=1, keepdims=True))

    rounded = NUMBERS.round()
    numbers = BaggingRegressor(KNeighborsRegressor(1), 6, random_state=0).fit(X, rounded)
    predictions = np.array([member.predict(X) for member in numbers])
    assert np.array_equal(
        numbers.set_params(aggregate="median").predict(X), np.median(predictions, axis=0)
    )
    for row, mode in zip(
        predictions.T, numbers.set_params(aggregate="mode").predict(X), strict=True
    ):
        values, counts = np.unique(row, return_counts=True)
        assert mode == values[counts.argmax()]


@pytest.mark.parametrize("estimator", [None, KNeighborsClassifier()], ids=["trees", "others"])
def test_warm_start_equals_a_single_fit(estimator):
    options = {"oob_score": True, "random_state": 7}
    whole = BaggingClassifier(estimator, 20, **options).fit(X, LABELS)
    continued = BaggingClassifier(estimator, 12, **options, warm_start=True).fit(X, LABELS)
    continued.set_params(n_estimators=20).fit(X, LABELS)
    assert np.array_equal(continued.predict_proba(X), whole.predict_proba(X))
    assert np.array_equal(continued.oob_decision_function_, whole.oob_decision_function_)
    with pytest.warns(UserWarning, match="does not fit new members"):
        continued.fit(X, LABELS)
    with pytest.raises(ValueError, match="n_estimators=5 must be at least the 20 members"):
        continued.set_params(n_estimators=5).fit(X, LABELS)
    with pytest.raises(ValueError, match="warm_start"):
        continued.set_params(n_estimators=25).fit(X[:50], LABELS[:50])
    with pytest.raises(ValueError, match="estimator has changed"):
        continued.set_params(estimator=GaussianNB() if estimator is None else None).fit(X, LABELS)


@pytest.mark.parametrize(
    ("backend", "n_jobs"), [("threading", 2), ("threading", 10**6), ("multiprocessing", 2)]
)
@pytest.mark.parametrize("estimator", [None, KNeighborsClassifier()], ids=["trees", "others"])
def test_any_number_of_jobs(estimator, backend, n_jobs):
    alone = BaggingClassifier(estimator, 20, oob_score=True, random_state=0).fit(X, LABELS)
    with parallel_config(backend=backend):
        many = clone(alone).set_params(n_jobs=n_jobs).fit(X, LABELS)
        assert np.array_equal(alone.predict_proba(X), many.predict_proba(X))
    assert alone.oob_decision_function_.tobytes() == many.oob_decision_function_.tobytes()


def test_members_have_different_seeds():
    tree = make_pipeline(StandardScaler(), DecisionTreeClassifier(max_features=1, random_state=3))
    model = BaggingClassifier(tree, 4, bootstrap=False, random_state=0).fit(X, LABELS)
    seeds = [member[-1].random_state for member in model]
    assert len(set(seeds)) == 4
    again = clone(model).fit(X, LABELS)
    assert [member[-1].random_state for member in again] == seeds


def test_importances_are_the_mean_of_the_members():
    tree = DecisionTreeRegressor(ccp_alpha=0.01)
    model = BaggingRegressor(tree, 5, max_features=2, random_state=0).fit(X, NUMBERS)
    total = np.zeros(4)
    for member, features in zip(model, model.estimators_features_, strict=True):
        total[features] += member.feature_importances_
    np.testing.assert_allclose(model.feature_importances_, total / 5)
    together = BaggingRegressor(n_estimators=5, random_state=0).fit(X, NUMBERS)
    mean = np.mean([tree.feature_importances_ for tree in together], axis=0)
    np.testing.assert_allclose(together.feature_importances_, mean, rtol=1e-5)
    assert not hasattr(BaggingRegressor(Ridge()).fit(X, NUMBERS), "feature_importances_")


@every_classifier
def test_pickles(estimator):
    model = BaggingClassifier(estimator, 3, random_state=0).fit(X, LABELS)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert all(map(np.array_equal, again.estimators_samples_, model.estimators_samples_))
