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
    left = tree.first_child[split]
    parent = np.full(tree.node_count, -1, dtype=np.int64)
    parent[left] = split
    parent[left + 1] = split
    return parent


def split_levels(tree: _core.Tree) -> Iterator[NDArray[np.int64]]:
    """The nodes that ask a question, one level after the other, the deepest level first."""
    start, end = 0, 1
    levels = []
    while start < end:
        split = start + np.flatnonzero(tree.kind[start:end])
        levels.append(split)
        start, end = end, end + 2 * len(split)
    return reversed(levels[:-1])


def best_first(tree: _core.Tree, max_depth: int | None = None) -> Iterator[int]:
    """The nodes that ask a question in the order of their gains, each after its parent."""
    first_child, gain = tree.first_child, tree.gain
    frontier = [(0.0, 0, 0)]
    while frontier:
        _, node, depth = heapq.heappop(frontier)
        left = int(first_child[node])
        if left < 0 or (max_depth is not None and depth >= max_depth):
            continue
        yield node
        for child in (left, left + 1):
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
        The part of it of rows that end in the node although it asks a question.

    Returns
    -------
    collapse : bool array of shape (n_nodes,)
    cost : float
        What is left.
    """
    best = as_leaf.copy()
    collapse = np.zeros(tree.node_count, dtype=np.bool_)
    for split in split_levels(tree):
        left = tree.first_child[split]
        below = best[left] + best[left + 1] + stopped[split]
        collapse[split] = as_leaf[split] <= below * (1 + SAME)
        best[split] = np.minimum(as_leaf[split], below)
    return collapse, float(best[0])
