"""The loop over boosting iterations, and its callbacks."""

import copy
import math
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from numbers import Real
from typing import Any, Protocol

from .. import _core
from ..base.callbacks import end_subtask
from ..base.progress import Lines, make_progress
from .booster import HasScores, Step
from .dropout import TreeScales
from .eval_results import AliasDict, by_any_name
from .evaluation import Evaluation
from .model import BoostedModel
from .parameters import BoostingParameters


class CallbackEstimator(Protocol):
    """The estimator that callbacks receive."""

    def _state(self, model: BoostedModel) -> dict[str, Any]: ...


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
    iteration, evaluation_result_list : int, list
        As in LightGBM: the same as ``round``, and the metrics of this iteration as tuples
        (set, metric, value, whether higher is better).
    learning_rate : float
        The learning rate; may be set for the following iterations.
    stopped : bool
        Whether ``stop()`` was called.
    """

    def __init__(
        self,
        estimator: CallbackEstimator,
        learning_rate: float,
        n_rounds: int,
        evaluation: Evaluation | None,
    ) -> None:
        self.round = -1
        self.n_rounds = n_rounds
        self.estimator = estimator
        self._evaluation = evaluation
        self.learning_rate = learning_rate
        self.stopped = False

    @property
    def evals(self) -> AliasDict:
        return by_any_name({} if self._evaluation is None else self._evaluation.results)

    @property
    def iteration(self) -> int:
        return self.round

    @property
    def evaluation_result_list(self) -> list[tuple[str, str, float, bool]]:
        return [] if self._evaluation is None else self._evaluation.last_values()

    def stop(self) -> None:
        """Stop after this iteration."""
        self.stopped = True


RateSchedule = Callable[[float, int], float]
"""Return the learning rate of an iteration, given that of the first one."""


def constant_rate(first: float, round_: int) -> float:
    return first


class RoundListeners:
    """Early stopping, callbacks and progress after each iteration."""

    def __init__(
        self,
        estimator: CallbackEstimator,
        patience: int | None,
        callbacks: Iterable[Callable[[RoundInfo], Any]],
        context: Any,
        print_period: int | None,
        monitor: Callable[..., Any] | None = None,
        schedule: RateSchedule | None = None,
    ) -> None:
        self.estimator = estimator
        self.patience = patience
        self.callbacks = list(callbacks)
        self.context = context
        self.print_period = print_period
        """Iterations between two lines; 0: no output, None: a progress bar."""
        self.monitor = monitor
        self.schedule: RateSchedule = schedule or constant_rate

    def __bool__(self) -> bool:
        shows = self.context is not None or self.print_period != 0
        return bool(self.callbacks or self.monitor or shows)

    def display(self, n_rounds: int) -> Any:
        """Return the context manager that shows progress."""
        if self.print_period is None:
            return make_progress(1, "boosting", "round", n_rounds)
        return Lines("round", n_rounds, self.print_period) if self.print_period else nullcontext()

    def on_round_end(
        self, info: RoundInfo, evaluation: Evaluation | None, model: Callable[[], BoostedModel]
    ) -> None:
        """Stop early and call the callbacks; ``model()`` has all iterations so far."""
        if evaluation and self.patience and evaluation.is_stalled(info.round, self.patience):
            info.stop()
        for callback in self.callbacks:
            callback(info)
        if self.monitor is not None:
            so_far = copy.copy(self.estimator)
            vars(so_far).update(self.estimator._state(model()))
            if self.monitor(info.round, so_far, {}):
                info.stop()
        end_subtask(self.context, self.estimator, "round", lambda: self.estimator._state(model()))


def run_rounds(
    estimator: BoostingParameters,
    step: Step,
    booster: HasScores,
    model: BoostedModel,
    rounds: range,
    evaluation: Evaluation | None,
    listeners: RoundListeners,
    scales: TreeScales,
) -> BoostedModel:
    """Run the iterations and return the model with their trees, before ``scales``."""
    trees: list[_core.Tree] = []
    rate = float(estimator.learning_rate)

    def grown() -> BoostedModel:
        return replace(model, trees=(*model.trees, *trees))

    if not listeners and evaluation is None:
        for round_ in rounds:
            trees += step(round_, rate)
        return grown()
    schedule = listeners.schedule
    info = RoundInfo(listeners.estimator, schedule(rate, rounds.start), rounds.stop, evaluation)
    with listeners.display(rounds.stop) as progress:
        for round_ in rounds:
            new = step(round_, checked_rate(info.learning_rate))
            trees += new
            info.round = round_
            if info.learning_rate == schedule(rate, round_):  # not set by a callback
                info.learning_rate = schedule(rate, round_ + 1)
            if evaluation is not None:
                evaluation.add(round_, scales.changes(new), booster.scores)
            if progress is not None:
                progress.show(round_ + 1, "" if evaluation is None else evaluation.latest())
            listeners.on_round_end(info, evaluation, lambda: scales.scaled(grown()))
            if info.stopped:
                break
    return grown()


def checked_rate(rate: Any) -> float:
    if not isinstance(rate, Real) or not 0 < float(rate) < math.inf:
        raise ValueError(f"A callback set learning_rate={rate!r}; it must be a number above 0.")
    return float(rate)
