"""What every estimator of one tree does with it: walks of rows, and how large it is."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.fitted_tree import FittedTree


class TreeTraversalMixin(FittedEstimatorMixin[FittedTree]):
    """An estimator whose model is one tree, greedy or optimal."""

    def _leaf_values(self, X: Any) -> tuple[FittedTree, NDArray[np.float64]]:
        """The values of the leaves that the rows reach: (rows, outputs, width)."""
        model, table, n_threads = self._table(X)
        return model, model.tree.predict(table, n_threads)

    def apply(self, X: Any) -> NDArray[np.int64]:
        """Index of the leaf that each row reaches.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
            Node indices into the arrays of ``tree_``.
        """
        model, table, n_threads = self._table(X)
        return model.tree.apply(table, n_threads)

    def decision_path(self, X: Any) -> Any:
        """The nodes that each row passes, from the root to its leaf.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_samples, n_nodes)
            1 where a row passes a node.
        """
        model, table, _ = self._table(X)
        return passed_nodes(model.tree, table)

    def get_depth(self) -> int:
        """Depth of the tree: the most questions that a row is asked."""
        return self._fitted().tree.max_depth

    def get_n_leaves(self) -> int:
        """Number of leaves of the tree."""
        return self._fitted().tree.n_leaves

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Share of each feature in the total decrease of impurity (the Gini importance)."""
        return self._fitted().tree.feature_importances()


def passed_nodes(tree: _core.Tree, table: _core.Table) -> Any:
    """(rows, nodes), sparse: 1 where a row passes a node."""
    indptr, indices = tree.decision_path(table)
    ones = np.ones(len(indices), dtype=np.int64)
    return sp.csr_matrix((ones, indices, indptr), shape=(table.n_rows, tree.node_count))
