"""Explanations of linear leaves: SHAP values against all coalitions, effects by prediction."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import explain
from spinney.explain.additive import read_additive

from .coalitions import hybrid_values, path_values, shapley


def fitted(seed=0, kind="Regressor", **parameters):
    """Return a model with linear leaves and its rows: numbers with missing values, categories."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.normal(size=(80, 3)).round(2), columns=[*"abc"])
    y = np.sin(2 * X["a"]) + X["b"] * X["c"]
    X = X.mask(rng.random(X.shape) < 0.1)
    X["d"] = pd.Categorical(rng.choice(["red", "blue"], 80))
    y += 2.0 * (X["d"] == "red")
    if kind == "Classifier":
        y = np.digitize(y, [0, 1.5])
    options = {"n_estimators": 3, "min_samples_leaf": 3, "leaf": "linear", "learning_rate": 0.5}
    model = getattr(spinney, f"GradientBoosting{kind}")(**options | parameters).fit(X, y)
    assert any(tree.has_linear_leaves for tree in model._model.trees)
    return model, X


MODELS = [
    {},
    {"kind": "Classifier", "max_leaf_nodes": 5},
    {"growth": "symmetric", "max_depth": 3},
    {"max_depth": 4, "seed": 3},
]


@pytest.mark.parametrize("parameters", MODELS)
def test_path_dependent_values(parameters):
    model, X = fitted(**parameters)
    found = explain.shap(model, X[:5], interactions=True)
    players = [{j} for j in range(4)]
    for row in range(5):
        base, values, pairs = shapley(path_values(read_additive(model), X[:5], row), players)
        np.testing.assert_allclose(found.base_values, base, rtol=1e-10)
        np.testing.assert_allclose(found.values[row], values, atol=1e-10)
        np.testing.assert_allclose(found.interactions[row], pairs, atol=1e-10)


@pytest.mark.parametrize("parameters", MODELS)
def test_interventional_values(parameters):
    model, X = fitted(**parameters)
    background, weight = X[40:52], np.arange(1.0, 13.0)
    found = explain.shap(
        model, X[:4], background=background, background_weight=weight, interactions=True
    )

    def raw(rows):
        return model.predict(rows, raw_score=True)

    for row in range(4):
        function = hybrid_values(raw, X[:4], row, background, weight)
        base, values, pairs = shapley(function, [{j} for j in range(4)])
        np.testing.assert_allclose(found.base_values, base, rtol=1e-10)
        np.testing.assert_allclose(found.values[row], values, atol=1e-10)
        np.testing.assert_allclose(found.interactions[row], pairs, atol=1e-10)


def test_groups_and_sparse_interactions():
    model, X = fitted()
    groups = {"ab": ["a", "b"]}
    for background in (None, X[40:50]):
        found = explain.shap(model, X[:3], background=background, groups=groups)
        total = found.base_values + found.values.sum(axis=1)
        np.testing.assert_allclose(total[:, 0], model.predict(X[:3]), rtol=1e-10)
    function = path_values(read_additive(model), X[:3], 1)
    _, values, _ = shapley(function, [{0, 1}, {2}, {3}])
    found = explain.shap(model, X[:3], groups=groups)
    order = [found.feature_names.index(name) for name in ("ab", "c", "d")]
    np.testing.assert_allclose(found.values[1][order], values, atol=1e-10)
    explain.shap(model, X[:3], interactions="sparse")


def test_effects():
    model, X = fitted()
    effect = explain.partial_dependence(model, X, "a", grid=[-1.0, 0.0, 1.5])
    expected = [model.predict(X.assign(a=value)).mean() for value in (-1.0, 0.0, 1.5)]
    np.testing.assert_allclose(effect.values[:3, 0], expected, rtol=1e-10)
    assert np.isfinite(explain.ale(model, X, "a").values).all()
    curves = explain.ice(model, X[:5], "a", grid=[-1.0, 0.0, 1.5])
    np.testing.assert_allclose(curves.values[:, 0, 0], model.predict(X[:5].assign(a=-1.0)))


def test_proximity_and_text():
    model, X = fitted()
    assert explain.proximity(model, X[:4], dense=True).shape == (4, 4)
    assert " (a " in model.estimators_[0, 0].text()


def test_refusals():
    model, X = fitted()
    with pytest.raises(ValueError, match='leaf="constant"'):
        explain.counterfactuals(model, X[:1], desired_range=(3.0, None))
    with pytest.raises(ValueError, match="shap cannot represent"):
        model.to_shap_trees()
