"""Validation rows, followed round by round: metrics, and when to stop."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from .boosting_data import Rows, TrainingSet, read_rows
from .losses import BoostingLoss, Floats
from .metrics import EvalBatch, Metric, make_metrics
from .model import BoostedModel

TRAIN = "train"
Results = dict[str, dict[str, list[float]]]


class GivenSets(NamedTuple):
    """Validation rows as fit was given them."""

    X_val: Any
    y_val: Any
    sample_weight_val: Any
    eval_set: Any
    eval_sample_weight: Any


class EvalSet(NamedTuple):
    """Rows by which every round is judged."""

    name: str
    rows: Rows


def read_sets(estimator: Any, data: TrainingSet, X: Any, y: Any, given: GivenSets) -> list[EvalSet]:
    """All sets in order: those of ``eval_set``, then X_val or the part that was held out."""
    pairs = as_pairs(given.eval_set)
    weights = [None] * len(pairs) if given.eval_sample_weight is None else given.eval_sample_weight
    if len(weights) != len(pairs):
        raise ValueError(
            f"eval_sample_weight has {len(weights)} entries, but eval_set has {len(pairs)}."
        )
    sets: list[EvalSet] = []
    for i, ((X_i, y_i), weight) in enumerate(zip(pairs, weights, strict=True)):
        if X_i is X and y_i is y:
            sets.append(EvalSet(TRAIN, data.rows))
            continue
        name = f"validation_{sum(known.name != TRAIN for known in sets)}"
        sets.append(read_set(estimator, data, name, f"eval_set[{i}]", X_i, y_i, weight))
    if given.X_val is not None:
        whose = "X_val, y_val or sample_weight_val"
        sets.append(
            read_set(
                *(estimator, data, "validation", whose),
                *(given.X_val, given.y_val, given.sample_weight_val),
            )
        )
    if data.held_out is not None:
        sets.append(EvalSet("validation", data.held_out))
    return sets


def as_pairs(eval_set: Any) -> list[Any]:
    """A list of (X, y); a single pair may stand for itself."""
    if eval_set is None:
        return []
    pairs = [eval_set] if isinstance(eval_set, tuple) and len(eval_set) == 2 else list(eval_set)
    for i, pair in enumerate(pairs):
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"eval_set[{i}] must be a pair (X, y).")
    return pairs


def read_set(
    estimator: Any, data: TrainingSet, name: str, whose: str, X: Any, y: Any, weight: Any
) -> EvalSet:
    try:
        return EvalSet(name, read_rows(estimator, data, X, y, weight))
    except ValueError as error:
        raise ValueError(f"{whose}: {error}") from error


def check_given(given: GivenSets) -> None:
    if (given.X_val is None) != (given.y_val is None):
        raise ValueError("X_val and y_val must be given together.")
    if given.X_val is None and given.sample_weight_val is not None:
        raise ValueError("sample_weight_val is given without X_val and y_val.")
    if given.eval_set is None and given.eval_sample_weight is not None:
        raise ValueError("eval_sample_weight is given without eval_set.")


def has_validation(given: GivenSets, X: Any, y: Any) -> bool:
    """Whether rows other than the training rows are given."""
    others = [pair for pair in as_pairs(given.eval_set) if pair[0] is not X or pair[1] is not y]
    return given.X_val is not None or bool(others)


class Evaluation:
    """Scores of the sets after each round, their metrics, and the best round so far."""

    def __init__(
        self, estimator: Any, model: BoostedModel, sets: list[EvalSet], n_threads: int
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
        # The last set that is not the training rows decides, by the first metric.
        others = [one.name for one in sets if one.name != TRAIN]
        self.decisive = (others or [TRAIN])[-1]
        self.tol = float(estimator.tol)
        self.best_round, self.best_score = -1, math.nan

    def add(self, round_: int, trees: list[_core.Tree], training_scores: Floats) -> None:
        """Judge all sets with the trees of a round."""
        ensemble = _core.Ensemble(trees, self.loss.n_scores)
        for one, scores in zip(self.sets, self.scores, strict=True):
            if scores is not None:
                ensemble.add(one.rows.table, scores, self.n_threads)
            self._judge(round_, one, training_scores if scores is None else scores)

    def _judge(self, round_: int, one: EvalSet, scores: Floats) -> None:
        rows = EvalBatch(self.loss, self.classes, one.rows.y, scores, one.rows.weight)
        for i, metric in enumerate(self.metrics):
            name, value, higher = named_value(metric, rows)
            if not isinstance(value, int | float | np.number) or math.isnan(value):
                raise ValueError(f"{name} of {one.name!r} is {value!r} after round {round_}.")
            self.results[one.name].setdefault(name, []).append(float(value))
            if i == 0 and one.name == self.decisive and self._better(value, higher):
                self.best_round, self.best_score = round_, float(value)

    def _better(self, value: float, higher: bool) -> bool:
        gain = value - self.best_score if higher else self.best_score - value
        return self.best_round < 0 or gain > self.tol

    def latest(self) -> str:
        """The metrics of the last round, in words."""
        return ", ".join(
            f"{name} {metric} {values[-1]:.5g}"
            for name, metrics in self.results.items()
            for metric, values in metrics.items()
        )


def named_value(metric: Metric, rows: EvalBatch) -> tuple[str, float, bool]:
    value = metric.compute(rows)
    if isinstance(value, tuple):
        if len(value) != 3:
            raise ValueError(
                f"The metric {metric.name} must return a number or (name, value, "
                f"higher_is_better), got {value!r}."
            )
        return str(value[0]), value[1], bool(value[2])
    return metric.name, value, metric.higher_is_better
