"""AdaBoost for numbers."""

from collections.abc import Iterator
from typing import Any

from sklearn.base import RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils._param_validation import StrOptions

from ..base.parameters import parameter
from ..data.targets import Targets, number_targets
from ..trees import DecisionTreeRegressor
from .base import BaseAdaBoost
from .methods import LOSSES, R2, Floats
from .model import medians, staged_medians
from .round_loop import Method


class AdaBoostRegressor(RegressorMixin, BaseAdaBoost):
    """Regressors one after another, each on rows weighted by the errors of those before it.

    This is AdaBoost.R2: errors count relative to the largest one, and the answer is the median of
    the members' predictions, by weights that grow as their errors fall. Takes the place of
    scikit-learn's class of the same name.

    Attributes
    ----------
    estimator_errors_ : ndarray of shape (n_rounds,)
        Mean loss of each member on the weighted rows of its round.
    evals_result_ : dict
        With validation rows: their error after each round, as
        ``evals_result_["validation"]["squared_error"]``.
    estimator_, estimators_, estimator_weights_, n_features_in_, feature_names_in_, \
            feature_importances_, best_iteration_, best_score_
        As in AdaBoostClassifier.

    Notes
    -----
    A member without any error gets the weight 1 and is the last one. One with a mean loss of one
    half or more is left out, and is the last one too; if it is the first, the model consists of it,
    with a warning.

    References
    ----------
    H. Drucker, "Improving regressors using boosting techniques", ICML 1997.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import AdaBoostRegressor
    >>> X = np.linspace(0, 6, 200).reshape(-1, 1)
    >>> y = np.sin(X[:, 0])
    >>> model = AdaBoostRegressor().fit(X, y)
    >>> round(model.score(X, y), 3)
    0.975
    """

    loss: str = parameter(
        default="linear",
        allowed=(StrOptions(set(LOSSES)),),
        doc="The loss applied to the errors, divided by the largest error, in each iteration.",
    )

    _tree = DecisionTreeRegressor
    _depth = 3

    def _method(self, classes: list[Any]) -> Method:
        return R2(self.loss, float(self.learning_rate))

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any) -> Floats:
        """The median of the members' predictions, by their weights.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return medians(*self._rows(X))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """What ``predict`` gives after each round.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        yield from staged_medians(*self._rows(X))

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """R2, the coefficient of determination, after each round; arguments as in ``score``."""
        for predicted in self.staged_predict(X):
            yield float(r2_score(y, predicted, sample_weight=sample_weight))
