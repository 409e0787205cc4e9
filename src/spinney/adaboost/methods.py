"""SAMME, SAMME.R and AdaBoost.R2: error, vote and new sample weights of an iteration."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MIN_SHARE = float(np.finfo(np.float64).eps)
"""Minimum share of the total weight of a row, and minimum probability of a class."""
NOISE = 1e-11
"""Tolerance of the comparison with the error of a random guess."""

LOSSES: dict[str, Callable[[Floats], Floats]] = {
    "linear": lambda error: error,
    "square": lambda error: error**2,
    "exponential": lambda error: 1 - np.exp(-error),
}
"""Loss functions of errors between 0 and 1."""


class RoundResult(NamedTuple):
    """Result of an iteration."""

    error: float
    vote: float
    """0 if the member is not better than a random guess."""
    factor: Floats | None
    """Factors of the sample weights, up to a common scale; None if this is the last iteration."""


PERFECT = RoundResult(0.0, 1.0, None)


@dataclass(frozen=True)
class Samme:
    """SAMME: discrete AdaBoost for any number of classes."""

    n_classes: int
    learning_rate: float

    @property
    def n_scores(self) -> int:
        """Number of scores: one for two classes, the difference of the second and the first."""
        return 1 if self.n_classes <= 2 else self.n_classes

    def transform(self, proba: Floats) -> NDArray[np.intp]:
        """Return the predicted classes for class probabilities (n, classes); the first of a tie."""
        best: NDArray[np.intp] = proba.argmax(axis=1)
        return best

    def evaluate(self, predictions: NDArray[Any], y: NDArray[Any], weight: Floats) -> RoundResult:
        wrong = predictions != y
        error = float(weight[wrong].sum() / weight.sum())
        if error <= 0:
            return PERFECT
        if error >= 1 - 1 / self.n_classes - NOISE:
            return RoundResult(error, 0.0, None)
        odds = np.log((1 - error) / error) + np.log(self.n_classes - 1.0)
        vote = float(self.learning_rate * odds)
        # Same as increasing the weights of misclassified rows, up to scale, but cannot overflow.
        return RoundResult(error, vote, np.where(wrong, 1.0, np.exp(-vote)))

    def scores(self, proba: Floats) -> Floats:
        """Return the scores of a member with vote 1: (n, n_scores)."""
        if self.n_classes == 1:
            return np.zeros((len(proba), 1))
        scores = self.class_scores(proba)
        return scores[:, 1:] - scores[:, :1] if self.n_classes == 2 else scores

    def class_scores(self, proba: Floats) -> Floats:
        """Return the scores by class: (n, classes)."""
        chosen = np.eye(self.n_classes)[proba.argmax(axis=1)]
        return np.asarray(chosen - (1 - chosen) / (self.n_classes - 1))


@dataclass(frozen=True)
class SammeR(Samme):
    """SAMME.R: real AdaBoost, with class probabilities and equal votes."""

    def transform(self, proba: Floats) -> Any:
        return proba

    def evaluate(self, predictions: NDArray[Any], y: NDArray[Any], weight: Floats) -> RoundResult:
        k = self.n_classes
        error = float(weight[predictions.argmax(axis=1) != y].sum() / weight.sum())
        if error <= 0:
            return PERFECT
        logs = log_probabilities(predictions)
        own = logs[np.arange(len(y)), y]
        margin = own - (logs.sum(axis=1) - own) / (k - 1)
        exponent = -self.learning_rate * (k - 1) / k * margin
        return RoundResult(error, 1.0, np.exp(exponent - exponent.max()))

    def class_scores(self, proba: Floats) -> Floats:
        logs = log_probabilities(proba)
        return np.asarray((self.n_classes - 1) * (logs - logs.mean(axis=1, keepdims=True)))


@dataclass(frozen=True)
class R2:
    """AdaBoost.R2 for regression: errors relative to the largest error."""

    loss: str
    learning_rate: float

    def transform(self, values: Floats) -> Any:
        """Return values (n, 1) as a vector."""
        return values[:, 0]

    def evaluate(self, predictions: NDArray[Any], y: NDArray[Any], weight: Floats) -> RoundResult:
        error = np.abs(0.5 * predictions - 0.5 * y)  # the difference could overflow
        largest = error.max()
        if largest == 0:
            return PERFECT
        loss = LOSSES[self.loss](error / largest)
        mean = float((weight * loss).sum() / weight.sum())
        if mean <= 0:
            return PERFECT
        if mean >= 0.5 - NOISE:
            return RoundResult(mean, 0.0, None)
        beta = mean / (1 - mean)
        vote = float(self.learning_rate * np.log(1 / beta))
        return RoundResult(mean, vote, beta ** (self.learning_rate * (loss.max() - loss)))


def log_probabilities(proba: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(proba, MIN_SHARE)))
