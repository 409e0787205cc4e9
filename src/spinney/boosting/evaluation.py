"""Metrics of the validation sets after each boosting iteration."""

import math
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from .. import _core
from .eval_results import Results
from .eval_sets import EvalSet
from .losses import BoostingLoss, Floats
from .metric_functions import EvalBatch
from .metrics import AnyMetric, make_metrics
from .model import BoostedModel
from .parameters import BoostingParameters


@dataclass
class Tracker:
    """The best value so far of one metric on one set."""

    set_name: str
    metric: str
    tol: float
    relative_tol: float = 0.0
    best_round: int = -1
    best_score: float = math.nan
    higher: bool = False
    """Whether higher values are better."""

    def add(self, round_: int, value: float, higher: bool) -> None:
        self.higher = higher
        gain = value - self.best_score if higher else self.best_score - value
        if self.best_round < 0 or gain > self.tol + self.relative_tol * abs(self.best_score):
            self.best_round, self.best_score = round_, value


class Evaluation:
    """Scores and metrics of the sets after each iteration, and the best iteration so far."""

    def __init__(
        self,
        estimator: BoostingParameters,
        model: BoostedModel,
        sets: list[EvalSet],
        n_threads: int,
        metrics: list[AnyMetric] | None = None,
    ) -> None:
        self.loss: BoostingLoss = model.loss
        self.classes = model.classes
        self.metrics = metrics or make_metrics(estimator, model.loss, model.classes)
        self.sets = sets
        self.n_threads = n_threads
        self.scores: list[Floats | None] = [
            None
            if one.has_booster_scores
            else model.scores(one.rows.table, n_threads, one.rows.margin)
            for one in sets
        ]
        self.results: Results = {one.name: {} for one in sets}
        self.stopping = str(estimator.stopping_metric)
        self.tol = float(estimator.tol)
        self.relative_tol = 0.0
        self.trackers: dict[tuple[str, str], Tracker] = {}
        self.stopped_by: Tracker | None = None
        self.last_round = -1

    def add(self, round_: int, trees: list[_core.Tree], training_scores: Floats) -> None:
        """Add the trees of an iteration to the scores of all sets, and evaluate them."""
        self.last_round = round_
        ensemble = _core.Ensemble(trees, self.loss.n_scores)
        for one, scores in zip(self.sets, self.scores, strict=True):
            if scores is not None:
                ensemble.add(one.rows.table, scores, self.n_threads)
            self._evaluate(round_, one, training_scores if scores is None else scores)

    def _evaluate(self, round_: int, one: EvalSet, scores: Floats) -> None:
        batch = EvalBatch(
            self.loss,
            self.classes,
            one.rows.y,
            scores,
            one.rows.weight,
            n_threads=self.n_threads,
        )
        for name, value, higher in chain.from_iterable(m.values(batch) for m in self.metrics):
            if not isinstance(value, int | float | np.number) or math.isnan(value):
                raise ValueError(f"{name} of {one.name!r} is {value!r} after iteration {round_}.")
            self.results[one.name].setdefault(name, []).append(float(value))
            tracker = self.trackers.setdefault(
                (one.name, name), Tracker(one.name, name, self.tol, self.relative_tol)
            )
            tracker.add(round_, float(value), higher)

    @property
    def watched(self) -> list[Tracker]:
        """The trackers that early stopping uses: not those of the training data, if possible."""
        training = {one.name for one in self.sets if one.is_train}
        trackers = list(self.trackers.values())
        found = [one for one in trackers if one.set_name not in training] or trackers
        if self.stopping == "any":
            return found
        last_set = [one for one in found if one.set_name == found[-1].set_name]
        return [last_set[0 if self.stopping == "first" else -1]]

    @property
    def best(self) -> Tracker:
        """The metric that stopped the fit, or the first one that early stopping uses."""
        return self.stopped_by or self.watched[0]

    def is_stalled(self, round_: int, patience: int) -> bool:
        """Return whether a metric has not improved for ``patience`` iterations."""
        stalled = [one for one in self.watched if round_ - one.best_round >= patience]
        self.stopped_by = stalled[0] if stalled else None
        return bool(stalled)

    def state(self) -> dict[str, Any]:
        """Return the fitted attributes of validation."""
        if self.last_round < 0:
            return {}
        return {
            "_evals_result": self.results,
            "_best_iteration": self.best.best_round,
            "_best_score": self.best.best_score,
            "_n_fitted": self.last_round + 1,
        }

    def last_values(self) -> list[tuple[str, str, float, bool]]:
        """Return set, metric, value and whether higher is better, after the last iteration."""
        return [
            (*key, self.results[key[0]][key[1]][-1], one.higher)
            for key, one in self.trackers.items()
        ]

    def latest(self) -> str:
        """Return the metrics of the last iteration as text."""
        return ", ".join(
            f"{name} {metric} {values[-1]:.5g}"
            for name, metrics in self.results.items()
            for metric, values in metrics.items()
        )
