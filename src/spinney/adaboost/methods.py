"""What a round makes of its member's answers: an error, a vote, a factor of every row's weight."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST = float(np.finfo(np.float64).eps)
"""Least share of all weight that a row keeps, so that it can come back; least share of a class."""
NOISE = 1e-11
"""An error so little below that of chance is chance."""

LOSSES: dict[str, Callable[[Floats], Floats]] = {
    "linear": lambda error: error,
    "square": lambda error: error**2,
    "exponential": lambda error: 1 - np.exp(-error),
}
"""Of errors from 0 to 1."""


class Verdict(NamedTuple):
    """What a member came to in its round."""

    error: float
    vote: float
    """0 if the member is no better than chance."""
    factor: Floats | None
    """Of the rows' weights in the next round, up to a scale; None if there is none to come."""


PERFECT = Verdict(0.0, 1.0, None)


@dataclass(frozen=True)
class Samme:
    """Discrete AdaBoost for any number of classes: members vote."""

    n_classes: int
    learning_rate: float

    @property
    def n_scores(self) -> int:
        """Two classes need one score: that of the second less that of the first."""
        return 1 if self.n_classes <= 2 else self.n_classes

    def form(self, shares: Floats) -> NDArray[np.intp]:
        """What ``judge`` asks of class shares (n, classes); the first of equal classes."""
        best: NDArray[np.intp] = shares.argmax(axis=1)
        return best

    def judge(self, answers: NDArray[Any], y: NDArray[Any], weight: Floats) -> Verdict:
        wrong = answers != y
        error = float(weight[wrong].sum() / weight.sum())
        if error <= 0:
            return PERFECT
        if error >= 1 - 1 / self.n_classes - NOISE:
            return Verdict(error, 0.0, None)
        odds = np.log((1 - error) / error) + np.log(self.n_classes - 1.0)
        vote = float(self.learning_rate * odds)
        # Scaled, this is the same as raising the weights of the wrong ones, and cannot overflow.
        return Verdict(error, vote, np.where(wrong, 1.0, np.exp(-vote)))

    def scores(self, shares: Floats) -> Floats:
        """What a member with a vote of 1 adds to the scores: (n, n_scores)."""
        if self.n_classes == 1:
            return np.zeros((len(shares), 1))
        opinions = self.opinions(shares)
        return opinions[:, 1:] - opinions[:, :1] if self.n_classes == 2 else opinions

    def opinions(self, shares: Floats) -> Floats:
        """The same by class: (n, classes)."""
        chosen = np.eye(self.n_classes)[shares.argmax(axis=1)]
        return np.asarray(chosen - (1 - chosen) / (self.n_classes - 1))


@dataclass(frozen=True)
class SammeR(Samme):
    """Real AdaBoost: members answer with probabilities, and all have the same vote."""

    def form(self, shares: Floats) -> Any:
        return shares

    def judge(self, answers: NDArray[Any], y: NDArray[Any], weight: Floats) -> Verdict:
        k = self.n_classes
        error = float(weight[answers.argmax(axis=1) != y].sum() / weight.sum())
        if error <= 0:
            return PERFECT
        logs = log_shares(answers)
        own = logs[np.arange(len(y)), y]
        margin = own - (logs.sum(axis=1) - own) / (k - 1)
        exponent = -self.learning_rate * (k - 1) / k * margin
        return Verdict(error, 1.0, np.exp(exponent - exponent.max()))

    def opinions(self, shares: Floats) -> Floats:
        logs = log_shares(shares)
        return np.asarray((self.n_classes - 1) * (logs - logs.mean(axis=1, keepdims=True)))


@dataclass(frozen=True)
class R2:
    """AdaBoost.R2 for numbers: errors count relative to the largest one."""

    loss: str
    learning_rate: float

    def form(self, values: Floats) -> Any:
        """What ``judge`` asks of values (n, 1)."""
        return values[:, 0]

    def judge(self, answers: NDArray[Any], y: NDArray[Any], weight: Floats) -> Verdict:
        error = np.abs(0.5 * answers - 0.5 * y)  # halves: a difference could overflow
        largest = error.max()
        if largest == 0:
            return PERFECT
        loss = LOSSES[self.loss](error / largest)
        mean = float((weight * loss).sum() / weight.sum())
        if mean <= 0:
            return PERFECT
        if mean >= 0.5 - NOISE:
            return Verdict(mean, 0.0, None)
        beta = mean / (1 - mean)
        vote = float(self.learning_rate * np.log(1 / beta))
        return Verdict(mean, vote, beta ** (self.learning_rate * (loss.max() - loss)))


def log_shares(shares: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(shares, LEAST)))
