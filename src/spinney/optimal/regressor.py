"""The best tree for numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from ..base.training_data import Dataset
from ..data.targets import Targets, number_targets
from ..trees import DecisionTreeRegressor
from .base import SHARED, BaseOptimalTree


class OptimalTreeRegressor(RegressorMixin, BaseOptimalTree):
    """The decision tree of least squared error among all trees of a given depth, with proof.

    Minimises the squared error that is left, as a share of that of the mean of all rows, plus
    ``leaf_penalty`` for every leaf.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    objective_ : float
        1 - R2 on the training rows plus ``leaf_penalty`` times the leaves of ``tree_``.
    lower_bound_ : float
        No tree of this size has a lower objective.
    gap_ : float
        ``objective_ - lower_bound_``.
    proven_ : bool
        Whether the search ended by itself: there is no better tree.
    bounds_ : ndarray of shape (n, 3)
        Seconds, objective of the best tree and lower bound, whenever one of them changed.
    n_subproblems_ : int
        Number of subsets of the rows that were searched.
    fit_time_ : float
        Seconds that the search took.
    greedy_ : DecisionTreeRegressor
        The greedy tree of the same depth, pruned at the same price of a leaf.
    greedy_objective_ : float
        Its objective.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total decrease of squared error.

    Notes
    -----
    Branch and bound with a memory of subsets of rows that were solved. Trees of two levels are
    found by counting pairs of thresholds at once (as in MurTree and STreeD), thresholds between
    two that were solved are bounded by what the rows between can change (as in ConTree). Two
    trees whose objectives differ by less than 1e-11 count as equal.

    Splits are thresholds of numbers and, for categories, one level against the others and
    the first levels against the rest, in the order of their means in all rows.
    The greedy tree may ask for any set of levels and any threshold, so it can be better in a table
    with categories or with ``max_thresholds``; without them it cannot. If time runs
    out and the greedy tree is the better one, it is ``tree_``.

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

    def _greedy(self, data: Dataset) -> DecisionTreeRegressor:
        alpha = 0.0
        if self.leaf_penalty > 0:
            y, weight = data.targets.values[:, 0], data.row_weight
            with np.errstate(over="ignore"):  # greedy trees say so when they prune
                spread = np.average((y - np.average(y, weights=weight)) ** 2, weights=weight)
            alpha = float(min(self.leaf_penalty * spread, np.finfo(np.float64).max))
        return DecisionTreeRegressor(
            max_depth=self.max_depth,
            ccp_alpha=alpha,
            **{name: getattr(self, name) for name in SHARED},
        )

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The mean of each row's leaf.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._leaf_values(X)[1][:, 0, 0]
