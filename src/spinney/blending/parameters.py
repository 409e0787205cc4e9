"""Parameters of voting, linear blending and stacking."""

from typing import Any

from ..base.fit_parameters import (
    ThreadParameters,
    VerboseParameters,
)
from ..base.parameters import ESTIMATOR, Parameterized, StrOptions, parameter, redeclare
from .out_of_fold import PREFIT


class BlendParameters(ThreadParameters, VerboseParameters):
    """Parameters of all blends."""

    estimators: Any = parameter(
        allowed=(list, tuple),
        doc="""\
            The members: estimators with scikit-learn's interface, also pipelines, or tuples (name,
            estimator). Default names are the class names in lower case. "drop" in place of an
            estimator removes it.""",
        kw_only=False,
    )
    n_jobs: int | None = redeclare(
        doc="""\
            The number of fits that run concurrently, in threads. None is 1 unless in a
            ``joblib.parallel_config`` context. The result is identical for any number."""
    )


class FoldParameters(Parameterized):
    """Folds for out-of-fold predictions."""

    cv: Any = parameter(
        default=None,
        allowed=("cv_object", StrOptions({PREFIT})),
        doc="""\
            The folds of the out-of-fold predictions: their number (None is 5, stratified for
            classification), a scikit-learn splitter, or an iterable of (train, test) indices,
            which need not cover all samples. "prefit" uses members that are already fitted, on
            other samples than those passed to ``fit``.""",
    )


class VotingParameters(BlendParameters):
    """Parameters of voting."""

    weights: Any = parameter(
        default=None,
        allowed=("array-like", None),
        doc="The weight of each member, including dropped ones. None: equal weights.",
    )


class LinearBlendParameters(BlendParameters, FoldParameters):
    """Parameters of linear blending."""

    non_negative: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            Whether weights must be non-negative. A classifier without this constraint needs
            ``loss="squared_error"`` and clips negative probabilities to 0.""",
    )
    sum_to_one: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            Whether weights must sum to 1. A classifier without this constraint needs
            ``loss="squared_error"`` and normalizes its probabilities.""",
    )


class StackingParameters(BlendParameters, FoldParameters):
    """Parameters of stacking."""

    final_estimator: Any = parameter(
        default=None,
        allowed=(ESTIMATOR, None),
        doc="""\
            The estimator fitted on the out-of-fold predictions. None is ``LogisticRegression()``
            for classification and ``RidgeCV()`` for regression.""",
        kw_only=False,
    )
    passthrough: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            Whether the final estimator also gets the original features. A dataframe stays a
            dataframe.""",
    )
