"""The compiled core. Thin: arrays and plain numbers in, arrays and a Tree out."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

class Table:
    """Columns of the user's data, looked at where they lie (no copy).

    ``levels[j]`` is 0 for a number column and the number of levels for a categorical one, whose
    cells are level indices 0 .. levels-1; a negative or NaN index is missing or unknown. In a
    number column NaN is missing. Any stride, native byte order; bool, int8..int64, uint8..uint64,
    float32 and float64.
    """

    @staticmethod
    def from_matrix(x: NDArray[Any], levels: Sequence[int] | None = None) -> Table: ...
    @staticmethod
    def from_columns(
        columns: Sequence[NDArray[Any]], n_rows: int, levels: Sequence[int] | None = None
    ) -> Table: ...
    @staticmethod
    def from_csc(
        data: NDArray[Any],
        indices: NDArray[Any],
        indptr: NDArray[Any],
        n_rows: int,
        levels: Sequence[int] | None = None,
    ) -> Table: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def n_columns(self) -> int: ...
    def find_infinite(self, n_threads: int = 1) -> tuple[int, int] | None:
        """The (row, column) of the first infinite cell, by column then row; None if all finite."""

def grow_tree(
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    *,
    criterion: str,
    n_classes: Sequence[int],
    max_depth: int,
    min_samples_split: int,
    min_samples_leaf: int,
    min_weight_leaf: float,
    max_leaf_nodes: int,
    max_features: int,
    min_impurity_decrease: float,
    random_splits: bool,
    monotonic: Sequence[int] | None,
    max_bins: int,
    seed: int,
    n_threads: int,
) -> Tree:
    """Grow one tree.

    ``y`` is C-contiguous (rows, outputs): int32 class indices, with ``n_classes`` per output, or
    float64 targets, with ``n_classes`` empty. ``max_leaf_nodes=0`` and ``max_bins=0`` mean none.
    Rows of weight 0 are left out.
    """

class Tree:
    """One immutable tree: read-only arrays with one entry per node, root first."""

    @property
    def node_count(self) -> int: ...
    @property
    def n_leaves(self) -> int: ...
    @property
    def max_depth(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def n_outputs(self) -> int: ...
    @property
    def n_classes(self) -> list[int]:
        """Classes of each output; empty for regression."""
    @property
    def kind(self) -> NDArray[np.uint8]:
        """0 leaf, 1 number <= threshold, 2 category in set."""
    @property
    def feature(self) -> NDArray[np.int32]:
        """The feature a node asks; -2 in leaves."""
    @property
    def threshold(self) -> NDArray[np.float64]:
        """Numbers <= threshold go left; -2.0 in leaves, NaN for sets."""
    @property
    def first_child(self) -> NDArray[np.int32]:
        """The left child; the right one is the next node. -1 in leaves."""
    @property
    def children_left(self) -> NDArray[np.int64]: ...
    @property
    def children_right(self) -> NDArray[np.int64]: ...
    @property
    def missing_go_to_left(self) -> NDArray[np.uint8]: ...
    @property
    def impurity(self) -> NDArray[np.float64]: ...
    @property
    def gain(self) -> NDArray[np.float64]:
        """Impurity decrease of the split, weighted by the node's share of all weight."""
    @property
    def n_node_samples(self) -> NDArray[np.int64]: ...
    @property
    def weighted_n_node_samples(self) -> NDArray[np.float64]: ...
    @property
    def value(self) -> NDArray[np.float64]:
        """(nodes, outputs, width): class shares, or the value in width 1."""
    def categories_left(self, node: int) -> NDArray[np.int32]:
        """Level indices that go left at a node that asks for a category."""
    def predict(self, table: Table, n_threads: int = 1) -> NDArray[np.float64]:
        """(rows, outputs, width): the values of the leaves reached."""
    def apply(self, table: Table, n_threads: int = 1) -> NDArray[np.int64]:
        """The leaf that each row reaches."""
    def decision_path(self, table: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """CSR indptr and indices of the nodes that each row passes."""
    def feature_importances(self, normalize: bool = True) -> NDArray[np.float64]: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

def available_threads() -> int:
    """CPUs this process may use: affinity, cgroup quota."""
