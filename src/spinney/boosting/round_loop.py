"""The loop over boosting iterations, and its callbacks."""

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
    """Argument of the callbacks after each iteration.

    Attributes
    ----------
    round : int
        Index of the iteration, from 0; a continued fit starts at the iterations of its model.
    n_rounds : int
        Number of iterations at the end of the fit.
    estimator : estimator
        The estimator, in its state before this fit.
    evals : dict
        The metrics so far, as in ``evals_result_``.
    learning_rate : float
        The learning rate; may be set for the following iterations.
    stopped : bool
        Whether ``stop()`` was called.
    """

    def __init__(self, estimator: BoostingParameters, n_rounds: int, evals: Results) -> None:
        self.round = -1
        self.n_rounds = n_rounds
        self.estimator = estimator
        self.evals = evals
        self.learning_rate = float(estimator.learning_rate)
        self.stopped = False

    def stop(self) -> None:
        """Stop after this iteration."""
        self.stopped = True


class RoundListeners:
    """Early stopping, callbacks and progress after each iteration."""

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
        """Stop early and call the callbacks; ``trees`` are those of all iterations of this fit."""
        evaluation, patience = self.evaluation, self.patience
        if evaluation and patience and info.round - evaluation.best_round >= patience:
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
    """Run the iterations and return their trees in order."""
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
