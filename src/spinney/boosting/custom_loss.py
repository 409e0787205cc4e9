"""User-defined losses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, softmax

from .._core import Link
from ..data.columns import Array
from ..data.weights import Weights
from .losses import Floats, best_score
from .user_functions import UserFunction


@dataclass(frozen=True)
class CustomLoss:
    """Wrapper of ``loss(y, raw) -> (gradient, hessian)``, or of ``loss(y, raw, weight)``.

    A function with an argument for weights returns weighted derivatives.
    ``raw`` has shape (rows,), or (rows, n_scores) if there are several scores, and y (rows,
    targets) if there are several targets. The methods
    ``initial``, ``value`` and ``predict`` (or ``link``) of the object are optional.
    """

    function: Any
    n_classes: int = 0
    core: None = None
    n_targets: int = 1

    @property
    def name(self) -> str:
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    @property
    def n_scores(self) -> int:
        return self.n_classes if self.n_classes > 2 else self.n_targets

    @property
    def link(self) -> Link | None:
        if self._inverse_link is not None:
            return None
        if self.n_classes == 0:
            return Link.identity
        return Link.softmax if self.n_classes > 2 else Link.logit

    @property
    def _inverse_link(self) -> Callable[[Array], Any] | None:
        """The user's function from scores to predictions, or None."""
        function = getattr(self.function, "predict", None)
        return function or getattr(self.function, "link", None)

    def initial(self, y: Floats, weight: Weights | None) -> Floats:
        if not hasattr(self.function, "initial"):
            return np.zeros(self.n_scores)
        given = self.function.initial(y, weight)
        initial = np.asarray(given, dtype=np.float64).reshape(-1)
        if initial.shape != (self.n_scores,) or not np.isfinite(initial).all():
            raise ValueError(
                f"{self.name}.initial() must return {self.n_scores} finite numbers, got {given!r}."
            )
        return initial

    def value(
        self, y: Floats, scores: Floats, weight: Weights | None, n_threads: int = 1
    ) -> float | None:
        if not hasattr(self.function, "value"):
            return None
        return float(self.function.value(y, raw_scores(scores)))

    def derivatives(
        self, y: Floats, scores: Floats, weight: Weights | None, where: str
    ) -> tuple[Floats, Floats]:
        function = UserFunction(self.function)
        given = function.call(y, raw_scores(scores), weight)
        try:
            gradient, hessian = given
        except (TypeError, ValueError):
            raise ValueError(
                f"{self.name} must return a gradient and a hessian, got {type(given).__name__} "
                f"({where})."
            ) from None
        derivatives = (
            self._checked(gradient, "gradient", scores, where),
            self._checked(hessian, "hessian", scores, where),
        )
        if weight is None or not function.takes_weight:
            return derivatives
        # The core multiplies by the weights.
        return derivatives[0] / weight, derivatives[1] / weight

    def _checked(self, given: Any, what: str, scores: Floats, where: str) -> Floats:
        n_scores, n_rows = scores.shape
        array = np.asarray(given, dtype=np.float64)
        shape = (n_rows,) if n_scores == 1 else (n_rows, n_scores)
        if array.shape != shape and array.shape != (n_rows, n_scores):
            raise ValueError(
                f"{self.name} returned a {what} of shape {array.shape}, expected {shape} ({where})."
            )
        array = array.reshape(n_rows, n_scores)
        wrong = ~np.isfinite(array)
        if what == "hessian":
            wrong |= array < 0
        if wrong.any():
            row, k = np.argwhere(wrong)[0]
            raise ValueError(
                f"{self.name} returned a {what} of {array[row, k]} in row {row} ({where})."
            )
        return np.ascontiguousarray(array.T)

    def predict(self, scores: Floats) -> Floats:
        if self._inverse_link is None:
            return class_probabilities(scores) if self.n_classes else scores.T
        predicted: Array = np.asarray(self._inverse_link(raw_scores(scores)), dtype=np.float64)
        n_rows = scores.shape[1]
        if self.n_classes == 2 and predicted.shape == (n_rows,):
            predicted = np.column_stack([1 - predicted, predicted])
        shape = (n_rows, self.n_classes or self.n_targets)
        if predicted.shape not in (shape, (n_rows,) if shape[1] == 1 else shape):
            raise ValueError(
                f"{self.name} predicts an array of shape {predicted.shape}, expected {shape}."
            )
        return predicted.reshape(shape)

    def best_class(self, scores: Floats) -> NDArray[np.intp]:
        if self._inverse_link is None:
            return best_score(scores)
        best: NDArray[np.intp] = self.predict(scores).argmax(axis=1)
        return best


def raw_scores(scores: Floats) -> Floats:
    """Scores in the user's layout: (rows,) for a single score, else (rows, n_scores)."""
    return scores[0] if len(scores) == 1 else scores.T


def class_probabilities(scores: Floats) -> Floats:
    """Probabilities by the logistic function, or by softmax if there are several scores."""
    probabilities: Floats
    if len(scores) > 1:
        probabilities = softmax(scores.T, axis=1)
    else:
        probabilities = np.column_stack([expit(-scores[0]), expit(scores[0])])
    return probabilities
