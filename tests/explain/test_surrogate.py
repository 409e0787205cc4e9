"""Trees that imitate other models."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import KFold, LeaveOneOut
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import spinney
from spinney import explain

from .test_shap import table


def numbers(n_rows=300):
    X = np.random.default_rng(0).normal(size=(n_rows, 3))
    return X, np.digitize(X[:, 0] + X[:, 1] ** 2, [0, 1.5])


def test_fidelity_of_classes_is_that_of_held_out_rows():
    X, y = numbers()
    weight = np.random.default_rng(1).integers(0, 3, len(y)).astype(float)
    model = RandomForestClassifier(20, random_state=0).fit(X, y)
    found = explain.surrogate(model, X, max_leaf_nodes=5, sample_weight=weight, random_state=3)
    predicted = model.predict(X)
    imitated = np.empty_like(predicted)
    per_fold = []
    for train, test in KFold(5, shuffle=True, random_state=3).split(X):
        tree = spinney.DecisionTreeClassifier(max_leaf_nodes=5, random_state=3)
        tree.fit(X[train], predicted[train], sample_weight=weight[train])
        imitated[test] = tree.predict(X[test])
        weights = weight[test]
        per_fold.append(accuracy_score(predicted[test], imitated[test], sample_weight=weights))
    assert found.measure == "accuracy"
    assert found.fidelity == pytest.approx(
        accuracy_score(predicted, imitated, sample_weight=weight)
    )
    np.testing.assert_allclose(found.fidelity_per_fold, per_fold)
    own = found.tree.score(X, predicted, sample_weight=weight)
    assert found.train_fidelity == pytest.approx(own)
    assert isinstance(found.tree, spinney.DecisionTreeClassifier)
    assert found.tree.get_n_leaves() == 5


@pytest.mark.parametrize("weighted", [False, True])
def test_fidelity_of_numbers(weighted):
    X, y = numbers()
    weight = np.random.default_rng(1).random(len(y)) if weighted else None
    model = Ridge().fit(X, y)
    folds = KFold(4)
    found = explain.surrogate(model, X, max_leaf_nodes=6, cv=folds, sample_weight=weight)
    predicted = model.predict(X)
    imitated = np.empty_like(predicted)
    for train, test in folds.split(X):
        tree = spinney.DecisionTreeRegressor(max_leaf_nodes=6, random_state=0)
        own = None if weight is None else weight[train]
        imitated[test] = tree.fit(X[train], predicted[train], own).predict(X[test])
    assert found.measure == "R2"
    assert found.fidelity == pytest.approx(r2_score(predicted, imitated, sample_weight=weight))
    assert len(found.fidelity_per_fold) == 4


def test_more_leaves_imitate_better_and_a_tree_is_imitated_exactly():
    X, y = numbers()
    model = spinney.DecisionTreeClassifier(max_leaf_nodes=4).fit(X, y)
    few, enough = (explain.surrogate(model, X, max_leaf_nodes=n) for n in (2, 8))
    assert few.fidelity < enough.fidelity
    assert enough.train_fidelity == 1
    assert enough.tree.get_n_leaves() <= 8


def test_categories_and_missing_values():
    X, y, _ = table(3, n_rows=300)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=30, min_samples_leaf=5
    ).fit(X, y)
    found = explain.surrogate(model, X, max_leaf_nodes=12)
    assert found.fidelity > 0.6
    assert "c" in found.tree.feature_names_in_[np.flatnonzero(found.tree.feature_importances_)]
    text = str(found)
    assert text.startswith("Surrogate tree, 12 leaves, fidelity (accuracy on held-out rows): 0.")
    assert found.tree.text() in text
    assert found.text(decimals=1).endswith(found.tree.text(decimals=1))


def test_probabilities_and_scores():
    X, y = numbers()
    model = LogisticRegression().fit(X, y)
    several = explain.surrogate(model, X, response_method="predict_proba")
    np.testing.assert_array_equal(several.response, model.predict_proba(X))
    assert several.tree.predict(X).shape == (300, 3)
    assert several.fidelity > 0.7
    binary = LogisticRegression().fit(X, y > 0)
    two = explain.surrogate(binary, X, response_method="predict_proba")
    np.testing.assert_array_equal(two.response, binary.predict_proba(X)[:, 1])
    scores = explain.surrogate(binary, X, response_method="decision_function")
    np.testing.assert_array_equal(scores.response, binary.decision_function(X))


def test_functions_and_pipelines():
    X, y = numbers()
    found = explain.surrogate(lambda rows: rows[:, 0] ** 2, X, max_leaf_nodes=20)
    assert found.measure == "R2"
    assert found.fidelity > 0.8
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    words = explain.surrogate(lambda rows: np.where(rows["b"] > 0, "high", "low"), frame)
    assert words.measure == "accuracy"
    assert words.tree.get_n_leaves() == 2
    assert words.tree.classes_.tolist() == ["high", "low"]
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, y)
    assert explain.surrogate(model, X).measure == "accuracy"
    floats = LogisticRegression().fit(X, y.astype(float))
    assert explain.surrogate(floats, X).measure == "accuracy"
    assert explain.surrogate(lambda rows: np.ones(len(rows)), X).train_fidelity == 1


def test_options_and_errors():
    X, y = numbers()
    model = Ridge().fit(X, y)
    found = explain.surrogate(model, X, max_leaf_nodes=None, max_depth=2, min_samples_leaf=40)
    assert found.tree.get_depth() == 2
    assert found.tree.min_samples_leaf == 40
    assert np.isnan(explain.surrogate(model, X[:9], cv=LeaveOneOut()).fidelity_per_fold).all()
    with pytest.raises(ValueError, match="response_method='score' must be one of"):
        explain.surrogate(model, X, response_method="score")
    with pytest.raises(TypeError, match="Ridge has no method predict_proba"):
        explain.surrogate(model, X, response_method="predict_proba")
    with pytest.raises(TypeError, match="int has no method predict"):
        explain.surrogate(3, X)
    with pytest.raises(ValueError, match=r"each of the 300 rows, but returned .* \(2,\)"):
        explain.surrogate(lambda rows: np.ones(2), X)
    with pytest.raises(ValueError, match="returned NaN or infinity"):
        explain.surrogate(lambda rows: np.full(len(rows), np.nan), X)
