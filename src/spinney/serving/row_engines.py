"""Prediction of single rows by the core, for each kind of fitted model."""

from collections.abc import Callable, Sequence
from functools import partial, singledispatch
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..adaboost.classifier import by_row, probabilities
from ..adaboost.classifier import labels as adaboost_labels
from ..adaboost.ensembles import TreeEnsemble
from ..adaboost.methods import Samme
from ..adaboost.model import FittedRounds
from ..base.class_predictions import predicted_labels
from ..base.fitted_tree import FittedTree
from ..boosting.class_predictions import labels as boosting_labels
from ..boosting.losses import NamedLoss
from ..boosting.model import BoostedModel
from ..data.columns import Array, plain_label
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from .row_features import row_features

Floats = NDArray[np.float64]
Predict = Callable[[Any], Any]


def not_plain(row: Any) -> None:
    """Leave the row to the methods of the estimator."""


class RowEngine(NamedTuple):
    """Functions of a row; they return None for rows that the core does not read."""

    predict: Predict = not_plain
    predict_proba: Predict = not_plain
    raw: Predict = not_plain


@singledispatch
def row_engine(fitted: Any, estimator: Any) -> RowEngine:
    """Return the engine of a fitted state, by its type."""
    return RowEngine()


def rows_of(
    schema: Schema, missing: MissingRules, trees: Sequence[_core.Tree] | _core.Forest, **how: Any
) -> _core.RowPredictor:
    return _core.RowPredictor(trees, row_features(schema, missing), schema.names, **how)


def then(compute: Predict, finish: Callable[[Any], Any]) -> Predict:
    """Return a function that applies ``finish`` to the result of the core."""

    def predict(row: Any) -> Any:
        found = compute(row)
        return None if found is None else finish(found)

    return predict


def label_at(classes: Array) -> Callable[[int], Any]:
    return [plain_label(label) for label in classes].__getitem__


def leaf_engine(fitted: Any, rows: _core.RowPredictor, n_outputs: int) -> RowEngine:
    """Return the engine of a tree or forest, whose values are probabilities or numbers."""
    classes = fitted.classes
    if not classes:
        return RowEngine(rows.number if n_outputs == 1 else rows.values)
    if len(classes) > 1:
        ends = np.cumsum([len(labels) for labels in classes])[:-1]
        split = partial(np.split, indices_or_sections=ends)
        proba = then(rows.values, split)
        return RowEngine(then(proba, partial(multi_output_labels, classes)), proba)
    if getattr(fitted, "loss", None) is None:
        return RowEngine(then(rows.best, label_at(classes[0])), rows.values)
    predict = then(rows.values, lambda proba: cheapest_label(fitted, proba))
    return RowEngine(predict, rows.values)


def multi_output_labels(classes: list[Array], proba: list[Floats]) -> Array:
    best = [labels.take([p.argmax()]) for labels, p in zip(classes, proba, strict=True)]
    predicted: Array = np.column_stack(best)[0]
    return predicted


def cheapest_label(fitted: FittedTree, proba: Floats) -> Any:
    """Return the class of the lowest expected cost."""
    return plain_label(predicted_labels(fitted, proba.reshape(1, 1, -1))[0])


@row_engine.register
def from_tree(fitted: FittedTree, estimator: Any) -> RowEngine:
    rows = rows_of(fitted.schema, fitted.missing, [fitted.tree])
    return leaf_engine(fitted, rows, fitted.tree.n_outputs)


@row_engine.register
def from_forest(fitted: FittedForest, estimator: Any) -> RowEngine:
    rows = rows_of(fitted.schema, fitted.missing, fitted.forest, aggregate=fitted.aggregate)
    engine = leaf_engine(fitted, rows, fitted.n_outputs)
    if not fitted.smoothing:
        return engine
    forest = fitted.probability_forest()
    smoothed = rows_of(fitted.schema, fitted.missing, forest, aggregate=fitted.aggregate)
    return engine._replace(
        predict_proba=leaf_engine(fitted, smoothed, fitted.n_outputs).predict_proba
    )


@row_engine.register
def from_bagged_trees(fitted: FittedTrees, estimator: Any) -> RowEngine:
    forest = fitted.model.forest
    rows = rows_of(fitted.schema, fitted.missing, forest, aggregate=estimator.aggregate)
    return leaf_engine(fitted, rows, fitted.n_outputs)


@row_engine.register
def from_boosting(fitted: BoostedModel, estimator: Any) -> RowEngine:
    if fitted.init is not None or not fitted.trees:
        return RowEngine()
    loss, classes = fitted.loss, fitted.classes
    link = loss.link if isinstance(loss, NamedLoss) else None
    start = fitted.initial.tolist()
    rows = rows_of(fitted.schema, fitted.missing, fitted.trees, start=start, link=link)
    if link is not None and classes is None:
        single = fitted.n_scores == 1
        return RowEngine(rows.number if single else rows.values, raw=rows.scores)
    if link is not None and classes is not None:
        return RowEngine(then(rows.best, label_at(classes)), rows.values, rows.scores)
    proba = then(rows.values, lambda scores: loss.predict(scores[:, None])[0])
    if classes is None:
        single = fitted.n_scores == 1
        numbers = then(proba, lambda found: float(found[0]) if single else found)
        return RowEngine(numbers, raw=rows.scores)
    predict = then(
        rows.values, lambda scores: plain_label(boosting_labels(fitted, scores[:, None])[0])
    )
    return RowEngine(predict, proba, rows.scores)


@row_engine.register
def from_adaboost(fitted: FittedRounds, estimator: Any) -> RowEngine:
    ensemble, method = fitted.ensemble, fitted.method
    if not isinstance(ensemble, TreeEnsemble) or fitted.core_ensemble is None:
        return RowEngine()
    if isinstance(method, Samme):
        start = [0.0] * method.n_scores
        trees = ensemble.with_values(fitted.member_scores())
        rows = rows_of(ensemble.schema, ensemble.missing, trees, start=start)
        total = fitted.votes.sum()
        decision = then(rows.values, lambda scores: scores[:, None] / total)
        return RowEngine(
            then(decision, lambda scores: plain_label(adaboost_labels(fitted, scores)[0])),
            then(decision, lambda scores: probabilities(fitted, scores)[0]),
            then(decision, lambda scores: plain_label(by_row(scores)[0])),
        )
    rows = rows_of(ensemble.schema, ensemble.missing, ensemble.members)

    def median(values: Floats) -> float:
        return float(_core.weighted_medians(values[None], fitted.votes)[0])

    return RowEngine(then(rows.values, median))
