"""AdaBoost for regression."""

from collections.abc import Iterator
from typing import Any

from sklearn.metrics import r2_score
from sklearn.utils._param_validation import StrOptions

from ..base.parameters import parameter
from ..base.sklearn_bases import RegressorMixin
from ..data.targets import Targets, number_targets
from ..trees import DecisionTreeRegressor
from .base import BaseAdaBoost
from .methods import LOSSES, R2, Floats
from .model import medians, staged_medians
from .round_loop import Method


class AdaBoostRegressor(RegressorMixin, BaseAdaBoost):
    """AdaBoost for regression: AdaBoost.R2.

    Members are fitted one after another on reweighted samples: samples with large errors, relative
    to the largest one, get more weight for the next member. The prediction is the weighted median
    of the members' predictions, in which members with a lower loss have a larger weight. Compatible
    with scikit-learn's class of the same name.

    Attributes
    ----------
    estimator_ : regressor
        The unfitted base estimator.
    estimators_ : list of regressors
        The fitted members, one per iteration. Trees are converted to estimators on access.
    estimator_errors_ : ndarray of shape (n_iterations,)
        Weighted mean loss of each member on the training data of its iteration.
    evals_result_ : dict
        Validation error after each iteration: ``evals_result_["validation"]["squared_error"]``.
        Only if there is validation data.

    Notes
    -----
    Boosting ends with a member without errors, which gets the weight 1. It also ends at a member
    with a mean loss of 0.5 or more, which is discarded; if it is the first, it is kept with a
    warning.

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
        """Predict the weighted median of the members' predictions.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return medians(*self._rows(X))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """Yield the result of ``predict`` after each iteration.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        yield from staged_medians(*self._rows(X))

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """Yield R2 after each iteration; the arguments are those of ``score``."""
        for predicted in self.staged_predict(X):
            yield float(r2_score(y, predicted, sample_weight=sample_weight))
