"""The loop over rounds, and what may listen to it."""

import math
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from numbers import Real
from typing import Any

from .. import _core
from ..base.callbacks import end_subtask
from ..base.progress import make_progress
from .booster import Step
from .evaluation import Evaluation, Results
from .parameters import BoostingParameters


class RoundInfo:
    """What a callback sees after each round.

    Attributes
    ----------
    round : int
        The round that is done, from 0 on; a continued fit goes on counting.
    n_rounds : int
        Rounds after which the fit will have ended.
    estimator : estimator
        The estimator, with its state from before this fit.
    evals : dict
        The metrics so far, as in ``evals_result_``.
    learning_rate : float
        The learning rate; may be set, for the rounds to come.
    """

    def __init__(self, estimator: BoostingParameters, n_rounds: int, evals: Results) -> None:
        self.round = -1
        self.n_rounds = n_rounds
        self.estimator = estimator
        self.evals = evals
        self.learning_rate = float(estimator.learning_rate)
        self.stopped = False

    def stop(self) -> None:
        """Let this round be the last one."""
        self.stopped = True


class RoundListeners:
    """Everything that wants to hear of a round: validation, callbacks, progress."""

    def __init__(
        self,
        evaluation: Evaluation | None,
        patience: int | None,
        callbacks: Iterable[Callable[[RoundInfo], Any]],
        context: Any,
        state: Callable[[list[_core.Tree]], dict[str, Any]],
        verbose: int,
    ) -> None:
        self.evaluation = evaluation
        self.patience = patience
        self.callbacks = list(callbacks)
        self.context = context
        self.state = state
        self.verbose = verbose

    def __bool__(self) -> bool:
        return bool(self.evaluation or self.callbacks or self.context is not None or self.verbose)

    def on_round_end(self, info: RoundInfo, trees: list[_core.Tree]) -> None:
        """A round is over; ``trees`` are those of all rounds of this fit."""
        judged, patience = self.evaluation, self.patience
        if judged and patience and info.round - judged.best_round >= patience:
            info.stop()
        for callback in self.callbacks:
            callback(info)
        end_subtask(self.context, info.estimator, "round", lambda: self.state(trees))


def run_rounds(
    estimator: BoostingParameters,
    step: Step,
    booster: _core.Booster,
    rounds: range,
    listeners: RoundListeners,
) -> list[_core.Tree]:
    """The trees of the rounds, one after another."""
    trees: list[_core.Tree] = []
    rate = float(estimator.learning_rate)
    if not listeners:
        for round_ in rounds:
            trees += step(round_, rate)
        return trees
    evaluation = listeners.evaluation
    info = RoundInfo(estimator, rounds.stop, {} if evaluation is None else evaluation.results)
    verbose = listeners.verbose
    display = make_progress(verbose, "boosting", "round", rounds.stop) if verbose else nullcontext()
    with display as progress:
        for round_ in rounds:
            new = step(round_, checked_rate(info.learning_rate))
            trees += new
            info.round = round_
            if evaluation is not None:
                evaluation.add(round_, new, booster.scores)
            if progress is not None:
                progress.show(round_ + 1, "" if evaluation is None else evaluation.latest())
            listeners.on_round_end(info, trees)
            if info.stopped:
                break
    return trees


def checked_rate(rate: Any) -> float:
    if not isinstance(rate, Real) or not 0 < float(rate) < math.inf:
        raise ValueError(f"A callback set learning_rate={rate!r}; it must be a number above 0.")
    return float(rate)
