"""Validation sets and their metrics after each boosting iteration."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..base.read_targets import ArgumentNames, ValidationSet
from .boosting_data import Rows, TrainingSet
from .losses import BoostingLoss, Floats
from .metrics import EvalBatch, Metric, make_metrics
from .model import BoostedModel
from .parameters import BoostingParameters

TRAIN = "train"
Results = dict[str, dict[str, list[float]]]


class GivenSets(NamedTuple):
    """The arguments of fit that hold validation data."""

    validation: ValidationSet | None
    """X_val, y_val and sample_weight_val."""
    pairs: list[ValidationSet]
    """The pairs of eval_set."""

    def has_validation(self, X: Any, y: Any) -> bool:
        """Return whether there is validation data besides the training data."""
        others = [pair for pair in self.pairs if pair.X is not X or pair.y is not y]
        return self.validation is not None or bool(others)


class EvalSet(NamedTuple):
    """A validation set, or the training data."""

    name: str
    rows: Rows


def eval_pairs(eval_set: Any, eval_sample_weight: Any) -> list[ValidationSet]:
    """Return ``eval_set`` as a list of validation sets; it may be a single pair (X, y)."""
    if eval_set is None:
        if eval_sample_weight is not None:
            raise ValueError("eval_sample_weight was passed without eval_set.")
        return []
    pairs = [eval_set] if isinstance(eval_set, tuple) and len(eval_set) == 2 else list(eval_set)
    for i, pair in enumerate(pairs):
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"eval_set[{i}] must be a pair (X, y).")
    weights = [None] * len(pairs) if eval_sample_weight is None else eval_sample_weight
    if len(weights) != len(pairs):
        raise ValueError(
            f"eval_sample_weight has {len(weights)} entries, but eval_set has {len(pairs)}."
        )
    return [
        ValidationSet(
            *(X, y, weight),
            ArgumentNames(f"eval_set[{i}][0]", f"eval_set[{i}][1]", f"eval_sample_weight[{i}]"),
        )
        for i, ((X, y), weight) in enumerate(zip(pairs, weights, strict=True))
    ]


def read_sets(data: TrainingSet, X: Any, y: Any, given: GivenSets) -> list[EvalSet]:
    """Read all sets in order: ``eval_set``, then ``X_val`` or the held-out training data."""
    sets: list[EvalSet] = []
    for pair in given.pairs:
        if pair.X is X and pair.y is y:
            sets.append(EvalSet(TRAIN, data.rows))
        else:
            name = f"validation_{sum(known.name != TRAIN for known in sets)}"
            sets.append(EvalSet(name, data.read_validation(pair)))
    if given.validation is not None:
        sets.append(EvalSet("validation", data.read_validation(given.validation)))
    if data.held_out is not None:
        sets.append(EvalSet("validation", data.held_out))
    return sets


class Evaluation:
    """Scores and metrics of the sets after each iteration, and the best iteration so far."""

    def __init__(
        self,
        estimator: BoostingParameters,
        model: BoostedModel,
        sets: list[EvalSet],
        n_threads: int,
    ) -> None:
        self.loss: BoostingLoss = model.loss
        self.classes = model.classes
        self.metrics: list[Metric] = make_metrics(estimator, model.loss, model.classes)
        self.sets = sets
        self.n_threads = n_threads
        self.scores: list[Floats | None] = [
            None if one.name == TRAIN else model.scores(one.rows.table, n_threads) for one in sets
        ]
        self.results: Results = {one.name: {} for one in sets}
        # Early stopping uses the first metric on the last set that is not the training data.
        others = [one.name for one in sets if one.name != TRAIN]
        self.stopping_set = (others or [TRAIN])[-1]
        self.tol = float(estimator.tol)
        self.best_round, self.best_score = -1, math.nan

    def add(self, round_: int, trees: list[_core.Tree], training_scores: Floats) -> None:
        """Add the trees of an iteration to the scores of all sets, and evaluate them."""
        ensemble = _core.Ensemble(trees, self.loss.n_scores)
        for one, scores in zip(self.sets, self.scores, strict=True):
            if scores is not None:
                ensemble.add(one.rows.table, scores, self.n_threads)
            self._evaluate(round_, one, training_scores if scores is None else scores)

    def _evaluate(self, round_: int, one: EvalSet, scores: Floats) -> None:
        batch = EvalBatch(self.loss, self.classes, one.rows.y, scores, one.rows.weight)
        for i, metric in enumerate(self.metrics):
            name, value, higher = named_value(metric, batch)
            if not isinstance(value, int | float | np.number) or math.isnan(value):
                raise ValueError(f"{name} of {one.name!r} is {value!r} after iteration {round_}.")
            self.results[one.name].setdefault(name, []).append(float(value))
            if i == 0 and one.name == self.stopping_set and self._better(value, higher):
                self.best_round, self.best_score = round_, float(value)

    def _better(self, value: float, higher: bool) -> bool:
        gain = value - self.best_score if higher else self.best_score - value
        return self.best_round < 0 or gain > self.tol

    def latest(self) -> str:
        """Return the metrics of the last iteration as text."""
        return ", ".join(
            f"{name} {metric} {values[-1]:.5g}"
            for name, metrics in self.results.items()
            for metric, values in metrics.items()
        )


def named_value(metric: Metric, batch: EvalBatch) -> tuple[str, float, bool]:
    """Return the name of a metric, its value, and whether higher values are better."""
    value = metric.compute(batch)
    if isinstance(value, tuple):
        if len(value) != 3:
            raise ValueError(
                f"The metric {metric.name} must return a number or (name, value, "
                f"higher_is_better), got {value!r}."
            )
        return str(value[0]), value[1], bool(value[2])
    return metric.name, value, metric.higher_is_better
