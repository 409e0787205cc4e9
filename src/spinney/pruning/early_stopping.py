"""Growth replayed, best split first, until a validation part gains nothing more."""

import heapq

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .costs import Floats
from .held_out import NodeLosses
from .shape import SAME


def stopped_early(
    tree: _core.Tree, losses: NodeLosses, patience: int
) -> tuple[NDArray[np.bool_], Floats]:
    """The nodes to collapse, and the validation loss after 0, 1, 2 ... splits.

    Splits are made in the order of their gains, parents first. The replay ends when
    ``patience`` splits in a row have not brought a new lowest loss; those are taken back.
    """
    drop = np.zeros(tree.node_count)
    split = np.flatnonzero(tree.kind)
    left = tree.first_child[split]
    below = losses.loss[left] + losses.loss[left + 1] + losses.stopped[split]
    drop[split] = losses.loss[split] - below

    gain, child = tree.gain, tree.first_child
    order: list[int] = []
    curve = [float(losses.loss[0])]
    best = 0
    frontier = [(-gain[0], 0)] if len(split) else []
    # Which split comes next depends on the last one, so this is a loop; it ends early.
    while frontier and len(order) - best < patience:
        node = heapq.heappop(frontier)[1]
        order.append(node)
        curve.append(curve[-1] - drop[node])
        if curve[-1] < curve[best] * (1 - SAME):
            best = len(order)
        for below_node in (child[node], child[node] + 1):
            if child[below_node] >= 0:
                heapq.heappush(frontier, (-gain[below_node], int(below_node)))
    collapse = tree.kind > 0
    collapse[order[:best]] = False
    return collapse, np.array(curve)
