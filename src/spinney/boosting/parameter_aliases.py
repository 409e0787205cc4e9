"""Parameter names of LightGBM, XGBoost, CatBoost and scikit-learn's boosting, put into ours."""

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from .objective_aliases import objective_parameters

Parameters = dict[str, Any]

# Other names of a parameter that mean the same values.
NAMES: dict[str, tuple[str, ...]] = {
    "n_estimators": (
        *("n_iter", "num_iterations", "num_iteration", "iterations", "num_boost_round"),
        *("num_round", "num_rounds", "num_trees", "nrounds", "max_iter"),
    ),
    "learning_rate": ("eta", "shrinkage", "shrinkage_rate"),
    "reg_lambda": ("lambda", "lambda_l2", "reg_l2", "l2_leaf_reg", "l2_regularization"),
    "reg_alpha": ("lambda_l1", "reg_l1", "l1_regularization"),
    "min_child_weight": ("min_sum_hessian_in_leaf", "min_sum_hessian"),
    "max_delta_step": ("max_tree_output", "max_leaf_output"),
    "subsample": ("bagging_fraction", "bagging", "sub_row"),
    "colsample_bytree": ("feature_fraction", "sub_feature", "colsample"),
    "colsample_bylevel": ("rsm",),
    "colsample_bynode": ("feature_fraction_bynode", "sub_feature_bynode"),
    "max_depth": ("depth",),
    "max_bins": ("max_bin", "border_count"),
    "max_onehot": ("max_cat_to_onehot", "one_hot_max_size"),
    "quantize": ("use_quantized_grad",),
    "random_state": ("seed", "random_seed"),
    "monotonic_cst": ("monotone_constraints",),
    "interaction_cst": ("interaction_constraints",),
    "categorical_features": ("cat_features", "categorical_feature"),
    "class_weight": ("class_weights",),
    "eval_metric": ("metric", "metrics"),
    "power": ("tweedie_variance_power", "variance_power"),
    "alpha": ("quantile_alpha",),
}


def zero_is_none(parameter: str) -> Callable[[Any], Parameters]:
    """Peers write 0 for no limit, or for all threads."""
    return lambda value: {parameter: None if value == 0 else value}


def half_gain(value: Any) -> Parameters:
    """Their gains lack the factor 1/2 of the objective."""
    return {"gamma": value / 2}


def least_rows(value: Any) -> Parameters:
    return {"min_samples_leaf": 1 if value == 0 else value}


def patience(value: Any) -> Parameters:
    return {} if value is None else {"early_stopping": True, "n_iter_no_change": value}


def growth(value: Any) -> Parameters:
    known = {"lossguide": "leaf", "depthwise": "level", "symmetrictree": "symmetric"}
    return {"growth": known.get(str(value).lower(), value)}


def tree_method(value: Any) -> Parameters:
    if value == "exact":
        return {"max_bins": None}
    return only("tree_method", "hist", "auto", "approx")(value)


def verbosity(value: Any) -> Parameters:
    """There 1 lets warnings or messages through; progress starts above."""
    return {"verbose": 1 if value > 1 else 0}


def balanced(value: Any) -> Parameters:
    return {"class_weight": "balanced"} if value in (True, "Balanced") else {}


def learned(value: Any) -> Parameters:
    """What fit sees for itself."""
    return {}


def only(name: str, *allowed: Any) -> Callable[[Any], Parameters]:
    """A name that is understood for the values by which boosting here works anyway."""

    def check(value: Any) -> Parameters:
        if value not in allowed:
            raise ValueError(f"{name}={value!r} is not supported; known: {allowed}.")
        return {}

    return check


# Names whose values need a translation as well.
TRANSLATED: dict[str, Callable[[Any], Parameters]] = {
    **dict.fromkeys(
        ("num_leaves", "max_leaves", "num_leaf", "max_leaf"), zero_is_none("max_leaf_nodes")
    ),
    **dict.fromkeys(
        ("nthread", "num_threads", "num_thread", "thread_count"), zero_is_none("n_jobs")
    ),
    **dict.fromkeys(("min_split_gain", "min_gain_to_split", "min_split_loss"), half_gain),
    **dict.fromkeys(("min_data_in_leaf", "min_child_samples", "min_data"), least_rows),
    **dict.fromkeys(("early_stopping_rounds", "early_stopping_round", "od_wait"), patience),
    **dict.fromkeys(("objective", "loss_function", "application"), objective_parameters),
    **dict.fromkeys(("num_class", "classes_count"), learned),
    "grow_policy": growth,
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
CANONICAL = {alias: name for name, aliases in NAMES.items() for alias in aliases}


def translated(alias: str, value: Any) -> Parameters:
    if alias in CANONICAL:
        return {CANONICAL[alias]: value}
    return TRANSLATED[alias](value)


def canonical(given: Mapping[str, Any], known: Mapping[str, Any]) -> Parameters:
    """The given parameters under their own names; names that nobody knows stay as they are.

    Where two names say different things, the parameter's own name wins, or else the first.
    """
    result = {name: value for name, value in given.items() if not is_alias(name, known)}
    origin = {name: name for name in result}
    for alias, value in given.items():
        if not is_alias(alias, known):
            continue
        for name, meant in translated(alias, value).items():
            if name not in known:
                result[alias] = value  # let Python, or scikit-learn, refuse it
            elif name not in result:
                result[name], origin[name] = meant, alias
            elif not same(result[name], meant):
                warnings.warn(
                    f"{origin[name]}={result[name]!r} and {alias}={value!r} contradict each "
                    f"other: {name}={result[name]!r} is used.",
                    UserWarning,
                    stacklevel=3,
                )
    return result


def is_alias(name: str, known: Mapping[str, Any]) -> bool:
    return name not in known and (name in CANONICAL or name in TRANSLATED)


def same(one: Any, other: Any) -> bool:
    return (
        one is other
        or (type(one) is type(other) and repr(one) == repr(other))
        or bool(isinstance(one, int | float) and isinstance(other, int | float) and one == other)
    )


def takes_aliases(init: Callable[..., None]) -> Callable[..., None]:
    """Let ``__init__`` be called with the names of other libraries; its signature stays."""
    known = inspect.signature(init).parameters

    @functools.wraps(init)
    def translate(self: Any, *args: Any, **given: Any) -> None:
        init(self, *args, **canonical(given, known))

    return translate
