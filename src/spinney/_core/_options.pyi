"""Options of the growers. ``None`` is no limit; an unknown keyword argument is a TypeError."""

from collections.abc import Sequence
from enum import Enum, IntEnum

from ._criteria import Criterion

class SplitKind(Enum):
    """Kinds of splits to search; of several the split with the largest gain is chosen."""

    binary = ...
    multiway = ...
    oblique = ...
    sphere = ...
    pca = ...

class NodeKind(IntEnum):
    """The kind of a node's split.

    ``number``: x <= threshold. ``category``: category in a set. ``intervals``: a child per
    interval between cuts. ``levels``: a child per category. ``linear``: sum of factor *
    (x - center) <= threshold. ``sphere``: sum of factor * (x - center)**2 <= threshold. In
    ``linear`` and ``sphere`` a missing x adds nothing; if all are missing, the value is missing.
    """

    leaf = 0
    number = 1
    category = 2
    intervals = 3
    levels = 4
    linear = 5
    sphere = 6

class MissingRoute(IntEnum):
    """Routing of a row whose value is missing, or a category that training did not see.

    ``learned``: to the child that was better in training (unknown: as a missing value).
    ``surrogate``: by surrogate splits. ``fractional``: to all children, by their weights. ``stop``:
    the row stays at the node. ``majority``: to the child with most weight. Unless the route is
    ``learned``, a split is searched on the rows that have the value.
    """

    learned = 0
    surrogate = 1
    fractional = 2
    stop = 3
    majority = 4

class GrowthPolicy(Enum):
    """Split the leaf with the largest gain, all leaves of a level, or a level by one split."""

    leaf = ...
    level = ...
    symmetric = ...

class BoostingAlgorithm(Enum):
    """Second-order steps, or least squares on the negative gradient and a line search per leaf."""

    newton = ...
    classic = ...

class _SharedOptions:
    max_depth: int | None
    max_leaf_nodes: int | None
    min_samples_leaf: int
    missing_routes: Sequence[MissingRoute] | None
    """Per feature; None is all ``learned``."""
    unknown_routes: Sequence[MissingRoute] | None
    n_threads: int
    def __init__(self, **options: object) -> None: ...

class TreeOptions(_SharedOptions):
    """Options of a tree."""

    criterion: Criterion
    split_kinds: Sequence[SplitKind]
    n_buckets: int
    """The maximum number of intervals of a multiway split on a number."""
    n_projections: int
    """Random oblique or spherical candidates per node; 0: by the number of features."""
    max_features: int | None
    """Features considered per node."""
    random_thresholds: bool
    monotonic: Sequence[int] | None
    """-1, 0 or 1 per feature."""
    max_bins: int | None
    """None: every distinct value can be a threshold."""
    min_samples_split: int
    min_weight_leaf: float
    min_impurity_decrease: float
    max_surrogates: int
    """Of splits on features with the route ``surrogate``."""
    max_competitors: int
    seed: int

class ForestOptions(TreeOptions):
    """Options of the trees of a forest."""

    features_per_tree: int | None
    min_weight_fraction_leaf: float
    balance_classes: bool
    """Give all classes of a bag the same weight."""
    ccp_alpha: float

class BoostingOptions(_SharedOptions):
    """Options of gradient boosting and of its trees."""

    algorithm: BoostingAlgorithm
    growth: GrowthPolicy
    max_bins: int | None
    """Above 255 or None: exact search."""
    vector_leaves: bool
    max_channels: int
    sparse_bins: bool
    quantize: bool
    """Round gradients to small integers, without bias."""
    max_histogram_bytes: int
    n_boosters: int
    """Limit of the histograms of open nodes. 0: a quarter of the available memory."""
    min_samples_split: int
    min_child_weight: float
    reg_lambda: float
    reg_alpha: float
    max_delta_step: float
    """0 is no limit."""
    leaf_steps: int
    """Newton steps of leaf values."""
    linear_features: Sequence[int] | None
    """Per feature: whether linear leaves may use it. None: constant leaves."""
    linear_lambda: float
    gamma: float
    min_weight_fraction_leaf: float
    """Fraction of the hessian sum of the tree."""
    min_impurity_decrease: float
    """Twice the gain per unit of hessian."""
    ccp_alpha: float
    """Cost of a leaf on the scale of `min_impurity_decrease`."""
    extra_trees: bool
    """One random threshold per feature and node."""
    subsample: float
    subsample_freq: int
    """Rounds that share a sample; 0: all rows."""
    goss: bool
    """Keep the rows with the largest gradients and draw from the others."""
    top_rate: float
    other_rate: float
    colsample_bytree: float
    colsample_bylevel: float
    colsample_bynode: float
    feature_weights: Sequence[float] | None
    """Relative probabilities of drawing each feature."""
    monotonic: Sequence[int] | None
    interactions: Sequence[Sequence[int]] | None
    """Sets of features that may occur together on a path."""
    forced_splits: Sequence[tuple[int, float, int, int]] | None
    """Feature, threshold (or index of the category on the left) and indices of the children."""
    cat_smooth: float
    cat_l2: float
    min_samples_category: float
    max_onehot: int
    max_surrogates: int
    seed: int

class OptimalOptions(_SharedOptions):
    """Options of the search for an optimal tree."""

    min_weight_fraction_leaf: float
    leaf_penalty: float
    """Cost of a leaf, as a share of the total weight or of the root's squared error."""
    max_thresholds: int | None
    time_limit: float | None
    """Seconds."""
