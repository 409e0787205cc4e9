"""The shape of a tree, read level by level: nodes of one level are neighbours, root first."""

import heapq
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .. import _core

SAME = 1e-12
"""Sums whose ratio differs from 1 by less differ by rounding only."""


def parents(tree: _core.Tree) -> NDArray[np.int64]:
    """The parent of each node; -1 for the root."""
    split = np.flatnonzero(tree.kind)
    # Nodes are numbered level by level, so that the children of all are in the order of parents.
    return np.concatenate([[-1], np.repeat(split, tree.n_children[split])])


def children(tree: _core.Tree, node: int) -> range:
    """The children of a node; none of a leaf."""
    first = int(tree.first_child[node])
    return range(first, first + int(tree.n_children[node]))


def sum_of_children(
    tree: _core.Tree, value: NDArray[np.float64], split: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the sum of the values of the children of each inner node."""
    first = tree.first_child[split].astype(np.int64)
    ends = np.column_stack([first, first + tree.n_children[split]])
    # Every other sum is of what lies between two families.
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


def cheapest_subtree(
    tree: _core.Tree, as_leaf: NDArray[np.float64], stopped: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], float]:
    """The nodes to collapse for the least total cost, in the smallest tree that has it.

    Parameters
    ----------
    tree : Tree
        The grown tree.
    as_leaf : array of shape (n_nodes,)
        Cost of all rows that come to a node, if it is a leaf.
    stopped : array of shape (n_nodes,)
        The part of the cost of rows that end in the node although it is an inner node.

    Returns
    -------
    collapse : bool array of shape (n_nodes,)
    cost : float
        What is left.
    """
    best = as_leaf.copy()
    collapse = np.zeros(tree.node_count, dtype=np.bool_)
    for split in split_levels(tree):
        below = sum_of_children(tree, best, split) + stopped[split]
        collapse[split] = as_leaf[split] <= below * (1 + SAME)
        best[split] = np.minimum(as_leaf[split], below)
    return collapse, float(best[0])
