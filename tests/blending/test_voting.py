"""Voting: hard, soft and median, as scikit-learn's and beyond."""

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

from .small import CLASSIFIERS, REGRESSORS, diabetes, irises, two_irises

CLASSIFIERS_ONLY = [member for _, member in CLASSIFIERS]


@pytest.mark.parametrize("weights", [None, [2, 1, 1], [0.2, 0, 0.9]])
@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("table", [irises, two_irises])
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
    X, y = irises()
    model = spinney.VotingClassifier(CLASSIFIERS, voting="median").fit(X, y)
    alone = [member.predict_proba(X) for member in model.estimators_]
    median = np.median(alone, axis=0)
    expected = median / median.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(X), expected, rtol=1e-12)
    X, y = diabetes()
    model = spinney.VotingRegressor(REGRESSORS, voting="median").fit(X, y)
    alone = [member.predict(X) for member in model.estimators_]
    np.testing.assert_array_equal(model.predict(X), np.median(alone, axis=0))


def test_weighted_median_is_that_of_repeated_values():
    rng = np.random.default_rng(0)
    for _ in range(50):
        values = rng.integers(0, 5, (rng.integers(1, 7), 4)).astype(float)
        weights = rng.integers(0, 4, len(values))
        if weights.any():
            expected = np.median(np.repeat(values, weights, axis=0), axis=0)
            np.testing.assert_array_equal(weighted_median(values, weights.astype(float)), expected)


def test_hard_votes_are_shares():
    X, y = irises(["a", "b", "c"])
    model = spinney.VotingClassifier(CLASSIFIERS, weights=[1, 1, 2]).fit(X, y)
    shares = model.predict_proba(X)
    assert set(np.unique(shares)) <= {0, 0.25, 0.5, 0.75, 1}
    np.testing.assert_array_equal(model.classes_[shares.argmax(axis=1)], model.predict(X))
    np.testing.assert_array_equal(model.weights_, [0.25, 0.25, 0.5])


def test_several_outputs():
    X, y = irises()
    both = np.column_stack([y, y > 0])
    trees = [spinney.DecisionTreeClassifier(max_depth=d) for d in (1, 2, 3)]
    for voting in ("hard", "soft", "median"):
        model = spinney.VotingClassifier(trees, voting=voting).fit(X, both)
        assert model.predict(X).shape == (150, 2)
        one = spinney.VotingClassifier(trees, voting=voting).fit(X, y)
        assert [shares.shape for shares in model.predict_proba(X)] == [(150, 3), (150, 2)]
        assert one.n_outputs_ == 1
    X, y = diabetes()
    trees = [spinney.DecisionTreeRegressor(max_depth=d) for d in (2, 3)]
    model = spinney.VotingRegressor(trees).fit(X, np.column_stack([y, -y]))
    np.testing.assert_allclose(model.predict(X)[:, 0], -model.predict(X)[:, 1])
    assert model.transform(X).shape == (442, 4)
    assert len(model.get_feature_names_out()) == 4


def test_dropped_members_and_parameters_by_name():
    X, y = irises()
    model = spinney.VotingClassifier(CLASSIFIERS, voting="soft", weights=[1, 2, 3])
    assert model.get_params()["neighbours__n_neighbors"] == 3
    model = clone(model).set_params(bayes="drop", neighbours__n_neighbors=5).fit(X, y)
    assert [type(one).__name__ for one in model.estimators_] == [
        "DecisionTreeClassifier",
        "KNeighborsClassifier",
    ]
    assert model.named_estimators_.bayes == "drop"
    assert model.named_estimators_.neighbours.n_neighbors == 5
    np.testing.assert_array_equal(model.weights_, [0.25, 0.75])
    assert CLASSIFIERS[2][1].n_neighbors == 3


def test_plain_lists_get_names():
    trees = [spinney.DecisionTreeClassifier(max_depth=1), spinney.DecisionTreeClassifier()]
    model = spinney.VotingClassifier([*trees, CLASSIFIERS[1][1]])
    assert model.get_params()["decisiontreeclassifier-1__max_depth"] == 1
    changed = clone(model).set_params(**{"decisiontreeclassifier-2": "drop"})
    X, y = irises()
    assert list(changed.fit(X, y).named_estimators_) == [
        "decisiontreeclassifier",
        "drop",
        "gaussiannb",
    ]


def test_frozen_members_stay_as_they_are():
    X, y = irises(["a", "b", "c"])
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X[:50], y[:50])
    model = spinney.VotingClassifier([FrozenEstimator(tree), *CLASSIFIERS_ONLY]).fit(X, y)
    np.testing.assert_array_equal(model.estimators_[0].predict(X), tree.predict(X))
    strange = spinney.DecisionTreeClassifier().fit(X, np.where(y == "a", "z", y))
    with pytest.raises(ValueError, match="'z'"):
        spinney.VotingClassifier([FrozenEstimator(strange), *CLASSIFIERS_ONLY]).fit(X, y)


def test_pipelines_get_the_weights():
    X, y = diabetes()
    rng = np.random.default_rng(0)
    weight = rng.integers(0, 3, len(y)).astype(float)
    tree = spinney.DecisionTreeRegressor(max_depth=4)
    model = spinney.VotingRegressor([("line", make_pipeline(StandardScaler(), tree))])
    model.fit(X, y, sample_weight=weight)
    expected = clone(tree).fit(X, y, sample_weight=weight)
    used = weight > 0
    np.testing.assert_allclose(model.predict(X[used]), expected.predict(X[used]))


def test_categories_reach_our_members():
    table = pd.DataFrame({"c": pd.Categorical(list("xyz") * 20), "n": np.arange(60.0)})
    y = (table["c"] == "y").to_numpy()
    table.loc[3, "n"] = np.nan
    model = spinney.VotingClassifier([spinney.DecisionTreeClassifier(max_depth=1)]).fit(table, y)
    assert model.score(table, y) == 1
    assert list(model.feature_names_in_) == ["c", "n"]


BAD = {
    "empty": ({"estimators": []}, "estimators"),
    "no list": ({"estimators": 3}, "estimators"),
    "all dropped": ({"estimators": [("a", "drop")]}, "dropped"),
    "same name": ({"estimators": [CLASSIFIERS[0]] * 2}, "'tree'"),
    "underscores": ({"estimators": [("a__b", CLASSIFIERS[0][1])]}, "a__b"),
    "name of a parameter": ({"estimators": [("voting", CLASSIFIERS[0][1])]}, "'voting'"),
    "a class": ({"estimators": [("a", spinney.DecisionTreeClassifier)]}, "'a'"),
    "a regressor": ({"estimators": [("a", REGRESSORS[0][1])]}, "classifier"),
    "half named": ({"estimators": [CLASSIFIERS[0], CLASSIFIERS[1][1]]}, "mixes"),
    "no pairs": ({"estimators": [("a",)]}, "pairs"),
    "few weights": ({"weights": [1, 2]}, "weights"),
    "text weights": ({"weights": ["a", "b", "c"]}, "weights"),
    "negative weight": ({"weights": [1, -1, 1]}, "weights"),
    "zero weights": ({"weights": [0, 0, 0]}, "weights"),
    "voting": ({"voting": "loud"}, "voting"),
    "n_jobs": ({"n_jobs": 0}, "n_jobs"),
    "no probabilities": (
        {"estimators": [("svm", LinearSVC())], "voting": "soft"},
        "'svm'",
    ),
}


@pytest.mark.parametrize(("parameters", "pattern"), BAD.values(), ids=BAD)
def test_bad_parameters(parameters, pattern):
    X, y = irises()
    model = spinney.VotingClassifier(**({"estimators": CLASSIFIERS} | parameters))
    with pytest.raises(ValueError, match=pattern):
        model.fit(X, y)
    assert not hasattr(model, "estimators_")


def test_members_without_weights_are_named():
    X, y = irises()
    with pytest.raises(ValueError, match="'neighbours'"):
        spinney.VotingClassifier(CLASSIFIERS).fit(X, y, sample_weight=np.ones(150))


def test_errors_say_which_member():
    X, y = irises()
    bad = spinney.DecisionTreeClassifier(max_depth=-1)
    with pytest.raises(ValueError, match="max_depth") as caught:
        spinney.VotingClassifier([CLASSIFIERS[0], ("bad", bad)]).fit(X, y)
    assert any("'bad'" in note for note in caught.value.__notes__)
