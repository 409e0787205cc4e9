"""What the parameters of every single tree may be."""

from numbers import Integral, Real
from typing import Any

from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions

CONSTRAINTS: dict[str, list[Any]] = {
    "splitter": [StrOptions({"best", "random"})],
    "splits": [str, list, tuple],
    "n_buckets": [Interval(Integral, 2, None, closed="left")],
    "n_projections": [Interval(Integral, 1, None, closed="left"), None],
    "max_depth": [Interval(Integral, 1, None, closed="left"), None],
    "min_samples_split": [
        Interval(Integral, 2, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="right"),
    ],
    "min_samples_leaf": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="neither"),
    ],
    "min_weight_fraction_leaf": [Interval(Real, 0.0, 0.5, closed="both")],
    "max_features": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, 1.0, closed="right"),
        StrOptions({"sqrt", "log2"}),
        None,
    ],
    "random_state": ["random_state"],
    "max_leaf_nodes": [Interval(Integral, 2, None, closed="left"), None],
    "min_impurity_decrease": [Interval(Real, 0.0, None, closed="left")],
    "monotonic_cst": ["array-like", dict, None],
    "categorical_features": ["array-like", StrOptions({"from_dtype"}), None],
    "max_bins": [Interval(Integral, 2, None, closed="left"), None],
    "missing": [str, dict],
    "unknown": [str, dict],
    "max_surrogates": [Interval(Integral, 0, None, closed="left")],
    "max_competitors": [Interval(Integral, 0, None, closed="left")],
    "ccp_alpha": [Interval(Real, 0.0, None, closed="left"), StrOptions({"cv"})],
    "ccp_rule": [StrOptions({"min", "1se"})],
    "ccp_risk": [StrOptions({"impurity", "error"})],
    "cv": ["cv_object"],
    "pruning": [StrOptions({"reduced_error", "pessimistic"}), None],
    "confidence": [Interval(Real, 0.0, 0.5, closed="neither")],
    "early_stopping": ["boolean"],
    "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
    "validation_fraction": [Interval(Real, 0.0, 1.0, closed="neither")],
    "n_jobs": [
        Interval(Integral, 1, None, closed="left"),
        Interval(Integral, None, -1, closed="right"),
        None,
    ],
}
