"""Metrics of validation rows: by name, from the user, or the loss itself."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import mean_tweedie_deviance, roc_auc_score

from ..data.columns import Array
from ..data.weights import Weights
from .losses import BoostingLoss, Floats, NamedLoss


@dataclass(frozen=True)
class EvalBatch:
    """Rows with their scores, for metrics to look at."""

    loss: BoostingLoss
    classes: Array | None
    y: Floats
    scores: Floats
    weight: Weights | None

    @cached_property
    def prediction(self) -> Floats:
        """(rows, outputs): probabilities of all classes, or one number."""
        return self.loss.predict(self.scores)

    @property
    def number(self) -> Floats:
        return self.prediction[:, 0]

    @property
    def codes(self) -> Array:
        return self.y.astype(np.intp)

    def mean(self, values: Array) -> float:
        return float(np.average(values, weights=self.weight))


class Metric(NamedTuple):
    """A named number to watch; the user's own metrics name themselves when they are called."""

    name: str
    compute: Callable[[EvalBatch], float | tuple[str, float, bool]]
    higher_is_better: bool = False


def log_loss(rows: EvalBatch) -> float:
    share = rows.prediction[np.arange(len(rows.y)), rows.codes]
    return rows.mean(-np.log(np.maximum(share, np.finfo(float).tiny)))


def accuracy(rows: EvalBatch) -> float:
    return rows.mean(rows.loss.best_class(rows.scores) == rows.codes)


def error(rows: EvalBatch) -> float:
    return rows.mean(rows.loss.best_class(rows.scores) != rows.codes)


def auc(rows: EvalBatch) -> float:
    """The area under the ROC curve; of more than two classes the mean of one against the rest."""
    shares = rows.prediction
    if shares.shape[1] == 2:
        return float(roc_auc_score(rows.y, shares[:, 1], sample_weight=rows.weight))
    labels = np.arange(shares.shape[1])
    return float(
        roc_auc_score(
            rows.codes, shares, sample_weight=rows.weight, multi_class="ovr", labels=labels
        )
    )


def mse(rows: EvalBatch) -> float:
    return rows.mean((rows.y - rows.number) ** 2)


def rmse(rows: EvalBatch) -> float:
    return math.sqrt(mse(rows))


def mae(rows: EvalBatch) -> float:
    return rows.mean(np.abs(rows.y - rows.number))


def mape(rows: EvalBatch) -> float:
    scale = np.maximum(np.abs(rows.y), np.finfo(float).eps)
    return rows.mean(np.abs(rows.y - rows.number) / scale)


def deviance(power: float) -> Callable[[EvalBatch], float]:
    return lambda rows: float(
        mean_tweedie_deviance(rows.y, rows.number, sample_weight=rows.weight, power=power)
    )


def quantile(alpha: float) -> Callable[[EvalBatch], float]:
    return lambda rows: rows.mean(
        np.maximum(alpha * (rows.y - rows.number), (alpha - 1) * (rows.y - rows.number))
    )


def huber(alpha: float) -> Callable[[EvalBatch], float]:
    """Of a fixed delta, so that rounds compare: a quantile of the targets' own deviations."""

    def compute(rows: EvalBatch) -> float:
        delta = np.quantile(np.abs(rows.y - np.median(rows.y)), alpha)
        error = np.abs(rows.y - rows.number)
        slope = np.minimum(error, delta)
        return rows.mean(slope * (error - 0.5 * slope))

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
OTHER_NAMES = {
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


def make_metrics(estimator: Any, loss: BoostingLoss, classes: Array | None) -> list[Metric]:
    """The metrics that ``eval_metric`` asks for; the first decides when to stop."""
    asked = estimator.eval_metric
    if asked is None:
        return [default_metric(loss, classes)]
    several = isinstance(asked, Sequence) and not isinstance(asked, str)
    known = known_metrics(estimator, loss, classes)
    metrics = [one_metric(one, known) for one in (asked if several else [asked])]
    if not metrics:
        raise ValueError("eval_metric is an empty list.")
    return metrics


def default_metric(loss: BoostingLoss, classes: Array | None) -> Metric:
    """The loss itself, or a usual metric if the user's loss does not tell its value."""
    if isinstance(loss, NamedLoss) and loss.name == "huber":
        return Metric("huber", huber(loss.parameter))
    if loss.core is not None or hasattr(getattr(loss, "function", None), "value"):
        return loss_metric(loss)
    return NUMBER_METRICS["rmse"] if classes is None else CLASS_METRICS["log_loss"]


def loss_metric(loss: BoostingLoss) -> Metric:
    def value(rows: EvalBatch) -> float:
        result = rows.loss.value(rows.y, rows.scores, rows.weight)
        assert result is not None
        return result

    return Metric(loss.name, value)


def known_metrics(estimator: Any, loss: BoostingLoss, classes: Array | None) -> dict[str, Metric]:
    known: dict[str, Metric] = {}
    if classes is not None:
        known |= CLASS_METRICS
    else:
        known |= NUMBER_METRICS
        known["tweedie"] = Metric("tweedie", deviance(float(estimator.power)))
        known["quantile"] = Metric("quantile", quantile(float(estimator.alpha)))
        known["huber"] = Metric("huber", huber(float(estimator.alpha)))
    known.setdefault(loss.name, default_metric(loss, classes))
    return known


def one_metric(asked: Any, known: dict[str, Metric]) -> Metric:
    if callable(asked):
        name = getattr(asked, "__name__", type(asked).__name__)
        return Metric(name, lambda rows: user_value(asked, rows))
    if not isinstance(asked, str):
        raise ValueError(f"eval_metric must be a name or a callable, got {asked!r}.")
    name = asked if asked in known else asked.lower()
    name = name if name in known else OTHER_NAMES.get(name, name)
    if name not in known:
        names = ", ".join(map(repr, sorted(known)))
        raise ValueError(f"eval_metric={asked!r} is no metric here. It must be one of {names}.")
    return known[name]


def user_value(metric: Callable[[Any, Any], Any], rows: EvalBatch) -> Any:
    """Call ``metric(y, prediction)``: labels with probabilities (of the second class of two)."""
    if rows.classes is None:
        return metric(rows.y, rows.number)
    shares = rows.prediction
    labels = rows.classes[rows.codes]
    return metric(labels, shares[:, 1] if shares.shape[1] == 2 else shares)
