"""Columns of members beside those of X, in the form that X has."""

from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..forests.bagging_rows import is_dataframe


def beside(columns: NDArray[np.float64], names: list[str], X: Any) -> Any:
    """The columns, then those of X: a frame stays a frame, so that its categories stay such."""
    if sp.issparse(X):
        return sp.hstack([sp.csr_array(columns), X], format=X.format)
    if not is_dataframe(X):
        return np.hstack([columns, X])
    frame: Any = nw.from_native(X)
    # Numbers as names would not go with the names of members.
    own = [nw.col(name).alias(str(name)) for name in frame.columns]
    taken = sorted(set(names) & set(map(str, frame.columns)))
    if taken:
        raise ValueError(f"passthrough: X has a column {taken[0]!r}, which is a member's name.")
    backend = frame.implementation
    new = [
        nw.new_series(name, np.ascontiguousarray(columns[:, j]), backend=backend)
        for j, name in enumerate(names)
    ]
    # The frame first: it is its index that rows keep.
    return frame.with_columns(*new).select(*names, *own).to_native()
