"""Random search with successive halving: many settings on few rows, the best ones on more."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from .scoring import Validation, ValidationResult, folds, validate
from .training_table import TrainingTable

if TYPE_CHECKING:
    from ..base.members import Estimator

FACTOR = 3
MIN_ROWS = 300
FOLDS = 3


class Rung(NamedTuple):
    """One round of the search: how many settings are evaluated on how many rows."""

    n_settings: int
    n_rows: int


class EvaluatedSettings(NamedTuple):
    """Parameter settings with their scores in the last rung that they reached."""

    settings: dict[str, Any]
    n_rows: int
    result: ValidationResult


def make_rungs(n_settings: int, n_rows: int) -> list[Rung]:
    """Plan the rungs: each keeps a third of the settings and triples the rows, up to all rows."""
    counts = [n_settings]
    while counts[-1] > FACTOR:
        counts.append(-(-counts[-1] // FACTOR))
    rungs = []
    for step, count in enumerate(counts):
        rows = n_rows // FACTOR ** (len(counts) - 1 - step)
        rungs.append(Rung(count, min(n_rows, max(rows, MIN_ROWS))))
    return rungs


def smallest_training_part(n_rows: int) -> int:
    """Return the fewest rows that a model is fitted to; tables of few rows are used in full."""
    n_rows = min(n_rows, MIN_ROWS)
    return n_rows - -(-n_rows // FOLDS)


def search(
    estimator: "Estimator",
    settings: list[dict[str, Any]],
    data: TrainingTable,
    seed: int,
    step: Callable[[], None],
) -> list[EvaluatedSettings]:
    """Return all settings, best first. Settings of later rungs precede those of earlier ones.

    The first setting, that of the untuned model, also takes part in the last rung.
    """
    order = np.random.default_rng(seed).permutation(len(data))
    remaining, untuned = settings, settings[0]
    ranking: list[EvaluatedSettings] = []
    rungs = make_rungs(len(settings), len(data))
    for rung in rungs:
        rows = data.rows(np.sort(order[: rung.n_rows]))
        splits = list(folds(rows, FOLDS, seed).split(rows.y, rows.y))
        validation = Validation(f"{FOLDS}-fold cross-validation", splits)
        evaluated = []
        remaining = remaining[: rung.n_settings]
        if rung is rungs[-1] and untuned not in remaining:
            remaining.append(untuned)
        for chosen in remaining:
            result = validate(clone(estimator).set_params(**chosen), rows, validation)
            evaluated.append(EvaluatedSettings(chosen, rung.n_rows, result))
            step()
        evaluated.sort(key=lambda entry: entry.result.loss(data.is_classes))
        done = [entry.settings for entry in evaluated]
        ranking = evaluated + [entry for entry in ranking if entry.settings not in done]
        remaining = [entry.settings for entry in evaluated]
    return ranking
