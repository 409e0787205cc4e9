"""Validation loss, early stopping and progress of the iterations."""

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
    """Validation loss of the members so far."""

    def __init__(self, trainer: Trainer, method: Method, data: EvalRows) -> None:
        self.trainer, self.method, self.data = trainer, method, data
        self.losses: list[float] = []
        self.scores: Floats | float = 0.0
        self.predictions: list[Floats] = []
        self.votes: list[float] = []

    @property
    def metric(self) -> str:
        return "error" if isinstance(self.method, Samme) else "squared_error"

    @property
    def best(self) -> int:
        """The index of the iteration of the lowest loss; the first of a tie."""
        return int(np.argmin(self.losses))

    def add(self, round_: Round) -> None:
        losses, weight = self.row_losses(round_), self.data.weight
        self.losses.append(float((weight * losses).sum() / weight.sum()))

    def row_losses(self, round_: Round) -> Floats:
        """Add a member, and return the loss of each row."""
        rows, y = self.data.rows, self.data.y
        predict: Any = self.trainer.predict
        if isinstance(self.method, Samme):
            self.scores = self.scores + round_.vote * predict(
                round_.member, rows, self.method.scores
            )
            return np.asarray(predicted_classes(np.asarray(self.scores).T) != y, dtype=np.float64)
        self.predictions.append(predict(round_.member, rows, self.method.transform))
        self.votes.append(round_.vote)
        stacked = np.ascontiguousarray(np.column_stack(self.predictions))
        return np.square(_core.weighted_medians(stacked, np.array(self.votes)) - y)

    def state(self) -> dict[str, Any]:
        """Return the fitted attributes of validation."""
        return {
            "evals_result_": {"validation": {self.metric: self.losses}},
            "_best_iteration": self.best,
            "_best_score": self.losses[self.best],
        }


def predicted_classes(scores: Floats) -> Any:
    """Return class indices for scores (n_scores, rows); the first of a tie."""
    return (scores[0] > 0).astype(np.intp) if len(scores) == 1 else scores.argmax(axis=0)


class RoundMonitor:
    """Callback after each iteration: validation, early stopping and progress."""

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
        """Return whether to continue."""
        self.n_done += 1
        text = f"error {round_.error:.5g}"
        proceed, validation = True, self.validation
        if validation is not None:
            validation.add(round_)
            text += f", validation {validation.metric} {validation.losses[-1]:.5g}"
            if self.patience is not None:
                proceed = self.n_done - 1 - validation.best < self.patience
        if self.display is not None:
            self.display.show(self.n_done, text)
        return proceed

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.display is not None:
            self.display.__exit__(kind, error, trace)
