"""X as the user gives it: array, sparse matrix, dataframe or list."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .columns import CORE_DTYPES, Array, Column, Labelled, plain_numbers
from .readers import read_array, read_series
from .sparse import canonical_csc


class Frame(NamedTuple):
    """X as read: a matrix of numbers, a sparse matrix, or one column after another."""

    n_rows: int
    n_columns: int
    names: tuple[str, ...] | None
    cells: Any
    """A 2-D array in a type of the core, a CSC matrix, or a list of columns."""
    typed: bool
    """Whether the columns' own types say which of them are categories."""

    def column_name(self, j: int) -> str:
        return describe(j, self.names)

    def column(self, j: int) -> Column:
        """One column, dense."""
        if isinstance(self.cells, list):
            return self.cells[j]  # type: ignore[no-any-return]
        if sp.issparse(self.cells):
            return np.asarray(self.cells[:, [j]].todense()).ravel()
        return self.cells[:, j]  # type: ignore[no-any-return]


def describe(j: int, names: Sequence[str] | None) -> str:
    """How messages call a column."""
    return f"column {j}" if names is None else f"column {names[j]!r}"


def read_frame(X: Any) -> Frame:
    """Look at X, whatever it is."""
    if type(X) is np.ndarray and X.dtype in CORE_DTYPES and X.ndim == 2 and X.flags.aligned:
        return Frame(X.shape[0], X.shape[1], None, X, False)
    if isinstance(X, np.ndarray):
        return read_matrix(X)
    if sp.issparse(X):
        csc = canonical_csc(X)
        return Frame(csc.shape[0], csc.shape[1], None, csc, False)
    if isinstance(X, (list, tuple)):
        return read_matrix(array_of(X))
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise TypeError("X is a lazy frame: call its collect() first.")
    if isinstance(frame, nw.DataFrame):
        return read_dataframe(frame)
    return read_matrix(array_of(X))


def array_of(X: Any) -> Array:
    """An array of the numbers, or of the objects as they are if some are text."""
    array = np.asarray(X)
    return np.asarray(X, dtype=object) if array.dtype.kind in "US" else array


def read_matrix(X: Array) -> Frame:
    if X.dtype.names is not None and X.ndim == 1:
        names = X.dtype.names
        columns = [read_array(X[name], describe(j, names)) for j, name in enumerate(names)]
        return Frame(len(X), len(names), names, columns, True)
    check_two_dimensions(X)
    if isinstance(X, np.ma.MaskedArray):
        X = np.ma.filled(X.astype(np.float64), np.nan)
    X = np.asarray(X)
    if X.dtype.kind in "OUST":
        cells: Any = [read_array(X[:, j], f"column {j}") for j in range(X.shape[1])]
    else:
        cells = plain_numbers(X, "X")
    return Frame(X.shape[0], X.shape[1], None, cells, False)


def check_two_dimensions(X: Array) -> None:
    if X.ndim == 2:
        return
    if X.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: X has dtype {X.dtype}.")
    message = f"Expected 2D array, got {X.ndim}D array of shape {X.shape} instead. "
    if X.ndim < 2:
        message += (
            "Reshape your data either using array.reshape(-1, 1) if it has a single feature or "
            "array.reshape(1, -1) if it has a single sample."
        )
    raise ValueError(message)


def read_dataframe(frame: "nw.DataFrame[Any]") -> Frame:
    names = feature_names(list(frame.columns))
    labels = names or tuple(str(name) for name in frame.columns)
    columns = [
        read_series(series, describe(j, labels)) for j, series in enumerate(frame.iter_columns())
    ]
    return Frame(len(frame), len(columns), names, columns, True)


def feature_names(columns: list[Any]) -> tuple[str, ...] | None:
    """Column names if all are strings, None if none is."""
    kinds = {isinstance(name, str) for name in columns}
    if len(kinds) == 2:
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your "
            "input has names of several types. Convert them all to strings, for example with "
            "X.columns = X.columns.astype(str)."
        )
    return tuple(columns) if kinds == {True} else None


def kept_rows(frame: Frame, keep: NDArray[np.bool_]) -> Frame:
    """The frame of some of the rows."""
    cells = frame.cells
    if isinstance(cells, list):
        cells = [
            Labelled(column.labels, column.codes[keep], column.categorical)
            if isinstance(column, Labelled)
            else column[keep]
            for column in cells
        ]
    else:
        cells = cells[keep]
    return frame._replace(n_rows=int(keep.sum()), cells=cells)
