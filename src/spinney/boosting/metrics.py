"""Evaluation metrics: named, user-defined, or the loss."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import mean_tweedie_deviance, roc_auc_score

from ..data.columns import Array
from ..data.weights import Weights
from .losses import LOSSES, BoostingLoss, Floats, NamedLoss
from .parameters import BoostingParameters


@dataclass(frozen=True)
class EvalBatch:
    """Targets, scores and weights of the samples to evaluate."""

    loss: BoostingLoss
    classes: Array | None
    y: Floats
    scores: Floats
    weight: Weights | None

    @cached_property
    def prediction(self) -> Floats:
        """Class probabilities or predicted values, (rows, outputs)."""
        return self.loss.predict(self.scores)

    @property
    def predicted_value(self) -> Floats:
        """Predictions of a regressor."""
        return self.prediction[:, 0]

    @property
    def residual(self) -> Floats:
        return self.y - self.predicted_value

    @property
    def class_index(self) -> Array:
        """Targets of a classifier."""
        return self.y.astype(np.intp)

    def mean(self, values: Array) -> float:
        return float(np.average(values, weights=self.weight))


class Metric(NamedTuple):
    """A metric; a user-defined function may return (name, value, higher_is_better)."""

    name: str
    compute: Callable[[EvalBatch], float | tuple[str, float, bool]]
    higher_is_better: bool = False


def log_loss(batch: EvalBatch) -> float:
    probability = batch.prediction[np.arange(len(batch.y)), batch.class_index]
    return batch.mean(-np.log(np.maximum(probability, np.finfo(float).tiny)))


def accuracy(batch: EvalBatch) -> float:
    return batch.mean(batch.loss.best_class(batch.scores) == batch.class_index)


def error(batch: EvalBatch) -> float:
    return batch.mean(batch.loss.best_class(batch.scores) != batch.class_index)


def auc(batch: EvalBatch) -> float:
    """Area under the ROC curve; with more than two classes the mean of one-vs-rest."""
    proba, weight = batch.prediction, batch.weight
    if proba.shape[1] == 2:
        return float(roc_auc_score(batch.y, proba[:, 1], sample_weight=weight))
    labels = np.arange(proba.shape[1])
    return float(
        roc_auc_score(
            batch.class_index, proba, sample_weight=weight, multi_class="ovr", labels=labels
        )
    )


def mse(batch: EvalBatch) -> float:
    return batch.mean(batch.residual**2)


def rmse(batch: EvalBatch) -> float:
    return math.sqrt(mse(batch))


def mae(batch: EvalBatch) -> float:
    return batch.mean(np.abs(batch.residual))


def mape(batch: EvalBatch) -> float:
    scale = np.maximum(np.abs(batch.y), np.finfo(float).eps)
    return batch.mean(np.abs(batch.residual) / scale)


def deviance(power: float) -> Callable[[EvalBatch], float]:
    return lambda batch: float(
        mean_tweedie_deviance(
            batch.y, batch.predicted_value, sample_weight=batch.weight, power=power
        )
    )


def quantile(alpha: float) -> Callable[[EvalBatch], float]:
    return lambda batch: batch.mean(
        np.maximum(alpha * batch.residual, (alpha - 1) * batch.residual)
    )


def huber(alpha: float) -> Callable[[EvalBatch], float]:
    """Huber loss with a constant delta: a quantile of |y - median(y)|."""

    def compute(batch: EvalBatch) -> float:
        delta = np.quantile(np.abs(batch.y - np.median(batch.y)), alpha)
        error = np.abs(batch.residual)
        slope = np.minimum(error, delta)
        return batch.mean(slope * (error - 0.5 * slope))

    return compute


CLASS_METRICS = {
    "log_loss": Metric("log_loss", log_loss),
    "error": Metric("error", error),
    "accuracy": Metric("accuracy", accuracy, True),
    "auc": Metric("auc", auc, True),
}
NUMBER_METRICS = {
    "rmse": Metric("rmse", rmse),
    "mse": Metric("mse", mse),
    "mae": Metric("mae", mae),
    "mape": Metric("mape", mape),
    "poisson": Metric("poisson", deviance(1)),
    "gamma": Metric("gamma", deviance(2)),
}
# Factories of regression metrics, and the estimator's parameter that they depend on.
PARAMETRIC_METRICS = {
    "tweedie": (deviance, "power"),
    "quantile": (quantile, "alpha"),
    "huber": (huber, "alpha"),
}
# Names in other libraries.
METRIC_ALIASES = {
    **dict.fromkeys(("logloss", "mlogloss", "binary_logloss", "multi_logloss"), "log_loss"),
    **dict.fromkeys(("multiclass", "cross_entropy", "crossentropy"), "log_loss"),
    **dict.fromkeys(("merror", "binary_error", "multi_error"), "error"),
    **dict.fromkeys(("l2", "mean_squared_error", "squared_error"), "mse"),
    **dict.fromkeys(("l2_root", "root_mean_squared_error"), "rmse"),
    **dict.fromkeys(("l1", "mean_absolute_error", "absolute_error"), "mae"),
    "mean_absolute_percentage_error": "mape",
    "poisson_deviance": "poisson",
    "gamma_deviance": "gamma",
    "tweedie_deviance": "tweedie",
}


def make_metrics(
    estimator: BoostingParameters, loss: BoostingLoss, classes: Array | None
) -> list[Metric]:
    """Return the metrics of ``eval_metric``; early stopping uses the first."""
    known = CLASS_METRICS if classes is not None else number_metrics(estimator)
    default = default_metric(loss, known)
    known = {loss.name: default} | known
    given = estimator.eval_metric
    if given is None:
        return [default]
    several = isinstance(given, Sequence) and not isinstance(given, str)
    metrics = [make_metric(one, known) for one in (given if several else [given])]
    if not metrics:
        raise ValueError("eval_metric is an empty list.")
    return metrics


def number_metrics(estimator: BoostingParameters) -> dict[str, Metric]:
    """Return the metrics of a regressor, by name."""
    parametric = {
        name: Metric(name, factory(float(getattr(estimator, parameter))))
        for name, (factory, parameter) in PARAMETRIC_METRICS.items()
    }
    return NUMBER_METRICS | parametric


def default_metric(loss: BoostingLoss, known: dict[str, Metric]) -> Metric:
    """Return the metric of the loss; log_loss or rmse if a custom loss has no ``value``."""
    if isinstance(loss, NamedLoss):
        metric = LOSSES[loss.name].metric
        return loss_metric(loss) if metric == "loss" else known[metric]
    if hasattr(getattr(loss, "function", None), "value"):
        return loss_metric(loss)
    return known["log_loss" if "log_loss" in known else "rmse"]


def loss_metric(loss: BoostingLoss) -> Metric:
    """Return the metric that is the weighted mean of the loss."""

    def value(batch: EvalBatch) -> float:
        result = batch.loss.value(batch.y, batch.scores, batch.weight)
        assert result is not None
        return result

    return Metric(loss.name, value)


def make_metric(given: Any, known: dict[str, Metric]) -> Metric:
    """Return a metric by name or alias, or wrap a user-defined function."""
    if callable(given):
        name = getattr(given, "__name__", type(given).__name__)
        return Metric(name, lambda batch: user_value(given, batch))
    if not isinstance(given, str):
        raise ValueError(f"eval_metric must be a name or a callable, got {given!r}.")
    name = given if given in known else given.lower()
    name = name if name in known else METRIC_ALIASES.get(name, name)
    if name not in known:
        names = ", ".join(map(repr, sorted(known)))
        raise ValueError(f"eval_metric={given!r} is unknown. It must be one of {names}.")
    return known[name]


def user_value(metric: Callable[[Any, Any], Any], batch: EvalBatch) -> Any:
    """Call ``metric(y, prediction)``; with two classes, with the probability of the second."""
    if batch.classes is None:
        return metric(batch.y, batch.predicted_value)
    proba = batch.prediction
    labels = batch.classes[batch.class_index]
    return metric(labels, proba[:, 1] if proba.shape[1] == 2 else proba)
