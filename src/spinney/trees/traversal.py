"""Methods of estimators of a single tree: leaves, paths and size."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_estimator import TableEstimatorMixin
from ..base.fitted_tree import FittedTree
from ..inspection.partial_dependence import partial_dependence
from ..inspection.tree_arrays import Tree, passed_nodes


class TreeTraversalMixin(TableEstimatorMixin[FittedTree]):
    """Base class of estimators whose model is a single tree."""

    @property
    def tree_(self) -> Tree:
        """The tree as read-only arrays with one entry per node."""
        return Tree(self._fitted())

    def _leaf_values(self, X: Any) -> tuple[FittedTree, NDArray[np.float64]]:
        """Return the model and the values of the leaves: (rows, outputs, width)."""
        model, table, n_threads = self._table(X)
        return model, model.tree.predict(table, n_threads)

    def apply(self, X: Any, check_input: bool = True) -> NDArray[np.int64]:
        """Return the index of the leaf of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; X is always checked.

        Returns
        -------
        ndarray of shape (n_samples,)
            Node indices into the arrays of ``tree_``.
        """
        model, table, n_threads = self._table(X)
        return model.tree.apply(table, n_threads)

    def decision_path(self, X: Any, check_input: bool = True) -> Any:
        """Return the decision path of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; X is always checked.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_samples, n_nodes)
            1 where a sample passes a node.
        """
        model, table, _ = self._table(X)
        return passed_nodes(model.tree, table)

    def _compute_partial_dependence_recursion(self, grid: Any, target_features: Any) -> Any:
        """Compute partial dependence for scikit-learn's ``partial_dependence``."""
        fitted = self._fitted()
        return partial_dependence([fitted.tree], fitted.schema, grid, target_features, 1)[0]

    def get_depth(self) -> int:
        """Return the depth of the tree."""
        return self._fitted().tree.max_depth

    def get_n_leaves(self) -> int:
        """Return the number of leaves of the tree."""
        return self._fitted().tree.n_leaves

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The share of each feature in the total decrease of impurity (Gini importance).

        The shares sum to 1, or are all 0 if the tree has no split.
        """
        return self._fitted().tree.feature_importances()
