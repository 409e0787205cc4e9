"""Optimal tree regressor."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.sklearn_bases import RegressorMixin
from ..base.training_data import LabeledTable
from ..data.targets import Targets, number_targets
from ..trees import DecisionTreeRegressor
from .base import SHARED_PARAMETERS, BaseOptimalTree


class OptimalTreeRegressor(RegressorMixin, BaseOptimalTree):
    """An optimal decision tree regressor.

    Minimizes 1 - R2 on the training samples plus ``leaf_penalty`` times the number of leaves over
    all trees of a maximum depth, and proves that the result is optimal. Has the interface of a
    scikit-learn regressor.

    Attributes
    ----------
    objective_ : float
        1 - R2 on the training samples plus ``leaf_penalty`` times the number of leaves.
    greedy_ : DecisionTreeRegressor
        The greedy (CART) tree of the same maximum depth, pruned with the same leaf penalty.
    feature_importances_ : ndarray of shape (n_features,)
        The share of each feature in the total decrease of squared error, normalized to sum to 1.

    Notes
    -----
    The search is branch and bound with a cache of solved subproblems. Trees of depth two are
    solved by sums over pairs of thresholds (as in MurTree and STreeD). Thresholds between two
    solved ones are bounded by the error that the samples in between can change (as in ConTree).
    Trees whose objectives differ by less than 1e-11 are considered equal.

    Numeric features are split at thresholds, categorical features into one category against the
    others, or like numbers after ordering the categories by their mean target in all samples. The
    greedy tree may use any set of categories and any threshold, so it can be better with
    categorical features or ``max_thresholds``, but not otherwise. If the time limit is reached and
    the greedy tree is better, it becomes ``tree_``.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import OptimalTreeRegressor
    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> y = np.array([1.0, 3.0, 3.0, 1.0])
    >>> tree = OptimalTreeRegressor(max_depth=2).fit(X, y)
    >>> tree.predict(X)
    array([1., 3., 3., 1.])
    """

    criterion = "squared_error"

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def _greedy(self, data: LabeledTable) -> DecisionTreeRegressor:
        alpha = 0.0
        if self.leaf_penalty > 0:
            y, weight = data.targets.values[:, 0], data.row_weight
            with np.errstate(over="ignore"):  # the greedy tree raises an error when it is pruned
                variance = np.average((y - np.average(y, weights=weight)) ** 2, weights=weight)
            alpha = float(min(self.leaf_penalty * variance, np.finfo(np.float64).max))
        return DecisionTreeRegressor(
            max_depth=self.max_depth,
            ccp_alpha=alpha,
            **{name: getattr(self, name) for name in SHARED_PARAMETERS},
        )

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the mean target of the leaf of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._leaf_values(X)[1][:, 0, 0]
