"""User-defined losses and metrics with the signatures of LightGBM and XGBoost."""

import numpy as np
import pytest
from sklearn import metrics

from .small_data import classes, classifier, numbers, regressor, train_and_validation

WEIGHT = 0.5 + np.arange(300) % 4


def squared(y, raw):
    return raw - y, np.ones_like(y)


def lightgbm_squared(y, raw, weight):
    factor = 1.0 if weight is None else weight
    return factor * (raw - y), factor * np.ones_like(y)


def xgboost_squared(y, raw, sample_weight=None):
    return lightgbm_squared(y, raw, sample_weight)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["no weights", "weights"])
@pytest.mark.parametrize("loss", [lightgbm_squared, xgboost_squared])
def test_losses_with_weights(loss, weight):
    X, y = numbers()
    expected = regressor(loss=squared, quantize=False).fit(X, y, weight).predict(X)
    model = regressor(objective=loss, quantize=False).fit(X, y, weight)
    np.testing.assert_allclose(model.predict(X), expected, atol=1e-6)


def test_a_loss_decides_how_to_use_weights():
    X, y = numbers()

    def ignores(y, raw, weight):
        return squared(y, raw)

    model = regressor(loss=ignores, quantize=False).fit(X, y, WEIGHT)
    plain = regressor(loss=squared, quantize=False).fit(X, y)
    np.testing.assert_allclose(model.predict(X), plain.predict(X), atol=1e-6)


def test_line_search_with_weights():
    X, y = numbers()
    options = {"line_search": True, "learning_rate": 1.0, "quantize": False}
    model = regressor(loss=lightgbm_squared, **options).fit(X, y, WEIGHT)
    named = regressor(init_score=0.0, **options).fit(X, y, WEIGHT)
    np.testing.assert_allclose(model.predict(X), named.predict(X), atol=1e-5)


def test_metrics_with_weights():
    X, y, X_val, y_val = train_and_validation()
    seen = []

    def plain(y_true, predicted):
        return float(np.abs(y_true - predicted).mean())

    def lightgbm(y_true, predicted, weight):
        seen.append(weight)
        return "lightgbm", float(np.average(np.abs(y_true - predicted), weights=weight)), False

    def several(y_true, predicted):
        return [("low", 1.0, False), ("high", 2.0, True)]

    def scaled(y_true, predicted, scale=2.0):
        return scale * plain(y_true, predicted)

    given = [plain, lightgbm, several, scaled, metrics.mean_absolute_error]
    model = regressor(eval_metric=given)
    for weight in (None, WEIGHT):
        model.fit(X, y, eval_set=[(X_val, y_val)], eval_sample_weight=[weight])
        curves = model.evals_result_["validation_0"]
        names = ["plain", "lightgbm", "low", "high", "scaled", "mean_absolute_error"]
        assert list(curves) == names
        errors = np.abs(y_val - model.predict(X_val))
        expected = np.average(errors, weights=weight)
        assert curves["plain"][-1] == pytest.approx(errors.mean())
        assert curves["scaled"][-1] == pytest.approx(2 * errors.mean())
        assert curves["lightgbm"][-1] == pytest.approx(expected)
        assert curves["mean_absolute_error"][-1] == pytest.approx(expected)
        assert (seen[-1] is None) == (weight is None)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_metrics_of_a_custom_loss_get_raw_scores(n_classes):
    X, y = classes(n_classes)
    seen = []

    def remember(y_true, raw):
        seen.append(raw)
        return 0.0

    def loss(y, raw):
        indicator = y if n_classes == 2 else np.eye(n_classes)[y.astype(int)]
        return raw - indicator, np.ones_like(raw)

    model = classifier(loss=loss, eval_metric=remember).fit(X, y, X_val=X, y_val=y)
    np.testing.assert_allclose(seen[-1], model.decision_function(X))
    model = classifier(eval_metric=remember).fit(X, y, X_val=X, y_val=y)
    proba = model.predict_proba(X)
    np.testing.assert_allclose(seen[-1], proba[:, 1] if n_classes == 2 else proba)


CLASS_METRICS = {
    "average_precision": metrics.average_precision_score,
    "aucpr": metrics.average_precision_score,
    "PRAUC": metrics.average_precision_score,
    "F1": lambda y, p, sample_weight: metrics.f1_score(y, p > 0.5, sample_weight=sample_weight),
    "Precision": lambda y, p, sample_weight: metrics.precision_score(
        y, p > 0.5, sample_weight=sample_weight
    ),
    "Recall": lambda y, p, sample_weight: metrics.recall_score(
        y, p > 0.5, sample_weight=sample_weight
    ),
    "BalancedAccuracy": lambda y, p, sample_weight: metrics.balanced_accuracy_score(
        y, p > 0.5, sample_weight=sample_weight
    ),
    "MCC": lambda y, p, sample_weight: metrics.matthews_corrcoef(
        y, p > 0.5, sample_weight=sample_weight
    ),
    "error@0.3": lambda y, p, sample_weight: np.average((p > 0.3) != y, weights=sample_weight),
    "AUC:hints=skip_train~false": metrics.roc_auc_score,
}


@pytest.mark.parametrize("name", CLASS_METRICS)
def test_more_classification_metrics(name):
    X, y, X_val, y_val = train_and_validation(classes)
    model = classifier(eval_metric=name, n_estimators=3)
    model.fit(X, y, eval_set=[(X_val, y_val)], eval_sample_weight=[WEIGHT])
    [curve] = model.evals_result_["validation_0"].values()
    proba = model.predict_proba(X_val)[:, 1]
    assert curve[-1] == pytest.approx(CLASS_METRICS[name](y_val, proba, sample_weight=WEIGHT))


NUMBER_METRICS = {
    "rmsle": metrics.root_mean_squared_log_error,
    "MSLE": metrics.mean_squared_log_error,
    "R2": metrics.r2_score,
    "MedianAbsoluteError": metrics.median_absolute_error,
    "Quantile:alpha=0.2": lambda y, p, sample_weight: metrics.mean_pinball_loss(
        y, p, alpha=0.2, sample_weight=sample_weight
    ),
    "SMAPE": lambda y, p, sample_weight: (
        100 * np.average(np.abs(y - p) / ((np.abs(y) + np.abs(p)) / 2), weights=sample_weight)
    ),
    "gamma-deviance": metrics.mean_gamma_deviance,
}


@pytest.mark.parametrize("name", NUMBER_METRICS)
def test_more_regression_metrics(name):
    X, y, X_val, y_val = train_and_validation()
    y, y_val = np.exp(y), np.exp(y_val)
    model = regressor(loss="poisson", eval_metric=name, n_estimators=3)
    model.fit(X, y, eval_set=[(X_val, y_val)], eval_sample_weight=[WEIGHT])
    [curve] = model.evals_result_["validation_0"].values()
    expected = NUMBER_METRICS[name](y_val, model.predict(X_val), sample_weight=WEIGHT)
    assert curve[-1] == pytest.approx(expected)


@pytest.mark.parametrize("loss", ["squared_error", "poisson", "gamma", "tweedie"])
def test_default_metric_has_no_factor_of_the_loss(loss):
    X, y, X_val, y_val = train_and_validation()
    y, y_val = np.exp(y), np.exp(y_val)
    model = regressor(loss=loss).fit(X, y, eval_set=[(X_val, y_val)])
    power = {"squared_error": 0, "poisson": 1, "tweedie": 1.5, "gamma": 2}[loss]
    expected = metrics.mean_tweedie_deviance(y_val, model.predict(X_val), power=power)
    assert model.evals_result_["validation_0"][loss][-1] == pytest.approx(expected, rel=1e-5)


def test_unknown_metrics():
    X, y, X_val, y_val = train_and_validation(classes, n_classes=3)
    for name, message in {"neg_log_loss": "unknown", "f1": "two classes"}.items():
        with pytest.raises(ValueError, match=f"eval_metric='{name}'.*{message}"):
            classifier(eval_metric=name).fit(X, y, eval_set=[(X_val, y_val)])
    with pytest.raises(ValueError, match="above -1"):
        regressor(eval_metric="rmsle").fit(X, y - 9.0, eval_set=[(X_val, y_val)])
