"""Tables and single trees."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._criteria import Criterion
from ._options import TreeOptions

class Table:
    """Columns of the user's data, looked at where they lie (no copy).

    ``levels[j]`` is 0 for a number column and the number of levels for a categorical one, whose
    cells are level indices 0 .. levels-1; a negative or NaN index is missing, one from ``levels``
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
    @property
    def n_rows(self) -> int: ...
    @property
    def n_columns(self) -> int: ...
    def find_infinite(self, n_threads: int = 1) -> tuple[int, int] | None:
        """The (row, column) of the first infinite cell, by column then row; None if all finite."""
    def absent_counts(self, n_threads: int = 1) -> NDArray[np.int64]:
        """(columns, 2): cells that are missing, and cells of a category never seen."""

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
    """A question that a node might have asked: a surrogate or a competitor of its split."""

    @property
    def feature(self) -> int: ...
    @property
    def threshold(self) -> float:
        """NaN for categories."""
    @property
    def above_left(self) -> bool:
        """Numbers above the threshold go left, those up to it right (surrogates only)."""
    @property
    def categories_left(self) -> NDArray[np.int32]: ...
    @property
    def categories_right(self) -> NDArray[np.int32]: ...
    @property
    def score(self) -> float:
        """Surrogate: share of the weight that it sends as the split does. Competitor: its gain."""
    @property
    def adjusted(self) -> float:
        """Surrogate: agreement beyond that of the majority rule, 1 at best. Competitor: 0."""

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
        """The feature a node asks, of several the one with the largest share; -2 in leaves."""
    @property
    def threshold(self) -> NDArray[np.float64]:
        """Numbers <= threshold go left; -2.0 in leaves, NaN for kinds 2, 3 and 4."""
    @property
    def first_child(self) -> NDArray[np.int32]:
        """The left child; the others are the next nodes. -1 in leaves."""
    @property
    def n_children(self) -> NDArray[np.uint32]:
        """0 in leaves, 2 except for kinds 3 and 4."""
    @property
    def children_left(self) -> NDArray[np.int64]:
        """The first child; -1 in leaves."""
    @property
    def children_right(self) -> NDArray[np.int64]:
        """The second child; -1 in leaves."""
    @property
    def missing_child(self) -> NDArray[np.uint32]:
        """Which child (0, 1 ...) a missing value goes to, if it follows what was learned."""
    @property
    def missing_go_to_left(self) -> NDArray[np.uint8]:
        """Whether that is the first child; 0 in leaves."""
    @property
    def impurity(self) -> NDArray[np.float64]: ...
    @property
    def gain(self) -> NDArray[np.float64]:
        """Impurity decrease of the split, weighted by the node's share of all weight.

        On features whose route is not learned, of the rows that have the value.
        """
    @property
    def n_node_samples(self) -> NDArray[np.int64]: ...
    @property
    def weighted_n_node_samples(self) -> NDArray[np.float64]: ...
    @property
    def value(self) -> NDArray[np.float64]:
        """(nodes, outputs, width): class shares, or the value in width 1."""
    def categories_left(self, node: int) -> NDArray[np.int32]:
        """Level indices that go left at a node that asks for a category."""
    def categories_seen(self, node: int) -> NDArray[np.int32]:
        """Level indices that the training rows of the node had, at a node that asks for one."""
    def cuts(self, node: int) -> NDArray[np.float64]:
        """Kind 3: rising cuts, one fewer than children; child k has values <= cut k."""
    def level_children(self, node: int) -> NDArray[np.int32]:
        """Kind 4: which child (0, 1 ...) each level goes to; -1 where training saw none.

        A level that the node did not see ends there: the node itself answers.
        """
    def terms(
        self, node: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Kinds 5 and 6: features (rising), factors, centres, and shares of the split's credit."""
    @property
    def missing_route(self) -> NDArray[np.uint8]:
        """Per feature: the route of a missing value, as in ``grow_tree``."""
    @property
    def unknown_route(self) -> NDArray[np.uint8]: ...
    def surrogates(self, node: int) -> list[Alternative]:
        """The node's surrogates, best first."""
    def competitors(self, node: int) -> list[Alternative]:
        """The best splits on other features than the node's own, best first."""
    def prune(self, collapse: NDArray[np.bool_]) -> Tree:
        """A copy in which the marked nodes are leaves; nodes are numbered anew, level by level."""
    def weakest_links(
        self, risk: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Minimal cost-complexity pruning by the risk of each node as a leaf.

        Returns the alphas of the steps, rising from 0, and the total risk after each, as in
        scikit-learn's path; and per node the alpha from which it is a leaf or removed (0 in the
        leaves of the full tree). A node's alpha is at most its parent's.
        """
    def impurity_risks(self) -> NDArray[np.float64]:
        """Impurity times weight of each node."""
    def with_values(self, value: NDArray[np.float64]) -> Tree:
        """A copy with other values: (nodes, outputs, width) as in ``value``."""
    def predict(self, table: Table, n_threads: int = 1) -> NDArray[np.float64]:
        """(rows, outputs, width): the values of the nodes reached, by the parts of the row."""
    def apply(self, table: Table, n_threads: int = 1) -> NDArray[np.int64]:
        """The node where each row (or its largest part) ends: a leaf, unless it stops before."""
    def decision_path(self, table: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """CSR indptr and indices of the nodes that each row (or a part of it) passes."""
    def absent_use(self, table: Table) -> NDArray[np.int64]:
        """(nodes, 2): rows whose value is absent there, sent by a surrogate, and in another way."""
    def feature_importances(
        self, normalize: bool = True, surrogates: bool = False
    ) -> NDArray[np.float64]:
        """Sums of gains; with ``surrogates`` also gain times adjusted agreement of surrogates."""
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
    """C4.5's pruning of a tree for classes, by the rows that it was grown on.

    Subtrees that do not lower the training errors become leaves; then, from the leaves up, those
    that are not expected to err less than a leaf, or (``raising``) give way to their largest branch
    if that is not expected to err more. What is known of nodes that moved up is made anew from
    the rows that come to them, impurities by ``criterion``. ``z`` is the normal quantile of
    1 - ``confidence``.
    """
