"""The boosting iterations of AdaBoost."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..data.user_warnings import warn
from .methods import MIN_SHARE, R2, Floats, RoundResult, Samme
from .trainers import Trainer

Method = Samme | R2


class Round(NamedTuple):
    """A member, its vote and its error."""

    member: Any
    vote: float
    error: float


class RowWeights:
    """Sample weights of the current iteration: the user's weights times factors of 40 bits.

    Rounding the factors keeps a row of weight 3 exactly equal to three rows of weight 1, and
    tied splits tied.
    """

    def __init__(self, weight: Floats) -> None:
        self.own = np.maximum(scale_to_one(weight, weight.sum()), MIN_SHARE)
        self.factor = np.ones(len(weight))

    def current(self) -> Floats:
        """Return the weights; their sum is between 1/2 and 1, apart from minimum weights."""
        return self.own * self.factor

    def multiply(self, factor: Floats) -> None:
        product = self.factor * factor
        product = scale_to_one(product, (self.own * product).sum())
        product = np.maximum(product, MIN_SHARE / self.own)
        spread = product * (2**13 + 1)
        self.factor = spread - (spread - product)


def scale_to_one(values: Floats, total: float) -> Floats:
    """Scale values by a power of two to a total between 1/2 and 1."""
    return np.asarray(np.ldexp(values, -np.frexp(total)[1]))


OnRound = Callable[[Round], bool]
"""Called after each iteration; returns whether to continue."""


def run_rounds(
    trainer: Trainer, method: Method, start: Sequence[Any], n_rounds: int, on_round: OnRound
) -> list[Round]:
    """Fit one member per iteration, and update the sample weights.

    The members in ``start`` are evaluated again to restore the weights.
    """
    rounds: list[Round] = []
    weights = RowWeights(trainer.weight)
    for i in range(n_rounds):
        weight = weights.current()
        member = start[i] if i < len(start) else trainer.fit(i, weight)
        predictions = trainer.predict(member, trainer.rows, method.transform)
        result = method.evaluate(predictions, trainer.y, weight)
        if result.vote == 0:
            if i == 0:
                rounds.append(only_member(member, result))
            break
        rounds.append(Round(member, result.vote, result.error))
        if not on_round(rounds[-1]) or result.factor is None:
            break
        weights.multiply(result.factor)
    return rounds


def only_member(member: Any, result: RoundResult) -> Round:
    """Return the only iteration if the first member is not better than a random guess."""
    warn(
        f"The first member is no better than chance (error {result.error:.3g}); the model "
        "consists of this member only."
    )
    return Round(member, 1.0, result.error)
