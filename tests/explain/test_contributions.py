"""Contributions from predict, in the layouts of LightGBM and XGBoost."""

import numpy as np
import pytest

import spinney
from spinney import explain

from .test_shap import table


@pytest.fixture(scope="module", params=[2, 3])
def fitted(request):
    X, y, _ = table(2, n_classes=request.param)
    model = spinney.GradientBoostingClassifier(preset="fast", n_estimators=6, min_samples_leaf=2)
    return model.fit(X, y), X


def test_layout_of_lightgbm(fitted):
    model, X = fitted
    result = explain.shap(model, X)
    found = model.predict(X, pred_contrib=True)
    n, n_features, n_outputs = result.values.shape
    assert found.shape == (n, (n_features + 1) * n_outputs)
    blocks = found.reshape(n, n_outputs, n_features + 1)
    for k in range(n_outputs):
        np.testing.assert_array_equal(blocks[:, k, :-1], result.values[:, :, k])
        np.testing.assert_array_equal(blocks[:, k, -1], result.base_values[k])
    np.testing.assert_array_equal(model.predict_proba(X, pred_contrib=True), found)
    np.testing.assert_array_equal(model.booster_.predict(X, pred_contrib=True), found)


def test_layout_of_xgboost(fitted):
    model, X = fitted
    raw = model.predict(X, raw_score=True)
    contribs = model.predict(X, pred_contribs=True)
    pairs = model.predict(X, pred_interactions=True)
    n, n_features = X.shape
    outputs = raw.shape[1:]
    assert contribs.shape == (n, *outputs, n_features + 1)
    assert pairs.shape == (n, *outputs, n_features + 1, n_features + 1)
    np.testing.assert_allclose(contribs.sum(axis=-1), raw, atol=1e-12)
    np.testing.assert_allclose(pairs.sum(axis=-1), contribs, atol=1e-12)
    assert (pairs[..., :-1, -1] == 0).all()
    assert (pairs[..., -1, :-1] == 0).all()


@pytest.mark.parametrize(
    "given",
    [
        {"n_iter": 3},
        {"iteration_range": (2, 4)},
        {"start_iteration": 2},
        {"num_iteration": 0},
        {"base_margin": True},
    ],
    ids=str,
)
def test_sums_are_raw_scores_of_the_same_iterations(fitted, given):
    model, X = fitted
    if "base_margin" in given:
        shape = model.predict(X, raw_score=True).shape
        given = {"base_margin": np.arange(float(np.prod(shape))).reshape(shape)}
    expected = model.predict(X, raw_score=True, **given)
    found = model.predict(X, pred_contribs=True, **given)
    np.testing.assert_allclose(found.sum(axis=-1), expected, atol=1e-12)


def test_regression_has_one_output():
    X, y, _ = table(2)
    model = spinney.GradientBoostingRegressor(preset="fast", loss="poisson", n_estimators=3).fit(
        X, y + 1.0
    )
    found = model.predict(X, pred_contrib=True)
    assert found.shape == (len(X), X.shape[1] + 1)
    np.testing.assert_allclose(found.sum(axis=1), model.predict(X, raw_score=True), atol=1e-12)
