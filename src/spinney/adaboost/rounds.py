"""The loop over rounds."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .methods import LEAST, R2, Samme, Verdict
from .trainers import Trainer

Method = Samme | R2


class Round(NamedTuple):
    """A member, its vote and its error."""

    member: Any
    vote: float
    error: float


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
    weight = trainer.weight / trainer.weight.sum()
    for i in range(n_rounds):
        weight = np.maximum(weight, LEAST)
        member = start[i] if i < len(start) else trainer.fit(i, weight)
        answers = trainer.ask(member, trainer.rows, method.form)
        verdict = method.judge(answers, trainer.y, weight)
        if verdict.vote == 0:
            if i == 0:
                rounds.append(only_member(member, verdict))
            break
        rounds.append(Round(member, verdict.vote, verdict.error))
        if not listener(rounds[-1]) or verdict.weight is None:
            break
        weight = verdict.weight / verdict.weight.sum()
    return rounds


def only_member(member: Any, verdict: Verdict) -> Round:
    """The first member where it is no better than chance: there is nothing to boost."""
    warnings.warn(
        f"The first member is no better than chance (error {verdict.error:.3g}), so that the "
        "model consists of it alone.",
        stacklevel=4,
    )
    return Round(member, 1.0, verdict.error)
