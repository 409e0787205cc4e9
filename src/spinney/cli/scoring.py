"""Scores of a model and a baseline on rows that were not used for training."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold, StratifiedShuffleSplit

from ..reporting.metrics import MAIN_METRICS, Scores, score, score_baseline
from .errors import UserError, counted
from .training_table import TrainingTable

if TYPE_CHECKING:
    from ..base.members import Estimator

HOLDOUT_ROWS = 10_000
"""Number of rows from which one held-out part replaces cross-validation."""
FOLDS, HOLDOUT = 5, 0.2
MIN_ROWS = 4


class ValidationResult(NamedTuple):
    """Scores of a model and of the baseline for each train/test split."""

    validation: str
    model: list[Scores]
    baseline: list[Scores]

    def mean(self, metric: str) -> float:
        return mean_of(self.model, metric)

    def loss(self, is_classes: bool) -> float:
        """The loss by which models are compared."""
        return self.mean(MAIN_METRICS[is_classes][1])

    def beats_baseline(self, is_classes: bool) -> bool:
        """Return whether the model is better by at least one of the main metrics."""
        score, loss = MAIN_METRICS[is_classes]
        higher = self.mean(score) > mean_of(self.baseline, score)
        return higher or self.mean(loss) < mean_of(self.baseline, loss)

    def summary(self) -> dict[str, dict[str, float | None]]:
        """Mean, standard deviation (None for a single split) and baseline for each metric."""
        several = len(self.model) > 1
        return {
            metric: {
                "mean": self.mean(metric),
                "sd": float(np.std([s[metric] for s in self.model], ddof=1)) if several else None,
                "baseline": mean_of(self.baseline, metric),
            }
            for metric in self.model[0]
        }

    def document(self) -> dict[str, Any]:
        """The summary for JSON output and for the notes of a model file."""
        return {"validation": self.validation, "metrics": self.summary()}


def mean_of(scores: list[Scores], metric: str) -> float:
    return float(np.mean([entry[metric] for entry in scores]))


class Validation(NamedTuple):
    """Train/test splits and their description."""

    description: str
    splits: list[tuple[Any, Any]]

    def smallest_training_part(self, n_rows: int) -> int:
        """Return the fewest rows that a model is fitted to."""
        return min((len(train) for train, _ in self.splits), default=n_rows)


def check_validation_options(cv: int | None, holdout: float | None, no_score: bool = False) -> None:
    """Raise for options that exclude each other."""
    if cv is not None and holdout is not None:
        raise UserError("--cv and --holdout exclude each other: choose one")
    if no_score and (cv is not None or holdout is not None):
        raise UserError("--no-score excludes --cv and --holdout")


def check_rows(data: TrainingTable) -> None:
    if len(data) < MIN_ROWS:
        rows = counted(len(data), "row")
        raise UserError(
            f"{rows}: too few to train and test a model; it needs at least {MIN_ROWS}, or use "
            "spinney fit --no-score"
        )


def plan_validation(
    data: TrainingTable, cv: int | None, holdout: float | None, seed: int
) -> Validation:
    """Create the splits for ``--cv`` or ``--holdout``; by default by the number of rows."""
    check_rows(data)
    if cv is None and holdout is None:
        if len(data) >= HOLDOUT_ROWS:
            holdout = HOLDOUT
        else:
            cv = min(FOLDS, len(data) // 2)
    rows = np.arange(len(data))
    if cv is not None:
        most = len(data) // 2
        if cv > most:
            raise UserError(
                f"--cv {cv}: {len(data)} rows are too few for {cv} folds of at least 2 rows; use "
                f"--cv {most}, or spinney fit --no-score"
            )
        splits = folds(data, cv, seed).split(rows, data.y)
        return Validation(f"{cv}-fold cross-validation", list(splits))
    assert holdout is not None
    n_test = round(holdout * len(data))
    if not 2 <= n_test <= len(data) - 2:
        raise UserError(
            f"--holdout {holdout} of {len(data)} rows: too few rows to train or test; use another "
            "fraction, or --cv"
        )
    splitter = StratifiedShuffleSplit if can_stratify(data, n_test) else ShuffleSplit
    splits = splitter(1, test_size=n_test, random_state=seed).split(rows, data.y)
    return Validation(f"{n_test} held-out rows", list(splits))


def folds(data: TrainingTable, n: int, seed: int) -> Any:
    """Return a K-fold splitter, stratified if each class has enough rows."""
    stratify = data.is_classes and np.unique(data.y, return_counts=True)[1].min() >= n
    return (StratifiedKFold if stratify else KFold)(n, shuffle=True, random_state=seed)


def can_stratify(data: TrainingTable, n_test: int) -> bool:
    if not data.is_classes:
        return False
    counts = np.unique(data.y, return_counts=True)[1]
    return bool(counts.min() >= 2 and min(n_test, len(data) - n_test) >= len(counts))


def validate(
    estimator: "Estimator",
    data: TrainingTable,
    validation: Validation,
    step: Callable[[], None] = lambda: None,
) -> ValidationResult:
    """Fit the estimator on each training part and score it on the test part."""
    model_scores, baseline_scores = [], []
    for train_rows, test_rows in validation.splits:
        train, test = data.rows(train_rows), data.rows(test_rows)
        model = clone(estimator).fit(train.X, train.y)
        model_scores.append(score(model, test.X, test.y))
        baseline_scores.append(score_baseline(train.y, test.y, data.is_classes))
        step()
    return ValidationResult(validation.description, model_scores, baseline_scores)
