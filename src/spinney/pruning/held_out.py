"""Rows that a tree was not grown on, and what each of its nodes would cost them as a leaf."""

from typing import NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from .costs import Floats, answers, row_losses
from .shape import parents


class Rows(NamedTuple):
    """Rows to judge a tree by: where they end in it, their targets, weights and charges."""

    ends: Array
    y: Array
    weight: Floats
    charge: Floats | None
    """By class: the factor of its losses under the priors."""


class NodeLosses(NamedTuple):
    """Per node: sums of weight times loss, and times its square, over the rows that come to it.

    ``stopped`` and ``stopped_square`` are the part of rows that end in an inner node, because of a
    missing value.
    """

    loss: Floats
    square: Floats
    stopped: Floats
    stopped_square: Floats


def node_losses(model: FittedTree, criterion: str, rows: Rows, unit: float = 1.0) -> NodeLosses:
    """Let every row meet the answers of all nodes on its way, from its end up to the root.

    Losses are counted in ``unit``: the squares of large ones would overflow.
    """
    n = model.tree.node_count
    above, answer = parents(model.tree), answers(model)
    found = NodeLosses(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n))
    node, y, weight = rows.ends, rows.y, rows.weight
    charge = None if rows.charge is None else rows.charge[y[:, 0]]
    split = model.tree.kind > 0
    while len(node):
        lost = row_losses(model, criterion, answer[node], y) / unit
        if charge is not None:
            lost = lost * charge
        np.add.at(found.loss, node, weight * lost)
        np.add.at(found.square, node, weight * lost**2)
        if node is rows.ends:
            found.stopped[split] = found.loss[split]
            found.stopped_square[split] = found.square[split]
        node = above[node]
        inside = node >= 0
        if not inside.all():
            node, y, weight = node[inside], y[inside], weight[inside]
            charge = None if charge is None else charge[inside]
    return found
