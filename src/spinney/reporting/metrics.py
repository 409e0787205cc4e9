"""Scores of a model and of a baseline that ignores the features."""

from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import (
    accuracy_score,
    log_loss,
    mean_absolute_error,
    r2_score,
    recall_score,
    roc_auc_score,
    root_mean_squared_error,
)

Scores = dict[str, float]
MAIN_METRICS = {True: ("accuracy", "log loss"), False: ("R2", "RMSE")}
"""Score and loss for classification (True) and regression (False)."""
LOWER_IS_BETTER = frozenset({"log loss", "RMSE", "MAE"})


def fit_baseline(y: Any, is_classes: bool, weight: Any = None) -> Any:
    """Return a model that always predicts the class frequencies or the mean of ``y``."""
    dummy = DummyClassifier(strategy="prior") if is_classes else DummyRegressor()
    return dummy.fit(np.zeros((len(y), 1)), y, sample_weight=weight)


def score_baseline(y_train: Any, y_test: Any, is_classes: bool) -> Scores:
    """Score a model that always predicts the class frequencies or the mean of ``y_train``."""
    dummy = fit_baseline(y_train, is_classes)
    return score(dummy, np.zeros((len(y_test), 1)), y_test)


def score(model: Any, X: Any, y: Any, weight: Any = None) -> Scores:
    """Compute all metrics of the task."""
    predicted = model.predict(X)
    if not hasattr(model, "classes_"):
        return regression_scores(y, predicted, weight)
    proba = np.asarray(model.predict_proba(X)) if hasattr(model, "predict_proba") else None
    return class_scores(y, predicted, proba, model.classes_, weight)


def regression_scores(y: Any, predicted: Any, weight: Any = None) -> Scores:
    scores = {
        "RMSE": root_mean_squared_error(y, predicted, sample_weight=weight),
        "MAE": mean_absolute_error(y, predicted, sample_weight=weight),
    }
    if len(y) > 1:
        scores = {"R2": r2_score(y, predicted, sample_weight=weight), **scores}
    return {name: float(value) for name, value in scores.items()}


def class_scores(y: Any, predicted: Any, proba: Any, classes: Any, weight: Any = None) -> Scores:
    """Compute the metrics of classification; a class without weight does not count."""
    if weight is not None:
        kept = np.asarray(weight) > 0
        y, predicted, weight = np.asarray(y)[kept], np.asarray(predicted)[kept], weight[kept]
        proba = None if proba is None else np.asarray(proba)[kept]
    scores = {
        "accuracy": accuracy_score(y, predicted, sample_weight=weight),
        "balanced accuracy": mean_recall(y, predicted, weight),
    }
    if proba is not None:
        scores |= probability_scores(proba, y, np.asarray(classes), weight)
    return {name: float(value) for name, value in scores.items()}


def mean_recall(y: Any, predicted: Any, weight: Any = None) -> float:
    """Return the balanced accuracy, also for predicted classes that ``y`` does not have."""
    labels = np.unique(y)
    found = recall_score(
        y, predicted, labels=labels, average="macro", sample_weight=weight, zero_division=0
    )
    return float(found)


def probability_scores(probabilities: Any, y: Any, classes: Any, weight: Any = None) -> Scores:
    """Log loss and, for two classes, ROC AUC. Classes unknown to the model have probability 0."""
    index = np.searchsorted(classes, y)
    known = classes[np.minimum(index, len(classes) - 1)] == y
    if known.all() and len(classes) > 1:
        loss = log_loss(y, probabilities, labels=classes, sample_weight=weight)
        scores = {"log loss": loss}
    else:
        own = np.where(known, probabilities[np.arange(len(y)), np.where(known, index, 0)], 0.0)
        losses = -np.log(np.maximum(own, np.finfo(float).eps))
        scores = {"log loss": float(np.average(losses, weights=weight))}
    if len(classes) == 2 and known.all() and len(np.unique(y)) == 2:
        auc = roc_auc_score(y == classes[1], probabilities[:, 1], sample_weight=weight)
        scores["ROC AUC"] = auc
    return scores
