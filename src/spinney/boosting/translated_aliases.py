"""Aliases of LightGBM, XGBoost and CatBoost that set several parameters or only one value."""

from collections.abc import Callable
from typing import Any

from ..base.parameter_aliases import Translation, Values
from .objective_aliases import objective_parameters


def none_for_zero(value: Any) -> Any:
    """Convert 0, which other libraries use for "no limit" or "all threads", to None."""
    return None if value == 0 else value


def one_for_zero(value: Any) -> Any:
    return 1 if value == 0 else value


def half(value: Any) -> Any:
    """Halve a gain of other libraries, which omit the factor 1/2 of the objective."""
    return value / 2


def early_stopping(value: Any) -> Values:
    return {} if value is None else {"early_stopping": True, "n_iter_no_change": value}


def grow_policy(value: Any) -> Values:
    known = {"lossguide": "leaf", "depthwise": "level", "symmetrictree": "symmetric"}
    return {"growth": known.get(str(value).lower(), value)}


def tree_method(value: Any) -> Values:
    if value == "exact":
        return {"max_bins": None}
    return only("tree_method", "hist", "auto", "approx")(value)


def verbosity(value: Any) -> Values:
    """Convert verbosity: other libraries print warnings at 1 and progress above."""
    return {"verbose": 1 if value > 1 else 0}


def balanced(value: Any) -> Values:
    return {"class_weight": "balanced"} if value in (True, "Balanced") else {}


def ignored(value: Any) -> Values:
    """Ignore a value that fit determines from the data."""
    return {}


def only(name: str, *allowed: Any) -> Callable[[Any], Values]:
    """Accept only the values of a parameter that describe the behavior of this library."""

    def check(value: Any) -> Values:
        if value not in allowed:
            supported = ", ".join(map(repr, allowed))
            raise ValueError(f"{name}={value!r} is not supported; supported: {supported}.")
        return {}

    return check


TRANSLATED: dict[str, Translation] = {
    **dict.fromkeys(("early_stopping_rounds", "early_stopping_round", "od_wait"), early_stopping),
    **dict.fromkeys(("objective", "loss_function", "application"), objective_parameters),
    **dict.fromkeys(("num_class", "classes_count"), ignored),
    "grow_policy": grow_policy,
    "tree_method": tree_method,
    "verbosity": verbosity,
    "is_unbalance": balanced,
    "auto_class_weights": balanced,
    "boosting_type": only("boosting_type", "gbdt", "gbrt", "Plain"),
    "boosting": only("boosting", "gbdt", "gbrt"),
    "booster": only("booster", "gbtree"),
    "bagging_freq": only("bagging_freq", 1),
    "subsample_freq": only("subsample_freq", 1),
    "od_type": only("od_type", "Iter"),
    "device": only("device", "cpu"),
    "task_type": only("task_type", "CPU"),
    "enable_categorical": only("enable_categorical", True),
    "deterministic": only("deterministic", True),
}
