"""Convert sparse matrices of any format to canonical CSC; the input is not modified."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp

from .columns import (
    Array,
    Categories,
    Fill,
    as_categories,
    fill_missing,
    plain_numbers,
)
from .number_rules import NumberRules


def canonical_csc(X: Any) -> Any:
    """Convert to CSC with sorted indices and without duplicates."""
    if X.ndim != 2:
        raise ValueError(f"Expected 2D array, got {X.ndim}D sparse array of shape {X.shape}.")
    if X.dtype.kind not in "biuf":
        plain_numbers(np.empty(0, X.dtype), "X")
    check_structure(X)
    csc = sp.csc_array(X)
    if not csc.has_canonical_format:
        if np.shares_memory(csc.data, X.data):
            csc = csc.copy()
        csc.sum_duplicates()
    csc.data = plain_numbers(csc.data, "X")
    return csc


def check_structure(X: Any) -> None:
    """Raise for arrays of wrong lengths or indices, before scipy reads out of bounds."""
    if X.format in ("csr", "csc", "bsr"):
        check_compressed(X)
    elif X.format == "coo":
        check_coordinates(X.row, X.col, X.data, X.shape)
    elif X.format == "dia":
        check_integers(X.offsets, "offsets")
        require_shape(X.data, (len(X.offsets), None), "data", "one row per diagonal")
    elif X.format == "lil":
        check_lists(X)
    # The dictionary of DOK has a value per key, and scipy checks its keys.


def check_compressed(X: Any) -> None:
    """Check the pointers, indices and values of CSR, CSC and BSR."""
    if X.format == "bsr" and (np.ndim(X.data) != 3 or 0 in X.blocksize):
        raise broken("data must be a 3-D array of blocks")
    block = X.blocksize if X.format == "bsr" else (1, 1)
    minor = 0 if X.format == "csc" else 1
    ends = X.indptr
    check_integers(X.indices, "indices")
    check_integers(ends, "indptr")
    if len(ends) != X.shape[1 - minor] // block[1 - minor] + 1:
        raise broken(f"indptr has {len(ends)} entries, which does not match shape {X.shape}")
    if ends[0] != 0 or not bool((ends[1:] >= ends[:-1]).all()):
        raise broken("indptr must begin with 0 and never decrease")
    if ends[-1] > len(X.indices):
        raise broken(f"indptr ends at {ends[-1]}, but there are {len(X.indices)} indices")
    blocks = block if X.format == "bsr" else ()
    require_shape(X.data, (len(X.indices), *blocks), "data", "one entry per index")
    check_range(X.indices, X.shape[minor] // block[minor], ("row", "column")[minor])


def check_coordinates(rows: Array, columns: Array, data: Array, shape: Sequence[int]) -> None:
    for axis, indices in enumerate((rows, columns)):
        name = ("row", "column")[axis]
        check_integers(indices, f"{name} indices")
        require_shape(data, (len(indices),), "data", f"one entry per {name} index")
        check_range(indices, shape[axis], name)


def check_lists(X: Any) -> None:
    """Check the lists of column indices and values of LIL."""
    n_rows = X.shape[0]
    for name, lists in (("rows", X.rows), ("data", X.data)):
        require_shape(lists, (n_rows,), name, "one list per row")
    for i, (columns, values) in enumerate(zip(X.rows, X.data, strict=True)):
        if not (isinstance(columns, list) and isinstance(values, list)):
            raise broken(f"row {i} is not a list")
        if len(columns) != len(values):
            raise broken(f"row {i} has {len(columns)} column indices and {len(values)} values")
    columns = np.array([j for row in X.rows for j in row] or np.zeros(0, np.intp))
    check_integers(columns, "column indices")
    check_range(columns, X.shape[1], "column")


def check_integers(indices: Any, name: str) -> None:
    if not isinstance(indices, np.ndarray) or indices.ndim != 1 or indices.dtype.kind not in "iu":
        raise broken(f"its {name} must be a 1-D array of integers")


def require_shape(array: Any, shape: tuple[int | None, ...], name: str, meaning: str) -> None:
    """Raise unless the array has the shape; None matches any size."""
    found = np.shape(array)
    matches = len(found) == len(shape) and all(
        size in (None, n) for n, size in zip(found, shape, strict=True)
    )
    if not isinstance(array, np.ndarray) or not matches:
        shown = tuple("any" if size is None else size for size in shape)
        raise broken(f"{name} has shape {found} instead of {shown}: it must hold {meaning}")


def check_range(indices: Array, size: int, axis: str) -> None:
    if len(indices) and not (indices.min() >= 0 and indices.max() < size):
        wrong = indices[(indices < 0) | (indices >= size)][0]
        raise broken(f"{axis} index {wrong} is out of range, it has {size} {axis}s")


def broken(problem: str) -> ValueError:
    return ValueError(f"X is not a valid sparse matrix: {problem}.")


def stored_values(
    csc: Any,
    categories: Sequence[Categories | None] | None,
    fills: Mapping[int, Fill],
    rules: NumberRules,
) -> Array:
    """Return the stored values, with categories encoded and missing values filled."""
    data: Array = csc.data
    if categories is None and not (fills and np.isnan(data).any()):
        return data
    data = data.astype(np.float64)
    for j in range(csc.shape[1]):
        part = slice(csc.indptr[j], csc.indptr[j + 1])
        known = None if categories is None else categories[j]
        if known is not None:
            column = as_categories(csc.data[part], f"column {j}", known, rules)
            data[part] = column.encode(known, fills.get(j))
        elif j in fills:
            data[part] = fill_missing(data[part], fills[j].missing)
    return data
