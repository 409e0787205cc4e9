"""Parameters of gradient boosting."""

from typing import Any

from .. import _core
from ..base import resolvers
from ..base.fit_parameters import (
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
    ValidationParameters,
)
from ..base.parameter_aliases import Translation
from ..base.parameters import (
    FRACTION,
    INT32_FROM_1,
    INT_FROM_0,
    NON_NEGATIVE,
    POSITIVE,
    Integral,
    Interval,
    Parameterized,
    Real,
    StrOptions,
    parameter,
    redeclare,
)
from ..base.tree_parameters import (
    CategoryParameters,
    ConstraintParameters,
    MissingParameters,
    SizeParameters,
    SurrogateParameters,
)
from .translated_aliases import TRANSLATED, half, none_for_zero, one_for_zero


class RegularizationParameters(Parameterized):
    """The second-order objective."""

    min_child_weight: float = parameter(
        default=1e-3,
        allowed=(NON_NEGATIVE,),
        doc="The minimum sum of hessians in a child.",
        core="min_child_weight",
        aliases=("min_sum_hessian_in_leaf", "min_sum_hessian"),
    )
    reg_lambda: float = parameter(
        default=1.0,
        allowed=(NON_NEGATIVE,),
        doc="L2 regularization of leaf values.",
        core="reg_lambda",
        aliases=("lambda", "lambda_l2", "reg_l2", "l2_leaf_reg", "l2_regularization"),
    )
    reg_alpha: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="L1 regularization of leaf values.",
        core="reg_alpha",
        aliases=("lambda_l1", "reg_l1", "l1_regularization"),
    )
    gamma: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            The minimum decrease of the objective required to keep a split; trees are pruned from
            the leaves up. The gain includes the factor 1/2 of the objective, so XGBoost's gamma is
            twice this value.""",
        core="gamma",
        aliases={"min_split_gain": half, "min_gain_to_split": half, "min_split_loss": half},
    )
    max_delta_step: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="The maximum absolute leaf value before shrinkage. 0: no limit.",
        core="max_delta_step",
        aliases=("max_tree_output", "max_leaf_output"),
    )


class SubsamplingParameters(Parameterized):
    """Random subsets of samples and features."""

    subsample: float = parameter(
        default=1.0,
        allowed=(FRACTION,),
        doc="The fraction of samples drawn for each iteration.",
        core="subsample",
        aliases=("bagging_fraction", "bagging", "sub_row"),
    )
    colsample_bytree: float = parameter(
        default=1.0,
        allowed=(FRACTION,),
        doc="The fraction of features drawn for each tree.",
        core="colsample_bytree",
        aliases=("feature_fraction", "sub_feature", "colsample"),
    )
    colsample_bylevel: float = parameter(
        default=1.0,
        allowed=(FRACTION,),
        doc="The fraction of the tree's features drawn for each depth level.",
        core="colsample_bylevel",
        aliases=("rsm",),
    )
    colsample_bynode: float = parameter(
        default=1.0,
        allowed=(FRACTION,),
        doc="The fraction of the level's features drawn for each node.",
        core="colsample_bynode",
        aliases=("feature_fraction_bynode", "sub_feature_bynode"),
    )


class CategorySplitParameters(CategoryParameters):
    """Splits on categorical features."""

    categorical_features: Any = redeclare(
        aliases=dict.fromkeys(("cat_features", "categorical_feature"))
    )
    cat_smooth: float = parameter(
        default=10.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            Added to the sum of hessians of a category when categories are sorted by their mean
            gradients.""",
        core="cat_smooth",
    )
    cat_l2: float = parameter(
        default=10.0,
        allowed=(NON_NEGATIVE,),
        doc="L2 regularization added to ``reg_lambda`` for splits on sorted categories.",
        core="cat_l2",
    )
    min_samples_category: float = parameter(
        default=10.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            Categories with fewer samples in a node, estimated by their share of the hessian, are
            merged before the split search.""",
        core="min_samples_category",
    )
    max_onehot: int = parameter(
        default=4,
        allowed=(INT_FROM_0,),
        doc="""\
            In nodes with at most this many categories, splits separate one category from the
            others.""",
        core="max_onehot",
        aliases=("max_cat_to_onehot", "one_hot_max_size"),
    )


class BoostingParameters(
    SizeParameters,
    RegularizationParameters,
    SubsamplingParameters,
    ConstraintParameters,
    CategorySplitParameters,
    MissingParameters,
    SurrogateParameters,
    ValidationParameters,
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
):
    """Parameters of gradient boosting."""

    loss: Any = parameter(
        default="squared_error",
        allowed=(str, callable),
        doc="",
    )
    algorithm: str = parameter(
        default="newton",
        allowed=(StrOptions({"newton", "classic"}),),
        doc="""\
            "newton" grows trees and sets leaf values by the gradients and hessians of the loss.
            "classic" fits trees to the negative gradient by least squares and then minimizes the
            loss in each leaf.""",
        core="algorithm",
        resolve=resolvers.member_of(_core.BoostingAlgorithm),
    )
    line_search: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            Whether to scale the trees of each iteration by the step size with the lowest training
            loss, before ``learning_rate``.""",
    )
    learning_rate: float = parameter(
        default=0.1,
        allowed=(POSITIVE,),
        doc="Shrinkage applied to the leaf values of each tree.",
        aliases=("eta", "shrinkage", "shrinkage_rate"),
    )
    n_estimators: int = parameter(
        default=100,
        allowed=(INT32_FROM_1,),
        doc="The number of boosting iterations.",
        aliases=(
            *("n_iter", "num_iterations", "num_iteration", "iterations", "num_boost_round"),
            *("num_round", "num_rounds", "num_trees", "nrounds", "max_iter"),
        ),
    )
    max_leaf_nodes: int | None = redeclare(
        default=31,
        doc="The maximum number of leaves of a tree. None: no limit.",
        aliases=dict.fromkeys(("num_leaves", "max_leaves", "num_leaf", "max_leaf"), none_for_zero),
    )
    max_depth: int | None = redeclare(aliases={"depth": None})
    growth: str = parameter(
        default="leaf",
        allowed=(StrOptions({"leaf", "level", "symmetric"}),),
        doc="""\
            The order of growth: the leaf with the largest gain first, level by level, or
            symmetric trees with the same split in all nodes of a level.""",
        core="growth",
        resolve=resolvers.member_of(_core.GrowthPolicy),
    )
    min_samples_leaf: int | float = redeclare(
        default=20,
        aliases=dict.fromkeys(("min_data_in_leaf", "min_child_samples", "min_data"), one_for_zero),
    )
    max_bins: int | None = parameter(
        default=255,
        allowed=(Interval(Integral, 2, 65_535, closed="both"), None),
        doc="""\
            The maximum number of bins of a numeric feature. None searches every threshold between
            two values.""",
        core="max_bins",
        aliases=("max_bin", "border_count"),
    )
    quantize: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            Whether to round gradients to small integers for the split search, stochastically and
            without bias, which is faster. Leaf values use exact gradients.""",
        core="quantize",
        aliases=("use_quantized_grad",),
    )
    monotonic_cst: Any = redeclare(aliases={"monotone_constraints": None})
    interaction_cst: Any = parameter(
        default=None,
        allowed=(list, tuple, StrOptions({"pairwise", "no_interactions"}), None),
        doc="""\
            Groups of features, by name or index, that may interact: a path of a tree uses features
            of one group only. Features in no group form an additional group.""",
        core="interactions",
        resolve=resolvers.interactions,
        aliases=("interaction_constraints",),
    )
    init_score: Any = parameter(
        default=None,
        allowed=(Interval(Real, None, None, closed="neither"), "array-like", None),
        doc="""\
            The raw score before the first iteration, one per score of the model. None is the
            constant with the lowest loss.""",
    )
    early_stopping: bool = redeclare(
        doc="""\
            If True, stop when the first metric of the last validation set has not improved for
            ``n_iter_no_change`` iterations, and keep the best iteration. Without ``X_val`` or
            ``eval_set``, part of the training data is set aside."""
    )
    tol: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="The minimum change of the metric that counts as an improvement.",
    )
    eval_metric: Any = parameter(
        default=None,
        allowed=(str, callable, list, tuple, None),
        doc="",
        aliases=("metric", "metrics"),
    )
    random_state: Any = redeclare(
        doc="""\
            Seed of the random number generator. Without subsampling of samples or features, None
            is a fixed seed.""",
        aliases=dict.fromkeys(("seed", "random_seed")),
    )
    n_jobs: int | None = redeclare(
        aliases=dict.fromkeys(
            ("nthread", "num_threads", "num_thread", "thread_count"), none_for_zero
        )
    )

    @classmethod
    def _aliases(cls) -> dict[str, Translation]:
        return TRANSLATED | super()._aliases()
