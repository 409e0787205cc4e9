"""ROC, precision-recall, calibration and lift curves of the classes of a target."""

from typing import Any

import numpy as np
from sklearn.metrics import (
    average_precision_score,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

from .groups import equal_groups
from .rows import Array, Output
from .sections import Content

MAX_POINTS = 160
MAX_CLASSES = 8
N_BINS = 10


def class_curves(output: Output, weight: Any) -> Content:
    """Return the curves of each class against the others; of two classes only of the second."""
    if output.proba is None:
        return {"unavailable": "The model predicts no probabilities."}
    assert output.labels is not None
    if len(output.labels) < 2:
        return {"unavailable": "The model knows one class only."}
    labels = np.asarray(output.labels)
    weights = np.ones(len(output.y)) if weight is None else np.asarray(weight, dtype=np.float64)
    sums = np.array([weights[output.y == label].sum() for label in labels])
    others = np.array([weights[output.y != label].sum() for label in labels])
    order = [1] if len(labels) == 2 else np.argsort(-sums, kind="stable").tolist()
    found = [
        one_class(output.y == labels[k], output.proba[:, k], weights) | {"class": int(k)}
        for k in order[:MAX_CLASSES]
        if sums[k] > 0 and others[k] > 0
    ]
    if not found:
        return {"unavailable": "All rows with a weight have the same class."}
    return {"classes": found}


def one_class(positive: Array, score: Array, weights: Array) -> Content:
    # Sorted rows make the rounding of sums independent of the order of the rows.
    order = np.lexsort((positive, weights, score))
    positive, score, weights = positive[order], score[order], weights[order]
    false_rate, true_rate, _ = roc_curve(positive, score, sample_weight=weights)
    precision, recall, _ = precision_recall_curve(positive, score, sample_weight=weights)
    return {
        "roc": thinned(false_rate, true_rate),
        "auc": float(roc_auc_score(positive, score, sample_weight=weights)),
        "pr": thinned(recall[::-1], precision[::-1]),
        "ap": float(average_precision_score(positive, score, sample_weight=weights)),
        "share": float(np.average(positive, weights=weights)),
        "calibration": calibration(positive, score, weights),
        "lift": lift(positive, score, weights),
    }


def thinned(x: Array, y: Array) -> list[list[float]]:
    """Return at most MAX_POINTS points of a curve as [x values, y values].

    Half of the points are equally spaced by x, half along the curve. A curve of a rare class may
    have all of its changes in a few points.
    """
    keep = np.arange(len(x))
    if len(x) > MAX_POINTS:
        steps = np.hypot(np.diff(x), np.diff(y))
        n = MAX_POINTS // 2
        keep = np.union1d(spaced(np.abs(np.diff(x)), n), spaced(steps, n))
    return [np.round(x[keep], 5).tolist(), np.round(y[keep], 5).tolist()]


def spaced(steps: Array, n: int) -> Array:
    """Return the first and the last point of a curve, and those at equal parts of its steps."""
    reached = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.linspace(0, reached[-1], n - 1)
    found = np.minimum(np.searchsorted(reached, wanted), len(steps))
    return np.append(found, len(steps))


def calibration(positive: Array, score: Array, weights: Array) -> list[Content]:
    """Return mean probability and observed share in groups of about equal numbers of rows."""
    bins = []
    for part in equal_groups(score, N_BINS):
        w = weights[part]
        if not w.sum() > 0:
            continue
        share = float(np.average(positive[part], weights=w))
        bins.append(
            {
                "predicted": float(np.average(score[part], weights=w)),
                "observed": share,
                "error": float(1.96 * np.sqrt(share * (1 - share) / len(part))),
                "n": len(part),
            }
        )
    return bins


def lift(positive: Array, score: Array, weights: Array) -> list[list[float]]:
    """Return the share of the class that is found in the rows of the highest probabilities."""
    codes = np.unique(-score, return_inverse=True)[1]
    rows = np.concatenate([[0.0], np.bincount(codes, weights).cumsum()])
    found = np.concatenate([[0.0], np.bincount(codes, weights * positive).cumsum()])
    return thinned(rows / rows[-1], found / found[-1])
