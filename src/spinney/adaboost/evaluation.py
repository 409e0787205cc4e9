"""Rounds as others hear of them: the loss on validation rows, when to stop, progress."""

from types import TracebackType
from typing import Any, Self

import numpy as np

from .. import _core
from ..base.progress import make_progress
from .adaboost_data import EvalRows
from .methods import Floats, Samme
from .round_loop import Method, Round
from .trainers import Trainer


class Validation:
    """What the rounds so far say of the validation rows, and how wrong that is."""

    def __init__(self, trainer: Trainer, method: Method, judged: EvalRows) -> None:
        self.trainer, self.method, self.judged = trainer, method, judged
        self.losses: list[float] = []
        self.scores: Floats | float = 0.0
        self.numbers: list[Floats] = []
        self.votes: list[float] = []

    @property
    def metric(self) -> str:
        return "error" if isinstance(self.method, Samme) else "squared_error"

    @property
    def best(self) -> int:
        """The round of least loss, from 0 on; the first of equals."""
        return int(np.argmin(self.losses))

    def add(self, round_: Round) -> None:
        losses, weight = self.losses_of_rows(round_), self.judged.weight
        self.losses.append(float((weight * losses).sum() / weight.sum()))

    def losses_of_rows(self, round_: Round) -> Floats:
        rows, y = self.judged.rows, self.judged.y
        ask: Any = self.trainer.ask
        if isinstance(self.method, Samme):
            self.scores = self.scores + round_.vote * ask(round_.member, rows, self.method.scores)
            return np.asarray(chosen_classes(np.asarray(self.scores).T) != y, dtype=np.float64)
        self.numbers.append(ask(round_.member, rows, self.method.form))
        self.votes.append(round_.vote)
        together = np.ascontiguousarray(np.column_stack(self.numbers))
        return np.square(_core.weighted_medians(together, np.array(self.votes)) - y)

    def found(self) -> dict[str, Any]:
        """The attributes that fit adds."""
        return {
            "evals_result_": {"validation": {self.metric: self.losses}},
            "best_iteration_": self.best,
            "best_score_": self.losses[self.best],
        }


def chosen_classes(scores: Floats) -> Any:
    """Class indices for scores (n_scores, rows); the first of equals."""
    return (scores[0] > 0).astype(np.intp) if len(scores) == 1 else scores.argmax(axis=0)


class Watch:
    """Hears of every round: validation, patience, progress."""

    def __init__(
        self, validation: Validation | None, patience: int | None, n_rounds: int, verbose: int
    ) -> None:
        self.validation, self.patience = validation, patience
        self.display = make_progress(verbose, "AdaBoost", "round", n_rounds) if verbose else None
        self.n_done = 0

    def __enter__(self) -> Self:
        if self.display is not None:
            self.display.__enter__()
        return self

    def __call__(self, round_: Round) -> bool:
        """Whether to go on."""
        self.n_done += 1
        text = f"error {round_.error:.5g}"
        go_on, judged = True, self.validation
        if judged is not None:
            judged.add(round_)
            text += f", validation {judged.metric} {judged.losses[-1]:.5g}"
            if self.patience is not None:
                go_on = self.n_done - 1 - judged.best < self.patience
        if self.display is not None:
            self.display.show(self.n_done, text)
        return go_on

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.display is not None:
            self.display.__exit__(kind, error, trace)
