"""The recursion method of scikit-learn's partial_dependence."""

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.tree
from sklearn.datasets import load_diabetes
from sklearn.inspection import partial_dependence

import spinney


@pytest.mark.parametrize("features", [[2], [8, 2]])
def test_partial_dependence_by_recursion(features):
    X, y = load_diabetes(return_X_y=True)
    X = np.round(500 * X)  # exact in scikit-learn's float32
    weight = np.random.default_rng(0).integers(1, 4, len(y))
    ours, theirs = (
        p.DecisionTreeRegressor(max_depth=3, random_state=0).fit(X, y, weight)
        for p in (spinney, sklearn.tree)
    )
    results = [
        partial_dependence(model, X, features, kind="average", grid_resolution=9)["average"]
        for model in (ours, theirs)
    ]
    np.testing.assert_allclose(*results, rtol=1e-5)


def whole_numbers():
    X, y = load_diabetes(return_X_y=True)
    return np.round(500 * X), y  # exact in scikit-learn's float32


def test_partial_dependence_of_forests_by_recursion():
    X, y = whole_numbers()
    options = {"max_features": 1.0, "bootstrap": False, "max_depth": 3, "random_state": 0}
    results = [
        partial_dependence(
            p.RandomForestRegressor(3, **options).fit(X, y), X, [8, 2], method="recursion"
        )["average"]
        for p in (spinney, sklearn.ensemble)
    ]
    np.testing.assert_allclose(*results, rtol=1e-5)
    median = spinney.RandomForestRegressor(3, aggregate="median").fit(X, y)
    with pytest.raises(ValueError, match="method='brute'"):
        partial_dependence(median, X, [2])


@pytest.mark.parametrize("name", ["GradientBoosting", "HistGradientBoosting"])
@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_partial_dependence_of_boosting_by_recursion(name, n_classes):
    """Without interactions, the effect of a feature does not depend on the rows."""
    X, y = whole_numbers()
    if n_classes:
        y = np.digitize(y, np.quantile(y, np.linspace(0, 1, n_classes + 1)[1:-1]))
    options = {"max_iter": 5} if name.startswith("Hist") else {"n_estimators": 5}
    task = "Classifier" if n_classes else "Regressor"
    model = getattr(spinney, name + task)(max_depth=1, **options).fit(X, y)
    found = partial_dependence(model, X, [2], method="recursion")
    [values] = found["grid_values"]
    expected = spinney.explain.partial_dependence(model, X, 2, grid=values).values
    curves = (curve - curve[0] for curve in (found["average"].T, expected))
    np.testing.assert_allclose(*curves, atol=1e-10)
    assert np.ptp(expected) > 0


def test_partial_dependence_of_categories_and_combinations():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"island": rng.choice(["a", "b", "c"], 60), "size": rng.random(60)})
    y = np.where(X["island"] == "b", 5.0, 1.0)
    tree = spinney.DecisionTreeRegressor(max_depth=1).fit(X, y)
    found = partial_dependence(tree, X, ["island"], categorical_features=["island"])
    expected = [tree.predict(X.assign(island=label)).mean() for label in found["grid_values"][0]]
    np.testing.assert_allclose(found["average"][0], expected)
    X, y = load_diabetes(return_X_y=True)
    oblique = spinney.DecisionTreeRegressor(max_depth=2, split_kind="oblique").fit(X, y)
    with pytest.raises(ValueError, match="method='brute'"):
        partial_dependence(oblique, X, [2])
