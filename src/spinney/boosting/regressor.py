"""Boosted trees for numbers."""

from collections.abc import Iterator
from typing import Any

from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import StrOptions

from ..base.parameters import INSIDE_0_1, Interval, Real, parameter, redeclare
from ..data.columns import Array
from ..data.targets import Targets, number_targets
from .base import BaseGradientBoosting
from .custom_loss import CustomLoss
from .losses import NUMBER_LOSSES, BoostingLoss, Floats, NamedLoss, loss_parameter


class GradientBoostingRegressor(RegressorMixin, BaseGradientBoosting):
    """Boosted trees that predict numbers: each corrects what those before it left over.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_estimators_, n_iter_ : int
        Number of rounds that the model has; ``len(model)`` says the same.
    estimators_ : ndarray of shape (n_rounds, n_scores)
        The trees, to be read with :func:`export_text`; their arrays are in ``tree_``.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total gain; ``importance()`` has other kinds.
    evals_result_ : dict
        By validation set and metric: the value after each round of the fit.
    best_iteration_ : int
        With validation sets: the round, counted from 0, with the best metric.
    best_score_ : float
        The metric in that round.
    train_score_ : ndarray
        The metric on the training rows by round, if ``eval_set`` had them.

    Notes
    -----
    Parameter names of LightGBM, XGBoost and CatBoost (``num_leaves``, ``eta``, ``iterations``,
    ``objective`` and so on) are understood, and turned into the names above. ``model[:50]`` is the
    model of the first 50 rounds.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import GradientBoostingRegressor
    >>> X = np.linspace(0, 6, 200).reshape(-1, 1)
    >>> model = GradientBoostingRegressor(n_estimators=50).fit(X, np.sin(X[:, 0]))
    >>> model.predict([[1.5]]).round(1)
    array([1.])
    """

    loss: Any = redeclare(
        allowed=(StrOptions(set(NUMBER_LOSSES)), callable),
        doc="""\
            The loss to minimize, or a callable ``loss(y, raw)`` that takes targets and raw scores
            and returns gradient and hessian, all of shape (n_samples,). The object may also have
            ``initial(y, weight)``, ``predict(raw)`` (or ``link``) and ``value(y, raw)``.""",
    )
    alpha: float = parameter(
        default=0.9,
        allowed=(INSIDE_0_1,),
        doc='The quantile of "quantile", and of the absolute residuals in "huber".',
        aliases=("quantile_alpha",),
    )
    power: float = parameter(
        default=1.5,
        allowed=(Interval(Real, 1.0, 2.0, closed="neither"),),
        doc='The variance power of "tweedie".',
        aliases=("tweedie_variance_power", "variance_power"),
    )
    eval_metric: Any = redeclare(
        doc="""\
            Metrics of the validation sets: "rmse", "mse", "mae", "mape", "quantile", "huber",
            "poisson", "gamma", "tweedie" (deviances), a callable, or a list of these. None is the
            loss. A callable takes targets and predictions and returns a number to minimize, or a
            tuple (name, number, whether higher is better)."""
    )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def _loss(self, n_classes: int) -> BoostingLoss:
        if not isinstance(self.loss, str):
            return CustomLoss(self.loss)
        return NamedLoss(self.loss, 0, loss_parameter(self, self.loss))

    def predict(
        self, X: Any, *, raw_score: bool = False, pred_leaf: bool = False, n_iter: int | None = None
    ) -> Array:
        """The predicted numbers.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.
        raw_score : bool, default=False
            Give the sums of the trees, before the loss's link.
        pred_leaf : bool, default=False
            Give the leaves that the rows reach, as ``apply``.
        n_iter : int, default=None
            Use the first rounds only.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        if pred_leaf:
            return self._leaves(X, n_iter)
        if raw_score:
            return self._raw(X, n_iter)
        model, scores = self._scores(X, n_iter)
        return model.loss.predict(scores)[:, 0]

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """The predictions after each round, one array after another.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for model, scores in self._staged_scores(X):
            yield model.loss.predict(scores)[:, 0].copy()
