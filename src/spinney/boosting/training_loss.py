"""The loss on the training data after each iteration: ``train_score_``."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import _core
from .._core import Link
from ..base.validation_split import Mask
from .booster import DrawsRows
from .boosting_data import Rows
from .losses import BoostingLoss, Floats

MAX_SCORES = 200_000
"""Number of training scores up to which every fit computes the loss."""
Step = Callable[[int, float], list[_core.Tree]]


class TrainingLoss:
    """Records the loss after each iteration; twice the half losses, as in scikit-learn."""

    def __init__(
        self,
        loss: BoostingLoss,
        rows: Rows,
        booster: DrawsRows,
        n_parallel: int,
        n_threads: int,
    ) -> None:
        self.loss = loss
        self.n_parallel = n_parallel
        self.n_threads = n_threads
        self.rows = rows
        self.booster = booster
        is_half = loss.name == "squared_error" or (
            loss.name == "log_loss" and loss.link is Link.logit
        )
        self.factor = 2.0 if is_half else 1.0
        self.values: list[float] = []
        self.oob_scores: list[float] = []
        self.oob_start = 0.0

    def recording(self, step: Step) -> Step:
        """Return the step function that also records the losses."""

        def recorded(round_: int, rate: float) -> list[_core.Tree]:
            others = self._out_of_bag(round_)
            samples = not others.all()
            if samples and not self.oob_scores and others.any():
                self.oob_start = self._value(others) or 0.0
            trees = step(round_, rate)
            value = self._value(~others if samples else None)
            if value is not None:  # a custom loss may have no value
                self.values.append(value)
            if samples and others.any():
                self.oob_scores.append(self._value(others) or 0.0)
            elif samples:  # every row was drawn
                self.oob_scores.append([self.oob_start, *self.oob_scores][-1])
            return trees

        return recorded

    def _out_of_bag(self, round_: int) -> Mask:
        """Return the rows that no tree of an iteration was fitted to; all rows: no sampling."""
        others = np.ones(len(self.rows.y), np.bool_)
        for i in range(self.n_parallel):
            others[self.booster.drawn_rows(round_ * self.n_parallel + i)] = False
        return others

    def _value(self, keep: Mask | None) -> float | None:
        """Return the loss on all rows, or on those to keep."""
        y, weight, _ = self.rows[1:]
        scores = self.booster.scores
        if keep is not None:
            weight = None if weight is None else weight[keep]
            y, scores = y[keep], np.ascontiguousarray(scores[:, keep])
        value = self.loss.value(y, scores, weight, self.n_threads)
        return None if value is None else self.factor * value

    def state(self, earlier: Mapping[str, Any], n_before: int, n_rounds: int) -> dict[str, Any]:
        """Return ``train_score_`` and, with ``subsample``, the attributes of out-of-bag samples.

        ``earlier`` holds the attributes of the model that was continued.
        """
        before = earlier.get("train_score_", ()) if n_before else ()
        scores = np.array([*before, *self.values][:n_rounds])
        state = {"train_score_": scores} if len(scores) == n_rounds else {}
        continues = n_before > 0 and "oob_scores_" in earlier
        if len(self.oob_scores) == len(self.values) and (self.oob_scores or continues):
            state |= self._oob_state(earlier, n_before, n_rounds)
        return state

    def _oob_state(
        self, earlier: Mapping[str, Any], n_before: int, n_rounds: int
    ) -> dict[str, Any]:
        def continued(name: str, values: list[float]) -> Floats:
            known: Floats = earlier.get(name, np.empty(0))
            before = known if len(known) == n_before else np.zeros(n_before)
            return np.concatenate([before, values])[:n_rounds]

        known = continued("oob_scores_", [])
        start = known[-1] if n_before and known[-1] else self.oob_start
        decreases = -np.diff([start, *self.oob_scores])
        scores = continued("oob_scores_", self.oob_scores)
        return {
            "oob_scores_": scores,
            "oob_improvement_": continued("oob_improvement_", decreases.tolist()),
            "oob_score_": float(scores[-1]),
        }
