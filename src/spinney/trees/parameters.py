"""Parameters of single trees."""

from typing import Any

from ..base import resolvers
from ..base.criteria import criterion_doc, criterion_names
from ..base.fit_parameters import (
    RandomParameters,
    ThreadParameters,
    ValidationParameters,
)
from ..base.parameters import (
    INT_FROM_0,
    INT_FROM_2,
    NON_NEGATIVE,
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
    GrowthParameters,
    MissingParameters,
    SplitKindParameters,
    SurrogateParameters,
)

CLASS_CRITERIA = criterion_names("classification")
NUMBER_CRITERIA = criterion_names("regression")
CLASS_CRITERION_DOC = criterion_doc("classification")
NUMBER_CRITERION_DOC = criterion_doc("regression")


class PruningParameters(Parameterized):
    """Pruning of a single tree."""

    ccp_alpha: float | str = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE, StrOptions({"cv"})),
        doc="""\
            Complexity parameter of minimal cost-complexity pruning. "cv" selects it by
            cross-validation with ``cv`` and ``ccp_rule``. 0 does not prune.""",
    )
    cp: float = parameter(
        default=0.0,
        allowed=(Interval(Real, -1.0, None, closed="left"),),
        doc="""\
            Complexity parameter relative to the risk of the root, as in rpart: the tree is pruned
            with an alpha of at least ``cp`` times that risk, before ``ccp_alpha="cv"`` selects
            one. Values up to 0 do not prune.""",
    )
    ccp_rule: str | None = parameter(
        default="min",
        allowed=(StrOptions({"min", "1se"}), None),
        doc="""\
            How ``ccp_alpha="cv"`` selects alpha: the minimum cross-validated error, or the largest
            alpha within one standard error of it (a smaller tree). None selects none: the errors
            are only added to ``cp_table_``, as in rpart.""",
    )
    ccp_risk: str = parameter(
        default="impurity",
        allowed=(StrOptions({"impurity", "error"}),),
        doc="""\
            The risk of a leaf in cost-complexity pruning: its impurity, as in scikit-learn, or the
            cost of its prediction, as in rpart. For regression both are the same.""",
    )
    cv: Any = parameter(
        default=10,
        allowed=("cv_object",),
        doc="""\
            Folds of ``ccp_alpha="cv"``: their number (stratified for classification, shuffled by
            ``random_state``; None is a fixed seed), a scikit-learn splitter, an iterable of
            (train, test) indices, or an array with the fold of each sample.""",
    )
    pruning: str | None = parameter(
        default=None,
        allowed=(StrOptions({"reduced_error"}), None),
        doc="""\
            "reduced_error" keeps the subtree with the lowest cost on validation data, the smallest
            in case of ties.""",
    )
    confidence: float = parameter(
        default=0.25,
        allowed=(Interval(Real, 0.0, 0.5, closed="neither"),),
        doc="""\
            Confidence level of ``pruning="pessimistic"``; smaller values prune more. Classifiers
            only.""",
    )


class TreeParameters(
    GrowthParameters,
    SplitKindParameters,
    RandomParameters,
    ConstraintParameters,
    CategoryParameters,
    MissingParameters,
    SurrogateParameters,
    PruningParameters,
    ValidationParameters,
    ThreadParameters,
):
    """Parameters of classification and regression trees."""

    criterion: str = parameter(
        default="squared_error",
        allowed=(StrOptions(set(NUMBER_CRITERIA)),),
        doc=NUMBER_CRITERION_DOC,
        core="criterion",
        resolve=resolvers.criterion,
    )
    splitter: str = parameter(
        default="best",
        allowed=(StrOptions({"best", "random"}),),
        doc="""\
            Search the best threshold of each feature, or draw one threshold per feature at
            random.""",
        core="random_thresholds",
        resolve=resolvers.is_random,
    )
    max_bins: int | None = parameter(
        default=None,
        allowed=(INT_FROM_2, None),
        doc="""\
            The maximum number of quantile bins of a numeric feature. None searches every threshold
            between two values.""",
        core="max_bins",
    )
    max_competitors: int = parameter(
        default=0,
        allowed=(INT_FROM_0,),
        doc="The number of competing splits on other features kept for each node.",
        core="max_competitors",
        aliases=("maxcompete",),
    )
    max_depth: int | None = redeclare(aliases={"maxdepth": None})
    min_samples_split: int | float = redeclare(aliases={"minsplit": None})
    min_samples_leaf: int | float = redeclare(aliases={"minbucket": None})
    max_surrogates: int = redeclare(aliases={"maxsurrogate": None})
    min_weight_fraction_leaf: float = redeclare(
        core="min_weight_leaf", resolve=resolvers.min_weight_leaf
    )
    random_state: Any = redeclare(
        doc="""\
            Seed of the random number generator, used by ``max_features``, ``splitter="random"``,
            "oblique" and "sphere" splits, and to draw validation data. Otherwise the tree does not
            depend on it."""
    )
    early_stopping: bool = redeclare(
        doc="""\
            If True, make splits in the order of their impurity decrease until
            ``n_iter_no_change`` consecutive splits do not lower the cost on validation data, and
            keep the tree with the lowest cost."""
    )
    validation_fraction: float = redeclare()
    n_iter_no_change: int = redeclare(
        doc="The number of splits without improvement before growth stops early."
    )
