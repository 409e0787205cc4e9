"""Parameters of fitting that several families share."""

from typing import Any

from .parameters import (
    INSIDE_0_1,
    INT_FROM_1,
    Integral,
    Interval,
    Parameterized,
    StrOptions,
    parameter,
    redeclare,
)


class ThreadParameters(Parameterized):
    """Number of threads."""

    n_jobs: int | None = parameter(
        default=None,
        allowed=(INT_FROM_1, Interval(Integral, None, -1, closed="right"), None),
        doc="""\
            The number of threads. None and -1 use all CPUs available to the process. The result
            is identical for any number of threads.""",
    )


class RandomParameters(Parameterized):
    """Random number generation."""

    random_state: Any = parameter(
        default=None,
        allowed=("random_state",),
        doc="Seed of the random number generator. Pass an int for reproducible results.",
    )


class VerboseParameters(Parameterized):
    """Progress output."""

    verbose: int = parameter(
        default=0,
        allowed=("verbose",),
        doc="1 shows a progress bar, 2 prints a line for every step.",
    )


class EnsembleParameters(VerboseParameters):
    """Continued training."""

    warm_start: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            If True, ``fit`` keeps the estimators of the previous fit and adds more, up to
            ``n_estimators``. The result equals a single fit.""",
    )


class EarlyStoppingParameters(Parameterized):
    """Early stopping."""

    early_stopping: bool | str = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            If True, stop when the score on validation data has not improved for
            ``n_iter_no_change`` iterations, and keep the best iteration.""",
    )
    n_iter_no_change: int | None = parameter(
        default=10,
        allowed=(INT_FROM_1,),
        doc="The number of iterations without improvement before training stops early.",
    )


class ValidationParameters(EarlyStoppingParameters):
    """Early stopping on a validation set."""

    validation_fraction: float | None = parameter(
        default=0.1,
        allowed=(INSIDE_0_1,),
        doc="""\
            The fraction of the training data set aside for validation if ``fit`` is called without
            ``X_val``.""",
    )


class ClassWeightParameters(Parameterized):
    """Weights of classes."""

    class_weight: Any = parameter(
        default=None,
        allowed=(dict, StrOptions({"balanced"}), None),
        doc="""\
            Weights of the classes, multiplied by ``sample_weight``. "balanced" uses weights
            inversely proportional to the class frequencies.""",
    )


class MultiOutputClassWeightParameters(ClassWeightParameters):
    """Weights of classes of one or several outputs."""

    class_weight: Any = redeclare(
        allowed=(dict, list, StrOptions({"balanced"}), None),
        doc="""\
            Weights of the classes, multiplied by ``sample_weight``: a dict, or a list with one
            dict per output. "balanced" uses weights inversely proportional to the class
            frequencies.""",
    )
