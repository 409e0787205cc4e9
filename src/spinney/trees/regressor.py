"""Decision tree regressor."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.criteria import check_domain
from ..base.fitted_estimator import number_predictions
from ..base.sklearn_bases import RegressorMixin
from ..data.targets import Targets, number_targets
from .base import BaseDecisionTree


class DecisionTreeRegressor(RegressorMixin, BaseDecisionTree):
    """A decision tree regressor.

    Grows a CART tree on numeric and categorical features with missing values; each node is split
    where the decrease of impurity is largest. Drop-in replacement for scikit-learn's class of the
    same name.

    Notes
    -----
    A category that was seen in fit, but not in the node that splits on it, is routed by the policy
    ``missing``; with "learned" it goes to the child with more weight. Thresholds lie halfway
    between two values and are compared in float64. Ties between splits go to the first feature,
    then to the lowest threshold.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import DecisionTreeRegressor
    >>> X = np.arange(6.0).reshape(-1, 1)
    >>> y = np.array([1.0, 1.0, 1.0, 1.0, 5.0, 7.0])
    >>> tree = DecisionTreeRegressor(max_depth=1).fit(X, y)
    >>> tree.predict([[0.0], [np.nan], [9.0]])
    array([1., 1., 6.])
    """

    def _targets(self, y: Any, n_rows: int) -> Targets:
        targets = number_targets(y, n_rows)
        check_domain(self.criterion, targets.values)
        return targets

    def predict(self, X: Any, check_input: bool = True) -> NDArray[np.float64]:
        """Predict the mean target of the leaf, or the median with ``criterion="absolute_error"``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; X is always checked.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
