"""The arrays of a fitted tree, as in scikit-learn's ``tree_``."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .. import _core
from .._core import MissingRoute, NodeKind
from ..base.fitted_tree import FittedTree
from ..base.threads import threads_for
from ..data.number_rules import PLAIN_NUMBERS, NumberRules
from .split_table import SplitTable

T = TypeVar("T")
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Alternatives = Callable[[int], "list[_core.Alternative]"]
Codes = Callable[[int], NDArray[np.int32]]


class CoreAttribute(Generic[T]):
    """An attribute with the value that the core's tree has under the same name."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, tree: Any, owner: type) -> T:
        if tree is None:
            return self  # type: ignore[return-value]
        value: T = getattr(tree._fitted.tree, self.name)
        return value


class Tree:
    """A fitted tree as read-only arrays with one entry per node, as scikit-learn's ``tree_``.

    Node 0 is the root, and children come after their parents. Attributes that describe every split
    by a threshold raise AttributeError if the tree has other splits.

    Parameters
    ----------
    fitted : FittedTree
        The tree with its schema.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor
    >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0]).tree_
    >>> tree.children_left.tolist(), tree.threshold.tolist()
    ([1, -1, -1], [3.0, -2.0, -2.0])
    >>> tree.predict([[1], [5]])
    array([[0.5],
           [2. ]])
    """

    node_count = CoreAttribute[int]("Number of nodes.")
    n_leaves = CoreAttribute[int]("Number of leaves.")
    max_depth = CoreAttribute[int]("The depth of the tree.")
    n_features = CoreAttribute[int]("Number of features.")
    n_outputs = CoreAttribute[int]("Number of outputs.")
    kind = CoreAttribute[NDArray[np.uint8]]("The kind of each split; 0 in leaves.")
    feature = CoreAttribute[NDArray[np.int32]](
        "The feature of each split (of several, that with the largest share); -2 in leaves."
    )
    first_child = CoreAttribute[NDArray[np.int32]](
        "The first child of each node, which the others follow; -1 in leaves."
    )
    n_children = CoreAttribute[NDArray[np.uint32]]("The number of children of each node.")
    missing_child = CoreAttribute[NDArray[np.uint32]](
        'The child (0, 1, ...) of missing values with the policy "learned".'
    )
    impurity = CoreAttribute[Floats]("The impurity of each node.")
    gain = CoreAttribute[Floats](
        "The impurity decrease of each split, weighted by the node's share of the total weight."
    )
    n_node_samples = CoreAttribute[Integers]("The number of training samples of each node.")
    weighted_n_node_samples = CoreAttribute[Floats](
        "The weight of the training samples of each node."
    )
    value = CoreAttribute[Floats](
        "Class proportions (nodes, outputs, classes) or values (nodes, outputs, 1)."
    )
    surrogates = CoreAttribute[Alternatives]("Return the surrogates of a node, best first.")
    competitors = CoreAttribute[Alternatives]("Return the competing splits of a node, best first.")
    categories_left = CoreAttribute[Codes]("Return the category codes that go left at a node.")
    categories_seen = CoreAttribute[Codes]("Return the category codes that training saw in a node.")
    _number_rules: ClassVar[NumberRules] = PLAIN_NUMBERS

    def __init__(self, fitted: FittedTree) -> None:
        self._fitted = fitted

    @property
    def threshold(self) -> Floats:
        """Values up to the threshold go left; -2 in leaves."""
        self._require(np.isin(self.kind, (NodeKind.leaf, NodeKind.number)), "thresholds")
        return self._fitted.tree.threshold

    @property
    def children_left(self) -> Integers:
        """The left child of each node; -1 in leaves."""
        self._require(self.n_children <= 2, "left and right children")
        return self._fitted.tree.children_left

    @property
    def children_right(self) -> Integers:
        """The right child of each node; -1 in leaves."""
        self._require(self.n_children <= 2, "left and right children")
        return self._fitted.tree.children_right

    @property
    def missing_go_to_left(self) -> NDArray[np.uint8]:
        """Whether missing values go left; 0 in leaves."""
        self._require(self.n_children <= 2, "left and right children")
        core, missing = self._fitted.tree, self._fitted.missing
        if not missing.fills and (core.missing_route == MissingRoute.learned.value).all():
            return core.missing_go_to_left
        splits = SplitTable(self._fitted)
        inner = np.flatnonzero(self.kind)
        found = [splits.destination(node, "missing") for node in inner.tolist()]
        for node, destination in zip(inner, found, strict=True):
            if destination in ("surrogate", "all", "stop"):
                name = splits.destination_name(int(node), destination)
                raise AttributeError(
                    f"Missing values do not all go to one child: at node {node} they go to "
                    f"{name!r}. to_frame() lists the destinations."
                )
        left = np.zeros(self.node_count, dtype=np.uint8)
        left[inner] = [destination == 0 for destination in found]
        return left

    @property
    def n_classes(self) -> NDArray[np.intp]:
        """The number of classes of each output; 1 for regression."""
        return np.array(self._fitted.tree.n_classes or [1] * self.n_outputs, dtype=np.intp)

    @property
    def max_n_classes(self) -> int:
        """The largest number of classes of an output."""
        return int(self.n_classes.max())

    @property
    def capacity(self) -> int:
        """The number of nodes that the arrays have room for: ``node_count``."""
        return self.node_count

    def predict(self, X: Any) -> Floats:
        """Return the values of the leaf of each sample: (n_samples, [n_outputs,] n_classes)."""
        values = self._fitted.tree.predict(*self._table(X))
        return values[:, 0, :] if self.n_outputs == 1 else values

    def apply(self, X: Any) -> Integers:
        """Return the index of the leaf of each sample."""
        return self._fitted.tree.apply(*self._table(X))

    def decision_path(self, X: Any) -> Any:
        """Return a sparse matrix (n_samples, n_nodes) with 1 where a sample passes a node."""
        return passed_nodes(self._fitted.tree, self._table(X)[0])

    def compute_feature_importances(self, normalize: bool = True) -> Floats:
        """Return the impurity decrease of the splits on each feature."""
        return self._fitted.tree.feature_importances(normalize=normalize)

    def compute_node_depths(self) -> Integers:
        """Return the depth of each node, counted from 1 at the root."""
        depths = np.ones(self.node_count, dtype=np.int64)
        for node in np.flatnonzero(self.kind).tolist():
            first = self.first_child[node]
            depths[first : first + self.n_children[node]] = depths[node] + 1
        return depths

    def __getstate__(self) -> dict[str, Any]:
        """Return depth, nodes and values in the layout of scikit-learn's trees."""
        columns: dict[str, NDArray[Any]] = {
            "left_child": self.children_left,
            "right_child": self.children_right,
            "feature": self.feature.astype(np.int64),
            "threshold": self.threshold,
            "impurity": self.impurity,
            "n_node_samples": self.n_node_samples,
            "weighted_n_node_samples": self.weighted_n_node_samples,
            "missing_go_to_left": self.missing_go_to_left,
        }
        nodes = np.empty(self.node_count, [(name, one.dtype) for name, one in columns.items()])
        for name, column in columns.items():
            nodes[name] = column
        return {
            "max_depth": self.max_depth,
            "node_count": self.node_count,
            "nodes": nodes,
            "values": self.value.copy(),
        }

    def __reduce__(self) -> tuple[type["Tree"], tuple[FittedTree]]:
        return type(self), (self._fitted,)

    def _table(self, X: Any) -> tuple[_core.Table, int]:
        """Read X; columns without names are taken in the order of fit."""
        schema = self._fitted.schema
        frame = schema.read(X, "tree_", self._number_rules, warn_unnamed=False)
        n_threads = threads_for(None, frame.n_rows * frame.n_columns)
        return self._fitted.missing.table(schema, frame, n_threads), n_threads

    def _require(self, fulfilled: NDArray[np.bool_], what: str) -> None:
        """Raise AttributeError, naming the first node without thresholds or without two sides."""
        if not fulfilled.all():
            node = int(fulfilled.argmin())
            kind = SplitTable(self._fitted).split(node).name
            raise AttributeError(
                f"This tree cannot be described by {what}: node {node} has a split of the kind "
                f"{kind!r}. text(), to_frame() and spinney.export_text, export_graphviz and "
                "plot_tree show every kind of split."
            )


def passed_nodes(tree: _core.Tree, table: _core.Table) -> Any:
    """Return a sparse matrix (rows, nodes) with 1 where a row passes a node."""
    indptr, indices = tree.decision_path(table)
    ones = np.ones(len(indices), dtype=np.int64)
    return sp.csr_matrix((ones, indices, indptr), shape=(table.n_rows, tree.node_count))
