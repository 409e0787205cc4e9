"""Partial dependence of a tree, computed from the weights of its nodes."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from ..data.columns import plain_label
from .split_table import SplitTable

Floats = NDArray[np.float64]


def partial_dependence(fitted: FittedTree, grid: Any, features: Sequence[int]) -> Floats:
    """Return the mean prediction for each row of a grid of values of some features.

    A split on one of the features sends a row to a child by its value. Other splits send it to all
    children, weighted by their training samples.
    """
    splits = SplitTable(fitted)
    columns = {j: encoded(fitted, j, column) for j, column in zip(features, grid.T, strict=True)}
    result = np.zeros(len(grid))
    stack = [(0, np.arange(len(grid)), np.ones(len(grid)))]
    while stack:
        node, rows, weight = stack.pop()
        if splits.is_leaf(node):
            result[rows] += weight * fitted.tree.value[node, 0, 0]
            continue
        used = columns.keys() & set(splits.split(node).features)
        if used and splits.split(node).multivariate:
            raise ValueError(
                f"The recursion method cannot compute partial dependence: node {node} combines "
                "several features. Pass method='brute'."
            )
        shares = np.array(splits.child_shares(node))
        parts = np.broadcast_to(shares, (len(rows), len(shares)))
        if used:
            [j] = used
            parts = child_parts(splits, node, j, columns[j][rows], shares)
        for k, child in enumerate(splits.children(node)):
            kept = parts[:, k] > 0
            if kept.any():
                stack.append((child, rows[kept], weight[kept] * parts[kept, k]))
    return result


def child_parts(splits: SplitTable, node: int, j: int, values: Floats, shares: Floats) -> Floats:
    """Return the part (rows, children) of each row that goes to each child."""
    parts = np.empty((len(values), len(shares)))
    for value in np.unique(values):
        is_missing = math.isnan(value)
        child = None if is_missing else splits.split(node).child({j: float(value)})
        target = splits.destination(node, "missing") if child is None else child
        row = np.eye(len(shares))[target] if isinstance(target, int) else shares
        parts[np.isnan(values) if is_missing else values == value] = row
    return parts


def encoded(fitted: FittedTree, j: int, column: Any) -> Floats:
    """Return the values of a feature as numbers; categories as codes, unknown ones as NaN."""
    categories = fitted.schema.categories
    known = None if categories is None else categories[j]
    if known is None:
        return np.asarray(column, dtype=np.float64)
    return np.array([known.get(plain_label(value), math.nan) for value in column], dtype=float)
