"""Histogram gradient boosting with the interface of scikit-learn."""

from typing import Any

from ..base.parameters import INSIDE_0_1, redeclare, renamed
from .classifier import GradientBoostingClassifier
from .hist_base import BaseHistGradientBoosting
from .losses import LOSSES, BoostingLoss
from .regressor import GradientBoostingRegressor


class HistGradientBoostingClassifier(BaseHistGradientBoosting, GradientBoostingClassifier):
    """Histogram gradient boosting for classification, as in scikit-learn.

    The same algorithm as :class:`GradientBoostingClassifier`, with the parameters, defaults and
    attributes of scikit-learn's class of this name. Infinite numbers in X are accepted.

    Notes
    -----
    Other parameters of :class:`GradientBoostingClassifier` are accepted, too; their defaults have
    no effect.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import HistGradientBoostingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = HistGradientBoostingClassifier(max_iter=20).fit(X, y)
    >>> model.score(X, y) > 0.95
    True
    """

    loss: Any = redeclare(positional=True)


class HistGradientBoostingRegressor(BaseHistGradientBoosting, GradientBoostingRegressor):
    """Histogram gradient boosting for regression, as in scikit-learn.

    The same algorithm as :class:`GradientBoostingRegressor`, with the parameters, defaults and
    attributes of scikit-learn's class of this name. Infinite numbers in X are accepted.

    Notes
    -----
    Other parameters of :class:`GradientBoostingRegressor` are accepted, too; their defaults have no
    effect.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import HistGradientBoostingRegressor
    >>> X = np.linspace(0, 6, 200).reshape(-1, 1)
    >>> model = HistGradientBoostingRegressor(max_iter=50).fit(X, np.sin(X[:, 0]))
    >>> model.predict([[1.5]]).round(1)
    array([1.])
    """

    loss: Any = redeclare(positional=True)
    quantile: float | None = renamed(
        "alpha",
        default=None,
        allowed=(INSIDE_0_1, None),
        doc='The quantile of "quantile", and of the absolute residuals in "huber".',
    )

    def _loss(self, n_classes: int, n_targets: int) -> BoostingLoss:
        parameter = LOSSES[self.loss].parameter if isinstance(self.loss, str) else None
        if parameter is not None and parameter.name == "alpha" and self.quantile is None:
            raise ValueError(f"loss={self.loss!r} needs quantile, a number between 0 and 1.")
        return super()._loss(n_classes, n_targets)
