"""Parameters of AdaBoost."""

from typing import Any

from ..base.fit_parameters import (
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
    ValidationParameters,
)
from ..base.parameters import ESTIMATOR, INT32_FROM_1, POSITIVE, parameter, redeclare
from ..base.tree_parameters import (
    CategoryParameters,
    MissingParameters,
    WeightFractionParameters,
)

DEFAULT_ONLY = " Used by the default base estimator only."


class AdaBoostParameters(
    WeightFractionParameters,
    CategoryParameters,
    MissingParameters,
    ValidationParameters,
    EnsembleParameters,
    RandomParameters,
    ThreadParameters,
):
    """Parameters of AdaBoost."""

    n_iter_no_change: int = redeclare()
    estimator: Any = parameter(
        default=None,
        allowed=(ESTIMATOR, None),
        doc="""\
            The base estimator; any estimator with scikit-learn's interface. None is a decision
            tree of depth 1 for classification and 3 for regression. For Spinney's own trees
            without pruning, data is read and encoded once for all iterations.""",
        kw_only=False,
    )
    n_estimators: int = parameter(
        default=50,
        allowed=(INT32_FROM_1,),
        doc="""\
            The maximum number of iterations. Boosting ends earlier if an estimator is perfect or
            no better than chance.""",
    )
    learning_rate: float = parameter(
        default=1.0,
        allowed=(POSITIVE,),
        doc="Shrinkage of the weight of each estimator, or of the update of the sample weights.",
    )
    resample: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            If True, fit estimators on samples drawn with replacement in proportion to the weights
            instead of on weighted samples. Regressors without ``sample_weight`` are always fitted
            on such draws; classifiers without it require True.""",
    )
    min_weight_fraction_leaf: float = redeclare(
        doc="The minimum fraction of the total sample weight in a leaf." + DEFAULT_ONLY
    )
    random_state: Any = redeclare(
        doc="Seed for ``resample``, for validation data and for the base estimators."
    )
    n_jobs: int | None = redeclare(
        doc="""\
            The number of threads for Spinney's own trees. None and -1 use all CPUs available to
            the process. The result is identical for any number of threads."""
    )
