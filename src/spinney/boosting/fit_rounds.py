"""Fit a boosted model: initial model, boosting iterations, early stopping."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .booster import make_booster, make_step
from .boosting_data import TrainingSet
from .evaluation import EvalSet, Evaluation
from .losses import (
    BoostingLoss,
    Floats,
    NamedLoss,
    SingleClass,
    check_targets,
    check_weight_scale,
)
from .model import BoostedModel
from .parameters import BoostingParameters
from .round_loop import RoundListeners, run_rounds


class Start(NamedTuple):
    """The model to continue, or None, and the number of iterations to add."""

    model: BoostedModel | None
    n_rounds: int


class Fit(NamedTuple):
    """The fitted model, and the fitted attributes of validation."""

    model: BoostedModel
    validation_state: dict[str, Any]


def starting_point(estimator: BoostingParameters, init_model: Any) -> Start:
    """Return the model of ``init_model`` or ``warm_start``, and the number of iterations to add.

    ``n_estimators`` counts the new iterations after ``init_model``, and all with ``warm_start``.
    """
    if init_model is not None:
        check_is_fitted(init_model)
        model = getattr(init_model, "_model", None)
        if not isinstance(model, BoostedModel) or type(init_model) is not type(estimator):
            raise ValueError(
                f"init_model must be a fitted {type(estimator).__name__}, got "
                f"{type(init_model).__name__}."
            )
        return Start(model, int(estimator.n_estimators))
    model = vars(estimator).get("_model") if estimator.warm_start else None
    if model is None:
        return Start(None, int(estimator.n_estimators))
    more = int(estimator.n_estimators) - model.n_rounds
    if more < 0:
        raise ValueError(
            f"n_estimators={estimator.n_estimators} must be at least the {model.n_rounds} "
            "iterations of the previous fit when warm_start=True."
        )
    return Start(model, more)


def first_model(
    estimator: BoostingParameters,
    loss: BoostingLoss,
    data: TrainingSet,
    start: BoostedModel | None,
    seed: int,
) -> BoostedModel:
    """Return the model before the first new iteration."""
    if loss.core is None and estimator.algorithm == "classic":
        check_classic(loss)
    if isinstance(loss, NamedLoss):
        check_targets(loss, data.all_targets.values[:, 0])
    check_weight_scale(data.rows.weight)
    if start is not None:
        same = loss == start.loss if isinstance(loss, NamedLoss) else loss.name == start.loss.name
        if not same or loss.n_scores != start.n_scores:
            raise ValueError(
                f"A model with the loss {start.loss.name!r} cannot be continued with other "
                f"parameters of the loss, or with {loss.name!r}."
            )
        return replace(start, loss=loss, seed=seed)
    initial = initial_scores(estimator.init_score, data, loss)
    return BoostedModel(data.schema, data.missing, loss, data.classes, initial, (), seed)


def check_classic(loss: BoostingLoss) -> None:
    if not isinstance(loss, SingleClass):
        raise ValueError(
            "algorithm='classic' minimizes the loss in each leaf, but a custom loss has only "
            "derivatives: use algorithm='newton'."
        )


def initial_scores(init_score: Any, data: TrainingSet, loss: BoostingLoss) -> Floats:
    if init_score is None:
        initial = loss.initial(data.rows.y, data.rows.weight)
        if not np.isfinite(initial).all():
            raise ValueError(f"y has no finite initial score by the loss {loss.name!r}.")
        return initial
    given: Floats = np.asarray(init_score, dtype=np.float64)
    if given.shape not in ((), (loss.n_scores,)) or not np.isfinite(given).all():
        raise ValueError(
            f"init_score must be a finite number, or {loss.n_scores} of them, got {init_score!r}."
        )
    return np.full(loss.n_scores, given)


def fit_rounds(
    estimator: BoostingParameters,
    data: TrainingSet,
    model: BoostedModel,
    n_rounds: int,
    sets: list[EvalSet],
    patience: int | None,
    callbacks: Iterable[Callable[..., Any]],
    context: Any,
    state: Callable[[BoostedModel], dict[str, Any]],
) -> Fit:
    """Add iterations to a model; early stopping keeps those up to the best one.

    ``state`` returns the fitted attributes of a model, for callbacks.
    """
    if isinstance(model.loss, SingleClass):
        return Fit(model, {"evals_result_": {one.name: {} for one in sets}} if sets else {})
    evaluation = Evaluation(estimator, model, sets, data.n_threads) if sets else None

    def with_trees(trees: list[_core.Tree]) -> BoostedModel:
        return replace(model, trees=(*model.trees, *trees))

    listeners = RoundListeners(
        evaluation,
        patience,
        callbacks,
        context,
        lambda trees: state(with_trees(trees)),
        int(estimator.verbose),
    )
    scores = model.scores(data.rows.table, data.n_threads)
    booster = make_booster(estimator, data, model.loss, scores, model.seed)
    step = make_step(estimator, booster, data, model.loss)
    rounds = range(model.n_rounds, model.n_rounds + n_rounds)
    result = with_trees(run_rounds(estimator, step, booster, rounds, listeners))
    if evaluation is None or not n_rounds:
        return Fit(result, {})
    if patience is not None:
        result = result.first_rounds(evaluation.best_round + 1)
    validation_state = {
        "evals_result_": evaluation.results,
        "best_iteration_": evaluation.best_round,
        "best_score_": evaluation.best_score,
    }
    return Fit(result, validation_state)
