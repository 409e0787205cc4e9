"""Agreement with the package shap: its tree explainer on our trees, and its result class."""

import numpy as np
import pytest
import shap
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris

from spinney import (
    AdaBoostClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingRegressor,
    explain,
)

from .mixed_table import X as MIXED
from .mixed_table import Y as MIXED_Y

IRIS, CANCER, DIABETES = (
    load(return_X_y=True) for load in (load_iris, load_breast_cancer, load_diabetes)
)


def with_missing(X):
    X = X.copy()
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    return X


MODELS = {
    "tree": (DecisionTreeClassifier(max_depth=5), IRIS),
    "forest": (RandomForestClassifier(10, random_state=0), IRIS),
    "extra trees": (ExtraTreesClassifier(10, max_depth=6, random_state=0), IRIS),
    "two classes": (GradientBoostingClassifier(preset="fast", n_estimators=20), CANCER),
    "three classes": (GradientBoostingClassifier(preset="fast", n_estimators=10), IRIS),
    "vector leaves": (
        GradientBoostingClassifier(n_estimators=10, multi_strategy="multi_output_tree"),
        IRIS,
    ),
    "boosting": (
        GradientBoostingRegressor(preset="fast", n_estimators=20, loss="absolute_error"),
        DIABETES,
    ),
    "means": (RandomForestRegressor(10, random_state=0, missing="mean"), DIABETES),
    "majority": (DecisionTreeRegressor(max_depth=4, missing="majority"), DIABETES),
    "adaboost": (AdaBoostClassifier(n_estimators=10), IRIS),
    "subspaces": (
        BaggingRegressor(DecisionTreeRegressor(max_depth=4), 5, max_features=0.5, random_state=0),
        DIABETES,
    ),
    "voting": (
        VotingRegressor(
            [
                ("tree", DecisionTreeRegressor(max_depth=3)),
                ("boosting", GradientBoostingRegressor(preset="fast", n_estimators=5)),
            ]
        ),
        DIABETES,
    ),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("missing", [False, True])
def test_path_dependent_values(name, missing):
    model, (X, y) = MODELS[name]
    X = with_missing(X) if missing else X
    model.fit(X, y)
    found = explain.shap(model, X[:50])
    theirs = shap.TreeExplainer(model.to_shap_trees())
    values = np.reshape(theirs.shap_values(X[:50], check_additivity=False), found.values.shape)
    scale = np.abs(found.values).max()
    np.testing.assert_allclose(found.values, values, atol=1e-12 * scale)
    np.testing.assert_allclose(found.base_values, np.ravel(theirs.expected_value), rtol=1e-12)


@pytest.mark.parametrize("name", ["two classes", "boosting", "majority", "tree"])
def test_interventional_values(name):
    """Shap rounds thresholds and values to float32, so only small trees agree."""
    model, (X, y) = MODELS[name]
    model.fit(X, y)
    found = explain.shap(model, X[:20], X[:40])
    theirs = shap.TreeExplainer(model.to_shap_trees(), X[:40])
    values = np.reshape(theirs.shap_values(X[:20], check_additivity=False), found.values.shape)
    np.testing.assert_allclose(found.values, values, atol=1e-5 * np.abs(found.values).max())


def test_probabilities():
    """The link of two classes is known to shap."""
    model, (X, y) = MODELS["two classes"]
    model.fit(X, y)
    theirs = shap.TreeExplainer(model.to_shap_trees(), X[:40], model_output="probability")
    values = theirs.shap_values(X[:5])
    total = values.sum(axis=1) + theirs.expected_value
    np.testing.assert_allclose(total, model.predict_proba(X[:5])[:, 1], atol=1e-5)


def test_trees_that_shap_cannot_represent():
    def error(model, X, y):
        with pytest.raises(ValueError, match="shap cannot represent the trees") as caught:
            model.fit(X, y).to_shap_trees()
        return str(caught.value)

    assert "'street' is not a number" in error(DecisionTreeClassifier(), MIXED, MIXED_Y)
    X = with_missing(IRIS[0])
    fractional = DecisionTreeClassifier(missing="fractional")
    assert "does not go to one child" in error(fractional, X, IRIS[1])
    oblique = DecisionTreeClassifier(split_kind="oblique")
    assert "one number with a threshold" in error(oblique, *IRIS)


@pytest.mark.parametrize("name", ["forest", "two classes"])
def test_explanation(name):
    model, (X, y) = MODELS[name]
    model.fit(X, y)
    found = explain.shap(model, X[:10])
    explanation = found.to_shap()
    assert isinstance(explanation, shap.Explanation)
    n_outputs = found.values.shape[2]
    assert explanation.values.shape == (10, X.shape[1], *((n_outputs,) if n_outputs > 1 else ()))
    assert np.array_equal(explanation.data, X[:10])
    one = found.to_shap(found.outputs[0])
    assert np.array_equal(one.values, found.values[:, :, 0])
    assert np.array_equal(one.base_values, np.full(10, found.base_values[0]))
