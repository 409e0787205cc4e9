"""Optimal trees of a given size."""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from ._options import OptimalOptions
from ._tree import Table, Tree

class OptimalTree(TypedDict):
    """An optimal tree; objective and lower bound are shares of the total."""

    tree: Tree
    objective: float
    lower_bound: float
    n_subproblems: int
    history: NDArray[np.float64]

def grow_optimal_tree(
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    n_classes: Sequence[int],
    options: OptimalOptions,
    report: Callable[[float, float, float], None] | None = None,
) -> OptimalTree:
    """Grow the tree with the minimum weighted error or squared error plus leaf penalty.

    ``y`` is as in ``grow_tree``, with one output. A leaf costs ``leaf_penalty`` times the total
    weight, or times the squared error of the mean. Values must not be missing, except in columns
    without any value. ``history`` and ``report`` have seconds, objective of the best tree, and
    lower bound.
    """
