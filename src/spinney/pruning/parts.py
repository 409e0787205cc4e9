"""Where rows end in a tree, and in which parts if a missing value divides them."""

from typing import NamedTuple

import numpy as np

from .. import _core
from ..columns import Array
from ..missing import ROUTES
from .costs import Floats

FRACTIONAL = ROUTES["fractional"]


class Parts(NamedTuple):
    """Parts of rows: the row, the node where the part ends, and its share of the row."""

    row: Array
    end: Array
    share: Floats


def divides(tree: _core.Tree) -> bool:
    """Whether the tree may send parts of a row down both branches."""
    return bool(
        (tree.missing_route == FRACTIONAL).any() or (tree.unknown_route == FRACTIONAL).any()
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
        left = tree.first_child[node].astype(np.int64)
        to_left, to_right = (
            (left >= 0) & is_in(row * n + child, steps) for child in (left, left + 1)
        )
        ends = ~(to_left | to_right)
        ended.append(Parts(row[ends], node[ends], share[ends]))
        both = to_left & to_right
        left_share = np.ones(len(row))
        left_share[both] = weight[left[both]] / (weight[left[both]] + weight[left[both] + 1])
        right_share = np.where(both, 1.0 - left_share, 1.0)
        node = np.concatenate([left[to_left], left[to_right] + 1])
        share = np.concatenate([(share * left_share)[to_left], (share * right_share)[to_right]])
        row = np.concatenate([row[to_left], row[to_right]])
    return Parts(*(np.concatenate(column) for column in zip(*ended, strict=True)))


def is_in(keys: Array, steps: Array) -> Array:
    """Which keys are among the sorted steps."""
    found = np.searchsorted(steps, keys)
    found[found == len(steps)] = 0
    inside: Array = steps[found] == keys
    return inside
