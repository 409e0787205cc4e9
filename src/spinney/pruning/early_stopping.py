"""Early stopping: replay growth best-first until the validation loss stops improving."""

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .costs import Floats
from .held_out import NodeLosses
from .tree_structure import RELATIVE_ROUNDING, best_first, sum_of_children


def stop_early(
    tree: _core.Tree, losses: NodeLosses, patience: int
) -> tuple[NDArray[np.bool_], Floats]:
    """Return the nodes to collapse, and the validation loss after 0, 1, 2, ... splits.

    Splits are made in the order of their gains, parents first. The replay ends after ``patience``
    consecutive splits without a new minimum of the loss; these splits are undone.
    """
    decrease = np.zeros(tree.node_count)
    split = np.flatnonzero(tree.kind)
    below = sum_of_children(tree, losses.loss, split) + losses.stopped[split]
    decrease[split] = losses.loss[split] - below

    order: list[int] = []
    curve = [float(losses.loss[0])]
    best = 0
    for node in best_first(tree):
        order.append(node)
        curve.append(curve[-1] - decrease[node])
        if curve[-1] < curve[best] * (1 - RELATIVE_ROUNDING):
            best = len(order)
        if len(order) - best >= patience:
            break
    collapse = tree.kind > 0
    collapse[order[:best]] = False
    return collapse, np.array(curve)
