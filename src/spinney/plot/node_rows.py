"""Rows in the nodes of a drawing: the path of one row, and the distribution of the target."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from ..data.targets import class_targets, number_targets
from ..inspection.row import read_row
from ..inspection.tree_arrays import passed_nodes

N_BINS = 12
STYLES = ("boxes", "distributions")


def path_of(fitted: FittedTree, row: Any) -> set[int]:
    """Return the nodes that a row passes; none without a row."""
    if row is None:
        return set()
    frame = read_row(row, fitted.schema, "the tree", "plot.tree")
    table = fitted.missing.table(fitted.schema, frame, 1)
    return set(passed_nodes(fitted.tree, table).indices.tolist())


def distributions(
    fitted: FittedTree, style: str, X: Any, y: Any
) -> dict[int, NDArray[np.float64]] | None:
    """Return the bars of each node, relative to the tallest of the node; None without bars.

    Bars are the rows of each class, or of each part of the range of a numeric target.
    """
    if style not in STYLES:
        raise ValueError(f"style={style!r} must be one of {', '.join(map(repr, STYLES))}.")
    if style == STYLES[0]:
        return None
    if fitted.tree.n_outputs > 1:
        raise ValueError('style="distributions" supports trees of one output.')
    if (X is None) != (y is None):
        raise ValueError("X and y must be passed together.")
    if X is not None:
        counts = counts_of_rows(fitted, X, y)
    elif fitted.classes:
        tree = fitted.tree
        counts = tree.value[:, 0] * tree.weighted_n_node_samples[:, None]
    else:
        raise ValueError('style="distributions" of a regression tree needs X and y.')
    tops = counts.max(axis=1, keepdims=True)
    return dict(enumerate(counts / np.where(tops > 0, tops, 1.0)))


def counts_of_rows(fitted: FittedTree, X: Any, y: Any) -> NDArray[np.float64]:
    """Return the rows of each node by class or part of the range: (nodes, bars)."""
    frame = fitted.schema.read(X, "the tree")
    paths = passed_nodes(fitted.tree, fitted.missing.table(fitted.schema, frame, 1))
    if fitted.classes:
        given = class_targets(y, frame.n_rows)
        labels = given.classes[0][given.values[:, 0]]
        members = labels[:, None] == fitted.classes[0][None, :]
        if not members.any(axis=1).all():
            unknown = labels[~members.any(axis=1)][0]
            raise ValueError(f"y has the class {str(unknown)!r}, which the tree does not know.")
    else:
        numbers = number_targets(y, frame.n_rows).values[:, 0]
        edges = np.linspace(numbers.min(), numbers.max(), N_BINS + 1)[1:-1]
        members = np.searchsorted(edges, numbers)[:, None] == np.arange(N_BINS)[None, :]
    return np.asarray((paths.T @ members.astype(np.float64)), dtype=np.float64)
