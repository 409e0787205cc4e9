"""Parameters of gradient boosting."""

from collections.abc import Iterable, Mapping
from typing import Any

from sklearn.utils._param_validation import HasMethods

from .. import _core
from ..base import resolvers
from ..base.fit_parameters import (
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
)
from ..base.parameter_aliases import Translation, none_for_zero
from ..base.parameters import (
    FRACTION_OF_ROWS,
    INT32_FROM_1,
    INT_FROM_1,
    INT_FROM_2,
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
    MissingParameters,
    SizeParameters,
    SurrogateParameters,
)
from .boosted_tree_parameters import (
    AUTO,
    CategorySplitParameters,
    ForcedSplitParameters,
    ImpurityParameters,
    RegularizationParameters,
    SubsamplingParameters,
)
from .dropout_parameters import DropoutParameters
from .importances import KINDS
from .linear_leaf_parameters import LinearLeafParameters
from .stopping_parameters import StoppingParameters
from .translated_aliases import TRANSLATED, check_sampling_names, n_bins, nested, one_for_zero
from .vector_leaf_parameters import OutputConstraintParameters, VectorLeafParameters


class OutputParameters(Parameterized):
    """Early stopping on several metrics, and the results of fit."""

    stopping_metric: str = parameter(
        default="last",
        allowed=(StrOptions({"last", "first", "any"}),),
        doc="""\
            The metric that early stopping uses if ``eval_metric`` is a list: the last one on the
            last validation set, as in XGBoost, or the first one. "any", as in LightGBM, stops when
            any metric on any validation set has not improved.""",
    )
    use_best_model: bool | None = parameter(
        default=None,
        allowed=("boolean", None),
        doc="""\
            Whether to keep only the iterations up to the best one on the validation data. None: if
            ``early_stopping`` is True or "eval_set".""",
    )
    importance_type: str | None = parameter(
        default=None,
        allowed=(StrOptions(set(KINDS) - {"count"}), None),
        doc="""\
            The kind of ``feature_importances_``. None is the total gain, normalized to a sum of 1.
            "split" counts the splits on each feature, as in LightGBM. The others are those of
            XGBoost, normalized: "weight" (number of splits), "gain" and "cover" (means over the
            splits on a feature), "total_gain" and "total_cover" (sums). LightGBM's "gain" is
            ``importance("total_gain")``.""",
    )


class BoostingParameters(
    SizeParameters,
    ImpurityParameters,
    RegularizationParameters,
    LinearLeafParameters,
    SubsamplingParameters,
    DropoutParameters,
    VectorLeafParameters,
    OutputParameters,
    ForcedSplitParameters,
    OutputConstraintParameters,
    CategorySplitParameters,
    MissingParameters,
    SurrogateParameters,
    StoppingParameters,
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
):
    """Parameters of gradient boosting."""

    preset: str = parameter(
        default="default",
        allowed=(StrOptions({"default", "best", "fast"}),),
        doc="""\
            The values of parameters that are "auto". "default" is chosen for accuracy: symmetric
            trees, and the mean of several models that stop early on folds of the training data.
            "best" draws folds three times; it is "default" unless ``n_estimators`` is "auto".
            "fast" is one model of 100 trees with up to 31 leaves and a learning rate of 0.1.""",
    )
    unknown: Any = redeclare(default=AUTO)
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
    learning_rate: float | str = parameter(
        default=AUTO,
        allowed=(POSITIVE, StrOptions({AUTO})),
        doc="""\
            Shrinkage of leaf values. "auto" is that of the first iteration of the model that is
            continued, else 0.3 if ``n_estimators`` is "auto" and classes share trees
            (``multi_strategy``), else 0.1. In a new model with ``n_estimators="auto"``, 0.1 grows
            by 0.001 per iteration, to at most 0.5, unless ``booster`` is "dart".""",
        aliases=("eta", "shrinkage", "shrinkage_rate"),
    )
    n_estimators: int | str = parameter(
        default=AUTO,
        allowed=(INT32_FROM_1, StrOptions({AUTO})),
        doc="""\
            The number of boosting iterations. "auto" stops when the loss on held-out data has not
            improved for ``n_iter_no_change`` iterations: on the validation data if ``fit`` gets
            any, else on the folds of ``cv``. After a single fold the leaf values are computed
            again from all samples, and iterations are added in proportion to its size.""",
        aliases=(
            *("n_iter", "num_iterations", "num_iteration", "iterations", "num_boost_round"),
            *("num_round", "num_rounds", "num_trees", "nrounds", "max_iter"),
        ),
    )
    cv: Any = parameter(
        default=AUTO,
        allowed=(INT_FROM_2, HasMethods("split"), Iterable, StrOptions({AUTO})),
        doc="""\
            How ``n_estimators="auto"`` divides the training data (not used otherwise): a number of
            folds, a splitter of scikit-learn, or a list of pairs of index arrays (rows to fit, rows
            to evaluate). Each pair trains one member of a bag; all stop together, and the model is
            their mean. "auto" is 8 folds up to 3,000 samples, 5 up to 50,000, and above a single
            held-out part, after which leaf values are computed again from all samples. The loss of
            held-out samples is weighted by sample and class weights.""",
    )
    max_leaf_nodes: Any = redeclare(
        default=AUTO,
        allowed=(INT_FROM_2, None, StrOptions({AUTO})),
        doc="""\
            The maximum number of leaves of a tree. None: no limit. "auto" is None for symmetric
            trees, else 31.""",
        aliases=dict.fromkeys(("num_leaves", "max_leaves", "num_leaf", "max_leaf"), none_for_zero),
    )
    max_depth: Any = redeclare(
        default=AUTO,
        allowed=(Interval(Integral, -1, None, closed="left"), None, StrOptions({AUTO})),
        doc="""\
            The maximum depth of the tree. None, 0 and -1: no limit. "auto" is 6 for symmetric
            trees, else None.""",
        resolve=resolvers.positive_or_none,
        aliases={"depth": None},
    )
    growth: str = parameter(
        default=AUTO,
        allowed=(StrOptions({AUTO, "leaf", "level", "symmetric"}),),
        doc="""\
            The order of growth: the leaf with the largest gain first, level by level, or
            symmetric trees with the same split in all nodes of a level. "auto" is "symmetric",
            but "leaf" if ``max_depth`` or ``max_leaf_nodes`` is set or another parameter does not
            allow symmetric trees.""",
        core="growth",
        resolve=resolvers.member_of(_core.GrowthPolicy),
    )
    min_samples_leaf: Any = redeclare(
        default=AUTO,
        allowed=(INT_FROM_1, FRACTION_OF_ROWS, StrOptions({AUTO})),
        doc="""\
            The minimum number of samples in a leaf. A float is a fraction of the number of samples.
            "auto" is 1 for symmetric trees and 5 for leaf-wise trees of a default bag, else 20, or
            less for fewer than 400 samples; always 20 with ``preset="fast"``.""",
        aliases=dict.fromkeys(("min_data_in_leaf", "min_child_samples", "min_data"), one_for_zero),
    )
    max_bins: int | None = parameter(
        default=255,
        allowed=(Interval(Integral, 2, 65_535, closed="both"), None),
        doc="""\
            The maximum number of bins of a numeric feature. None searches every threshold between
            two values, as do numbers above 255, which histograms do not support.""",
        core="max_bins",
        aliases=dict.fromkeys(("max_bin", "border_count"), n_bins),
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
    interaction_cst: Any = parameter(
        default=None,
        allowed=(list, tuple, StrOptions({"pairwise", "no_interactions"}), None),
        doc="""\
            Groups of features, by name or index, that may interact: a path of a tree uses features
            of one group only. Features in no group form an additional group.""",
        core="interactions",
        resolve=resolvers.interactions,
        aliases={"interaction_constraints": nested},
    )
    init_score: Any = parameter(
        default=None,
        allowed=(Interval(Real, None, None, closed="neither"), "array-like", None),
        doc="""\
            The raw score before the first iteration, one per score of the model. None is the
            constant with the lowest loss.""",
    )
    init: Any = parameter(
        default=None,
        allowed=(StrOptions({"zero"}), HasMethods("fit"), None),
        doc="""\
            An estimator whose predictions the first iteration starts from, or "zero" for raw
            scores of 0, as in scikit-learn. A copy of it is fitted to X and y, with the classes
            replaced by their indices in ``classes_``. It needs ``predict`` for regression and
            ``predict_proba`` for classification.""",
    )
    base_score: Any = parameter(
        default=None,
        allowed=(Interval(Real, None, None, closed="neither"), "array-like", None),
        doc="""\
            The same on the scale of the predictions, as in XGBoost: a probability for two classes,
            the predicted value for regression; raw scores for more than two classes.""",
    )
    num_parallel_tree: int = parameter(
        default=1,
        allowed=(INT32_FROM_1,),
        doc="""\
            The number of trees of an iteration for each score; their mean is added. Above 1, each
            iteration is a random forest; sample rows or features.""",
    )
    eval_metric: Any = parameter(
        default=None,
        allowed=(str, callable, list, tuple, None),
        doc="",
    )
    verbose: int = redeclare(
        allowed=("boolean", Interval(Integral, -1, None, closed="left")),
        doc="""\
            1 shows a progress bar, 2 prints a line for every iteration, a larger number n a line
            every n iterations. -1 is the same as 0.""",
    )
    random_state: Any = redeclare(
        doc="""\
            Seed of the random number generator. Without subsampling of samples or features, None
            is a fixed seed.""",
        aliases=dict.fromkeys(("seed", "random_seed")),
    )
    n_jobs: int | None = redeclare(
        allowed=(Interval(Integral, None, None, closed="neither"), None),
        doc="""\
            The number of threads. None, -1 and 0 use all CPUs available to the process. The result
            is identical for any number of threads.""",
        aliases=dict.fromkeys(
            ("nthread", "num_threads", "num_thread", "thread_count"), none_for_zero
        ),
    )

    @classmethod
    def _check_names(cls, given: Mapping[str, Any]) -> None:
        check_sampling_names(given)

    @classmethod
    def _aliases(cls) -> dict[str, Translation]:
        return TRANSLATED | super()._aliases()
