"""Read X from an array, sparse matrix, dataframe or list."""

import math
import sys
from dataclasses import replace
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .column_readers import read_array, read_series
from .columns import (
    CORE_DTYPES,
    Array,
    Categories,
    Column,
    EncodedColumn,
    as_categories,
    plain_numbers,
)
from .features import column_label, feature_index
from .number_rules import PLAIN_NUMBERS, NumberRules
from .sparse import canonical_csc

LARGEST = sys.float_info.max


class Frame(NamedTuple):
    """X after reading: a matrix of numbers, a sparse matrix, or a list of columns."""

    n_rows: int
    n_columns: int
    names: tuple[str, ...] | None
    cells: Any
    """A 2-D array of a type that the core reads, a CSC matrix, or a list of columns."""
    has_dtypes: bool
    """Whether each column has its own data type, which tells if it is categorical."""
    rules: NumberRules = PLAIN_NUMBERS

    def feature_index(self, feature: Any, argument: str) -> int:
        """Return the index of a feature given by name or index."""
        return feature_index(feature, self.names, self.n_columns, argument)

    def column_name(self, j: int) -> str:
        return column_label(j, self.names)

    def column(self, j: int) -> Column:
        """Return a column as a dense array."""
        if isinstance(self.cells, list):
            return self.cells[j]  # type: ignore[no-any-return]
        if sp.issparse(self.cells):
            return np.asarray(self.cells[:, [j]].todense()).ravel()
        return self.cells[:, j]  # type: ignore[no-any-return]

    def categories(self, j: int, known: Categories | None = None) -> EncodedColumn:
        """Return a column encoded as categories."""
        return as_categories(self.column(j), self.column_name(j), known, self.rules)


class FrameSource:
    """Rows that were read before: the base class of :class:`Dataset`."""

    X: Any

    def _read(self) -> Frame:
        """Return the rows as they were read."""
        raise NotImplementedError


def read_frame(X: Any, rules: NumberRules = PLAIN_NUMBERS) -> Frame:
    """Read X from any supported container."""
    if type(X) is np.ndarray and X.dtype in CORE_DTYPES and X.ndim == 2 and X.flags.aligned:
        return Frame(X.shape[0], X.shape[1], None, X, False, rules)
    frame = X._read() if isinstance(X, FrameSource) else read_container(X)
    return frame._replace(rules=rules)


def read_container(X: Any) -> Frame:
    """Read X without the shortcut for matrices of numbers."""
    if isinstance(X, np.ndarray):
        return read_matrix(X)
    if sp.issparse(X):
        csc = canonical_csc(X)
        return Frame(csc.shape[0], csc.shape[1], None, csc, False)
    if isinstance(X, (list, tuple)):
        return read_matrix(as_array(X))
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise TypeError("X is a lazy frame: call collect() on it first.")
    if isinstance(frame, nw.DataFrame):
        return read_dataframe(frame)
    library = type(X).__module__.partition(".")[0]
    if library in ("catboost", "lightgbm", "xgboost"):
        raise TypeError(
            f"X is a {type(X).__name__} of {library}: pass the table that it was made of, and to "
            "fit also y."
        )
    return read_matrix(as_array(X))


def as_array(X: Any) -> Array:
    """Convert to an array of numbers, or of objects if some of the values are text."""
    array = np.asarray(X)
    return np.asarray(X, dtype=object) if array.dtype.kind in "US" else array


def read_matrix(X: Array) -> Frame:
    if X.dtype.names is not None and X.ndim == 1:
        names = X.dtype.names
        columns = [read_array(X[name], column_label(j, names)) for j, name in enumerate(names)]
        return Frame(len(X), len(names), names, columns, True)
    check_two_dimensions(X)
    if isinstance(X, np.ma.MaskedArray):
        X = np.ma.filled(X.astype(np.float64), np.nan)
    X = np.asarray(X)
    if X.dtype.kind in "OUSTmM":
        cells: Any = [read_array(X[:, j], f"column {j}") for j in range(X.shape[1])]
    else:
        cells = plain_numbers(X, "X")
    return Frame(X.shape[0], X.shape[1], None, cells, False)


def check_two_dimensions(X: Array) -> None:
    if X.ndim == 2:
        return
    if X.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: X has dtype {X.dtype}.")
    if X.ndim == 0:
        raise ValueError(f"Expected 2D array, got a scalar instead: {X[()]!r:.100}.")
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
        read_series(series, column_label(j, labels))
        for j, series in enumerate(frame.iter_columns())
    ]
    return Frame(len(frame), len(columns), names, columns, True)


def feature_names(columns: list[Any]) -> tuple[str, ...] | None:
    """Return the column names if all are strings, None if none is."""
    kinds = {isinstance(name, str) for name in columns}
    if len(kinds) == 2:
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your "
            "input has names of several types. Convert all of them to strings, for example with "
            "X.columns = X.columns.astype(str)."
        )
    return tuple(columns) if kinds == {True} else None


def clip_infinite(frame: Frame) -> Frame:
    """Replace infinite numbers by the largest ones of float64."""
    cells = frame.cells
    if isinstance(cells, list):
        return frame._replace(cells=[clip_column(column) for column in cells])
    if not sp.issparse(cells):
        return frame._replace(cells=clip_column(cells))
    cells = cells.copy()
    cells.data = clip_column(cells.data)
    return frame._replace(cells=cells)


def clip_column(column: Any) -> Any:
    if isinstance(column, EncodedColumn):
        infinite = [isinstance(value, float) and math.isinf(value) for value in column.values]
        values = [
            math.copysign(LARGEST, value) if clip else value
            for value, clip in zip(column.values, infinite, strict=True)
        ]
        return EncodedColumn(values, column.codes, column.categorical)
    if not isinstance(column, np.ndarray) or column.dtype.kind != "f":
        return column
    return np.clip(column.astype(np.float64), -LARGEST, LARGEST)


def select_rows(frame: Frame, keep: NDArray[np.bool_]) -> Frame:
    """Return the frame of the rows where ``keep`` is True."""
    cells = frame.cells
    if isinstance(cells, list):
        cells = [
            replace(column, codes=column.codes[keep])
            if isinstance(column, EncodedColumn)
            else column[keep]
            for column in cells
        ]
    else:
        cells = cells[keep]
    return frame._replace(n_rows=int(keep.sum()), cells=cells)
