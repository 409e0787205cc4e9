"""Named metrics, computed from the scores of a validation set."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln
from sklearn import metrics as skl

from ..data.columns import Array
from ..data.weights import Weights
from .custom_loss import raw_scores
from .losses import BoostingLoss, Floats


@dataclass(frozen=True)
class EvalBatch:
    """Targets, scores and weights of the samples to evaluate."""

    loss: BoostingLoss
    classes: Array | None
    y: Floats
    scores: Floats
    weight: Weights | None
    predicted: Floats | None = None
    """The predictions, if they are known."""
    n_threads: int = 1

    @cached_property
    def prediction(self) -> Floats:
        """Class probabilities or predicted values, (rows, outputs)."""
        return self.loss.predict(self.scores) if self.predicted is None else self.predicted

    def output(self, k: int) -> "EvalBatch":
        """Return one of several outputs of a regressor."""
        predicted = self.prediction[:, k : k + 1]
        scores = self.scores[k : k + 1]
        return replace(self, y=self.y[:, k], scores=scores, predicted=predicted)

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

    @property
    def user_prediction(self) -> Floats:
        """Predictions for user-defined metrics: values or probabilities (of the second class).

        Raw scores if the loss is user-defined too and has no link of its own.
        """
        if self.loss.core is None and self.loss.link is not None:
            return raw_scores(self.scores)
        binary = self.classes is not None and self.prediction.shape[1] == 2
        several = self.prediction.shape[1] > 1 and not binary
        return self.prediction if several else self.prediction[:, 1 if binary else 0]

    @property
    def best_class(self) -> Array:
        """Predictions of a classifier."""
        return self.loss.best_class(self.scores)

    def mean(self, values: Array) -> float:
        return float(np.average(values, weights=self.weight))


class Metric(NamedTuple):
    """A named metric."""

    name: str
    compute: Callable[[EvalBatch], float]
    higher_is_better: bool = False

    def values(self, batch: EvalBatch) -> list[tuple[str, float, bool]]:
        return [(self.name, self.compute(batch), self.higher_is_better)]


def over_outputs(compute: Callable[[EvalBatch], float]) -> Callable[[EvalBatch], float]:
    """Return a metric of a regressor that is the mean over the outputs."""

    def mean(batch: EvalBatch) -> float:
        if batch.y.ndim == 1:
            return compute(batch)
        return float(np.mean([compute(batch.output(k)) for k in range(batch.y.shape[1])]))

    return mean


def log_loss(batch: EvalBatch) -> float:
    probability = batch.prediction[np.arange(len(batch.y)), batch.class_index]
    return batch.mean(-np.log(np.maximum(probability, np.finfo(float).tiny)))


def accuracy(batch: EvalBatch) -> float:
    return batch.mean(batch.best_class == batch.class_index)


def error(batch: EvalBatch) -> float:
    return batch.mean(batch.best_class != batch.class_index)


def auc(batch: EvalBatch) -> float:
    """Area under the ROC curve; with more than two classes the mean of one-vs-rest."""
    proba, weight = batch.prediction, batch.weight
    if proba.shape[1] == 2:
        return float(skl.roc_auc_score(batch.y, proba[:, 1], sample_weight=weight))
    labels = np.arange(proba.shape[1])
    return float(
        skl.roc_auc_score(
            batch.class_index, proba, sample_weight=weight, multi_class="ovr", labels=labels
        )
    )


def average_precision(batch: EvalBatch) -> float:
    """Area under the precision-recall curve; with more than two classes the mean of one-vs-rest."""
    proba = batch.prediction
    of_class = range(1, 2) if proba.shape[1] == 2 else range(proba.shape[1])
    scores = [
        skl.average_precision_score(batch.y == k, proba[:, k], sample_weight=batch.weight)
        for k in of_class
    ]
    return float(np.mean(scores))


def error_above(threshold: float) -> Callable[[EvalBatch], float]:
    """Return the error of two classes if the second is predicted above a probability."""

    def compute(batch: EvalBatch) -> float:
        two_classes(batch, f"error@{threshold:g}")
        return batch.mean((batch.prediction[:, 1] > threshold) != batch.class_index)

    return compute


def binary_score(name: str, score: Callable[..., float]) -> Callable[[EvalBatch], float]:
    """Return a metric of scikit-learn for the predicted labels of two classes."""

    def compute(batch: EvalBatch) -> float:
        two_classes(batch, name)
        weight = batch.weight
        return float(
            score(batch.class_index, batch.best_class, sample_weight=weight, zero_division=0.0)
        )

    return compute


def two_classes(batch: EvalBatch, name: str) -> None:
    n = batch.prediction.shape[1]
    if n > 2:
        raise ValueError(f"eval_metric={name!r} is for two classes, but y has {n}.")


def balanced_accuracy(batch: EvalBatch) -> float:
    right = batch.best_class == batch.class_index
    weight = np.ones(len(right)) if batch.weight is None else batch.weight
    total = np.bincount(batch.class_index, weight)
    hits = np.bincount(batch.class_index, weight * right, minlength=len(total))
    return float(np.mean(hits[total > 0] / total[total > 0]))


def mcc(batch: EvalBatch) -> float:
    return float(
        skl.matthews_corrcoef(batch.class_index, batch.best_class, sample_weight=batch.weight)
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


def msle(batch: EvalBatch) -> float:
    """Mean squared difference of the logarithms of 1 + y."""
    low = min(float(batch.y.min()), float(batch.predicted_value.min()))
    if low <= -1:
        raise ValueError(f"rmsle and msle need targets and predictions above -1, got {low:g}.")
    return batch.mean((np.log1p(batch.y) - np.log1p(batch.predicted_value)) ** 2)


def rmsle(batch: EvalBatch) -> float:
    return math.sqrt(msle(batch))


def smape(batch: EvalBatch) -> float:
    """Absolute error relative to the mean of |y| and |prediction|, in percent."""
    scale = np.abs(batch.y) + np.abs(batch.predicted_value)
    terms = np.divide(np.abs(batch.residual), scale, out=np.zeros_like(scale), where=scale > 0)
    return 200 * batch.mean(terms)


def r2(batch: EvalBatch) -> float:
    return float(skl.r2_score(batch.y, batch.predicted_value, sample_weight=batch.weight))


def median_absolute_error(batch: EvalBatch) -> float:
    return float(
        skl.median_absolute_error(batch.y, batch.predicted_value, sample_weight=batch.weight)
    )


def poisson_log_likelihood(batch: EvalBatch) -> float:
    """Negative log-likelihood of the Poisson distribution."""
    mean = np.maximum(batch.predicted_value, 1e-16)
    return batch.mean(gammaln(batch.y + 1) + mean - batch.y * np.log(mean))


def gamma_log_likelihood(batch: EvalBatch) -> float:
    """Negative log-likelihood of the gamma distribution with shape 1."""
    mean = np.maximum(batch.predicted_value, 1e-16)
    return batch.mean(batch.y / mean + np.log(mean))


def deviance(power: float) -> Callable[[EvalBatch], float]:
    return lambda batch: float(
        skl.mean_tweedie_deviance(
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
    "average_precision": Metric("average_precision", average_precision, True),
    "f1": Metric("f1", binary_score("f1", skl.f1_score), True),
    "precision": Metric("precision", binary_score("precision", skl.precision_score), True),
    "recall": Metric("recall", binary_score("recall", skl.recall_score), True),
    "balanced_accuracy": Metric("balanced_accuracy", balanced_accuracy, True),
    "mcc": Metric("mcc", mcc, True),
}
NUMBER_METRICS = {
    "rmse": Metric("rmse", rmse),
    "mse": Metric("mse", mse),
    "mae": Metric("mae", mae),
    "mape": Metric("mape", mape),
    "smape": Metric("smape", smape),
    "rmsle": Metric("rmsle", rmsle),
    "msle": Metric("msle", msle),
    "median_absolute_error": Metric("median_absolute_error", median_absolute_error),
    "r2": Metric("r2", r2, True),
    "poisson": Metric("poisson", deviance(1)),
    "gamma": Metric("gamma", deviance(2)),
    "poisson-nloglik": Metric("poisson-nloglik", poisson_log_likelihood),
    "gamma-nloglik": Metric("gamma-nloglik", gamma_log_likelihood),
}
# Factories of regression metrics, and the estimator's parameter that they depend on.
PARAMETRIC_METRICS = {
    "tweedie": (deviance, "power"),
    "quantile": (quantile, "alpha"),
    "huber": (huber, "alpha"),
}
