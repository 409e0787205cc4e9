"""Wanted predictions of a model, as margins: linear functions of its sums of trees."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from ..boosting.custom_loss import CustomLoss
from ..boosting.model import BoostedModel
from ..data.columns import plain_label
from ..inspection.numbers import format_number
from ..inspection.phrases import label_text
from .additive import AdditiveModel, Floats
from .model_rows import OutputScale

UNREACHED = 1e300
"""A score that no sum of trees reaches."""


class Outcome(NamedTuple):
    """A wanted prediction.

    It is predicted if every margin, ``factors @ output``, is at least its limit.
    """

    text: str
    factors: Floats
    """(margins, outputs)"""
    limits: Floats
    strict: list[bool]
    """Margins that must be above their limit, because predict prefers the other class."""
    accepts: Callable[[Any, Any], bool]
    """Whether it is the prediction for a table of one row, given both."""


def read_outcomes(
    estimator: Any,
    model: AdditiveModel,
    desired_class: Any,
    desired_range: Any,
    min_probability: Any,
) -> list[Outcome]:
    """Return an outcome for every wanted class, or one for a range."""
    if hasattr(estimator, "classes_"):
        if desired_range is not None:
            raise ValueError(
                "desired_range is for regression: choose desired_class, and min_probability if "
                "the class should be probable."
            )
        return class_outcomes(estimator, model, desired_class, min_probability)
    if desired_class is not None or min_probability is not None:
        raise ValueError("desired_class and min_probability are for classification.")
    if desired_range is None:
        raise ValueError("desired_range=(low, high) is required for regression.")
    return [range_outcome(estimator, model, desired_range)]


def class_outcomes(
    estimator: Any, model: AdditiveModel, desired_class: Any, min_probability: Any
) -> list[Outcome]:
    if isinstance(estimator.classes_, list):
        raise ValueError(
            f"This {type(estimator).__name__} predicts several outputs: counterfactuals are "
            "available for a single one."
        )
    classes = [plain_label(label) for label in estimator.classes_]
    wanted = classes
    if desired_class is not None:
        label = None if np.ndim(desired_class) else plain_label(desired_class)
        if label not in classes:
            raise ValueError(f"desired_class={desired_class!r} must be one of {classes!r}.")
        wanted = [label]
    if min_probability is not None:
        check_probability(min_probability, desired_class)
    scores = class_scores(estimator, model, len(classes))
    return [
        class_outcome(estimator, model, scores, classes, classes.index(label), min_probability)
        for label in wanted
    ]


def check_probability(min_probability: Any, desired_class: Any) -> None:
    if not isinstance(min_probability, (int, float)) or not 0 <= min_probability <= 1:
        raise ValueError(f"min_probability must be from 0 to 1, got {min_probability!r}.")
    if desired_class is None:
        raise ValueError("min_probability is that of desired_class, which is not given.")


def class_scores(estimator: Any, model: AdditiveModel, n_classes: int) -> Floats:
    """Return a matrix (classes, outputs): the class of the largest product is predicted."""
    fitted = estimator._fitted()
    refuse_custom_link(fitted, estimator)
    if isinstance(fitted, FittedTree) and fitted.loss is not None:
        return -np.asarray(fitted.loss, dtype=np.float64).T  # the lowest expected loss
    if model.n_outputs == 1:
        return np.array([[0.0], [1.0]])[:n_classes]
    return np.eye(n_classes, model.n_outputs)


def refuse_custom_link(fitted: Any, estimator: Any) -> None:
    loss = fitted.loss if isinstance(fitted, BoostedModel) else None
    if isinstance(loss, CustomLoss) and loss._inverse_link is not None:
        raise ValueError(
            f"Counterfactuals of this {type(estimator).__name__} are not available: its loss has "
            "an inverse_link, so predictions may not increase with raw scores."
        )


def class_outcome(
    estimator: Any,
    model: AdditiveModel,
    scores: Floats,
    classes: list[Any],
    k: int,
    min_probability: float | None,
) -> Outcome:
    """Return the outcome that a class is predicted; the first of a tie is."""
    others = [m for m in range(len(classes)) if m != k]
    factors = scores[k] - scores[others]
    limits = np.zeros(len(others))
    strict = [m < k for m in others]
    text = f"class {label_text(classes[k])}"
    if min_probability is not None:
        factor, limit = probability_margin(estimator, model, k, float(min_probability))
        factors = np.vstack([factors, factor])
        limits = np.append(limits, limit)
        strict.append(False)
        text += f" with a probability of at least {format_number(min_probability)}"

    def accepts(prediction: Any, table: Any) -> bool:
        if prediction != classes[k]:
            return False
        probable = min_probability is None or (
            estimator.predict_proba(table)[0, k] >= min_probability
        )
        return bool(probable)

    return Outcome(text, factors, limits, strict, accepts)


def probability_margin(
    estimator: Any, model: AdditiveModel, k: int, probability: float
) -> tuple[Floats, float]:
    """Return factors and the limit of a margin for the probability of a class."""
    if model.kind == "probability":
        factor = np.zeros(model.n_outputs)
        n_after = model.labels[::-1].index(plain_label(estimator.classes_[k])) + 1
        factor[-n_after] = 1
        return factor, probability
    if model.n_outputs > 1 or not isinstance(estimator._fitted(), BoostedModel):
        raise ValueError(
            f"min_probability is not available for this {type(estimator).__name__}: its "
            "probabilities are not increasing functions of one sum of trees."
        )
    scale = OutputScale(model, estimator, "prediction")
    sign = 1.0 if k == 1 else -1.0
    least = smallest_score(
        lambda score: bool(scale(np.array([[sign * score]]))[0, k] >= probability)
    )
    return np.array([sign]), least


def range_outcome(estimator: Any, model: AdditiveModel, desired_range: Any) -> Outcome:
    """Return the outcome that all predicted numbers are within their ranges."""
    ranges = read_ranges(desired_range, model.n_outputs)
    refuse_custom_link(estimator._fitted(), estimator)
    scale = OutputScale(model, estimator, "prediction")
    factors, scores = [], []
    for k, limits in enumerate(ranges):
        for limit, sign in zip(limits, (1.0, -1.0), strict=True):
            if np.isinf(limit):
                continue
            factor = np.zeros(model.n_outputs)
            factor[k] = sign
            factors.append(factor)
            linked = scale.link is not None
            factor_limit = score_limit(scale, limit, factor) if linked else sign * limit
            scores.append(factor_limit)
    if not factors:
        raise ValueError("desired_range has no limit.")
    low, high = np.array(ranges).T

    def accepts(prediction: Any, table: Any) -> bool:
        found = np.asarray(prediction).reshape(-1)
        return bool(((found >= low) & (found <= high)).all())

    texts = [range_text(limits) for limits in ranges]
    text = "a prediction " + ", ".join(texts)
    return Outcome(text, np.array(factors), np.array(scores), [False] * len(factors), accepts)


def read_ranges(desired_range: Any, n_outputs: int) -> list[tuple[float, float]]:
    """Return (low, high) for each output; None is no limit."""
    given: Sequence[Any] = [desired_range] if n_outputs == 1 else desired_range
    shape = "(low, high)" if n_outputs == 1 else f"a list of {n_outputs} pairs (low, high)"
    found = []
    try:
        for pair in given:
            low, high = pair if pair is not None else (None, None)
            limits = -np.inf if low is None else float(low), np.inf if high is None else float(high)
            found.append(limits)
    except (TypeError, ValueError):
        raise ValueError(f"desired_range must be {shape}, got {desired_range!r}.") from None
    if len(found) != n_outputs or not all(low <= high for low, high in found):
        raise ValueError(f"desired_range must be {shape} with low <= high, got {desired_range!r}.")
    return found


def range_text(limits: tuple[float, float]) -> str:
    low, high = limits
    if np.isinf(high):
        return f"of at least {format_number(low)}"
    if np.isinf(low):
        return f"of at most {format_number(high)}"
    return f"from {format_number(low)} to {format_number(high)}"


def score_limit(scale: OutputScale, limit: float, factor: Floats) -> float:
    """Return the limit of factor @ scores at which the prediction is within a limit.

    One entry of ``factor`` is 1 or -1, the others are 0.
    """

    def reached(score: float) -> bool:
        return bool(factor @ scale(score * factor[None, :])[0] >= factor.sum() * limit)

    return smallest_score(reached)


def smallest_score(reached: Callable[[float], bool]) -> float:
    """Return the smallest number at which an increasing condition holds."""
    low, high = -1.0, 1.0
    with np.errstate(over="ignore"):
        while reached(low):
            low *= 2
            if low < -UNREACHED:
                return -UNREACHED
        while not reached(high):
            high *= 2
            if high > UNREACHED:
                return UNREACHED
        while low < (middle := low + (high - low) / 2) < high:
            low, high = (low, middle) if reached(middle) else (middle, high)
    return high
