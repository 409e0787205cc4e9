"""Trees under changing weights, and what many of them say together."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._tree import Table, Tree

class WeightedTrees:
    """Grows tree after tree on the rows of a table, which are encoded and sorted once.

    Options are those of ``grow_tree``.
    """

    def __init__(
        self,
        table: Table,
        y: NDArray[Any],
        *,
        criterion: str,
        n_classes: Sequence[int],
        max_depth: int,
        min_samples_split: int,
        min_samples_leaf: int,
        max_leaf_nodes: int,
        max_features: int,
        min_impurity_decrease: float,
        random_splits: bool,
        monotonic: Sequence[int] | None,
        max_bins: int,
        missing: Sequence[int] | None = None,
        unknown: Sequence[int] | None = None,
        max_surrogates: int = 0,
        max_competitors: int = 0,
        n_threads: int = 1,
    ) -> None: ...
    def grow(
        self, weight: NDArray[np.float64], min_weight_leaf: float = 0.0, seed: int = 0
    ) -> Tree:
        """The tree for these weights, the same as that of ``grow_tree``."""

def with_scores(tree: Tree, scores: NDArray[np.float64]) -> Tree:
    """A copy of a tree whose nodes have these numbers for values."""

def weighted_medians(
    values: NDArray[np.float64], weight: NDArray[np.float64], n_threads: int = 1
) -> NDArray[np.float64]:
    """Of each row of ``values``: the least at which half of the columns' weight is reached."""
