"""The estimator that predicts the scores before the first iteration: ``init``."""

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from .._core import Link
from ..base.members import class_indices
from ..data.containers import check_container, column_names, take_columns, take_rows
from ..data.schema import column_order
from .boosting_data import TrainingSet
from .eval_sets import EvalSet
from .folds import Fold
from .losses import BoostingLoss, Floats, SingleClass
from .margins import link_scores, read_margin
from .model import BoostedModel
from .parameters import BoostingParameters

MIN_PROBABILITY = float(np.finfo(np.float64).eps)
"""Probabilities are clipped to this distance from 0 and 1, as in scikit-learn."""


def with_init(
    estimator: BoostingParameters, model: BoostedModel, data: TrainingSet, X: Any
) -> tuple[BoostedModel, TrainingSet]:
    """Fit ``init``, and start from its scores. A continued model keeps the one it has."""
    given = None if estimator.init == "zero" else estimator.init
    if isinstance(model.loss, SingleClass):
        return model, data
    if given is not None and model.n_rounds == 0:
        model = replace(model, init=fitted_init(estimator, model, data, X))
    if model.init is None:
        return model, data
    if data.rows.margin is not None:
        raise ValueError("init_score of fit contradicts the estimator init: pass one of them.")
    scores = init_scores(model, X, estimator)
    rows = data.rows._replace(margin=scores[data.kept])
    held_out = data.held_out
    if held_out is not None:
        held_out = held_out._replace(margin=scores[data.set_aside])
    return model, data._replace(rows=rows, held_out=held_out)


def sets_with_init(model: BoostedModel, sets: list[EvalSet], owner: Any) -> list[EvalSet]:
    """Start from the scores of ``init`` in all validation sets without scores of their own."""
    if model.init is None:
        return sets
    return [
        one
        if one.rows.margin is not None or one.by_folds
        else one._replace(rows=one.rows._replace(margin=init_scores(model, one.X, owner)))
        for one in sets
    ]


def folds_with_init(
    estimator: BoostingParameters,
    model: BoostedModel,
    data: TrainingSet,
    X: Any,
    folds: list[Fold] | None,
) -> list[Fold] | None:
    """Start the held-out rows of each fold from an ``init`` that was not fitted to them."""
    if model.init is None or not folds or data.rows.margin is None or model.n_rounds > 0:
        return folds
    table, margin = check_container(X, estimator), data.rows.margin
    position = np.flatnonzero(data.kept)
    started = []
    for fold in folds:
        fitted = np.zeros(data.n_rows, np.bool_)
        fitted[fold.fitted] = True
        kept = np.zeros(len(data.kept), np.bool_)
        kept[position[fold.fitted]] = True
        weight = None if data.rows.weight is None else data.rows.weight[fitted]
        rows = data.rows._replace(weight=weight)
        part = data._replace(data=data.data.select(fitted), rows=rows, kept=kept)
        own = replace(model, init=fitted_init(estimator, model, part, X))
        start = np.array(margin.T, order="C")
        held_out = take_rows(table, position[fold.held_out])
        start[:, fold.held_out] = init_scores(own, held_out, estimator).T
        started.append(fold._replace(start=start))
    return started


def fitted_init(
    estimator: BoostingParameters, model: BoostedModel, data: TrainingSet, X: Any
) -> Any:
    """Fit a clone of ``init`` to the training data; classes are indices, as in scikit-learn."""
    method = "predict" if model.classes is None else "predict_proba"
    name = type(estimator.init).__name__
    if not hasattr(estimator.init, method):
        raise ValueError(f"init must be an estimator with the method {method}, got {name}.")
    init, weight = clone(estimator.init), data.rows.weight
    arguments = {} if weight is None else {"sample_weight": weight}
    if arguments and not has_fit_parameter(init, "sample_weight"):
        raise ValueError(f"The initial estimator {name} does not support sample weights.")
    rows = take_rows(check_container(X, estimator), np.flatnonzero(data.kept))
    init.fit(rows, class_indices(data.targets), **arguments)
    return init


def init_scores(model: BoostedModel, X: Any, owner: Any) -> Floats:
    """Return the raw scores that the fitted ``init`` predicts: (rows, n_scores)."""
    X = check_container(X, owner)
    names, fitted = column_names(X), model.schema.names
    if names is not None and fitted is not None and names != fitted:
        X = take_columns(X, np.array(column_order(names, fitted)))
    if model.classes is None:
        predicted = np.asarray(model.init.predict(X), dtype=np.float64)
    else:
        proba = class_probabilities(model.init, X, len(model.classes))
        predicted = proba if model.n_scores > 1 else proba[:, 1]
    scores = read_margin(scores_by_link(predicted, model.loss), X.shape[0], "The scores of init")
    assert scores is not None
    return scores


def class_probabilities(init: Any, X: Any, n_classes: int) -> Floats:
    """Return probabilities of all classes, with the smallest ones increased."""
    given = np.asarray(init.predict_proba(X), dtype=np.float64)
    known = np.asarray(getattr(init, "classes_", range(n_classes)), dtype=np.intp)
    if given.shape != (X.shape[0], len(known)):
        raise ValueError(
            f"predict_proba of init returned the shape {given.shape}, expected "
            f"{(X.shape[0], len(known))}."
        )
    proba = np.zeros((len(given), n_classes))
    proba[:, known] = given
    return np.clip(proba, MIN_PROBABILITY, 1 - MIN_PROBABILITY)


def scores_by_link(predicted: Floats, loss: BoostingLoss) -> Floats:
    """Convert predictions to scores; raise if the loss cannot."""
    if loss.link is None:
        raise ValueError(
            f"init needs the link of the loss, but {loss.name} defines its predictions by a "
            "function: pass raw scores as init_score to fit and as base_margin to predict."
        )
    if loss.link is Link.log and not (predicted > 0).all():
        raise ValueError(
            f"init predicts {predicted.min():g}; the loss {loss.name!r} needs predictions above 0."
        )
    return link_scores(predicted, loss.link)
