"""The loss of a fit: one of the core's by name, one from the user, or none for a single class."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.columns import Array
from ..data.targets import check_poisson
from ..data.weights import Weights

Floats = NDArray[np.float64]

CLASS_LOSSES = ("log_loss", "exponential")
NUMBER_LOSSES = (
    *("squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie"),
)
# Gradients are kept in single precision while trees grow.
LARGEST, SMALLEST = 1e30, 1e-30
PARAMETERS = {"huber": "alpha", "quantile": "alpha", "tweedie": "power"}


class BoostingLoss(Protocol):
    """What boosting asks of a loss. Scores are (n_scores, rows)."""

    @property
    def name(self) -> str: ...
    @property
    def n_scores(self) -> int: ...
    @property
    def core(self) -> _core.Loss | None:
        """What the core works with; None if every step is given derivatives."""

    def initial(self, y: Floats, weight: Weights | None) -> Floats: ...
    def value(self, y: Floats, scores: Floats, weight: Weights | None) -> float | None:
        """The weighted mean of the loss; None if there is no telling."""

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]: ...
    def predict(self, scores: Floats) -> Floats:
        """(rows, outputs): probabilities of all classes, or one number."""

    def best_class(self, scores: Floats) -> NDArray[np.intp]: ...


@dataclass(frozen=True)
class NamedLoss:
    """A loss of the core. Equal to another one that means the same."""

    name: str
    n_classes: int = 0
    parameter: float = 0.0

    @cached_property
    def core(self) -> _core.Loss:
        return _core.Loss(self.name, self.n_classes, self.parameter)

    @property
    def n_scores(self) -> int:
        return self.n_classes if self.n_classes > 2 else 1

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        return self.core.initial(y, weight)

    def value(self, y: Floats, scores: Floats, weight: Weights | None) -> float:
        return self.core.value(y, scores, weight)

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        return self.core.derivatives(y, scores, weight)

    def predict(self, scores: Floats) -> Floats:
        return self.core.predict(scores)

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        return best_score(scores)

    def __getstate__(self) -> dict[str, Any]:
        return {name: vars(self)[name] for name in ("name", "n_classes", "parameter")}


@dataclass(frozen=True)
class SingleClass:
    """Stands in for a loss where all rows have one class: there is nothing to learn."""

    name: str = "log_loss"
    n_scores: int = 1
    core: None = None

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        return np.zeros(1)

    def value(self, y: Floats, scores: Floats, weight: Weights | None) -> float:
        return 0.0

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        return np.zeros_like(scores), np.zeros_like(scores)

    def predict(self, scores: Floats) -> Floats:
        return np.ones((scores.shape[1], 1))

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        return np.zeros(scores.shape[1], dtype=np.intp)


def best_score(scores: Floats) -> NDArray[np.intp]:
    """The class with the largest score; of two classes, the second from above 0 on."""
    best: NDArray[np.intp]
    best = scores.argmax(axis=0) if len(scores) > 1 else (scores[0] > 0).astype(np.intp)
    return best


def loss_parameter(estimator: Any, name: str) -> float:
    """The value of alpha or power, where the loss has one."""
    return float(getattr(estimator, PARAMETERS[name])) if name in PARAMETERS else 0.0


def check_targets(name: str, y: Array) -> None:
    """Raise unless the loss is defined for every target."""
    if name in ("poisson", "tweedie"):
        check_poisson(y[:, None], name.capitalize())
    elif name == "gamma" and (y <= 0).any():
        row = int(np.flatnonzero(y <= 0)[0])
        raise ValueError(f"y is {y[row]} in row {row}, but the gamma loss needs y > 0.")
    low, high = float(y.min()), float(y.max())
    if max(-low, high) > LARGEST or (low < high and high - low < SMALLEST):
        raise ValueError(
            f"y goes from {low} to {high}; boosting needs numbers up to {LARGEST:g} in size that "
            f"differ by {SMALLEST:g} or more: multiply y by a constant."
        )


def check_weight_scale(weight: Weights | None) -> None:
    if weight is not None and not SMALLEST <= weight.max() <= LARGEST:
        raise ValueError(
            f"The largest sample_weight is {weight.max():g}; boosting needs one from {SMALLEST:g} "
            f"to {LARGEST:g}: multiply the weights by a constant."
        )
