"""Losses: the interface, the named losses of the core, and a placeholder for one class."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._core import Link, Task
from ..data.weights import Weights

Floats = NDArray[np.float64]

LOSSES = {info.name: info for info in _core.losses()}
CLASS_LOSSES = [name for name, info in LOSSES.items() if info.task is Task.classification]
NUMBER_LOSSES = [name for name, info in LOSSES.items() if info.task is Task.regression]
# The range of gradients in single precision.
LARGEST, SMALLEST = 1e30, 1e-30


class BoostingLoss(Protocol):
    """Interface of a loss. Scores are (n_scores, rows); several targets are (rows, targets)."""

    @property
    def name(self) -> str: ...
    @property
    def n_scores(self) -> int: ...
    @property
    def link(self) -> Link | None:
        """The link between scores and predictions; None if it is a Python function."""

    @property
    def core(self) -> _core.Loss | None:
        """The loss in the core; None if derivatives are computed in Python."""

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        """The constant scores with the lowest loss, (n_scores,)."""

    def value(
        self, y: Floats, scores: Floats, weight: Weights | None, n_threads: int = 1
    ) -> float | None:
        """Weighted mean of the loss; None if unknown."""

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        """Gradient and hessian by the scores; ``where`` is the location for error messages."""

    def predict(self, scores: Floats) -> Floats:
        """Class probabilities or predicted values, (rows, outputs)."""

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        """Index of the predicted class of each row."""


@dataclass(frozen=True)
class NamedLoss:
    """A loss of the core, compared by name and parameters."""

    name: str
    n_classes: int = 0
    parameter: float = 0.0
    n_targets: int = 1
    """Columns of y, in regression; each has a score."""

    @cached_property
    def core(self) -> _core.Loss:
        return _core.Loss(self.name, self.n_classes, self.parameter, self.n_targets)

    @property
    def n_scores(self) -> int:
        return self.core.n_scores

    @property
    def link(self) -> Link:
        return self.core.link

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        return self.core.initial(flat(y), weight)

    def value(self, y: Floats, scores: Floats, weight: Weights | None, n_threads: int = 1) -> float:
        return self.core.value(flat(y), scores, weight, n_threads)

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        return self.core.derivatives(flat(y), scores, weight)

    def predict(self, scores: Floats) -> Floats:
        return self.core.predict(scores)

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        return best_score(scores)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class SingleClass:
    """Placeholder for the loss if y has a single class."""

    name: str = "log_loss"
    n_scores: int = 1
    core: None = None

    @property
    def link(self) -> Link:
        return Link.identity

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        return np.zeros(1)

    def value(self, y: Floats, scores: Floats, weight: Weights | None, n_threads: int = 1) -> float:
        return 0.0

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        return np.zeros_like(scores), np.zeros_like(scores)

    def predict(self, scores: Floats) -> Floats:
        return np.ones((scores.shape[1], 1))

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        return np.zeros(scores.shape[1], dtype=np.intp)


def flat(y: Floats) -> Floats:
    """Return targets in the layout of the core: one target after the other."""
    return y.ravel(order="F")


def best_score(scores: Floats) -> NDArray[np.intp]:
    """Index of the class with the largest score; of two classes, the second if the score is > 0."""
    best: NDArray[np.intp]
    best = scores.argmax(axis=0) if len(scores) > 1 else (scores[0] > 0).astype(np.intp)
    return best


def loss_parameter(estimator: object, name: str) -> float:
    """Value of the estimator's parameter that the loss depends on; 0.0 if there is none."""
    parameter = LOSSES[name].parameter
    return 0.0 if parameter is None else float(getattr(estimator, parameter.name))


def check_targets(loss: NamedLoss, y: NDArray[Any]) -> None:
    """Raise if a target is outside the domain of the loss or the range of single precision.

    ``y`` is (rows, targets).
    """
    loss.core.check_targets(flat(np.asarray(y, dtype=np.float64)))
    for column in y.T:
        low, high = float(column.min()), float(column.max())
        if max(-low, high) > LARGEST or (low < high and high - low < SMALLEST):
            raise ValueError(
                f"y ranges from {low} to {high}; boosting needs absolute values of at most "
                f"{LARGEST:g} and a range of at least {SMALLEST:g}: multiply y by a constant."
            )


def check_weight_scale(weight: Weights | None) -> None:
    """Raise if the weights are too large or too small for gradients in single precision."""
    if weight is not None and not SMALLEST <= weight.max() <= LARGEST:
        raise ValueError(
            "The largest sample_weight, times class_weight and scale_pos_weight, is "
            f"{weight.max():g}; boosting needs one from {SMALLEST:g} to {LARGEST:g}: multiply the "
            "weights by a constant."
        )
