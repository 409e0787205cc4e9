"""Parents, children and levels of a tree, whose nodes are stored level by level."""

import heapq
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .. import _core

RELATIVE_ROUNDING = 1e-12
"""Sums with a smaller relative difference are considered equal."""


def parents(tree: _core.Tree) -> NDArray[np.int64]:
    """Return the parent of each node; -1 for the root."""
    split = np.flatnonzero(tree.kind)
    # Nodes are stored level by level, so children are in the order of their parents.
    return np.concatenate([[-1], np.repeat(split, tree.n_children[split])])


def children(tree: _core.Tree, node: int) -> range:
    """Return the children of a node; an empty range for a leaf."""
    first = int(tree.first_child[node])
    return range(first, first + int(tree.n_children[node]))


def sum_of_children(
    tree: _core.Tree, value: NDArray[np.float64], split: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the sum of the values of the children of each inner node."""
    first = tree.first_child[split].astype(np.int64)
    ends = np.column_stack([first, first + tree.n_children[split]])
    # Every second sum is over the nodes between the children of two nodes; drop it.
    sums: NDArray[np.float64] = np.add.reduceat(np.append(value, 0.0), ends.ravel())[::2]
    return sums


def split_levels(tree: _core.Tree) -> Iterator[NDArray[np.int64]]:
    """Return the inner nodes level by level, the deepest level first."""
    start, end = 0, 1
    levels = []
    while start < end:
        split = start + np.flatnonzero(tree.kind[start:end])
        levels.append(split)
        start, end = end, end + int(tree.n_children[split].sum())
    return reversed(levels[:-1])


def best_first(tree: _core.Tree, max_depth: int | None = None) -> Iterator[int]:
    """Return the inner nodes in the order of their gains, each after its parent."""
    kind, gain = tree.kind, tree.gain
    frontier = [(0.0, 0, 0)]
    while frontier:
        _, node, depth = heapq.heappop(frontier)
        if kind[node] == 0 or (max_depth is not None and depth >= max_depth):
            continue
        yield node
        for child in children(tree, node):
            heapq.heappush(frontier, (-float(gain[child]), child, depth + 1))


def minimum_cost_subtree(
    tree: _core.Tree, as_leaf: NDArray[np.float64], stopped: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], float]:
    """Return the nodes to collapse for the smallest subtree of minimum total cost.

    Parameters
    ----------
    tree : Tree
        The grown tree.
    as_leaf : array of shape (n_nodes,)
        Cost of all rows that reach a node, if it is a leaf.
    stopped : array of shape (n_nodes,)
        Cost of the rows that end in the node although it is an inner node.

    Returns
    -------
    collapse : bool array of shape (n_nodes,)
    cost : float
        The cost of the subtree.
    """
    best = as_leaf.copy()
    collapse = np.zeros(tree.node_count, dtype=np.bool_)
    for split in split_levels(tree):
        below = sum_of_children(tree, best, split) + stopped[split]
        collapse[split] = as_leaf[split] <= below * (1 + RELATIVE_ROUNDING)
        best[split] = np.minimum(as_leaf[split], below)
    return collapse, float(best[0])
