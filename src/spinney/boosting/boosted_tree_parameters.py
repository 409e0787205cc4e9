"""Parameters of gradient boosting that concern single trees and their features."""

import os
from typing import Any

from ..base import resolvers
from ..base.parameters import (
    FRACTION,
    FRACTION_NOT_INT,
    INT_FROM_0,
    INT_FROM_1,
    INT_FROM_2,
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
from ..base.tree_parameters import CategoryParameters, WeightFractionParameters
from .forced_splits import forced_splits
from .translated_aliases import auto_for_none, half

AUTO = "auto"
"""The value of parameters that follow from the training data, see ``auto_values.py``."""


def is_goss(value: str, context: Any) -> bool:
    return value == "goss"


class ImpurityParameters(WeightFractionParameters):
    """Limits of scikit-learn's trees.

    They apply to the least-squares trees of ``algorithm="classic"``, and of the squared error
    without regularization, as in scikit-learn. For other trees hessians take the place of weights,
    and twice the gain of a split that of the decrease of the squared error.
    """

    min_weight_fraction_leaf: float = redeclare(
        doc="""\
            The minimum fraction of the total sample weight in a leaf; of the sum of hessians with
            ``algorithm="newton"``.""",
    )
    min_impurity_decrease: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            A node is split only if the split decreases the mean squared error of the tree by at
            least this much. With ``algorithm="newton"`` the decrease is twice the gain of the split
            (see ``gamma``), divided by the sum of hessians of the tree.""",
        core="min_impurity_decrease",
    )
    ccp_alpha: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            The cost of a leaf in minimal cost-complexity pruning of each tree, on the scale of
            ``min_impurity_decrease``.""",
        core="ccp_alpha",
    )


class RegularizationParameters(Parameterized):
    """The second-order objective."""

    min_child_weight: float = parameter(
        default=1e-3,
        allowed=(NON_NEGATIVE,),
        doc="The minimum sum of hessians in a child.",
        core="min_child_weight",
        aliases=("min_sum_hessian_in_leaf", "min_sum_hessian"),
    )
    reg_lambda: float | str = parameter(
        default=AUTO,
        allowed=(NON_NEGATIVE, StrOptions({AUTO})),
        doc="""\
            L2 regularization of leaf values. "auto" is 3 for symmetric trees and in all members of
            a default bag, else 1.""",
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
            the leaves up. The decrease includes the factor 1/2 of the objective, which XGBoost and
            LightGBM omit: their value is twice this one. The aliases ``min_split_loss`` (XGBoost),
            ``min_split_gain`` and ``min_gain_to_split`` (LightGBM) have the scale of those
            libraries.""",
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
    leaf_steps: int | str = parameter(
        default=AUTO,
        allowed=(Interval(Integral, 1, 1000, closed="both"), StrOptions({AUTO})),
        doc="""\
            The number of Newton steps of a leaf value. Each further step computes gradients and
            hessians again, at the scores plus the present leaf value, with the other scores fixed;
            it is shortened if it would increase the regularized loss. "auto" is 1. Losses whose
            leaf values are exact (absolute error, quantiles) take one step in any case.""",
        core="leaf_steps",
        aliases={"leaf_estimation_iterations": auto_for_none},
    )


class SubsamplingParameters(Parameterized):
    """Random subsets of samples and features."""

    subsample: float | str = parameter(
        default=AUTO,
        allowed=(FRACTION, StrOptions({AUTO})),
        doc="""\
            The fraction of samples drawn for each iteration. "auto" is 0.8 in members of a bag
            whose trees have no size set, else 1.""",
        core="subsample",
        aliases=("bagging_fraction", "bagging", "sub_row"),
    )
    subsample_freq: int = parameter(
        default=1,
        allowed=(INT_FROM_0,),
        doc="""\
            Draw new samples every this many iterations; 0 uses all samples, whatever ``subsample``
            is (the default of LightGBM).""",
        core="subsample_freq",
        aliases=("bagging_freq",),
    )
    data_sample_strategy: str = parameter(
        default="bagging",
        allowed=(StrOptions({"bagging", "goss"}),),
        doc="""\
            How samples are drawn for each iteration: "bagging" draws all with the same probability
            (``subsample``). "goss", gradient-based one-side sampling, keeps those with the largest
            absolute gradients, summed over the classes and times the sample weight, and draws from
            the others, whose weights are increased to make up for those not drawn. Of equal
            gradients all are kept.""",
        core="goss",
        resolve=is_goss,
    )
    top_rate: float = parameter(
        default=0.2,
        allowed=(Interval(Real, 0.0, 1.0, closed="left"),),
        doc="""\
            The fraction of samples that "goss" keeps. ``top_rate + other_rate`` is at most 1.""",
        core="top_rate",
    )
    other_rate: float = parameter(
        default=0.1,
        allowed=(FRACTION,),
        doc='The fraction of samples that "goss" draws from the others.',
        core="other_rate",
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
    colsample_bynode: float | str = parameter(
        default=AUTO,
        allowed=(FRACTION, StrOptions({AUTO})),
        doc="""\
            The fraction of the level's features drawn for each node. "auto" is 0.7 for members of a
            bag that grow leaf-wise, else 1.""",
        core="colsample_bynode",
        aliases=("feature_fraction_bynode", "sub_feature_bynode"),
    )
    max_features: int | float | str | None = parameter(
        default=None,
        allowed=(INT_FROM_1, FRACTION_NOT_INT, StrOptions({"sqrt", "log2"}), None),
        doc="""\
            The number of features drawn for each node, as in scikit-learn; a float is a fraction
            of the features. None follows ``colsample_bynode``.""",
    )
    extra_trees: bool | str = parameter(
        default=AUTO,
        allowed=("boolean", StrOptions({AUTO})),
        doc="""\
            Whether to draw one random threshold per feature in each node, and to search only among
            these, as in extremely randomized trees: a cut between two bins, or a position in the
            order of the categories. The direction of missing values is searched. "auto" is True in
            every other pair of members of a default bag, else False.""",
        core="extra_trees",
        aliases=("extra_tree",),
    )
    feature_weights: Any = parameter(
        default=None,
        allowed=("array-like", dict, None),
        doc="""\
            Relative probabilities of drawing each feature where ``colsample_*`` draws features: an
            array of shape (n_features,), or a dict by feature name or index, in which other
            features have weight 1. Features of weight 0 are drawn only if no others are left.""",
        core="feature_weights",
        resolve=resolvers.feature_weights,
    )


class ForcedSplitParameters(Parameterized):
    """Splits that the user defines."""

    forced_splits: Any = parameter(
        default=None,
        allowed=(dict, str, os.PathLike, None),
        doc="""\
            Splits at the top of every tree, as in LightGBM: a nested dict such as
            ``{"feature": 0, "threshold": 2.5, "left": {"feature": 3, "threshold": 1}}``, or the
            path of a JSON file with it. The threshold of a numeric feature is rounded up to the
            next cut between two bins; of a categorical feature it is the category that goes left.
            A split without a gain is not forced, and neither are those below it.""",
        core="forced_splits",
        resolve=forced_splits,
        aliases=(*("forcedsplits_filename", "forced_splits_filename", "forced_splits_file", "fs"),),
    )


class CategorySplitParameters(CategoryParameters):
    """Splits on categorical features."""

    categorical_features: Any = redeclare(
        doc="""\
            The categorical features: names, indices or a boolean mask. "from_dtype" selects
            dataframe columns with a categorical or string dtype. Categories are matched by label;
            of numbers, negative ones are missing values, as in LightGBM.""",
        aliases=dict.fromkeys(("cat_features", "categorical_feature")),
    )
    target_statistics: bool | int | str = parameter(
        default=AUTO,
        allowed=("boolean", INT_FROM_2, StrOptions({AUTO})),
        doc="""\
            Whether splits may divide categories by target statistics, in addition to gradients: the
            mean target of a category (of each class, for up to 10 classes) in other samples than
            the one that is fitted. Fitted trees have sets of categories in both cases. An integer
            selects features with more categories than that; True is 2. "auto" is 255 in members of
            a default bag for more than 3,000 samples, else False. With statistics, a continued fit
            differs from a single one.""",
    )
    target_smooth: float = parameter(
        default=3.0,
        allowed=(POSITIVE,),
        doc="""\
            The number of samples that the mean of all targets counts for in a target statistic.""",
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
    max_onehot: int | str = parameter(
        default=AUTO,
        allowed=(INT_FROM_0, StrOptions({AUTO})),
        doc="""\
            In nodes with at most this many categories, splits separate one category from the
            others. "auto" is 20 in members of a default bag for two classes, else 4.""",
        core="max_onehot",
        aliases=("max_cat_to_onehot", "one_hot_max_size"),
    )
