"""Parameters of random forests, extra trees and bagging."""

from numbers import Integral
from typing import Any

from ..base import resolvers
from ..base.fit_parameters import (
    EarlyStoppingParameters,
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
)
from ..base.parameter_aliases import none_for_zero
from ..base.parameters import (
    ESTIMATOR,
    FRACTION_NOT_INT,
    INT32_FROM_1,
    INT_FROM_1,
    INT_FROM_2,
    NON_NEGATIVE,
    Interval,
    Parameterized,
    Real,
    RealNotInt,
    StrOptions,
    parameter,
    redeclare,
)
from ..base.tree_parameters import (
    CategoryParameters,
    ConstraintParameters,
    GrowthParameters,
    MissingParameters,
    SurrogateParameters,
)
from .importance_kinds import KINDS


def one_more(value: Any) -> Any:
    """Convert ranger's node size, at which nodes are not split, to the smallest that is split."""
    return max(int(value), 1) + 1 if isinstance(value, Integral) else value


class SamplingParameters(Parameterized):
    """Samples of the members of an ensemble, and aggregation of their predictions."""

    bootstrap: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            If True, draw the samples of each member with replacement, in proportion to
            ``sample_weight``. If False, use all samples, or draw ``max_samples`` of them without
            replacement (pasting).""",
    )
    max_samples: int | float | None = parameter(
        default=None,
        allowed=(INT32_FROM_1, Interval(RealNotInt, 0.0, None, closed="neither"), None),
        doc="""\
            The number of samples drawn for each member. A float is a fraction of the samples, with
            ``bootstrap`` of the sum of ``sample_weight``, as in scikit-learn; it must not result
            in more than 2**31 - 1 draws, and few draws are a warning. None draws as many as there
            are samples.""",
    )
    bags: Any = parameter(
        default=None,
        allowed=("array-like", list, None),
        doc="""\
            User-defined samples of the members instead of random ones: a list of index arrays, or
            an array of counts of shape (n_estimators, n_samples).""",
    )
    aggregate: str = parameter(
        default="mean",
        allowed=(StrOptions({"mean", "mode", "median"}),),
        doc="""\
            How predictions are combined: "mean" averages values or class probabilities, "mode"
            takes the majority vote or the most frequent value, and "median" takes the median
            (of class probabilities, normalized to sum to 1).""",
    )
    oob_score: Any = parameter(
        default=False,
        allowed=("boolean", callable),
        doc="""\
            Whether to estimate the score with out-of-bag samples: accuracy or R2, or the result of
            a callable ``metric(y_true, y_pred)``.""",
    )


class BaggingParameters(SamplingParameters, EnsembleParameters, ThreadParameters, RandomParameters):
    """Parameters of bagging."""

    estimator: Any = parameter(
        default=None,
        allowed=(ESTIMATOR, None),
        doc="""\
            The base estimator; any estimator with scikit-learn's interface. None is a decision
            tree with default parameters.""",
        kw_only=False,
    )
    n_estimators: int = parameter(
        default=10,
        allowed=(INT32_FROM_1,),
        doc="The number of base estimators.",
        kw_only=False,
    )
    max_features: int | float = parameter(
        default=1.0,
        allowed=(INT_FROM_1, FRACTION_NOT_INT),
        doc="The number of features drawn for each base estimator. A float is a fraction.",
    )
    bootstrap_features: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="Whether to draw the features of each base estimator with replacement.",
    )
    n_jobs: int | None = redeclare(
        doc="""\
            The number of threads for Spinney's own trees (None: all CPUs), or of joblib jobs for
            other base estimators (None: 1). The result is identical for any number."""
    )
    verbose: int = redeclare(doc="Verbosity of joblib for base estimators of other libraries.")


class ForestParameters(
    GrowthParameters,
    SamplingParameters,
    EarlyStoppingParameters,
    ConstraintParameters,
    CategoryParameters,
    MissingParameters,
    SurrogateParameters,
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
):
    """Parameters of random forests and extra trees."""

    n_estimators: int = parameter(
        default=100,
        allowed=(INT32_FROM_1,),
        doc="The number of trees.",
        aliases=("num_trees", "ntree"),
        kw_only=False,
    )
    min_samples_split: int | float = redeclare(aliases={"min_node_size": one_more})
    min_samples_leaf: int | float = redeclare(aliases={"min_bucket": None})
    bootstrap: bool = redeclare(aliases={"replace": None})
    max_samples: int | float | None = redeclare(aliases={"sample_fraction": float})
    random_state: Any = redeclare(aliases=dict.fromkeys(("seed", "random_seed")))
    n_jobs: int | None = redeclare(
        aliases=dict.fromkeys(("num_threads", "nthread", "thread_count"), none_for_zero)
    )
    criterion: str = parameter(
        default="squared_error",
        allowed=(StrOptions({"squared_error"}),),
        doc="",
        core="criterion",
        resolve=resolvers.criterion,
    )
    max_features: int | float | str | None = redeclare(
        allowed=(INT_FROM_1, FRACTION_NOT_INT, StrOptions({"sqrt", "log2", "oob"}), None),
        doc="""\
            The number of features drawn at random for each split. A float is a fraction of the
            features; None uses all. "oob" selects the number by the out-of-bag error of small
            forests.""",
        core=None,
        aliases={"mtry": None, "colsample_bynode": float, "feature_fraction_bynode": float},
    )
    max_features_per_tree: int | float | str | None = parameter(
        default=None,
        allowed=(INT_FROM_1, FRACTION_NOT_INT, StrOptions({"sqrt", "log2"}), None),
        doc="""\
            The number of features drawn for each tree, from which ``max_features`` are drawn for
            each split. None uses all.""",
    )
    ccp_alpha: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="Complexity parameter of cost-complexity pruning of each tree. 0 does not prune.",
        core="ccp_alpha",
    )
    importance: str = parameter(
        default="gini",
        allowed=(StrOptions(set(KINDS)),),
        doc="""\
            The kind of ``feature_importances_``; see :meth:`importances`. "corrected" and
            "permutation" use out-of-bag samples.""",
    )
    early_stopping: bool = redeclare(
        doc="""\
            If True, stop when ``n_iter_no_change`` trees have not decreased the out-of-bag error
            by the fraction ``tol``."""
    )
    n_iter_no_change: int = redeclare(
        doc="The number of trees without improvement before training stops early."
    )
    tol: float = parameter(
        default=0.01,
        allowed=(Interval(Real, 0.0, 1.0, closed="left"),),
        doc="The relative decrease of the out-of-bag error that counts as an improvement.",
    )
    min_samples_category: int = parameter(
        default=2,
        allowed=(INT_FROM_1,),
        doc="""\
            Categories with fewer training samples are treated as unknown, because fully grown
            trees would overfit them.""",
    )
    max_bins: int | str | None = parameter(
        default="auto",
        allowed=(INT_FROM_2, StrOptions({"auto"}), None),
        doc="""\
            The maximum number of quantile bins of a numeric feature. None searches every threshold
            between two values. "auto" is None up to 10,000 samples and 255 above.""",
    )
