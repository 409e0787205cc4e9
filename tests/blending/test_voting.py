"""Voting: hard, soft and median; agreement with scikit-learn."""

import numpy as np
import pandas as pd
import pytest
from sklearn import ensemble
from sklearn.base import clone
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import spinney
from spinney.blending.member_predictions import weighted_median

from .examples import CLASSIFIERS, REGRESSORS, binary_iris, diabetes, shuffled_iris

UNNAMED_CLASSIFIERS = [member for _, member in CLASSIFIERS]


@pytest.mark.parametrize("weights", [None, [2, 1, 1], [0.2, 0, 0.9]])
@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("table", [shuffled_iris, binary_iris])
def test_classifier_agrees_with_sklearn(table, voting, weights):
    X, y = table()
    ours = spinney.VotingClassifier(CLASSIFIERS, voting=voting, weights=weights).fit(X, y)
    theirs = ensemble.VotingClassifier(CLASSIFIERS, voting=voting, weights=weights).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-12)
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    if voting == "soft":
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-12)


@pytest.mark.parametrize("weights", [None, [2, 1, 1]])
def test_regressor_agrees_with_sklearn(weights):
    X, y = diabetes()
    ours = spinney.VotingRegressor(REGRESSORS, weights=weights).fit(X, y)
    theirs = ensemble.VotingRegressor(REGRESSORS, weights=weights).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-12)
    np.testing.assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-12)


def test_median():
    X, y = shuffled_iris()
    model = spinney.VotingClassifier(CLASSIFIERS, voting="median").fit(X, y)
    predictions = [member.predict_proba(X) for member in model.estimators_]
    median = np.median(predictions, axis=0)
    expected = median / median.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(X), expected, rtol=1e-12)
    X, y = diabetes()
    model = spinney.VotingRegressor(REGRESSORS, voting="median").fit(X, y)
    predictions = [member.predict(X) for member in model.estimators_]
    np.testing.assert_array_equal(model.predict(X), np.median(predictions, axis=0))


def test_weighted_median_equals_median_of_repeated_values():
    rng = np.random.default_rng(0)
    for _ in range(50):
        values = rng.integers(0, 5, (rng.integers(1, 7), 4)).astype(float)
        weights = rng.integers(0, 4, len(values))
        if weights.any():
            expected = np.median(np.repeat(values, weights, axis=0), axis=0)
            np.testing.assert_array_equal(weighted_median(values, weights.astype(float)), expected)


def test_probabilities_of_hard_voting():
    X, y = shuffled_iris(["a", "b", "c"])
    model = spinney.VotingClassifier(CLASSIFIERS, weights=[1, 1, 2]).fit(X, y)
    proba = model.predict_proba(X)
    assert set(np.unique(proba)) <= {0, 0.25, 0.5, 0.75, 1}
    np.testing.assert_array_equal(model.classes_[proba.argmax(axis=1)], model.predict(X))
    np.testing.assert_array_equal(model.weights_, [0.25, 0.25, 0.5])


def test_multiple_outputs():
    X, y = shuffled_iris()
    both = np.column_stack([y, y > 0])
    trees = [spinney.DecisionTreeClassifier(max_depth=d) for d in (1, 2, 3)]
    for voting in ("hard", "soft", "median"):
        model = spinney.VotingClassifier(trees, voting=voting).fit(X, both)
        assert model.predict(X).shape == (150, 2)
        one = spinney.VotingClassifier(trees, voting=voting).fit(X, y)
        assert [proba.shape for proba in model.predict_proba(X)] == [(150, 3), (150, 2)]
        assert one.n_outputs_ == 1
    X, y = diabetes()
    trees = [spinney.DecisionTreeRegressor(max_depth=d) for d in (2, 3)]
    model = spinney.VotingRegressor(trees).fit(X, np.column_stack([y, -y]))
    np.testing.assert_allclose(model.predict(X)[:, 0], -model.predict(X)[:, 1])
    assert model.transform(X).shape == (442, 4)
    assert len(model.get_feature_names_out()) == 4


def test_dropped_members_and_nested_parameters():
    X, y = shuffled_iris()
    model = spinney.VotingClassifier(CLASSIFIERS, voting="soft", weights=[1, 2, 3])
    assert model.get_params()["neighbors__n_neighbors"] == 3
    model = clone(model).set_params(bayes="drop", neighbors__n_neighbors=5).fit(X, y)
    assert [type(one).__name__ for one in model.estimators_] == [
        "DecisionTreeClassifier",
        "KNeighborsClassifier",
    ]
    assert model.named_estimators_.bayes == "drop"
    assert model.named_estimators_.neighbors.n_neighbors == 5
    np.testing.assert_array_equal(model.weights_, [0.25, 0.75])
    assert CLASSIFIERS[2][1].n_neighbors == 3


def test_default_names_of_members():
    trees = [spinney.DecisionTreeClassifier(max_depth=1), spinney.DecisionTreeClassifier()]
    model = spinney.VotingClassifier([*trees, CLASSIFIERS[1][1]])
    assert model.get_params()["decisiontreeclassifier-1__max_depth"] == 1
    changed = clone(model).set_params(**{"decisiontreeclassifier-2": "drop"})
    X, y = shuffled_iris()
    assert list(changed.fit(X, y).named_estimators_) == [
        "decisiontreeclassifier",
        "drop",
        "gaussiannb",
    ]


def test_frozen_members_are_not_refitted():
    X, y = shuffled_iris(["a", "b", "c"])
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X[:50], y[:50])
    model = spinney.VotingClassifier([FrozenEstimator(tree), *UNNAMED_CLASSIFIERS]).fit(X, y)
    np.testing.assert_array_equal(model.estimators_[0].predict(X), tree.predict(X))
    other_classes = spinney.DecisionTreeClassifier().fit(X, np.where(y == "a", "z", y))
    with pytest.raises(ValueError, match="'z'"):
        spinney.VotingClassifier([FrozenEstimator(other_classes), *UNNAMED_CLASSIFIERS]).fit(X, y)


def test_sample_weight_is_passed_to_pipelines():
    X, y = diabetes()
    rng = np.random.default_rng(0)
    weight = rng.integers(0, 3, len(y)).astype(float)
    tree = spinney.DecisionTreeRegressor(max_depth=4)
    model = spinney.VotingRegressor([("line", make_pipeline(StandardScaler(), tree))])
    model.fit(X, y, sample_weight=weight)
    expected = clone(tree).fit(X, y, sample_weight=weight)
    used = weight > 0
    np.testing.assert_allclose(model.predict(X[used]), expected.predict(X[used]))


def test_categories_are_passed_to_members():
    table = pd.DataFrame({"c": pd.Categorical(list("xyz") * 20), "n": np.arange(60.0)})
    y = (table["c"] == "y").to_numpy()
    table.loc[3, "n"] = np.nan
    model = spinney.VotingClassifier([spinney.DecisionTreeClassifier(max_depth=1)]).fit(table, y)
    assert model.score(table, y) == 1
    assert list(model.feature_names_in_) == ["c", "n"]


INVALID = {
    "empty": ({"estimators": []}, "estimators"),
    "not a list": ({"estimators": 3}, "estimators"),
    "all dropped": ({"estimators": [("a", "drop")]}, "dropped"),
    "same name": ({"estimators": [CLASSIFIERS[0]] * 2}, "'tree'"),
    "underscores": ({"estimators": [("a__b", CLASSIFIERS[0][1])]}, "a__b"),
    "name of a parameter": ({"estimators": [("voting", CLASSIFIERS[0][1])]}, "'voting'"),
    "a class": ({"estimators": [("a", spinney.DecisionTreeClassifier)]}, "'a'"),
    "a regressor": ({"estimators": [("a", REGRESSORS[0][1])]}, "classifier"),
    "some unnamed": ({"estimators": [CLASSIFIERS[0], CLASSIFIERS[1][1]]}, "mixes"),
    "no pairs": ({"estimators": [("a",)]}, "pairs"),
    "few weights": ({"weights": [1, 2]}, "weights"),
    "text weights": ({"weights": ["a", "b", "c"]}, "weights"),
    "negative weight": ({"weights": [1, -1, 1]}, "weights"),
    "zero weights": ({"weights": [0, 0, 0]}, "weights"),
    "voting": ({"voting": "unknown"}, "voting"),
    "n_jobs": ({"n_jobs": 0}, "n_jobs"),
    "no probabilities": (
        {"estimators": [("svm", LinearSVC())], "voting": "soft"},
        "'svm'",
    ),
}


@pytest.mark.parametrize(("parameters", "pattern"), INVALID.values(), ids=INVALID)
def test_invalid_parameters(parameters, pattern):
    X, y = shuffled_iris()
    model = spinney.VotingClassifier(**({"estimators": CLASSIFIERS} | parameters))
    with pytest.raises(ValueError, match=pattern):
        model.fit(X, y)
    assert not hasattr(model, "estimators_")


def test_error_names_a_member_without_sample_weight():
    X, y = shuffled_iris()
    with pytest.raises(TypeError, match="'neighbors'"):
        spinney.VotingClassifier(CLASSIFIERS).fit(X, y, sample_weight=np.ones(150))


def test_error_in_a_member_has_a_note():
    X, y = shuffled_iris()
    bad = spinney.DecisionTreeClassifier(max_depth=-1)
    with pytest.raises(ValueError, match="max_depth") as caught:
        spinney.VotingClassifier([CLASSIFIERS[0], ("bad", bad)]).fit(X, y)
    assert any("'bad'" in note for note in caught.value.__notes__)
