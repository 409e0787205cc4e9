"""Aliases of LightGBM, XGBoost and CatBoost that set several parameters or only one value."""

import json
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

from ..base.parameter_aliases import Translation, Values
from ..data.user_warnings import warn
from .ignored_names import IGNORED
from .objective_aliases import objective_parameters


def one_for_zero(value: Any) -> Any:
    return 1 if value == 0 else value


def auto_for_none(value: Any) -> Any:
    return "auto" if value is None else value


def half(value: Any) -> Any:
    """Halve a gain of other libraries, which omit the factor 1/2 of the objective."""
    return value / 2 if isinstance(value, Real) else value


def n_bins(value: Any) -> Any:
    """Convert XGBoost's default of 256 bins to 255, the most that histograms support."""
    return 255 if value == 256 else value


def nested(value: Any) -> Any:
    """Read constraints that are passed as text, as in "(1,0,-1)" or "[[0, 1], [2]]"."""
    if not isinstance(value, str):
        return value
    try:
        found = json.loads(value.replace("(", "[").replace(")", "]"))
    except ValueError:
        return value  # rejected by the validation of the parameter
    return found if isinstance(found, list) else value


def early_stopping(value: Any) -> Values:
    """Convert the patience; LightGBM uses values of at most 0 for no early stopping."""
    if value is None or (isinstance(value, Real) and value <= 0):
        return {"early_stopping": False}
    return {"early_stopping": "eval_set", "n_iter_no_change": value}


def grow_policy(value: Any) -> Values:
    if value is None:
        return {}
    known = {"lossguide": "leaf", "depthwise": "level", "symmetrictree": "symmetric"}
    return {"growth": known.get(str(value).lower(), value)}


def sample_type(value: Any) -> Values:
    """Convert XGBoost's choice of the trees to drop."""
    only("sample_type", "uniform", "weighted")(value)
    return {"uniform_drop": value == "uniform"}


def tree_method(value: Any) -> Values:
    only("tree_method", "exact", "hist", "auto", "approx", None)(value)
    return {"max_bins": None} if value == "exact" else {}


def verbosity(value: Any) -> Values:
    """Convert verbosity: other libraries print warnings at 1 and progress above."""
    if value is not None and not isinstance(value, int | float):
        return {"verbose": value}  # rejected by the validation of the parameter
    return {"verbose": 1 if value is not None and value > 1 else 0}


def silent(value: Any) -> Values:
    return {"verbose": 0} if value else {}


def logging_level(value: Any) -> Values:
    """Convert CatBoost's levels, of which "Silent" prints nothing."""
    only("logging_level", "Silent", "Verbose", "Info", "Debug", None)(value)
    return {} if value is None else {"verbose": 0 if value == "Silent" else 2}


def boost_from_average(value: Any) -> Values:
    return {} if value in (True, None) else {"init_score": 0.0}


def bootstrap_type(value: Any) -> Values:
    if value == "No":
        return {"subsample": 1.0}
    return only("bootstrap_type", "Bernoulli", "No", None)(value)


def nan_mode(value: Any) -> Values:
    """Convert CatBoost's policy; "Min" and "Max" are fixed directions, here they are learned."""
    if value == "Forbidden":
        return {"missing": "error"}
    if value not in ("Min", "Max"):
        return only("nan_mode", "Min", "Max", "Forbidden")(value)
    warn(f"nan_mode={value!r} is ignored: the direction of missing values is learned.")
    return {}


def first_metric_only(value: Any) -> Values:
    return {"stopping_metric": "first" if value else "any"}


def lightgbm_metric(value: Any) -> Values:
    """Convert LightGBM's metrics: early stopping watches all of them."""
    if isinstance(value, str) and "," in value:
        value = [name.strip() for name in value.split(",")]
    if isinstance(value, list | tuple | set) and len(value) > 1:
        return {"eval_metric": list(value), "stopping_metric": "any"}
    return {"eval_metric": None if value == "" else value}


def is_unbalance(value: Any) -> Values:
    return {"class_weight": "balanced_majority"} if value else {}


def linear_tree(value: Any) -> Values:
    if value not in (True, False):
        only("linear_tree", True, False)(value)
    return {"leaf": "linear" if value else "constant"}


def auto_class_weights(value: Any) -> Values:
    known = {"Balanced": "balanced_majority", "SqrtBalanced": "sqrt_balanced"}
    if value in known:
        return {"class_weight": known[value]}
    return only("auto_class_weights", None, "None", *known)(value)


def check_sampling_names(given: Mapping[str, Any]) -> None:
    """Warn if LightGBM would not sample rows, because its frequency is 0 by default."""
    fractions = [name for name in ("bagging_fraction", "bagging", "sub_row") if name in given]
    if (
        fractions
        and given[fractions[0]] != 1
        and not {"bagging_freq", "subsample_freq"} & set(given)
    ):
        warn(
            f"LightGBM ignores {fractions[0]} unless bagging_freq is set. Spinney draws samples in "
            "every iteration: set bagging_freq to 1 to keep this, or to 0 to use all samples."
        )


def ignored(value: Any) -> Values:
    """Ignore a value that fit determines from the data."""
    return {}


def only(name: str, *allowed: Any, hint: str = "") -> Callable[[Any], Values]:
    """Accept only the values of a parameter that describe the behavior of this library."""

    def check(value: Any) -> Values:
        if value not in allowed:
            supported = ", ".join(map(repr, allowed))
            instead = f" {hint}" if hint else ""
            raise ValueError(f"{name}={value!r} is not supported; supported: {supported}.{instead}")
        return {}

    return check


FORESTS = "Random forests are RandomForestClassifier and RandomForestRegressor."
BOOSTING_TYPES: dict[Any, Values] = {
    **{name: {} for name in ("gbdt", "gbrt", "Plain")},
    "goss": {"data_sample_strategy": "goss"},
    "dart": {"booster": "dart"},
}


def boosting_type(name: str) -> Translation:
    """Return the translation of LightGBM's and CatBoost's kinds of boosting."""

    def translate(value: Any) -> Values:
        only(name, *BOOSTING_TYPES, hint=FORESTS)(value)
        return BOOSTING_TYPES[value]

    return translate


def normalize_type(value: Any) -> Values:
    only("normalize_type", "tree")(value)
    return {"xgboost_dart_mode": True}


ONLY: dict[str, Translation] = {
    "criterion": only("criterion", "friedman_mse", "squared_error", "deprecated"),
    "normalize_type": normalize_type,
    "one_drop": only("one_drop", 0, False),
    "sampling_method": only("sampling_method", "uniform", None),
    "process_type": only("process_type", "default"),
    "od_type": only("od_type", "Iter", None),
    "device": only("device", "cpu", None),
    "device_type": only("device_type", "cpu"),
    "task_type": only("task_type", "CPU", None),
    "enable_categorical": only("enable_categorical", True, False, None),
    "deterministic": only("deterministic", True, False),
    "path_smooth": only("path_smooth", 0),
    "pos_bagging_fraction": only("pos_bagging_fraction", 1, hint="Use subsample."),
    "neg_bagging_fraction": only("neg_bagging_fraction", 1, hint="Use subsample."),
    "use_missing": only("use_missing", True, hint="missing= has other policies."),
    "zero_as_missing": only("zero_as_missing", False, hint="Replace zeros by NaN."),
    "sigmoid": only("sigmoid", 1),
    "reg_sqrt": only("reg_sqrt", False, hint="Transform y."),
    "monotone_penalty": only("monotone_penalty", 0),
    "bagging_temperature": only("bagging_temperature", 0, None, hint="Use subsample."),
    "leaf_estimation_method": only("leaf_estimation_method", "Newton", "Exact", None),
    "ignored_features": only("ignored_features", None, [], hint="Drop the columns from X."),
    "text_features": only("text_features", None, []),
    "embedding_features": only("embedding_features", None, []),
    "callbacks": only("callbacks", None, [], hint="Pass callbacks to fit."),
}
TRANSLATED: dict[str, Translation] = {
    **dict.fromkeys(("early_stopping_rounds", "early_stopping_round", "od_wait"), early_stopping),
    **dict.fromkeys(
        ("objective", "loss_function", "application", "objective_type"), objective_parameters
    ),
    **dict.fromkeys(("num_class", "num_classes", "classes_count"), ignored),
    **dict.fromkeys(("metric", "metrics", "metric_types"), lightgbm_metric),
    **dict.fromkeys(("is_unbalance", "unbalance", "unbalanced_sets"), is_unbalance),
    "boosting_type": boosting_type("boosting_type"),
    "boosting": boosting_type("boosting"),
    "sample_type": sample_type,
    "grow_policy": grow_policy,
    "tree_method": tree_method,
    "verbosity": verbosity,
    "silent": silent,
    "logging_level": logging_level,
    "auto_class_weights": auto_class_weights,
    "boost_from_average": boost_from_average,
    "bootstrap_type": bootstrap_type,
    "nan_mode": nan_mode,
    "first_metric_only": first_metric_only,
    **dict.fromkeys(("linear_tree", "linear_trees"), linear_tree),
    **ONLY,
    **IGNORED,
}
