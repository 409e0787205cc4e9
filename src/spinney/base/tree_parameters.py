"""Parameters of trees that several families share."""

from typing import Any

from . import resolvers
from .parameters import (
    FRACTION_NOT_INT,
    FRACTION_OF_ROWS,
    INT_FROM_0,
    INT_FROM_1,
    INT_FROM_2,
    NON_NEGATIVE,
    Interval,
    Parameterized,
    Real,
    StrOptions,
    parameter,
)


class LeafParameters(Parameterized):
    """Number and size of leaves."""

    min_samples_leaf: int | float = parameter(
        default=1,
        allowed=(INT_FROM_1, FRACTION_OF_ROWS),
        doc="""\
            The minimum number of samples in a leaf. A float is a fraction of the number of
            samples.""",
        core="min_samples_leaf",
        resolve=resolvers.min_samples_leaf,
    )
    max_leaf_nodes: int | None = parameter(
        default=None,
        allowed=(INT_FROM_2, None),
        doc="The maximum number of leaves; nodes are split best first. None: no limit.",
        core="max_leaf_nodes",
    )


class SizeParameters(LeafParameters):
    """Size of a tree."""

    max_depth: int | None = parameter(
        default=None,
        allowed=(INT_FROM_1, None),
        doc="The maximum depth of the tree. None: no limit.",
        core="max_depth",
    )
    min_samples_split: int | float = parameter(
        default=2,
        allowed=(INT_FROM_2, FRACTION_NOT_INT),
        doc="""\
            The minimum number of samples required to split a node. A float is a fraction of the
            number of samples.""",
        core="min_samples_split",
        resolve=resolvers.min_samples_split,
    )


class WeightFractionParameters(Parameterized):
    """Weight of a leaf."""

    min_weight_fraction_leaf: float = parameter(
        default=0.0,
        allowed=(Interval(Real, 0.0, 0.5, closed="both"),),
        doc="The minimum fraction of the total sample weight in a leaf.",
        core="min_weight_fraction_leaf",
    )


class GrowthParameters(SizeParameters, WeightFractionParameters):
    """Growth of trees by impurity."""

    max_features: int | float | str | None = parameter(
        default=None,
        allowed=(INT_FROM_1, FRACTION_NOT_INT, StrOptions({"sqrt", "log2"}), None),
        doc="""\
            The number of features drawn at random for each split. A float is a fraction of the
            features; None uses all.""",
        core="max_features",
        resolve=resolvers.max_features,
    )
    min_impurity_decrease: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="""\
            A node is split only if the split decreases the impurity, weighted by the node's share
            of the samples, by at least this much.""",
        core="min_impurity_decrease",
    )


class SplitKindParameters(Parameterized):
    """Kinds of splits."""

    split_kind: Any = parameter(
        default="binary",
        allowed=(
            StrOptions({"binary", "multiway", "oblique", "sphere", "pca"}),
            list,
            tuple,
        ),
        doc="""\
            The kind of splits. Given a list, the kind with the largest decrease of impurity is
            chosen at each node.

            - "binary": one feature and two children (CART).
            - "multiway": one child per category, or per interval of a numeric feature divided at
              up to ``n_buckets`` quantiles (ID3). With ``criterion="gain_ratio"`` numeric features
              have a single threshold (C4.5).
            - "oblique": a linear combination of numeric features against a threshold. Candidates
              are random combinations, the direction of a linear model fitted in the node, and
              single features.
            - "sphere": the distance from a center against a radius, with features scaled to unit
              standard deviation.
            - "pca": as "binary", on the principal components of the numeric features.

            Categorical features have binary splits, except with "multiway". A missing value
            contributes nothing to a linear combination or distance.""",
        core="split_kinds",
        resolve=resolvers.split_kinds,
    )
    n_buckets: int = parameter(
        default=4,
        allowed=(INT_FROM_2,),
        doc="The maximum number of children of a numeric feature in a multiway split.",
        core="n_buckets",
    )
    n_projections: int | None = parameter(
        default=None,
        allowed=(INT_FROM_1, None),
        doc="""\
            The number of random directions ("oblique") or centers ("sphere") tried at a node. None
            derives it from the number of features.""",
        core="n_projections",
        resolve=resolvers.n_projections,
    )


class ConstraintParameters(Parameterized):
    """Monotonic constraints."""

    monotonic_cst: Any = parameter(
        default=None,
        allowed=("array-like", dict, None),
        doc="""\
            Monotonic constraint of each feature: 1 (increasing), -1 (decreasing) or 0 (none), as
            an array of shape (n_features,) or a dict by feature name. In binary classification
            constraints apply to the probability of the second class. Not supported for categorical
            features, more than two classes or several outputs.""",
        core="monotonic",
        resolve=resolvers.monotonic,
    )


class CategoryParameters(Parameterized):
    """Categorical features."""

    categorical_features: Any = parameter(
        default="from_dtype",
        allowed=("array-like", StrOptions({"from_dtype"}), None),
        doc="""\
            The categorical features: names, indices or a boolean mask. "from_dtype" selects
            dataframe columns with a categorical or string dtype. Categories are matched by
            label.""",
    )
    ordered_features: Any = parameter(
        default="from_dtype",
        allowed=(dict, StrOptions({"from_dtype"}), None),
        doc="""\
            Categorical features whose order splits respect, as thresholds: a dict from names or
            indices to the labels from low to high. "from_dtype" selects ordered categories of
            pandas and Arrow and ``Enum`` columns of polars, unless ``categorical_features`` lists
            them; None selects none.""",
    )


class MissingParameters(Parameterized):
    """Missing values and unknown categories."""

    missing: Any = parameter(
        default="learned",
        allowed=(str, dict, "nan"),
        doc="""\
            Policy for missing values: one for all features, or a dict by feature name or index, in
            which other features have "learned". NaN, as in XGBoost, is the same as "learned".

            - "learned": go to the child that was better in training; to the child with more weight
              if the node had no missing values in training.
            - "surrogate": follow the first surrogate split whose feature is present; if there is
              none, go to the child with more weight.
            - "fractional": go to all children, weighted by their shares of the training weight
              (C4.5).
            - "category": a category of its own. For numeric features the same as "learned".
            - "mean", "median", "mode": impute with the weighted statistic of the training
              samples. Categorical features use the mode.
            - "drop": ignore the sample in fit; in predict the same as "majority".
            - "stop": predict with the value of the node where the feature is missing.
            - "majority": go to the child with more weight.
            - "error": raise a ValueError.""",
        core="missing_routes",
        resolve=resolvers.missing_routes,
        hint="Values that stand for missing ones must be replaced by NaN in X.",
    )
    unknown: Any = parameter(
        default="missing",
        allowed=(str, dict),
        doc="""\
            Policy for categories not seen in fit: one for all features, or a dict by feature name
            or index. One of "missing" (treat as missing), "surrogate", "fractional", "mode",
            "stop", "majority", "error" and "auto" ("majority" if ``missing`` is "learned", else
            "missing").""",
        core="unknown_routes",
        resolve=resolvers.unknown_routes,
    )


class SurrogateParameters(Parameterized):
    """Surrogate splits."""

    max_surrogates: int = parameter(
        default=5,
        allowed=(INT_FROM_0,),
        doc="""\
            The maximum number of surrogate splits of a node. Only splits on features with
            ``missing="surrogate"`` have surrogates.""",
        core="max_surrogates",
    )
