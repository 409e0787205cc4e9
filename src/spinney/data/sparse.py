"""Convert sparse matrices of any format to canonical CSC; the input is not modified."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp

from .columns import Array, Categories, Fill, as_categories, fill_missing, plain_numbers


def canonical_csc(X: Any) -> Any:
    """Convert to CSC with sorted indices and without duplicates."""
    if X.ndim != 2:
        raise ValueError(f"Expected 2D array, got {X.ndim}D sparse array of shape {X.shape}.")
    if X.dtype.kind not in "biuf":
        plain_numbers(np.empty(0, X.dtype), "X")
    if X.format not in ("csr", "csc", "coo", "bsr"):
        X = X.tocoo()
    check_indices(X)
    csc = sp.csc_array(X)
    if not csc.has_canonical_format:
        if np.shares_memory(csc.data, X.data):
            csc = csc.copy()
        csc.sum_duplicates()
    csc.data = plain_numbers(csc.data, "X")
    return csc


def check_indices(X: Any) -> None:
    """Raise for invalid indices, before scipy reads out of bounds."""
    if X.format == "coo":
        for axis, (indices, size) in enumerate(zip((X.row, X.col), X.shape, strict=True)):
            check_range(indices, size, ("row", "column")[axis])
        return
    block = X.blocksize if X.format == "bsr" else (1, 1)
    minor = 0 if X.format == "csc" else 1
    check_range(X.indices, X.shape[minor] // block[minor], ("row", "column")[minor])
    ends = X.indptr
    is_sorted = ends[0] == 0 and ends[-1] <= len(X.indices) and bool((np.diff(ends) >= 0).all())
    if len(ends) != X.shape[1 - minor] // block[1 - minor] + 1 or not is_sorted:
        raise ValueError("X is a sparse matrix whose indptr is not valid.")


def check_range(indices: Array, size: int, axis: str) -> None:
    wrong = np.flatnonzero((indices < 0) | (indices >= size))
    if wrong.size:
        raise ValueError(
            f"X is a sparse matrix with {axis} index {indices[wrong[0]]} out of range: it has "
            f"{size} {axis}s."
        )


def stored_values(
    csc: Any, categories: Sequence[Categories | None] | None, fills: Mapping[int, Fill]
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
            data[part] = as_categories(csc.data[part], f"column {j}").encode(known, fills.get(j))
        elif j in fills:
            data[part] = fill_missing(data[part], fills[j].missing)
    return data
