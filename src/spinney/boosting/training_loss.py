"""The loss on the training data after each iteration: ``train_score_``."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._core import Link
from .boosting_data import Rows
from .losses import BoostingLoss, Floats

MAX_SCORES = 200_000
"""Number of training scores up to which every fit computes the loss."""
Step = Callable[[int, float], list[_core.Tree]]


class TrainingLoss:
    """Records the loss after each iteration; twice the half losses, as in scikit-learn."""

    def __init__(self, loss: BoostingLoss, rows: Rows, booster: _core.Booster) -> None:
        self.loss = loss
        self.rows = rows
        self.booster = booster
        is_half = loss.name == "squared_error" or (
            loss.name == "log_loss" and loss.link is Link.logit
        )
        self.factor = 2.0 if is_half else 1.0
        self.values: list[float] = []

    def recording(self, step: Step) -> Step:
        """Return the step function that also records the loss."""

        def recorded(round_: int, rate: float) -> list[_core.Tree]:
            trees = step(round_, rate)
            value = self.loss.value(self.rows.y, self.booster.scores, self.rows.weight)
            if value is not None:  # a custom loss may have no value
                self.values.append(self.factor * value)
            return trees

        return recorded

    def state(self, earlier: Floats | None, n_before: int, n_rounds: int) -> dict[str, Any]:
        """Return ``train_score_`` of all iterations of the model, if they are known."""
        if n_before and (earlier is None or len(earlier) != n_before):
            return {}
        before = [] if not n_before or earlier is None else earlier.tolist()
        scores = np.array([*before, *self.values][:n_rounds])
        return {"train_score_": scores} if len(scores) == n_rounds else {}
