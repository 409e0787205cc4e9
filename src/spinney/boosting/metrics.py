"""The metrics of ``eval_metric``: named, user-defined, or the loss."""

from collections.abc import Iterable
from typing import Any, Protocol

from ..data.columns import Array
from .losses import LOSSES, BoostingLoss, NamedLoss
from .metric_functions import (
    CLASS_METRICS,
    NUMBER_METRICS,
    PARAMETRIC_METRICS,
    EvalBatch,
    Metric,
    error_above,
    over_outputs,
    quantile,
)
from .metric_names import NO_METRIC, canonical_metric
from .parameters import BoostingParameters
from .user_functions import UserFunction

TWICE_THE_LOSS = ("mse", "poisson", "gamma", "tweedie")
"""Metrics whose losses have a factor 1/2, which makes their gradients simple."""


class AnyMetric(Protocol):
    """A named or user-defined metric."""

    def values(self, batch: EvalBatch) -> list[tuple[str, float, bool]]:
        """Return name, value and whether higher is better; user functions may return several."""


def make_metrics(
    estimator: BoostingParameters, loss: BoostingLoss, classes: Array | None
) -> list[AnyMetric]:
    """Return the metrics of ``eval_metric``, in which None is the metric of the loss."""
    known = CLASS_METRICS if classes is not None else number_metrics(estimator)
    default = default_metric(loss, known)
    known = {loss.name: default} | known
    given = estimator.eval_metric
    if isinstance(given, Iterable) and not isinstance(given, str):
        names = list(given)
        if not names:
            raise ValueError("eval_metric is an empty list.")
    else:
        names = [given]
    metrics: dict[Any, AnyMetric] = {}
    for one in names:
        if one is None:
            metrics.setdefault(canonical_metric(default.name), default)
        elif not isinstance(one, str):
            metrics[id(one)] = UserMetric.of(one)
        elif one.lower() not in NO_METRIC:
            metrics.setdefault(canonical_metric(one), named_metric(one, known))
    return list(metrics.values()) or [default]


def number_metrics(estimator: BoostingParameters) -> dict[str, Metric]:
    """Return the metrics of a regressor, by name."""
    parametric = {
        name: Metric(name, factory(float(getattr(estimator, parameter))))
        for name, (factory, parameter) in PARAMETRIC_METRICS.items()
    }
    return {
        name: metric._replace(compute=over_outputs(metric.compute))
        for name, metric in (NUMBER_METRICS | parametric).items()
    }


def default_metric(loss: BoostingLoss, known: dict[str, Metric]) -> Metric:
    """Return the metric of the loss; log_loss or rmse if a custom loss has no ``value``."""
    if isinstance(loss, NamedLoss):
        metric = LOSSES[loss.name].metric
        if metric in TWICE_THE_LOSS:
            return loss_metric(loss, 2.0)
        return loss_metric(loss) if metric == "loss" else known[metric]
    if hasattr(getattr(loss, "function", None), "value"):
        return loss_metric(loss)
    return known["log_loss" if "log_loss" in known else "rmse"]


def loss_metric(loss: BoostingLoss, factor: float = 1.0) -> Metric:
    """Return the metric that is the weighted mean of the loss, times a factor."""

    def value(batch: EvalBatch) -> float:
        result = batch.loss.value(batch.y, batch.scores, batch.weight, batch.n_threads)
        assert result is not None
        return factor * result

    return Metric(loss.name, value)


def named_metric(given: str, known: dict[str, Metric]) -> Metric:
    """Return a metric by its name in any library; it keeps the name that was passed."""
    base, _, option = given.partition(":")  # CatBoost appends options: "Quantile:alpha=0.7"
    name = base if base in known else canonical_metric(base)
    if name.startswith("error@") and "error" in known:
        return Metric(given, error_above(option_value(name.removeprefix("error@"), given)))
    if name not in known:
        names = ", ".join(map(repr, sorted(known)))
        raise ValueError(f"eval_metric={given!r} is unknown. It must be one of {names}.")
    key, _, value = option.partition("=")
    if name == "quantile" and key == "alpha":
        return Metric(given, over_outputs(quantile(option_value(value, given))))
    if option and key != "hints":
        raise ValueError(f"eval_metric={given!r}: the option {option!r} is not supported.")
    return known[name]._replace(name=base)


def option_value(text: str, metric: str) -> float:
    """Read the number in the name of a metric."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"eval_metric={metric!r}: {text!r} is not a number.") from None


class UserMetric(UserFunction):
    """A metric that returns a number, (name, number, whether higher is better), or a list."""

    @classmethod
    def of(cls, given: Any) -> "UserMetric":
        if not callable(given):
            raise ValueError(f"eval_metric must be a name or a callable, got {given!r}.")
        return cls(given)

    def values(self, batch: EvalBatch) -> list[tuple[str, float, bool]]:
        y = batch.y if batch.classes is None else batch.classes[batch.class_index]
        found = self.call(y, batch.user_prediction, batch.weight)
        several = isinstance(found, list) and all(isinstance(one, tuple) for one in found)
        return [self._named(one) for one in (found if several else [found])]

    def _named(self, value: Any) -> tuple[str, float, bool]:
        if not isinstance(value, tuple):
            return self.name, value, False
        if len(value) == 2:  # the native interface of XGBoost
            return str(value[0]), value[1], False
        if len(value) != 3:
            raise ValueError(
                f"The metric {self.name} must return a number or (name, value, "
                f"higher_is_better), got {value!r}."
            )
        return str(value[0]), value[1], bool(value[2])
