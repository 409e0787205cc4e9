"""Arguments of ``fit``: names of other libraries, and parameters that hold for one fit."""

import copy
import os
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from numbers import Integral
from typing import Any, TypeVar

from sklearn.utils.validation import _num_samples

from ..base.parameter_aliases import unexpected_argument
from ..data.user_warnings import warn
from .booster_views import BoosterView
from .ignored_names import FILES, PRINTING, is_behavior
from .parameters import BoostingParameters

RENAMED = {
    "sample_weight_eval_set": "eval_sample_weight",
    "base_margin": "init_score",
    "baseline": "init_score",
    "base_margin_eval_set": "eval_init_score",
    "xgb_model": "init_model",
    "categorical_feature": "categorical_features",
    "cat_features": "categorical_features",
    "verbose_eval": "verbose",
    "logging_level": "verbose",
    "silent": "verbose",
    **dict.fromkeys(("eval_X", "eval_y"), "eval_set"),
}
"""Arguments of ``fit`` in LightGBM, XGBoost and CatBoost, with the name here."""
CONVERTED: dict[str, Callable[[Any], Any]] = {
    "logging_level": lambda level: None if level is None else level != "Silent",
    "silent": lambda value: False if value else None,
}
"""Conversions of values; None is "not passed"."""
IGNORED = {
    **dict.fromkeys(("plot", "plot_file"), "draw evals_result_ with spinney.plot"),
    "metric_period": PRINTING,
    **dict.fromkeys(("save_snapshot", "snapshot_file", "snapshot_interval"), FILES),
}
"""Arguments without an effect on the model, with the reason or what to do instead."""
Known = dict[str, Any]


def renamed_arguments(known: Known, other: Mapping[str, Any]) -> Known:
    """Add arguments with names of other libraries to those of ``fit``; None is "not passed"."""
    result = dict(known)
    sets = {"eval_X": lightgbm_sets(other), "eval_y": None}
    for name, value in {**other, **sets}.items():
        target = RENAMED.get(name)
        value = CONVERTED[name](value) if name in CONVERTED else value
        if name == "feature_name" and isinstance(value, str) and value == "auto":
            continue
        if name in IGNORED:
            if not is_behavior(name, value):
                warn(f"{name}={value!r} is ignored: {IGNORED[name]}.")
        elif target is None:
            raise TypeError(unknown_argument(name, [*known, *RENAMED]))
        elif value is None:
            continue
        elif result[target] is not None:
            raise TypeError(f"fit() got {target} and {name}, which mean the same.")
        else:
            result[target] = value
    return result


def lightgbm_sets(other: Mapping[str, Any]) -> list[Any] | None:
    """Return the pairs of LightGBM's ``eval_X`` and ``eval_y``, which may be tuples."""
    X, y = other.get("eval_X"), other.get("eval_y")
    if (X is None) != (y is None):
        raise ValueError("eval_X and eval_y must be passed together.")
    if not isinstance(X, tuple):
        return None if X is None else [(X, y)]
    if not isinstance(y, tuple) or len(X) != len(y):
        raise ValueError("eval_X is a tuple, so eval_y must be a tuple of the same length.")
    return list(zip(X, y, strict=True))


def given_names(other: Mapping[str, Any]) -> dict[str, str]:
    """Return the name in another library of each argument that was passed by it."""
    return {RENAMED[name]: name for name, value in other.items() if name in RENAMED}


def number_of_rows(X: Any) -> int | None:
    """Return the number of rows of X, or None if it is not a table."""
    try:
        return int(_num_samples(X))
    except TypeError:  # reading the data raises a clear error
        return None


def check_not_features(X: Any, sample_weight: Any) -> None:
    """Raise if CatBoost's ``cat_features`` was passed at the position of ``sample_weight``."""
    if not isinstance(sample_weight, list | tuple):
        return
    features = all(isinstance(one, str | Integral) for one in sample_weight)
    if features and len(sample_weight) != number_of_rows(X):
        raise TypeError(
            f"The third argument of fit is sample_weight, got {sample_weight!r}. Pass categorical "
            "features by name, as in fit(X, y, cat_features=[0])."
        )


def unknown_argument(name: str, known: list[str]) -> str:
    if name == "feature_name":
        return "fit() has no argument feature_name: pass a dataframe with these column names."
    return unexpected_argument("fit", name, known)


Estimator = TypeVar("Estimator", bound=BoostingParameters)


def with_fit_arguments(estimator: Estimator, given: Known) -> Estimator:
    """Return a copy of the estimator with the parameters that were passed to ``fit``."""
    changed: Known = {}
    if given["categorical_features"] is not None:
        value = given["categorical_features"]
        automatic = isinstance(value, str) and value == "auto"
        changed["categorical_features"] = "from_dtype" if automatic else value
    for name in ("use_best_model", "feature_weights"):
        if given[name] is not None:
            changed[name] = given[name]
    if given["eval_metric"] is not None:
        changed |= more_metrics(estimator, given["eval_metric"])
    if given["early_stopping_rounds"] is not None:
        changed["early_stopping"] = "eval_set"
        changed["n_iter_no_change"] = checked_patience(given["early_stopping_rounds"])
    result = copy.copy(estimator)
    for name, value in changed.items():
        setattr(result, name, value)
    return result


def more_metrics(estimator: BoostingParameters, eval_metric: Any) -> Known:
    """Add metrics to those of the parameter, as LightGBM does; early stopping watches all.

    The metric of the loss is added as well, unless a custom loss has no ``value``.
    """
    own, new = as_list(estimator.eval_metric), as_list(eval_metric)
    if not isinstance(estimator.loss, str) and not hasattr(estimator.loss, "value"):
        own = [metric for metric in own if metric is not None]
    if not new:
        raise ValueError("eval_metric is an empty list.")
    stopping = "any" if estimator.stopping_metric == "last" else estimator.stopping_metric
    return {"eval_metric": [*own, *new], "stopping_metric": stopping}


def as_list(given: Any) -> list[Any]:
    several = isinstance(given, Iterable) and not isinstance(given, str)
    return list(given) if several else [given]


def checked_patience(early_stopping_rounds: Any) -> int:
    if not isinstance(early_stopping_rounds, Integral) or early_stopping_rounds < 1:
        raise ValueError(
            f"early_stopping_rounds must be an integer >= 1, got {early_stopping_rounds!r}."
        )
    return int(early_stopping_rounds)


def print_period(verbose: Any, given: Any) -> int | None:
    """Return the number of iterations between two lines; 0: no output, None: a progress bar.

    ``given`` is the argument of ``fit``: True or a period, as in XGBoost; ``verbose`` is the
    parameter.
    """
    if given is not None:
        if not isinstance(given, bool | Integral):
            raise ValueError(f"verbose must be True, False or an integer, got {given!r}.")
        return max(0, int(given))
    if int(verbose) == 1:
        return None
    return 1 if int(verbose) == 2 else max(0, int(verbose))


INSTEAD = {
    "EarlyStopping": "pass early_stopping_rounds to fit",
    "LogEvaluation": "pass verbose to fit, the number of iterations between two lines",
    "EvaluationMonitor": "pass verbose to fit, the number of iterations between two lines",
    "RecordEvaluation": "read evals_result_ after fit",
    "ResetParameter": "pass a function that sets learning_rate of its argument",
    "LearningRateScheduler": "pass a function that sets learning_rate of its argument",
    "CheckPoint": "continue a model with init_model",
}
"""Parts of class names of callbacks of LightGBM and XGBoost, with what to do here."""


def check_monitor(monitor: Any) -> None:
    if monitor is not None and not callable(monitor):
        raise TypeError(f"monitor must be callable, got {monitor!r}.")


def checked_callbacks(callbacks: Any) -> list[Callable[..., Any]]:
    """Return the callbacks as a list; reject those of other libraries."""
    if callbacks is not None and not isinstance(callbacks, Iterable):
        raise TypeError(f"callbacks must be a list of callables, got {callbacks!r}.")
    given = list(callbacks or ())
    for callback in given:
        cls = type(callback)
        library = (cls.__module__ or "").partition(".")[0]
        if library in ("lightgbm", "xgboost", "catboost"):
            found = [hint for part, hint in INSTEAD.items() if part in cls.__name__]
            hint = found[0] if found else "pass a function of one argument; see fit"
            raise TypeError(f"{library}'s callback {cls.__name__} cannot be used here: {hint}.")
        if not callable(callback):
            raise TypeError(f"callbacks must be callable, got {callback!r}.")
    return given


def load_model(init_model: Any) -> Any:
    """Return the estimator to continue, also of a booster; a path is loaded."""
    if isinstance(init_model, BoosterView):
        return init_model.estimator
    if not isinstance(init_model, str | os.PathLike):
        return init_model
    # Imported here because the persistence layer imports all estimators.
    return import_module("spinney.persistence").load(init_model)
