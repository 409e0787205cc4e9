"""A single tree for numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from ..base.criteria import check_domain
from ..base.fitted_estimator import number_predictions
from ..data.targets import Targets, number_targets
from .base import BaseDecisionTree


class DecisionTreeRegressor(RegressorMixin, BaseDecisionTree):
    """A decision tree that predicts numbers.

    Grows one CART tree on numbers, categories and missing values: at each node the split that
    lowers the impurity most. Takes the place of scikit-learn's class of the same name.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        What ``max_features`` came to.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total decrease of impurity.
    surrogate_importances_ : ndarray of shape (n_features_in_,)
        The same, with each surrogate credited by its adjusted agreement, as rpart counts it.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    missing_counts_ : dict
        For each feature with missing values in training rows of weight above 0, by its name (or
        index): its "policy", the cells "missing" and "unknown", how many were "filled", the rows
        "dropped" for them, and how often a row had no value for a split of the tree and went
        on "by_surrogate" or "by_policy".
    ccp_alpha_ : float
        The alpha that the tree was pruned at.
    cp_table_ : CpTable
        The pruning sequence: "CP", "nsplit", "rel_error", with ``ccp_alpha="cv"`` "xerror" and
        "xstd", and "alpha", from the root alone to the largest tree; ``to_frame()`` makes a data
        frame of it.
    n_leaves_grown_ : int
        Number of leaves before pruning.
    validation_loss_ : float
        Mean cost per unit of weight on the validation part, if there is one.
    validation_curve_ : ndarray
        With ``early_stopping``: that cost after 0, 1, 2 ... splits.

    Notes
    -----
    Missing values, thresholds and ties are treated as in DecisionTreeClassifier.

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

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The value of each row's leaf: its mean, or its median with ``"absolute_error"``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
