"""The error of a model by the number of its trees, or of a tree by the number of its leaves."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from sklearn.base import is_classifier

from ..boosting.metric_names import canonical_metric
from .rows import Array, Rows
from .sections import Content, Unavailable, supports_slices

MAX_ROWS = 4_000
MAX_POINTS = 120
FOREST_POINTS = 16
ABBREVIATIONS = frozenset({"rmse", "mse", "mae", "mape", "smape", "rmsle", "msle", "auc", "mcc"})
NO_SEQUENCE = "This model has no sequence of trees or of pruned subtrees."


def learning_curve(model: Any, rows: Rows, seed: int) -> Content:
    """Return the curves that the model has, or those of the rows of the report."""
    results = getattr(model, "evals_result_", None) or {}
    if any(results.values()):
        return evaluation_curves(results)
    if hasattr(model, "oob_errors_"):
        return out_of_bag_curve(model)
    table = getattr(model, "cp_table_", None)
    if table is not None and len(table["CP"]) > 1:
        return pruning_curve(table)
    sample, _ = rows.sample(MAX_ROWS, seed)
    if sample.target_matrix.shape[1] > 1:
        raise Unavailable("The curve is drawn for models of one target.")
    stages = stages_of(model, sample)
    if stages is None:
        raise Unavailable(NO_SEQUENCE)
    name, error = error_of(model, sample)
    points = [[count, error(values)] for count, values in stages]
    return curve_content("number of trees", name, [("rows of the report", points)])


def curve_content(x: str, y: str, curves: list[tuple[str, list[Any]]]) -> Content:
    shown = [{"name": name, "points": thinned(points)} for name, points in curves]
    return {"x": x, "y": y, "curves": shown}


def thinned(points: list[Any]) -> list[Any]:
    keep = np.unique(np.linspace(0, len(points) - 1, min(len(points), MAX_POINTS)).round())
    return [points[int(i)] for i in keep]


def evaluation_curves(results: dict[str, dict[str, list[float]]]) -> Content:
    """Return the first metric of all evaluation sets of boosting."""
    metric = next(iter(next(metrics for metrics in results.values() if metrics)))
    curves = [
        (name, [[i + 1, float(v)] for i, v in enumerate(metrics[metric])])
        for name, metrics in results.items()
        if metric in metrics
    ]
    return curve_content("boosting round", metric_text(metric), curves)


def metric_text(metric: str) -> str:
    """Return the name of a metric as it is read: abbreviations in capitals, others in words."""
    name = canonical_metric(metric)
    return name.upper() if name in ABBREVIATIONS else name.replace("_", " ")


def out_of_bag_curve(model: Any) -> Content:
    errors = np.asarray(model.oob_errors_, dtype=np.float64)
    points = [[i + 1, float(e)] for i, e in enumerate(errors) if np.isfinite(e)]
    name = "out-of-bag error" if is_classifier(model) else "out-of-bag squared error"
    return curve_content("number of trees", name, [("out-of-bag rows", points)])


def pruning_curve(table: Any) -> Content:
    """Return the errors of the pruned subtrees, relative to that of the root."""
    leaves = (np.asarray(table["nsplit"]) + 1).tolist()
    names = {"rel_error": "training rows", "xerror": "cross-validation"}
    curves = [
        (title, [list(pair) for pair in zip(leaves, table[name].tolist(), strict=True)])
        for name, title in names.items()
        if name in table
    ]
    return curve_content("number of leaves", "error relative to the root", curves)


def stages_of(model: Any, rows: Rows) -> Iterable[tuple[int, Array]] | None:
    """Return predictions after growing numbers of trees; None if the model has no stages."""
    for method in ("staged_predict_proba", "staged_predict"):
        if hasattr(model, method) and (is_classifier(model) or method == "staged_predict"):
            return enumerate(getattr(model, method)(rows.X), 1)
    if hasattr(model, "estimators_") and supports_slices(model):
        return forest_stages(model, rows)
    return None


def forest_stages(model: Any, rows: Rows) -> Iterable[tuple[int, Array]]:
    n = len(model)
    for count in np.unique(np.geomspace(1, n, FOREST_POINTS).round().astype(int)).tolist():
        yield count, np.asarray(predict_with(model[:count], rows.X))


def predict_with(model: Any, X: Any) -> Any:
    return model.predict_proba(X) if is_classifier(model) else model.predict(X)


def error_of(model: Any, rows: Rows) -> tuple[str, Callable[[Array], float]]:
    """Return the name of the error, and its function of predictions."""
    y, weight = rows.target_matrix[:, 0], rows.weight
    if not is_classifier(model):
        numbers = y.astype(np.float64)
        return "RMSE", lambda p: float(
            np.sqrt(np.average((numbers - np.asarray(p)) ** 2, weights=weight))
        )
    classes = np.asarray(model.classes_)

    def wrong(proba: Array) -> float:
        labels = classes[proba.argmax(axis=1)] if proba.ndim == 2 else proba
        return float(np.average(labels != y, weights=weight))

    return "error rate", wrong
