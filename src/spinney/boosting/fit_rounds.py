"""Fit a boosted model: initial model, boosting iterations, early stopping."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._core import Link
from ..base.warm_start import warn_kept
from .auto_values import with_auto_values
from .booster import Step, make_booster
from .boosting_data import TrainingSet
from .evaluation import Evaluation
from .fit_arguments import load_model
from .folds import Fold
from .losses import (
    BoostingLoss,
    Floats,
    NamedLoss,
    SingleClass,
    check_targets,
    check_weight_scale,
)
from .margins import check_scores, link_scores
from .model import BoostedModel
from .parameter_checks import check_leaf_steps, check_sampling
from .parameters import BoostingParameters
from .refit import can_refit
from .round_loop import RoundListeners, run_rounds
from .round_setup import set_up_rounds
from .target_statistics import make_statistics
from .training_loss import MAX_SCORES, TrainingLoss


class Start(NamedTuple):
    """The model to continue, or None, and the number of iterations to add."""

    model: BoostedModel | None
    n_rounds: int
    state: Mapping[str, Any] = {}
    """The fitted attributes of the estimator that is continued."""


class Fit(NamedTuple):
    """The fitted model, and the fitted attributes of validation."""

    model: BoostedModel
    validation_state: dict[str, Any]
    chosen: list[BoostingParameters]
    """The parameters of the booster, or of each member of a bag, without values "auto"."""


def earlier_fit(estimator: BoostingParameters, init_model: Any) -> Mapping[str, Any]:
    """Return the fitted attributes of the model to continue; empty if there is none."""
    if init_model is None:
        return vars(estimator) if estimator.warm_start and "_model" in vars(estimator) else {}
    init_model = load_model(init_model)
    if type(init_model) is not type(estimator):
        raise ValueError(
            f"init_model must be a fitted {type(estimator).__name__} or the path of one, got "
            f"{type(init_model).__name__}."
        )
    check_is_fitted(init_model)
    return vars(init_model)


def starting_point(
    estimator: BoostingParameters, earlier: Mapping[str, Any], counts_new: bool
) -> Start:
    """Return the model to continue, and the number of iterations to add.

    ``n_estimators`` counts the new iterations if ``counts_new`` is true, else all.
    """
    n = int(estimator.n_estimators)
    model = earlier.get("_model")
    if model is None:
        return Start(None, n)
    more = n if counts_new else n - model.n_rounds
    if more < 0:
        raise ValueError(
            f"n_estimators={estimator.n_estimators} must be at least the {model.n_rounds} "
            "iterations of the previous fit when warm_start=True."
        )
    return Start(model, more, earlier)


def first_model(
    estimator: BoostingParameters,
    loss: BoostingLoss,
    data: TrainingSet,
    start: BoostedModel | None,
    seed: int,
    folds: list[Fold] | None = None,
) -> BoostedModel:
    """Return the model before the first new iteration."""
    n_parallel = int(estimator.num_parallel_tree) * len(folds or [None])
    if loss.core is None and estimator.algorithm == "classic":
        check_classic(loss)
    if isinstance(loss, NamedLoss):
        check_targets(loss, data.all_targets.values)
    check_weight_scale(data.rows.weight)
    check_scores(data.rows.margin, loss.n_scores, "init_score")
    if start is not None:
        same = loss == start.loss if isinstance(loss, NamedLoss) else loss.name == start.loss.name
        if not same or loss.n_scores != start.n_scores:
            raise ValueError(
                f"A model with the loss {start.loss.name!r} cannot be continued with other "
                f"parameters of the loss, or with {loss.name!r}."
            )
        check_continued(estimator, start, loss, n_parallel)
        return replace(start, loss=loss, seed=seed)
    initial = initial_scores(estimator, data, loss)
    return BoostedModel(
        *(data.schema, data.missing, loss, data.classes, initial, (), seed),
        n_parallel=n_parallel,
    )


def check_continued(
    estimator: BoostingParameters, start: BoostedModel, loss: BoostingLoss, n_parallel: int
) -> None:
    """Raise or warn if parameters of the model cannot be changed by a continued fit."""
    if n_parallel != start.n_parallel:
        raise ValueError(
            f"num_parallel_tree={estimator.num_parallel_tree} must be that of the model that is "
            f"continued, which has {start.n_parallel} trees per iteration and score. The number of "
            "folds of n_estimators='auto' multiplies it."
        )
    if estimator.init is not None:
        check_init(estimator)
        if not has_init(start, estimator.init):
            warn_kept("init", estimator.init)
    for name, convert in (("init_score", one_per_score), ("base_score", scores_of)):
        value = getattr(estimator, name)
        if value is not None and not np.allclose(convert(value, loss), start.initial):
            warn_kept(name, value)


def has_init(model: BoostedModel, init: Any) -> bool:
    """Return whether a model starts from "zero" or from an estimator of this class."""
    if isinstance(init, str):
        return model.init is None and not model.initial.any()
    return type(init) is type(model.init) or isinstance(model.loss, SingleClass)


def check_classic(loss: BoostingLoss) -> None:
    if not isinstance(loss, SingleClass):
        raise ValueError(
            "algorithm='classic' minimizes the loss in each leaf, but a custom loss has only "
            "derivatives: use algorithm='newton'."
        )


def initial_scores(estimator: BoostingParameters, data: TrainingSet, loss: BoostingLoss) -> Floats:
    """Return the scores of the model before the first iteration."""
    if estimator.init_score is not None and estimator.base_score is not None:
        raise ValueError("init_score and base_score are two scales of the same: pass one of them.")
    if estimator.init is not None:
        check_init(estimator)
        return np.zeros(loss.n_scores)
    if estimator.base_score is not None:
        return scores_of(estimator.base_score, loss)
    if data.rows.margin is not None:
        return np.zeros(loss.n_scores)
    if estimator.init_score is not None:
        return one_per_score(estimator.init_score, loss, "init_score")
    initial = loss.initial(data.rows.y, data.rows.weight)
    if not np.isfinite(initial).all():
        raise ValueError(f"y has no finite initial score by the loss {loss.name!r}.")
    return initial


def check_init(estimator: BoostingParameters) -> None:
    if estimator.init_score is not None or estimator.base_score is not None:
        raise ValueError(
            f"init={estimator.init!r} contradicts init_score and base_score: pass one of them."
        )


def one_per_score(value: Any, loss: BoostingLoss, name: str = "init_score") -> Floats:
    given: Floats = np.asarray(value, dtype=np.float64)
    if given.shape not in ((), (loss.n_scores,)) or not np.isfinite(given).all():
        raise ValueError(
            f"{name} must be a finite number, or {loss.n_scores} of them, got {value!r}."
        )
    return np.full(loss.n_scores, given)


def scores_of(base_score: Any, loss: BoostingLoss) -> Floats:
    """Convert predictions to scores by the link of the loss."""
    given = one_per_score(base_score, loss, "base_score")
    logit = loss.link in (Link.logit, Link.half_logit)
    if logit and not ((given > 0) & (given < 1)).all():
        raise ValueError(f"base_score must be a probability inside (0, 1), got {base_score!r}.")
    if loss.link is Link.log and not (given > 0).all():
        raise ValueError(f"base_score must be above 0 for {loss.name!r}, got {base_score!r}.")
    return link_scores(given, loss.link) if logit or loss.link is Link.log else given


def fit_rounds(
    estimator: BoostingParameters,
    data: TrainingSet,
    model: BoostedModel,
    start: Start,
    evaluation: Evaluation | None,
    listeners: RoundListeners,
    folds: list[Fold] | None = None,
) -> Fit:
    """Add iterations to a model; with early stopping, keep those up to the best one."""
    if isinstance(model.loss, SingleClass):
        results = {"_evals_result": evaluation.results} if evaluation else {}
        return Fit(model, results | rate_state(estimator, []), [])
    check_sampling(estimator)
    check_leaf_steps(estimator, model.loss)
    scores = model.scores(data.rows.table, data.n_threads, data.rows.margin)
    chosen = with_auto_values(estimator, data, model.loss)
    statistics = None if folds else make_statistics(chosen, data, None, model.seed)
    booster = make_booster(chosen, data, model.loss, scores, model.seed, statistics)
    rates = earlier_rates(start)
    step, evaluated, training, scales, members = set_up_rounds(
        estimator, data, model, booster, folds, rates, start.state, statistics
    )
    training_loss = TrainingLoss(model.loss, data.rows, training, model.n_parallel, data.n_threads)
    if estimator._records_training_loss and (
        scores.size <= MAX_SCORES or (evaluation and any(one.is_train for one in evaluation.sets))
    ):
        step = training_loss.recording(step)
    step = recording_rates(step, rates)
    rounds = range(model.n_rounds, model.n_rounds + start.n_rounds)
    result = run_rounds(estimator, step, evaluated, model, rounds, evaluation, listeners, scales)
    keeps_best = estimator.use_best_model
    if keeps_best is None:
        # "auto" is the rule of scikit-learn, which keeps all iterations.
        keeps_best = listeners.patience is not None and estimator.early_stopping != "auto"
    if evaluation and start.n_rounds and keeps_best:
        result = result.first_rounds(evaluation.best.best_round + 1)
    result = scales.scaled(result)
    state = training_loss.state(start.state, model.n_rounds, result.n_rounds)
    state |= scales.state(result.n_rounds)
    rates = rates[: result.n_rounds]
    if members and len(members.folds) == 1 and can_refit(estimator, data):
        state.pop("train_score_", None)
        result = members.refitted(result, booster, rates)
        rates += rates[-1:] * (result.n_rounds - len(rates))
    state |= rate_state(estimator, rates)
    state |= evaluation.state() if evaluation else {}
    return Fit(result, state, members.chosen if members else [chosen])


def earlier_rates(start: Start) -> list[float]:
    """Return the learning rates of the iterations of the model that is continued."""
    if start.model is None:
        return []
    rate = start.state.get("learning_rate_", math.nan)
    return list(start.state.get("_rates", [rate] * start.model.n_rounds))


def recording_rates(step: Step, rates: list[float]) -> Step:
    """Return the step function that also adds the learning rate to a list."""

    def recorded(round_: int, rate: float) -> list[_core.Tree]:
        rates.append(rate)
        return step(round_, rate)

    return recorded


def rate_state(estimator: BoostingParameters, rates: list[float]) -> dict[str, Any]:
    """Return the fitted attributes of learning rates; all of them only if they differ."""
    rate = float(estimator.learning_rate)
    state: dict[str, Any] = {"learning_rate_": rate}
    return state if all(one == rate for one in rates) else state | {"_rates": np.array(rates)}
