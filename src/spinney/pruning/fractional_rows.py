"""Nodes where rows end in a tree, with fractions of rows that follow several branches."""

from typing import NamedTuple

import numpy as np

from .. import _core
from ..data.columns import Array
from .costs import Floats


class FractionalRows(NamedTuple):
    """Fractions of rows: the row, the node where the fraction ends, and its size."""

    row: Array
    node: Array
    fraction: Floats


def has_fractional_routes(tree: _core.Tree) -> bool:
    """Return whether the tree may send fractions of a row down several branches."""
    return bool(
        (tree.missing_route == _core.MissingRoute.fractional).any()
        or (tree.unknown_route == _core.MissingRoute.fractional).any()
    )


def fractional_rows(tree: _core.Tree, table: _core.Table) -> FractionalRows:
    """Route all rows level by level, dividing those that follow several branches."""
    start, passed = tree.decision_path(table)
    n, weight = tree.node_count, tree.weighted_n_node_samples
    row = np.arange(table.n_rows)
    visits = np.sort(np.repeat(row, np.diff(start)) * n + passed)
    node, fraction = np.zeros_like(row), np.ones(len(row))
    ended = []
    while len(row):
        parent, child = child_nodes(tree, node)
        is_visited = is_in(row[parent] * n + child, visits)
        parent, child = parent[is_visited], child[is_visited]
        n_branches = np.bincount(parent, minlength=len(row))
        at_end = n_branches == 0
        ended.append(FractionalRows(row[at_end], node[at_end], fraction[at_end]))
        total = np.bincount(parent, weight[child], minlength=len(row))
        is_divided = n_branches[parent] > 1
        row, node, fraction = row[parent], child, fraction[parent]
        fraction[is_divided] *= weight[child[is_divided]] / total[parent[is_divided]]
    return FractionalRows(*(np.concatenate(column) for column in zip(*ended, strict=True)))


def child_nodes(tree: _core.Tree, node: Array) -> tuple[Array, Array]:
    """Return the children of all nodes, each after the position of its parent in ``node``."""
    size = tree.n_children[node].astype(np.int64)
    parent = np.repeat(np.arange(len(node)), size)
    index = np.arange(len(parent)) - np.repeat(np.cumsum(size) - size, size)
    return parent, tree.first_child[node].astype(np.int64)[parent] + index


def is_in(keys: Array, sorted_keys: Array) -> Array:
    """Return a mask of the keys that are among the sorted keys."""
    found = np.searchsorted(sorted_keys, keys)
    found[found == len(sorted_keys)] = 0
    inside: Array = sorted_keys[found] == keys
    return inside
