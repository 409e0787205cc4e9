"""Partial dependence computed from the weights of nodes, for scikit-learn's recursion method."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.columns import plain_label
from ..data.schema import Schema

Floats = NDArray[np.float64]


def partial_dependence(
    trees: Iterable[_core.Tree], schema: Schema, grid: Any, features: Iterable[int], n_outputs: int
) -> Floats:
    """Return the sum of trees for each row of a grid of values of some features.

    A split on one of the features sends a row to a child by its value. Other splits send it to all
    children, weighted by their training samples. The result has the shape (n_outputs, rows); tree i
    adds its value to output ``i % n_outputs``, or its values to all outputs if it has several.
    """
    chosen = [int(feature) for feature in features]
    table = grid_table(schema, np.asarray(grid), chosen)
    result = np.zeros((n_outputs, table.n_rows))
    for i, tree in enumerate(trees):
        values = _core.path_dependence(tree, table, chosen).T
        if len(values) == n_outputs:
            result += values
        else:
            result[i % n_outputs] += values[0]
    return result


def grid_table(schema: Schema, grid: Any, features: Sequence[int]) -> _core.Table:
    """Return the grid as a table in which all other features are missing."""
    absent = np.full(len(grid), np.nan)
    columns = [absent] * schema.n_features
    for j, column in zip(features, grid.T, strict=True):
        columns[j] = encoded(schema, j, column)
    levels = [0 if known is None else max(1, len(known)) for known in schema.categories or ()]
    return _core.Table.from_columns(columns, len(grid), levels or None)


def encoded(schema: Schema, j: int, column: Any) -> Floats:
    """Return the values of a feature as numbers; categories as codes, unknown ones as NaN."""
    known = None if schema.categories is None else schema.categories[j]
    if known is None:
        return np.asarray(column, dtype=np.float64)
    return np.array([known.get(plain_label(value), math.nan) for value in column], dtype=float)
