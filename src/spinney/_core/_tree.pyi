"""Tables and single trees."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._criteria import Criterion
from ._options import TreeOptions

class Table:
    """Columns of data, used without a copy.

    ``levels[j]`` is 0 for a number column and the number of categories for a categorical one, whose
    cells are category codes 0 .. levels-1; a negative or NaN code is missing, one from ``levels``
    on is a category that training did not see. In a number column NaN is missing. Any stride,
    native byte order; bool, int8..int64, uint8..uint64, float32 and float64.
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
    def column(self, j: int) -> NDArray[np.float64]:
        """Return the cells of a column as numbers; categories as their indices."""
    def share_encodings(self) -> None:
        """Keep the encodings of the table for later fits."""
    def encoding_counts(self) -> tuple[int, int, int]:
        """Return the numbers of encodings made and reused, and the bytes of those that are kept."""
    def with_column(self, j: int, column: NDArray[Any]) -> Table:
        """Return the table with other cells in a column: numbers, or indices of categories."""
    @property
    def n_rows(self) -> int: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def levels(self) -> list[int]: ...
    def find_infinite(self, n_threads: int = 1) -> tuple[int, int] | None:
        """Return (row, column) of the first infinite cell in column order, or None."""
    def absent_counts(self, n_threads: int = 1) -> NDArray[np.int64]:
        """Return (columns, 2): counts of missing cells, and of categories not seen in training."""

def grow_tree(
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    n_classes: Sequence[int],
    options: TreeOptions,
    case_weight: NDArray[np.float64] | None = None,
) -> Tree:
    """Grow one tree.

    ``y`` is C-contiguous (rows, outputs): int32 class indices, with ``n_classes`` per output, or
    float64 targets, with ``n_classes`` empty. Rows of weight 0 are left out. The agreement of
    surrogates is weighted by ``case_weight`` (None: by ``weight``).
    """

class Alternative:
    """A surrogate or a competitor of a node's split."""

    @property
    def feature(self) -> int: ...
    @property
    def threshold(self) -> float:
        """NaN for categories."""
    @property
    def above_left(self) -> bool:
        """Whether numbers above the threshold go left (surrogates only)."""
    @property
    def categories_left(self) -> NDArray[np.int32]: ...
    @property
    def categories_right(self) -> NDArray[np.int32]: ...
    @property
    def score(self) -> float:
        """Surrogate: agreement with the split, a share of weight. Competitor: gain."""
    @property
    def adjusted(self) -> float:
        """Surrogate: agreement beyond the majority rule, at most 1. Competitor: 0."""

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
        """The ``NodeKind`` of each node."""
    @property
    def feature(self) -> NDArray[np.int32]:
        """The feature of the split (multivariate: with the largest share); -2 in leaves."""
    @property
    def threshold(self) -> NDArray[np.float64]:
        """Numbers <= threshold go left; -2.0 in leaves, NaN for kinds without a threshold."""
    @property
    def first_child(self) -> NDArray[np.int32]:
        """The first child; the others follow it. -1 in leaves."""
    @property
    def n_children(self) -> NDArray[np.uint32]:
        """0 in leaves, 2 in binary splits."""
    @property
    def children_left(self) -> NDArray[np.int64]:
        """The first child; -1 in leaves."""
    @property
    def children_right(self) -> NDArray[np.int64]:
        """The second child; -1 in leaves."""
    @property
    def missing_child(self) -> NDArray[np.uint32]:
        """The child (0, 1 ...) of missing values with the route ``learned``."""
    @property
    def missing_go_to_left(self) -> NDArray[np.uint8]:
        """Whether ``missing_child`` is the first child; 0 in leaves."""
    @property
    def impurity(self) -> NDArray[np.float64]: ...
    @property
    def gain(self) -> NDArray[np.float64]:
        """Impurity decrease of the split, weighted by the node's share of the total weight.

        Unless the feature's route is ``learned``, it is that of the rows that have the value.
        """
    @property
    def n_node_samples(self) -> NDArray[np.int64]: ...
    @property
    def weighted_n_node_samples(self) -> NDArray[np.float64]: ...
    @property
    def value(self) -> NDArray[np.float64]:
        """Class shares (nodes, outputs, classes), or values (nodes, outputs, 1)."""
    def categories_left(self, node: int) -> NDArray[np.int32]:
        """Return the category codes that go left at a split on a category."""
    def categories_seen(self, node: int) -> NDArray[np.int32]:
        """Return the category codes seen in the node at a split on a category."""
    def cuts(self, node: int) -> NDArray[np.float64]:
        """Return the ascending cuts of an ``intervals`` node; child k has values <= cut k."""
    def level_children(self, node: int) -> NDArray[np.int32]:
        """Return the child (0, 1 ...) of each category of a ``levels`` node; -1 if not seen.

        Rows with a category not seen in the node stop there.
        """
    def scaled(self, factor: float) -> Tree:
        """Return the tree with all values, and the terms of linear leaves, times a factor."""
    def divided(self, divisor: float) -> Tree: ...
    @property
    def has_linear_leaves(self) -> bool: ...
    @property
    def leaf_features(self) -> NDArray[np.int32]:
        """The features of the terms of all leaves, ascending."""
    def terms(
        self, node: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return features (ascending), factors, centers and shares of a multivariate split."""
    @property
    def missing_route(self) -> NDArray[np.uint8]:
        """The ``MissingRoute`` of each feature."""
    @property
    def unknown_route(self) -> NDArray[np.uint8]: ...
    def surrogates(self, node: int) -> list[Alternative]:
        """Return the node's surrogates, best first."""
    def competitors(self, node: int) -> list[Alternative]:
        """Return the best splits on features other than the node's, best first."""
    @property
    def has_statistics(self) -> bool:
        """Whether nodes have impurities, gains and counts; without, they are AttributeErrors."""
    def compact(self) -> Tree:
        """Return a copy without statistics and competitors, which predicts the same."""
    def prune(self, collapse: NDArray[np.bool_]) -> Tree:
        """Return a copy with the marked nodes as leaves, renumbered level by level."""
    def weakest_links(
        self, risk: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Prune by minimal cost complexity, given the risk of each node as a leaf.

        Returns the alphas of the steps, rising from 0, and the total risk after each, as in
        scikit-learn's path; and per node the alpha from which it is a leaf or removed (0 in the
        leaves of the full tree). A node's alpha is at most its parent's.
        """
    def impurity_risks(self) -> NDArray[np.float64]:
        """Return impurity times weight of each node."""
    def with_values(self, value: NDArray[np.float64]) -> Tree:
        """Return a copy with other values, of the shape of ``value``."""
    def predict(self, table: Table, n_threads: int = 1) -> NDArray[np.float64]:
        """Return the values of the leaves of each row, weighted by fractions of the row."""
    def apply(self, table: Table, n_threads: int = 1) -> NDArray[np.int64]:
        """Return the node where each row (or its largest fraction) ends."""
    def decision_path(self, table: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return CSR indptr and indices of the nodes that each row passes."""
    def absent_use(self, table: Table) -> NDArray[np.int64]:
        """Return (nodes, 2): rows without a value, routed by a surrogate, and otherwise."""
    def feature_importances(
        self, normalize: bool = True, surrogates: bool = False
    ) -> NDArray[np.float64]:
        """Return sums of gains, with ``surrogates`` also gains times adjusted agreement."""
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

def prune_by_errors(
    tree: Tree,
    table: Table,
    y: NDArray[np.int32],
    weight: NDArray[np.float64] | None,
    *,
    criterion: Criterion,
    confidence: float,
    z: float,
    raising: bool,
) -> Tree:
    """Prune a classification tree by C4.5's expected errors on the rows it was grown on.

    Subtrees that do not lower the training errors become leaves. Then, from the leaves up, a
    subtree is replaced by a leaf, or (``raising``) by its largest branch, if that is not expected
    to make more errors. Statistics of replaced nodes are recomputed, impurities by ``criterion``.
    ``z`` is the normal quantile of 1 - ``confidence``.
    """
