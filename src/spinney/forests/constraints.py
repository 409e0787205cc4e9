"""What the parameters of forests may be."""

from numbers import Integral, Real
from typing import Any

from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions

from ..trees.constraints import CONSTRAINTS as TREE_CONSTRAINTS
from .importance_kinds import KINDS

OF_TREES = (
    *("max_depth", "min_samples_split", "min_samples_leaf", "min_weight_fraction_leaf"),
    *("max_leaf_nodes", "min_impurity_decrease", "monotonic_cst", "categorical_features"),
    *("missing", "unknown", "max_surrogates", "n_jobs"),
    *("splits", "n_buckets", "n_projections"),
)
"""Parameters that mean the same in a forest and in its trees."""

CONSTRAINTS: dict[str, list[Any]] = {
    **{name: TREE_CONSTRAINTS[name] for name in OF_TREES},
    "ccp_alpha": [Interval(Real, 0.0, None, closed="left")],
    "n_estimators": [Interval(Integral, 1, None, closed="left")],
    "max_features": [*TREE_CONSTRAINTS["max_features"], StrOptions({"oob"})],
    "max_bins": [*TREE_CONSTRAINTS["max_bins"], StrOptions({"auto"})],
    "max_features_per_tree": TREE_CONSTRAINTS["max_features"],
    "min_samples_level": [Interval(Integral, 1, None, closed="left")],
    "bootstrap": ["boolean"],
    "max_samples": [
        Interval(Integral, 1, None, closed="left"),
        Interval(RealNotInt, 0.0, None, closed="neither"),
        None,
    ],
    "bags": ["array-like", list, None],
    "aggregate": [StrOptions({"mean", "mode", "median"})],
    "oob_score": ["boolean", callable],
    "importance": [StrOptions(set(KINDS))],
    "early_stopping": ["boolean"],
    "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
    "tol": [Interval(Real, 0.0, 1.0, closed="left")],
    "warm_start": ["boolean"],
    "verbose": ["verbose"],
    "random_state": ["random_state"],
}
