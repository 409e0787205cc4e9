"""Losses of held-out rows at each node of a tree."""

from typing import NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from .costs import Floats, node_predictions, row_losses
from .tree_structure import parents


class HeldOutRows(NamedTuple):
    """Rows to evaluate a tree on: the nodes where they end, their targets and weights."""

    node: Array
    y: Array
    weight: Floats
    class_factor: Floats | None
    """By class: the factor of its losses under the priors."""


class NodeLosses(NamedTuple):
    """Per node: sums of weighted losses, and of weighted squared losses, of the rows that reach it.

    ``stopped`` and ``stopped_square`` are the sums over rows that end in an inner node because of a
    missing value.
    """

    loss: Floats
    square: Floats
    stopped: Floats
    stopped_square: Floats


def node_losses(
    model: FittedTree, criterion: str, rows: HeldOutRows, unit: float = 1.0
) -> NodeLosses:
    """Sum the losses of rows at all nodes of their paths, from their last node up to the root.

    Losses are divided by ``unit``, so that squares of large losses do not overflow.
    """
    n = model.tree.node_count
    parent, prediction = parents(model.tree), node_predictions(model)
    sums = NodeLosses(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n))
    node, y, weight = rows.node, rows.y, rows.weight
    factor = None if rows.class_factor is None else rows.class_factor[y[:, 0]]
    split = model.tree.kind > 0
    while len(node):
        loss = row_losses(model, criterion, prediction[node], y) / unit
        if factor is not None:
            loss = loss * factor
        np.add.at(sums.loss, node, weight * loss)
        np.add.at(sums.square, node, weight * loss**2)
        if node is rows.node:
            sums.stopped[split] = sums.loss[split]
            sums.stopped_square[split] = sums.square[split]
        node = parent[node]
        inside = node >= 0
        if not inside.all():
            node, y, weight = node[inside], y[inside], weight[inside]
            factor = None if factor is None else factor[inside]
    return sums
