"""Gradient boosting for regression."""

from collections.abc import Iterator
from typing import Any

from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import StrOptions

from ..base.parameters import INSIDE_0_1, Interval, Real, parameter, redeclare
from ..data.columns import Array
from ..data.targets import Targets, number_targets
from ..data.user_warnings import warn
from .base import BaseGradientBoosting
from .custom_loss import CustomLoss
from .fit_arguments import as_list
from .losses import NUMBER_LOSSES, BoostingLoss, Floats, NamedLoss, loss_parameter
from .model import BoostedModel
from .predict_arguments import predict_options


class GradientBoostingRegressor(RegressorMixin, BaseGradientBoosting):
    """Gradient boosting for regression.

    Trees are added one iteration at a time, each fitted to the gradients and hessians of the loss
    at the current predictions. Histogram-based by default, with native support for categorical
    features and missing values. Compatible with scikit-learn: it has the interface of its
    estimators and works in pipelines and parameter searches.

    Notes
    -----
    If y has several columns, every output is predicted: the loss is the mean over the outputs, and
    so are metrics. An iteration has a tree per output, or one tree for all of them with
    ``multi_strategy="multi_output_tree"``; then the outputs should have similar scales.

    Parameter names of LightGBM, XGBoost and CatBoost (``num_leaves``, ``eta``, ``iterations``,
    ``objective``, ...) are accepted as aliases of the parameters above. ``model[:50]`` is the model
    of the first 50 iterations.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import GradientBoostingRegressor
    >>> X = np.linspace(0, 6, 200).reshape(-1, 1)
    >>> model = GradientBoostingRegressor().fit(X, np.sin(X[:, 0]))
    >>> model.predict([[1.5]]).round(1)
    array([1.])
    """

    _multi_output = True

    loss: Any = redeclare(
        allowed=(StrOptions(set(NUMBER_LOSSES)), callable),
        doc="""\
            The loss to minimize, or a callable ``loss(y, raw)`` that takes targets and raw scores
            and returns gradient and hessian, all of shape (n_samples,), or (n_samples, n_outputs)
            if y has several columns. With a third argument, or ``sample_weight``, it takes the
            weights and returns weighted derivatives. The object may also have
            ``initial(y, weight)``, ``predict(raw)`` (or ``link``) and ``value(y, raw)``.""",
    )
    alpha: float = parameter(
        default=0.9,
        allowed=(INSIDE_0_1,),
        doc="""\
            The quantile of "quantile", and of the absolute residuals in "huber". XGBoost's
            ``alpha``, the L1 regularization, is ``reg_alpha``.""",
        aliases=("quantile_alpha",),
        hint="alpha is a quantile; XGBoost's alpha, the L1 regularization, is reg_alpha.",
    )
    power: float = parameter(
        default=1.5,
        allowed=(Interval(Real, 1.0, 2.0, closed="neither"),),
        doc='The variance power of "tweedie".',
        aliases=("tweedie_variance_power", "variance_power"),
    )
    eval_metric: Any = redeclare(
        doc="""\
            Metrics of the validation sets: "rmse", "mse", "mae", "mape", "smape", "rmsle", "msle",
            "median_absolute_error", "r2", "quantile", "huber", "poisson", "gamma", "tweedie"
            (deviances), a callable, or a list of these. None is the loss. A callable takes targets
            and predictions, and weights if it has a third argument or ``sample_weight``. It returns
            a number to minimize, or a tuple (name, number, whether higher is better)."""
    )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def _loss(self, n_classes: int, n_targets: int) -> BoostingLoss:
        if not isinstance(self.loss, str):
            return CustomLoss(self.loss, n_targets=n_targets)
        return NamedLoss(self.loss, 0, loss_parameter(self, self.loss), n_targets)

    def _check_metrics(self, model: BoostedModel) -> None:
        super()._check_metrics(model)
        used = [str(one).lower() for one in (self.loss, *as_list(self.eval_metric))]
        declared = self.parameters().get("alpha")
        if declared is None or self.alpha == declared.default:
            return
        if not any("quantile" in name or "huber" in name for name in used):
            warn(
                f"alpha={self.alpha} has no effect: it is a quantile of the losses 'quantile' and "
                "'huber'. XGBoost's alpha, the L1 regularization, is reg_alpha."
            )

    def predict(
        self,
        X: Any,
        *,
        raw_score: bool = False,
        pred_leaf: bool = False,
        n_iter: int | None = None,
        base_margin: Any = None,
        **other_names: Any,
    ) -> Array:
        """Predict the target values.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        raw_score : bool, default=False
            If True, return the raw scores, before the inverse link of the loss.
        pred_leaf : bool, default=False
            If True, return the number of the leaf, from 0 in each tree: an array of shape
            (n_samples, n_trees).
        n_iter : int, default=None
            Use only the first iterations.
        base_margin : array-like, default=None
            Scores to start from instead of the initial scores of the model; see ``init_score`` of
            ``fit``.
        **other_names : dict
            Names of LightGBM, XGBoost and CatBoost: ``num_iteration``, ``start_iteration``,
            ``iteration_range``, ``output_margin``, ``prediction_type`` and others. With
            ``pred_contrib=True``, return SHAP values in LightGBM's layout, (n_samples, (n_features
            + 1) * n_outputs), the base value after the features; ``pred_contribs`` and
            ``pred_interactions`` return them in XGBoost's.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        given = (raw_score, pred_leaf, n_iter, base_margin)
        options = predict_options(self._fitted(), *given, **other_names)
        requested = self._requested(X, options)
        if requested is not None:
            return requested
        model, scores = self._scores(X, options)
        return predicted_numbers(model, scores)

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """Yield the predictions after each iteration.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Yields
        ------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        for model, scores in self._staged_scores(X):
            yield predicted_numbers(model, scores).copy()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = self._multi_output
        return tags


def predicted_numbers(model: BoostedModel, scores: Floats) -> Floats:
    """Return predictions: 1-D for one output."""
    predicted = model.loss.predict(scores)
    return predicted if model.n_scores > 1 else predicted[:, 0]
