"""Parameters of linear leaves."""

from ..base.parameters import NON_NEGATIVE, Parameterized, StrOptions, parameter
from ..base.resolvers import FitContext
from .boosted_tree_parameters import AUTO

LINEAR_LAMBDA = 1.0
"""The default of ``linear_lambda``."""


def linear_features(value: str, context: FitContext) -> list[int] | None:
    """Return which features linear leaves may use, or None for constant leaves."""
    if value != "linear":
        return None
    schema = context.schema
    return [int(schema.kind(j) == "number") for j in range(schema.n_features)]


class LinearLeafParameters(Parameterized):
    """Linear models in the leaves."""

    leaf: str = parameter(
        default=AUTO,
        allowed=(StrOptions({"constant", "linear", AUTO}),),
        doc="""\
            The prediction of a leaf: "constant", or "linear" in the numeric features of the splits
            above it. A missing value takes the mean of the leaf, and values beyond the training
            samples of the leaf are limited. Linear leaves need ``algorithm="newton"``, ``max_bins``
            of at most 255, and a loss without a line search per leaf (not the absolute error nor
            quantiles); they do not go with ``monotonic_cst``. If ``n_estimators`` is "auto", "auto"
            is "linear" where this is supported, for 500 to 50,000 samples, if at least half of the
            features are numbers; else "constant".""",
        core="linear_features",
        resolve=linear_features,
    )
    linear_lambda: float = parameter(
        default=LINEAR_LAMBDA,
        allowed=(NON_NEGATIVE,),
        doc="""\
            L2 regularization of the coefficients of linear leaves, in units of the standard
            deviation of each feature in the leaf.""",
        core="linear_lambda",
    )
