"""Counterfactuals."""

from collections.abc import Callable, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from ._forest import Forest
from ._tree import Table, Tree

Floats = NDArray[np.float64]

@overload
def feature_cuts(trees: Sequence[Tree], table: Table) -> tuple[list[Floats], NDArray[np.uint8]]:
    """Return the thresholds of each feature, and whether splits combine it with others."""

@overload
def feature_cuts(forest: Forest, table: Table) -> tuple[list[Floats], NDArray[np.uint8]]:
    """Return the same for the trees of a forest."""

class CellTrees:
    """Sums of trees whose splits send cells of features to children.

    The last two cells of a feature are missing values and unknown categories.
    """

    def __init__(self, n_cells: Sequence[int], n_outputs: int) -> None: ...
    def add(
        self,
        trees: Sequence[Tree] | Forest,
        table: Table,
        feature: Sequence[int],
        values: Sequence[Sequence[float]],
        outputs: Sequence[int],
        scale: float,
    ) -> None:
        """Add trees: the feature and the values of all cells for each of their columns."""

    @property
    def divided(self) -> list[tuple[int, int]]:
        """Return the (feature, cell) of values that some split sends to all children."""

class MarginGoal:
    """A wanted outcome: linear functions of the outputs reach limits.

    Ties in exact sums do not reach strict limits; all others are decided by ``check``.
    """

    def __init__(
        self,
        trees: CellTrees,
        factors: Sequence[float],
        offset: Sequence[float],
        limits: Sequence[float],
        strict: Sequence[bool],
    ) -> None: ...

def find_counterfactual(
    trees: CellTrees,
    goals: Sequence[MarginGoal],
    costs: Sequence[Sequence[float]],
    own: Sequence[int],
    max_changes: int,
    time_limit: float,
    check: Callable[[int, list[int]], bool],
) -> tuple[list[int], float, float, int, int]:
    """Return the cells of the cheapest change that reaches a goal.

    Returns ``(cells, cost, bound, goal, n_boxes)``; cells are empty and the cost is infinite if
    none was found. ``check(goal, cells)`` decides where rounding errors could.
    """
