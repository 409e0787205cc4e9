"""What the parameters of boosting may be."""

from numbers import Integral, Real
from typing import Any

from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions

NOT_NEGATIVE = Interval(Real, 0.0, None, closed="left")
POSITIVE = Interval(Real, 0.0, None, closed="neither")
INSIDE_0_1 = Interval(Real, 0.0, 1.0, closed="neither")
INSIDE_1_2 = Interval(Real, 1.0, 2.0, closed="neither")
SHARE = Interval(Real, 0.0, 1.0, closed="right")

CONSTRAINTS: dict[str, list[Any]] = {
    "algorithm": [StrOptions({"newton", "classic"})],
    "line_search": ["boolean"],
    "learning_rate": [POSITIVE],
    "n_estimators": [Interval(Integral, 1, None, closed="left")],
    "max_leaf_nodes": [Interval(Integral, 2, None, closed="left"), None],
    "max_depth": [Interval(Integral, 1, None, closed="left"), None],
    "growth": [StrOptions({"leaf", "level", "symmetric"})],
    "min_samples_split": [
        Interval(Integral, 2, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="right"),
    ],
    "min_samples_leaf": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="neither"),
    ],
    "min_child_weight": [NOT_NEGATIVE],
    "reg_lambda": [NOT_NEGATIVE],
    "reg_alpha": [NOT_NEGATIVE],
    "gamma": [NOT_NEGATIVE],
    "max_delta_step": [NOT_NEGATIVE],
    "subsample": [SHARE],
    "colsample_bytree": [SHARE],
    "colsample_bylevel": [SHARE],
    "colsample_bynode": [SHARE],
    "max_bins": [Interval(Integral, 2, 65_535, closed="both"), None],
    "quantize": ["boolean"],
    "monotonic_cst": ["array-like", dict, None],
    "interaction_cst": [list, tuple, StrOptions({"pairwise", "no_interactions"}), None],
    "categorical_features": ["array-like", StrOptions({"from_dtype"}), None],
    "cat_smooth": [NOT_NEGATIVE],
    "cat_l2": [NOT_NEGATIVE],
    "min_samples_level": [NOT_NEGATIVE],
    "max_onehot": [Interval(Integral, 0, None, closed="left")],
    "missing": [str, dict],
    "unknown": [str, dict],
    "max_surrogates": [Interval(Integral, 0, None, closed="left")],
    "init_score": [Interval(Real, None, None, closed="neither"), "array-like", None],
    "early_stopping": ["boolean"],
    "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
    "validation_fraction": [INSIDE_0_1],
    "tol": [NOT_NEGATIVE],
    "eval_metric": [str, callable, list, tuple, None],
    "warm_start": ["boolean"],
    "verbose": ["verbose"],
    "random_state": ["random_state"],
    "n_jobs": [
        Interval(Integral, 1, None, closed="left"),
        Interval(Integral, None, -1, closed="right"),
        None,
    ],
}
