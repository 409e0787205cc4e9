"""How well a model predicts: scores against a baseline, and the curves of each target."""

from typing import Any

import numpy as np

from .class_curves import class_curves
from .metrics import (
    LOWER_IS_BETTER,
    MAIN_METRICS,
    Scores,
    class_scores,
    fit_baseline,
    regression_scores,
    score,
)
from .residuals import residual_plots
from .rows import Output, Rows
from .sections import Content

MAX_CONFUSION = 30
"""The number of classes of a confusion matrix; only the most frequent ones are shown."""


def evaluate(outputs: list[Output], rows: Rows, y_train: Any) -> Content:
    """Return scores and curves per target; ``y_train`` are targets for the baseline, or None."""
    found = []
    for k, output in enumerate(outputs):
        if y_train is None:
            train, train_weight = output.y, rows.weight
        else:
            train, train_weight = np.asarray(y_train).reshape(len(y_train), -1)[:, k], None
        dummy = fit_baseline(train, output.labels is not None, train_weight)
        found.append(evaluate_output(output, dummy, rows.weight))
    return {"outputs": found, "headline": headline(found), "from_train": y_train is not None}


def evaluate_output(output: Output, dummy: Any, weight: Any) -> Content:
    is_classes = output.labels is not None
    X = np.zeros((len(output.y), 1))
    baseline = score(dummy, X, output.y, weight)
    if is_classes:
        scores = class_scores(output.y, output.predicted, output.proba, output.labels, weight)
        guess = str(dummy.predict(X[:1])[0])
        charts = class_charts(output, weight)
    else:
        scores = regression_scores(output.y, output.predicted, weight)
        guess = f"{float(dummy.predict(X[:1])[0]):.6g}"
        charts = residual_plots(output.y, output.predicted, weight)
    return {
        "name": output.name,
        "is_classes": is_classes,
        "classes": output.texts,
        "metrics": metric_rows(scores, baseline),
        "guess": guess,
        **charts,
    }


def metric_rows(scores: Scores, baseline: Scores) -> list[Content]:
    return [
        {
            "name": name,
            "value": value,
            "baseline": baseline.get(name),
            "lower_is_better": name in LOWER_IS_BETTER,
        }
        for name, value in scores.items()
    ]


def headline(outputs: list[Content]) -> Content:
    """Return the main score of the model and of the baseline, averaged over targets."""
    name = MAIN_METRICS[outputs[0]["is_classes"]][0]
    found = [m for output in outputs for m in output["metrics"] if m["name"] == name]
    value = float(np.mean([m["value"] for m in found]))
    baseline = float(np.mean([m["baseline"] for m in found]))
    return {"metric": name, "value": value, "baseline": baseline, "beats": value > baseline}


def class_charts(output: Output, weight: Any) -> Content:
    assert output.labels is not None
    return {
        "confusion": confusion(output, weight),
        "curves": class_curves(output, weight),
    }


def confusion(output: Output, weight: Any) -> Content:
    """Return the weights of rows by true and predicted class, with those of the true classes."""
    values, codes, counts = np.unique(
        np.concatenate([output.y, output.predicted]), return_inverse=True, return_counts=True
    )
    k, (true, predicted) = len(values), np.split(codes, 2)
    shown = np.sort(np.argsort(-counts, kind="stable")[:MAX_CONFUSION])
    matrix = np.bincount(true * k + predicted, weight, k * k).reshape(k, k)
    return {
        "labels": [str(value) for value in values[shown]],
        "matrix": matrix[np.ix_(shown, shown)].tolist(),
        "totals": matrix.sum(axis=1)[shown].tolist(),
        "n_hidden": len(values) - len(shown),
    }
