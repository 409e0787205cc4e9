"""Scores of a model on rows that it did not learn from, with a baseline beside them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    log_loss,
    mean_absolute_error,
    r2_score,
    roc_auc_score,
    root_mean_squared_error,
)
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold, StratifiedShuffleSplit

from .errors import UserError, counted
from .training_table import TrainingTable

Scores = dict[str, float]
HIGHER_IS_BETTER = {"accuracy", "balanced accuracy", "ROC AUC", "R2"}
SHARES = {"accuracy", "balanced accuracy"}
MAIN = {True: ("accuracy", "log loss"), False: ("R2", "RMSE")}
HOLDOUT_ROWS = 10_000
"""From so many rows on one held-out part is as good as folds."""
FOLDS, HOLDOUT = 5, 0.2
LEAST_ROWS = 4


@dataclass(frozen=True)
class Trial:
    """What a model and the baseline scored, part by part."""

    how: str
    model: list[Scores]
    baseline: list[Scores]

    def mean(self, metric: str) -> float:
        return mean_of(self.model, metric)

    def loss(self, is_classes: bool) -> float:
        """What is compared between models: less is better."""
        return self.mean(MAIN[is_classes][1])

    def beats_baseline(self, is_classes: bool) -> bool:
        """Whether the model is better by at least one of the main metrics."""
        score, loss = MAIN[is_classes]
        higher = self.mean(score) > mean_of(self.baseline, score)
        return higher or self.mean(loss) < mean_of(self.baseline, loss)

    def summary(self) -> dict[str, dict[str, float | None]]:
        """Mean, deviation over the parts (None for a single one) and baseline by metric."""
        spread = len(self.model) > 1
        return {
            metric: {
                "mean": self.mean(metric),
                "sd": float(np.std([s[metric] for s in self.model], ddof=1)) if spread else None,
                "baseline": mean_of(self.baseline, metric),
            }
            for metric in self.model[0]
        }


def mean_of(parts: list[Scores], metric: str) -> float:
    return float(np.mean([part[metric] for part in parts]))


@dataclass(frozen=True)
class Parts:
    """How rows are held out: by folds, or once."""

    how: str
    pairs: list[tuple[Any, Any]]


def plan(data: TrainingTable, cv: int | None, holdout: float | None, seed: int) -> Parts:
    """Folds or one held-out part, as asked; by default by the number of rows."""
    if cv is not None and holdout is not None:
        raise UserError("--cv contradicts --holdout: choose one")
    if cv is None and holdout is None:
        if len(data) < LEAST_ROWS:
            raise UserError(
                f"{counted(len(data), 'row')}: too few to learn from some and test others"
            )
        if len(data) >= HOLDOUT_ROWS:
            holdout = HOLDOUT
        else:
            cv = min(FOLDS, len(data) // 2)
    rows = np.arange(len(data))
    if cv is not None:
        if not 2 <= cv <= len(data) // 2:
            raise UserError(f"--cv {cv}: {len(data)} rows allow 2 to {len(data) // 2} folds")
        return Parts(f"{cv}-fold cross-validation", list(folds(data, cv, seed).split(rows, data.y)))
    assert holdout is not None
    n_test = round(holdout * len(data))
    if not 2 <= n_test <= len(data) - 2:
        raise UserError(
            f"--holdout {holdout} of {len(data)} rows leaves too few to learn or to test"
        )
    splitter = StratifiedShuffleSplit if can_stratify(data, n_test) else ShuffleSplit
    split = splitter(1, test_size=n_test, random_state=seed).split(rows, data.y)
    return Parts(f"{n_test} held-out rows", list(split))


def folds(data: TrainingTable, n: int, seed: int) -> Any:
    """Folds with equal shares of the classes, where there are enough rows of each."""
    stratify = data.is_classes and np.unique(data.y, return_counts=True)[1].min() >= n
    return (StratifiedKFold if stratify else KFold)(n, shuffle=True, random_state=seed)


def can_stratify(data: TrainingTable, n_test: int) -> bool:
    if not data.is_classes:
        return False
    counts = np.unique(data.y, return_counts=True)[1]
    return bool(counts.min() >= 2 and min(n_test, len(data) - n_test) >= len(counts))


def try_out(
    estimator: Any, data: TrainingTable, parts: Parts, done: Callable[[], None] = lambda: None
) -> Trial:
    """Fit on each part's training rows and score on its held-out rows."""
    results = []
    for train, test in parts.pairs:
        results.append(score_part(estimator, data.rows(train), data.rows(test)))
        done()
    return Trial(parts.how, [model for model, _ in results], [base for _, base in results])


def score_part(estimator: Any, train: TrainingTable, test: TrainingTable) -> tuple[Scores, Scores]:
    model = clone(estimator).fit(train.X, train.y)
    dummy = DummyClassifier(strategy="prior") if train.is_classes else DummyRegressor()
    base = dummy.fit(np.zeros((len(train), 1)), train.y)
    return (
        score(model, test.X, test.y),
        score(base, np.zeros((len(test), 1)), test.y),
    )


def score(model: Any, X: Any, y: Any) -> Scores:
    """All the metrics of the task."""
    if hasattr(model, "classes_"):
        return class_scores(model, X, y)
    return number_scores(y, model.predict(X))


def number_scores(y: Any, predicted: Any) -> Scores:
    scores = {
        "RMSE": root_mean_squared_error(y, predicted),
        "MAE": mean_absolute_error(y, predicted),
    }
    if len(y) > 1:
        scores = {"R2": r2_score(y, predicted), **scores}
    return {name: float(value) for name, value in scores.items()}


def class_scores(model: Any, X: Any, y: Any) -> Scores:
    predicted = model.predict(X)
    scores = {
        "accuracy": accuracy_score(y, predicted),
        "balanced accuracy": recall_mean(y, predicted),
    }
    if hasattr(model, "predict_proba"):
        scores |= probability_scores(np.asarray(model.predict_proba(X)), y, model.classes_)
    return {name: float(value) for name, value in scores.items()}


def recall_mean(y: Any, predicted: Any) -> float:
    present = np.isin(predicted, y)  # a class that is predicted only has no recall
    if present.all():
        return float(balanced_accuracy_score(y, predicted))
    return float(np.mean([np.mean(predicted[y == label] == label) for label in np.unique(y)]))


def probability_scores(probabilities: Any, y: Any, classes: Any) -> Scores:
    """Log loss, a class that the model never saw having probability 0; ROC AUC of two classes."""
    place = np.searchsorted(classes, y)
    known = classes[np.minimum(place, len(classes) - 1)] == y
    shares = np.where(known, probabilities[np.arange(len(y)), np.where(known, place, 0)], 0.0)
    if known.all() and len(classes) > 1:
        scores = {"log loss": log_loss(y, probabilities, labels=classes)}
    else:
        scores = {"log loss": float(-np.log(np.maximum(shares, np.finfo(float).eps)).mean())}
    if len(classes) == 2 and known.all() and len(np.unique(y)) == 2:
        scores["ROC AUC"] = roc_auc_score(y == classes[1], probabilities[:, 1])
    return scores


def formatted(metric: str, value: float | None) -> str:
    if value is None or np.isnan(value):
        return ""
    return f"{100 * value:.1f} %" if metric in SHARES else f"{value:.4g}"


def with_spread(metric: str, entry: Mapping[str, float | None]) -> str:
    """A mean with its deviation over the parts, if there are several."""
    mean, sd = entry["mean"], entry.get("sd")
    if sd is None or mean is None:
        return formatted(metric, mean)
    if metric in SHARES:
        return f"{100 * mean:.1f} ± {100 * sd:.1f} %"
    return f"{formatted(metric, mean)} ± {sd:.2g}"


def rows_of(summary: Mapping[str, Mapping[str, float | None]]) -> Iterator[tuple[str, str, str]]:
    """Metric, value with its deviation, and baseline, as text."""
    for metric, entry in summary.items():
        yield metric, with_spread(metric, entry), formatted(metric, entry["baseline"])
