"""The loop over rounds."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .methods import LEAST, R2, Floats, Samme, Verdict
from .trainers import Trainer

Method = Samme | R2


class Round(NamedTuple):
    """A member, its vote and its error."""

    member: Any
    vote: float
    error: float


class RowWeights:
    """The rows' weights, as those of the user times a factor of 40 binary digits.

    So a row of weight 3 stays exactly three rows of weight 1, and splits that are equally good
    stay so, where digits beyond would be noise that decides.
    """

    def __init__(self, weight: Floats) -> None:
        self.own = np.maximum(near_one(weight, weight.sum()), LEAST)
        self.factor = np.ones(len(weight))

    def now(self) -> Floats:
        """In all about 1: between 1/2 and 1, but for rows that are held at their least."""
        return self.own * self.factor

    def multiply(self, factor: Floats) -> None:
        product = self.factor * factor
        product = near_one(product, (self.own * product).sum())
        product = np.maximum(product, LEAST / self.own)
        spread = product * (2**13 + 1)
        self.factor = spread - (spread - product)


def near_one(values: Floats, total: float) -> Floats:
    """Values scaled by the power of two that brings their total between 1/2 and 1."""
    return np.asarray(np.ldexp(values, -np.frexp(total)[1]))


Listener = Callable[[Round], bool]
"""Hears of each round, and says whether to go on."""


def run_rounds(
    trainer: Trainer, method: Method, start: Sequence[Any], n_rounds: int, listener: Listener
) -> list[Round]:
    """Fit a member per round, each on the weights that the one before it leaves.

    The members in ``start`` are there already; their rounds are gone through again, which sets the
    weights for those to come.
    """
    rounds: list[Round] = []
    weights = RowWeights(trainer.weight)
    for i in range(n_rounds):
        weight = weights.now()
        member = start[i] if i < len(start) else trainer.fit(i, weight)
        answers = trainer.ask(member, trainer.rows, method.form)
        verdict = method.judge(answers, trainer.y, weight)
        if verdict.vote == 0:
            if i == 0:
                rounds.append(only_member(member, verdict))
            break
        rounds.append(Round(member, verdict.vote, verdict.error))
        if not listener(rounds[-1]) or verdict.factor is None:
            break
        weights.multiply(verdict.factor)
    return rounds


def only_member(member: Any, verdict: Verdict) -> Round:
    """The first member where it is no better than chance: there is nothing to boost."""
    warnings.warn(
        f"The first member is no better than chance (error {verdict.error:.3g}), so that the "
        "model consists of it alone.",
        stacklevel=4,
    )
    return Round(member, 1.0, verdict.error)
