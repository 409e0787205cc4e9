"""Gradient boosting for classification."""

from typing import Any

from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions

from ..base.fit_parameters import (
    ClassWeightParameters,
)
from ..base.parameter_aliases import Translation, renaming
from ..base.parameters import POSITIVE, parameter, redeclare
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from .base import BaseGradientBoosting
from .class_predictions import ClassPredictions
from .custom_loss import CustomLoss
from .losses import CLASS_LOSSES, BoostingLoss, NamedLoss, SingleClass
from .model import BoostedModel
from .weights import RELATIVE_TO_MAJORITY, class_weights, is_relative, with_positive_weight


class GradientBoostingClassifier(
    ClassPredictions,
    ClassifierMixin,
    BaseGradientBoosting,
    ClassWeightParameters,
):
    """Gradient boosting for classification.

    Trees are added one iteration at a time, each fitted to the gradients and hessians of the loss
    at the current predictions. Histogram-based by default, with native support for categorical
    features and missing values. Compatible with scikit-learn: it has the interface of its
    estimators and works in pipelines and parameter searches.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.

    Notes
    -----
    Parameter names of LightGBM, XGBoost and CatBoost (``num_leaves``, ``eta``, ``iterations``,
    ``objective``, ...) are accepted as aliases of the parameters above. ``model[:50]`` is the model
    of the first 50 iterations.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import GradientBoostingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = GradientBoostingClassifier(n_estimators=20).fit(X, y)
    >>> model.score(X, y) > 0.95
    True
    """

    loss: Any = redeclare(
        default="log_loss",
        allowed=(StrOptions(set(CLASS_LOSSES)), callable),
        doc="""\
            The loss to minimize; "exponential" is for two classes. Or a callable ``loss(y, raw)``
            that takes class indices and raw scores, of shape (n_samples,) for two classes and
            (n_samples, n_classes) otherwise, and returns gradient and hessian of the same shape.
            With a third argument, or ``sample_weight``, it takes the weights and returns weighted
            derivatives. The object may also have ``initial(y, weight)``, ``predict(raw)`` (or
            ``link``) and ``value(y, raw)``.""",
    )
    class_weight: Any = redeclare(
        allowed=(dict, list, StrOptions({"balanced", *RELATIVE_TO_MAJORITY}), None),
        doc="""\
            Weights of the classes, multiplied by ``sample_weight``: a dict, or a list in the order
            of ``classes_``. "balanced" uses weights inversely proportional to the numbers of
            samples, those of weight 0 included, as in scikit-learn. "balanced_majority" is
            proportional to it, with weight 1 for the most frequent class (``is_unbalance`` of
            LightGBM, ``auto_class_weights="Balanced"`` of CatBoost); "sqrt_balanced" is its square
            root.""",
        aliases={"class_weights": None},
    )
    scale_pos_weight: float = parameter(
        default=1.0,
        allowed=(POSITIVE,),
        doc="Weight of the second of two classes, multiplied by the other weights.",
    )
    eval_metric: Any = redeclare(
        doc="""\
            Metrics of the validation sets: "log_loss", "error", "accuracy", "auc",
            "average_precision", "balanced_accuracy", "mcc", for two classes "f1", "precision" and
            "recall", a callable, or a list of these. None is the loss. A callable takes labels and
            probabilities (of the second class if there are two; raw scores if the loss is a
            callable), and weights if it has a third argument or ``sample_weight``. It returns a
            number to minimize, or a tuple (name, number, whether higher is better)."""
    )

    @classmethod
    def _aliases(cls) -> dict[str, Translation]:
        # XGBoost's name; regressors have a parameter alpha.
        return super()._aliases() | {"alpha": renaming("reg_alpha", None)}

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        if self.scale_pos_weight != 1 and is_relative(self.class_weight):
            raise ValueError(
                f"scale_pos_weight={self.scale_pos_weight} and class_weight={self.class_weight!r} "
                "(is_unbalance, auto_class_weights) both weight the classes: pass one of them."
            )
        weight = sample_weights(sample_weight, n_rows)
        weight = with_class_weight(weight, class_weights(self.class_weight, targets), targets)
        return with_positive_weight(weight, self.scale_pos_weight, targets)

    def _loss(self, n_classes: int, n_targets: int) -> BoostingLoss:
        if n_classes == 1:
            return SingleClass()
        if not isinstance(self.loss, str):
            return CustomLoss(self.loss, n_classes)
        return NamedLoss(self.loss, n_classes)

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        state = super()._state(model)
        state["classes_"] = model.classes
        state["n_classes_"] = 0 if model.classes is None else len(model.classes)
        return state
