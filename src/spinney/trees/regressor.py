"""Decision tree regressor."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from ..base.criteria import check_domain
from ..base.fitted_estimator import number_predictions
from ..data.targets import Targets, number_targets
from .base import BaseDecisionTree


class DecisionTreeRegressor(RegressorMixin, BaseDecisionTree):
    """A decision tree regressor.

    Grows a CART tree on numeric and categorical features with missing values; each node is split
    where the decrease of impurity is largest. Drop-in replacement for scikit-learn's class of the
    same name.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        The number of features considered for each split.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The impurity-based feature importances (Gini importance), normalized to sum to 1.
    surrogate_importances_ : ndarray of shape (n_features_in_,)
        Feature importances that also credit each surrogate split by its adjusted agreement, as in
        rpart.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    missing_counts_ : dict
        Counts for each feature with missing values in training samples of weight above 0, by name
        (or index): its "policy", the number of "missing", "unknown" and "filled" (imputed) values
        and of "dropped" samples, and how often a sample without a value at a split was routed
        "by_surrogate" or "by_policy".
    ccp_alpha_ : float
        The complexity parameter with which the tree was pruned.
    cp_table_ : CpTable
        The pruning sequence from the root alone to the largest tree, with the columns "CP",
        "nsplit", "rel_error", "alpha" and, with ``ccp_alpha="cv"``, "xerror" and "xstd".
        ``to_frame()`` converts it to a dataframe.
    n_leaves_grown_ : int
        Number of leaves before pruning.
    validation_loss_ : float
        The weighted mean loss on the validation data, if there is any.
    validation_curve_ : ndarray
        With ``early_stopping``: the validation loss after 0, 1, 2, ... splits.

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

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the mean target of the leaf, or the median with ``criterion="absolute_error"``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
