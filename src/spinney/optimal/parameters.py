"""Parameters of optimal trees."""

from typing import Any

from ..base.fit_parameters import (
    ThreadParameters,
    VerboseParameters,
)
from ..base.parameters import INT_FROM_1, NON_NEGATIVE, POSITIVE, parameter, redeclare
from ..base.tree_parameters import (
    CategoryParameters,
    LeafParameters,
    MissingParameters,
    WeightFractionParameters,
)


class OptimalTreeParameters(
    LeafParameters,
    WeightFractionParameters,
    CategoryParameters,
    MissingParameters,
    ThreadParameters,
    VerboseParameters,
):
    """Parameters of optimal trees."""

    max_depth: int = parameter(
        default=3,
        allowed=(INT_FROM_1,),
        doc="The maximum depth of the tree. Search time grows exponentially with the depth.",
        core="max_depth",
    )
    leaf_penalty: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            The penalty of each leaf in the objective, which is the error rate (classification) or
            1 - R2 (regression) plus ``leaf_penalty`` times the number of leaves.""",
        core="leaf_penalty",
    )
    max_leaf_nodes: int | None = redeclare(doc="The maximum number of leaves. None: no limit.")
    min_samples_leaf: int | float = redeclare(
        doc="""\
            The minimum number of samples in a leaf. A float is a fraction of the number of
            samples. Values above 1 slow down the search."""
    )
    min_weight_fraction_leaf: float = redeclare(
        doc="""\
            The minimum fraction of the total sample weight in a leaf. Values above 0 slow down the
            search."""
    )
    max_thresholds: int | None = parameter(
        default=None,
        allowed=(INT_FROM_1, None),
        doc="""\
            The maximum number of thresholds of a numeric feature, at quantiles; the tree is then
            optimal among those. None searches every threshold between two values.""",
        core="max_thresholds",
    )
    time_limit: float | None = parameter(
        default=60.0,
        allowed=(POSITIVE, None),
        doc="""\
            Seconds after which the search returns the best tree found and the remaining gap. None:
            no limit.""",
        core="time_limit",
    )
    missing: Any = redeclare(
        default="median",
        doc="""\
            Policy for missing values: one for all features, or a dict by feature name or index;
            features that a dict does not name must not have any in fit. "mean", "median" and "mode"
            impute with the statistic of the training samples, categorical features with the mode;
            "category" makes a category of its own (categorical features only); "drop" ignores the
            sample in fit; "error" raises a ValueError. The search has no policies that choose a
            child for missing values, such as the "learned" of other trees.""",
    )
    unknown: Any = redeclare(
        doc="""\
            Policy for categories not seen in fit: one for all features, or a dict by feature name
            or index. One of "missing" (treat as missing), "mode", "stop" (predict with the value
            of the node), "majority", "fractional" and "error"."""
    )
    n_jobs: int | None = redeclare(
        doc="""\
            The number of threads. None and -1 use all CPUs available to the process. The result
            is identical for any number of threads, unless the time limit is reached."""
    )
    verbose: int = redeclare(
        doc="Above 0, print the best objective and the lower bound once a second."
    )
