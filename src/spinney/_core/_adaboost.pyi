"""Trees under changing weights, and weighted medians of their predictions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._options import TreeOptions
from ._tree import Table, Tree

class WeightedTrees:
    """Grows trees under changing weights on a table that is encoded and sorted once.

    ``min_weight_leaf`` and the seed are set for each tree, not by the options.
    """

    def __init__(
        self, table: Table, y: NDArray[Any], n_classes: Sequence[int], options: TreeOptions
    ) -> None: ...
    def grow(
        self, weight: NDArray[np.float64], min_weight_leaf: float = 0.0, seed: int = 0
    ) -> Tree:
        """Grow the tree for these weights, the same as that of ``grow_tree``."""

def with_scores(tree: Tree, scores: NDArray[np.float64]) -> Tree:
    """Return a copy of a tree with these values of its nodes."""

def weighted_medians(
    values: NDArray[np.float64], weight: NDArray[np.float64], n_threads: int = 1
) -> NDArray[np.float64]:
    """Return the weighted median of each row of ``values``, the lower one of two."""
