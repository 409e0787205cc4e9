"""Where rows end in a tree, and in which parts if a missing value divides them."""

from typing import NamedTuple

import numpy as np

from .. import _core
from ..data.columns import Array
from .costs import Floats


class Parts(NamedTuple):
    """Parts of rows: the row, the node where the part ends, and its share of the row."""

    row: Array
    end: Array
    share: Floats


def divides(tree: _core.Tree) -> bool:
    """Whether the tree may send parts of a row down several branches."""
    return bool(
        (tree.missing_route == _core.MissingRoute.fractional).any()
        or (tree.unknown_route == _core.MissingRoute.fractional).any()
    )


def parts_of_rows(tree: _core.Tree, table: _core.Table) -> Parts:
    """Follow all rows down, level by level, dividing them where their paths fork."""
    start, passed = tree.decision_path(table)
    n, weight = tree.node_count, tree.weighted_n_node_samples
    row = np.arange(table.n_rows)
    steps = np.sort(np.repeat(row, np.diff(start)) * n + passed)
    node, share = np.zeros_like(row), np.ones(len(row))
    ended = []
    while len(row):
        part, child = families(tree, node)
        taken = is_in(row[part] * n + child, steps)
        part, child = part[taken], child[taken]
        ways = np.bincount(part, minlength=len(row))
        ended.append(Parts(row[ways == 0], node[ways == 0], share[ways == 0]))
        total = np.bincount(part, weight[child], minlength=len(row))
        forks = ways[part] > 1
        row, node, share = row[part], child, share[part]
        share[forks] *= weight[child[forks]] / total[part[forks]]
    return Parts(*(np.concatenate(column) for column in zip(*ended, strict=True)))


def families(tree: _core.Tree, node: Array) -> tuple[Array, Array]:
    """The children of all the nodes, each with the place of its parent among them."""
    size = tree.n_children[node].astype(np.int64)
    place = np.repeat(np.arange(len(node)), size)
    number = np.arange(len(place)) - np.repeat(np.cumsum(size) - size, size)
    return place, tree.first_child[node].astype(np.int64)[place] + number


def is_in(keys: Array, steps: Array) -> Array:
    """Which keys are among the sorted steps."""
    found = np.searchsorted(steps, keys)
    found[found == len(steps)] = 0
    inside: Array = steps[found] == keys
    return inside
