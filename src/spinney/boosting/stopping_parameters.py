"""Parameters of early stopping in boosting."""

from typing import ClassVar

from ..base.fit_parameters import ValidationParameters
from ..base.parameters import (
    FRACTION_OF_ROWS,
    INT_FROM_1,
    NON_NEGATIVE,
    StrOptions,
    parameter,
    redeclare,
)


class StoppingParameters(ValidationParameters):
    """Early stopping on validation data, or on the training data."""

    _records_training_loss: ClassVar[bool] = True

    early_stopping: bool | str = redeclare(
        default="auto",
        allowed=("boolean", StrOptions({"auto", "eval_set"})),
        doc="""\
            If True, stop when the metric on the last validation set has not improved for
            ``n_iter_no_change`` iterations, and keep the best iteration. Without ``X_val`` or
            ``eval_set``, part of the training data is set aside. "eval_set" is the same, but raises
            an error without validation data; ``early_stopping_rounds`` (LightGBM, XGBoost) sets it.
            "auto" is the rule of scikit-learn: if ``n_iter_no_change`` is set, stop early, but keep
            all iterations.""",
    )
    n_iter_no_change: int | None = redeclare(
        default=None,
        allowed=(INT_FROM_1, None),
        doc="""\
            The number of iterations without improvement before training stops early. None is 10 if
            ``early_stopping`` is True, and 20 if ``n_estimators`` is "auto" (30 if ``booster`` is
            "dart").""",
    )
    validation_fraction: float | None = redeclare(
        allowed=(FRACTION_OF_ROWS, INT_FROM_1, None),
        doc="""\
            The fraction of the training data set aside for early stopping if ``fit`` is called
            without ``X_val`` and ``eval_set``; an int is a number of samples. None sets nothing
            aside and uses the metric on the training data.""",
    )
    tol: float = parameter(
        default=0.0,
        allowed=(NON_NEGATIVE,),
        doc="The minimum change of the metric that counts as an improvement.",
        aliases=("early_stopping_min_delta",),
    )
