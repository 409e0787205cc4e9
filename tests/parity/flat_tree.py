"""A tree as plain arrays, the same for every library."""

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

LEAF = -1


@dataclass(frozen=True)
class SplitTree:
    """Splits, one entry per node, root first.

    ``goes_left`` says by node and level which categories go left; it has no columns when all splits
    are numeric. Every subclass ends in ``leaf``, the leaf of each training row:
    -1 for a row that the tree was not grown on.
    """

    left: np.ndarray
    right: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    missing_left: np.ndarray
    goes_left: np.ndarray

    def is_leaf(self, node):
        return self.left[node] == LEAF

    def depths(self):
        """Depth of each node; parents come before their children."""
        depth = np.zeros(len(self.left), int)
        for node in np.flatnonzero(self.left != LEAF):
            depth[[self.left[node], self.right[node]]] = depth[node] + 1
        return depth

    @cached_property
    def inside(self):
        """Matrix of nodes by rows: which rows reach which node. Rows in leaf -1 reach none."""
        parent = np.full(len(self.left), -1)
        inner = np.flatnonzero(self.left != LEAF)
        parent[self.left[inner]] = inner
        parent[self.right[inner]] = inner
        inside = np.zeros((len(self.left), len(self.leaf)), bool)
        node, rows = self.leaf.astype(np.intp), np.arange(len(self.leaf))
        while len(rows := rows[node[rows] >= 0]):
            inside[node[rows], rows] = True
            node[rows] = parent[node[rows]]
        return inside

    def route(self, X, categorical):
        """Leaf of each row, from the recorded splits."""
        node, rows = np.zeros(len(X), np.intp), np.arange(len(X))
        while len(rows := rows[self.left[node[rows]] != LEAF]):
            at = node[rows]
            x = X[rows, self.feature[at]]
            left = np.where(np.isnan(x), self.missing_left[at] == 1, x <= self.threshold[at])
            if categorical:
                is_label = np.isin(self.feature[at], categorical)
                left[is_label] = self.goes_left[at[is_label], x[is_label].astype(int)]
            node[rows] = np.where(left, self.left[at], self.right[at])
        return node

    def as_arrays(self):
        """Arrays suitable for a small file."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class FlatTree(SplitTree):
    """A tree with the statistics of its nodes."""

    samples: np.ndarray
    weight: np.ndarray
    impurity: np.ndarray
    value: np.ndarray
    leaf: np.ndarray

    @classmethod
    def of(cls, estimator, X):
        """Tree of an estimator fitted on X, ours or scikit-learn's."""
        tree = estimator._fitted().tree
        return cls(
            left=tree.children_left,
            right=tree.children_right,
            feature=tree.feature,
            threshold=tree.threshold,
            missing_left=tree.missing_go_to_left,
            goes_left=np.zeros((tree.node_count, 0), bool),
            samples=tree.n_node_samples,
            weight=tree.weighted_n_node_samples,
            impurity=tree.impurity,
            value=tree.value[:, 0, :],
            leaf=estimator.apply(X),
        )

    def gain(self, node):
        """Impurity decrease of a node's split, times the node's weight."""
        children = [self.left[node], self.right[node]]
        loss = self.weight * self.impurity
        return loss[node] - loss[children].sum()
