"""Random search with successive halving: many settings on few rows, the best on more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from .scores import Parts, Trial, folds, try_out
from .training_table import TrainingTable

FACTOR = 3
LEAST_ROWS = 300
"""Fewer rows say too little about settings."""
FOLDS = 3


@dataclass(frozen=True)
class Rung:
    """A step of the search: how many settings are judged on how many rows."""

    n_settings: int
    n_rows: int


@dataclass(frozen=True)
class EvalBatch:
    """Settings with what they scored on the rows of their last rung."""

    settings: dict[str, Any]
    n_rows: int
    trial: Trial


def ladder(n_settings: int, n_rows: int) -> list[Rung]:
    """A third of the settings goes on to three times the rows, up to all rows."""
    rungs = []
    counts = [n_settings]
    while counts[-1] > FACTOR:
        counts.append(-(-counts[-1] // FACTOR))
    for step, count in enumerate(counts):
        rows = n_rows // FACTOR ** (len(counts) - 1 - step)
        rungs.append(Rung(count, min(n_rows, max(rows, LEAST_ROWS))))
    return rungs


def search(
    estimator: Any,
    settings: list[dict[str, Any]],
    data: TrainingTable,
    seed: int,
    done: Callable[[], None],
) -> list[EvalBatch]:
    """All settings, the best first: those that got further are before those that did not."""
    order = np.random.default_rng(seed).permutation(len(data))
    left = settings
    ranking: list[EvalBatch] = []
    for rung in ladder(len(settings), len(data)):
        rows = data.rows(np.sort(order[: rung.n_rows]))
        parts = Parts(f"{FOLDS} folds", list(folds(rows, FOLDS, seed).split(rows.y, rows.y)))
        judged = []
        for choice in left[: rung.n_settings]:
            trial = try_out(clone(estimator).set_params(**choice), rows, parts)
            judged.append(EvalBatch(choice, rung.n_rows, trial))
            done()
        judged.sort(key=lambda entry: entry.trial.loss(data.is_classes))
        ranking = judged + ranking[len(judged) :]
        left = [entry.settings for entry in judged]
    return ranking
