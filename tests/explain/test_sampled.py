"""Sampled SHAP values against brute force, within their standard errors."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import explain

from .coalitions import hybrid_values, shapley
from .test_shap import table


def check_sampled(result, predict, X, background, weight, players):
    """The values are near the exact ones, and add up to the output."""
    total = result.base_values + result.values.sum(axis=1)
    np.testing.assert_allclose(total, predict(X), atol=1e-12)
    assert result.method == "sampled"
    scores = []
    for row in range(3):
        base, phi, _ = shapley(hybrid_values(predict, X, row, background, weight), players)
        np.testing.assert_allclose(result.base_values, base, atol=1e-12)
        error = result.standard_errors[row]
        assert (error < 0.3 * np.abs(phi).max()).all()
        scores.append((result.values[row] - phi) / np.maximum(error, 1e-12))
    assert np.abs(scores).max() < 4


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_probabilities_of_boosting(n_classes, weighted):
    X, y, weight = table(4, n_classes=n_classes)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=8, min_samples_leaf=2
    ).fit(X, y)
    background, weight = X[:15], weight[:15] if weighted else None
    result = explain.shap(
        model,
        X[:5],
        background,
        background_weight=weight,
        scale="prediction",
        n_permutations=300,
    )
    assert result.outputs == list(range(n_classes))
    assert result.kind == "probability"
    players = [{j} for j in range(X.shape[1])]
    check_sampled(result, model.predict_proba, X[:5], background, weight, players)


def wide(split_kind):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(120, 24)), columns=[f"x{j}" for j in range(24)])
    y = (X.iloc[:, 0] + X.iloc[:, 1] * X.iloc[:, 2] > 0).astype(int)
    model = spinney.DecisionTreeClassifier(split_kind=split_kind, max_depth=4, random_state=0)
    return X, model.fit(X, y)


def test_splits_on_many_features():
    X, model = wide("pca")
    groups = {"a": list(range(5)), "b": list(range(5, 12)), "c": list(range(12, 24))}
    result = explain.shap(model, X[:5], X[50:70], groups=groups, n_permutations=200)
    players = [set(group) for group in groups.values()]
    check_sampled(result, model.predict_proba, X[:5], X[50:70], None, players)
    assert explain.shap(model, X[:2], X[50:70]).standard_errors.shape == (2, 24, 2)


def test_standard_errors_are_those_of_repeated_runs():
    X, y, _ = table(4, n_classes=2)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=8, min_samples_leaf=2
    ).fit(X, y)
    runs = [
        explain.shap(model, X[:2], X, scale="prediction", n_permutations=20, random_state=seed)
        for seed in range(60)
    ]
    spread = np.std([run.values[:, :, 1] for run in runs], axis=0)
    errors = np.mean([run.standard_errors[:, :, 1] for run in runs], axis=0)
    large = errors > 0.2 * errors.max()
    assert large.any()
    assert (spread[large] < 1.5 * errors[large]).all()
    assert (spread[large] > 0.5 * errors[large]).all()


def test_rows_do_not_depend_on_others():
    X, model = wide("pca")
    given = {"n_permutations": 5, "random_state": 1}
    batch = explain.shap(model, X, X[:9], **given).values
    assert np.array_equal(batch[[7]], explain.shap(model, X[7:8], X[:9], **given).values)
    assert not np.array_equal(batch, explain.shap(model, X, X[:9], n_permutations=5).values)


def test_probabilities_of_forests_are_exact():
    X, y, _ = table(4)
    model = spinney.RandomForestClassifier(3, random_state=0).fit(X, y)
    result = explain.shap(model, X, scale="prediction")
    assert result.method == "path-dependent"
    assert result.standard_errors is None


def test_clear_errors():
    X, model = wide("pca")
    with pytest.raises(ValueError, match="need a background"):
        explain.shap(model, X)
    with pytest.raises(ValueError, match="interactions=False"):
        explain.shap(model, X, X, interactions=True)
    with pytest.raises(ValueError, match="n_permutations must be"):
        explain.shap(model, X, X, n_permutations=1)
    with pytest.raises(ValueError, match="scale must be"):
        explain.shap(model, X, X, scale="margin")
    adaboost = spinney.AdaBoostClassifier(n_estimators=2).fit(X, X["x0"] > 0)
    with pytest.raises(ValueError, match='scale="additive"'):
        explain.shap(adaboost, X, X, scale="prediction")


def test_predictions_of_regression_with_a_link():
    X, y, _ = table(4)
    model = spinney.GradientBoostingRegressor(
        preset="fast", loss="poisson", n_estimators=8, min_samples_leaf=2
    )
    model.fit(X, y)
    result = explain.shap(model, X[:5], X[:15], scale="prediction", n_permutations=300)
    players = [{j} for j in range(X.shape[1])]
    check_sampled(result, lambda rows: model.predict(rows)[:, None], X[:5], X[:15], None, players)
