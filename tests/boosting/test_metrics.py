"""Evaluation metrics by name, and user-defined metrics."""

import numpy as np
import pytest
from sklearn import metrics

from .small_data import classes, classifier, regressor, train_and_validation


def weighted(n_rows):
    return np.random.default_rng(5).uniform(0, 2, n_rows)


CLASS_METRICS = {
    "log_loss": lambda y, p, w: metrics.log_loss(y, p, sample_weight=w),
    "error": lambda y, p, w: 1 - metrics.accuracy_score(y, p.argmax(axis=1), sample_weight=w),
    "accuracy": lambda y, p, w: metrics.accuracy_score(y, p.argmax(axis=1), sample_weight=w),
    "auc": lambda y, p, w: metrics.roc_auc_score(
        y, p[:, 1] if p.shape[1] == 2 else p, sample_weight=w, multi_class="ovr"
    ),
    "binary_logloss": lambda y, p, w: metrics.log_loss(y, p, sample_weight=w),
}


@pytest.mark.parametrize("name", CLASS_METRICS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_classification_metrics(name, n_classes):
    X, y, X_val, y_val = train_and_validation(classes, n_classes=n_classes)
    weight = weighted(len(y_val))
    model = classifier(eval_metric=name)
    model.fit(X, y, X_val=X_val, y_val=y_val, sample_weight_val=weight)
    [curve] = model.evals_result_["validation"].values()
    expected = CLASS_METRICS[name](y_val, model.predict_proba(X_val), weight)
    assert curve[-1] == pytest.approx(expected)


NUMBER_METRICS = {
    "rmse": lambda y, p, w: metrics.root_mean_squared_error(y, p, sample_weight=w),
    "l2": lambda y, p, w: metrics.mean_squared_error(y, p, sample_weight=w),
    "MAE": lambda y, p, w: metrics.mean_absolute_error(y, p, sample_weight=w),
    "mape": lambda y, p, w: metrics.mean_absolute_percentage_error(y, p, sample_weight=w),
    "quantile": lambda y, p, w: metrics.mean_pinball_loss(y, p, sample_weight=w, alpha=0.7),
    "poisson": lambda y, p, w: metrics.mean_poisson_deviance(y, p, sample_weight=w),
    "gamma": lambda y, p, w: metrics.mean_gamma_deviance(y, p, sample_weight=w),
    "tweedie": lambda y, p, w: metrics.mean_tweedie_deviance(y, p, sample_weight=w, power=1.3),
}


@pytest.mark.filterwarnings("ignore:alpha=0.7 has no effect")
@pytest.mark.parametrize("name", NUMBER_METRICS)
def test_regression_metrics(name):
    X, y, X_val, y_val = train_and_validation()
    y, y_val, weight = np.exp(y), np.exp(y_val), weighted(len(y_val))
    model = regressor(loss="poisson", eval_metric=name, alpha=0.7, power=1.3)
    model.fit(X, y, X_val=X_val, y_val=y_val, sample_weight_val=weight)
    [curve] = model.evals_result_["validation"].values()
    assert curve[-1] == pytest.approx(NUMBER_METRICS[name](y_val, model.predict(X_val), weight))


def test_huber_metric_has_a_fixed_delta():
    X, y, X_val, y_val = train_and_validation()
    model = regressor(loss="huber", alpha=0.8, eval_metric=["huber", "mae"])
    model.fit(X, y, X_val=X_val, y_val=y_val)
    delta = np.quantile(np.abs(y_val - np.median(y_val)), 0.8)
    errors = np.abs(y_val - model.predict(X_val))
    expected = np.where(errors < delta, errors**2 / 2, delta * (errors - delta / 2)).mean()
    assert model.evals_result_["validation"]["huber"][-1] == pytest.approx(expected)
    watched = regressor(loss="huber", alpha=0.8).fit(X, y, X_val=X_val, y_val=y_val)
    assert (
        model.evals_result_["validation"]["huber"] == watched.evals_result_["validation"]["huber"]
    )


def test_user_defined_metrics():
    X, y, X_val, y_val = train_and_validation(classes)
    labels, labels_val = np.array(["no", "yes"])[y], np.array(["no", "yes"])[y_val]

    def hit_rate(y_true, proba):
        assert set(y_true) == {"no", "yes"}
        return "hits", np.mean((proba > 0.5) == (y_true == "yes")), True

    def brier(y_true, proba):
        return metrics.brier_score_loss(y_true, proba, pos_label="yes")

    model = classifier(eval_metric=[hit_rate, brier]).fit(X, labels, X_val=X_val, y_val=labels_val)
    curves = model.evals_result_["validation"]
    assert list(curves) == ["hits", "brier"]
    assert model.best_score == min(curves["brier"])
    assert curves["hits"][-1] == pytest.approx(model.score(X_val, labels_val))


def test_nan_metric_is_reported():
    X, y, X_val, y_val = train_and_validation()
    values = iter([1.0, 0.5, np.nan])

    def fragile(y_true, prediction):
        return next(values)

    model = regressor(eval_metric=fragile)
    with pytest.raises(ValueError, match=r"fragile of 'validation' is nan after iteration 2"):
        model.fit(X, y, X_val=X_val, y_val=y_val)
    assert not hasattr(model, "n_features_in_")


@pytest.mark.parametrize("metric", ["aucc", 5])
def test_metrics_are_checked_without_validation_data(metric):
    X, y = classes(2)
    with pytest.raises(ValueError, match="eval_metric"):
        classifier(eval_metric=metric).fit(X, y)
    with pytest.raises(ValueError, match="eval_metric"):
        classifier().fit(X, y, eval_metric=metric)


def test_functions_with_other_arguments():
    X, y, X_val, y_val = train_and_validation()
    with pytest.raises(TypeError, match=r"The call mean\(y, prediction\) failed"):
        regressor().fit(X, y, eval_set=[(X_val, y_val)], eval_metric=np.mean)


def test_a_custom_loss_records_only_the_given_metrics():
    X, y, X_val, y_val = train_and_validation(classes)

    def logistic(y_true, raw):
        p = 1 / (1 + np.exp(-raw))
        return p - y_true, p * (1 - p)

    model = classifier(loss=logistic).fit(X, y, eval_set=[(X_val, y_val)], eval_metric="auc")
    assert list(model.evals_result_["validation_0"]) == ["auc"]
    model.fit(X, y, eval_set=[(X_val, y_val)])
    assert list(model.evals_result_["validation_0"]) == ["log_loss"]
