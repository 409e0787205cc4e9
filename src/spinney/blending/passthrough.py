"""Append the columns of X to those of the members, in the container of X."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..data.columns import EncodedColumn
from ..data.containers import is_dataframe, is_structured
from ..data.frames import read_frame


def append_columns(columns: NDArray[np.float64], names: list[str], X: Any) -> Any:
    """Return the columns followed by those of X; a dataframe keeps its categories."""
    if sp.issparse(X):
        return sp.hstack([sp.csr_array(columns), X], format=X.format)
    if is_structured(X):
        return append_to_structured(columns, names, X)
    if not is_dataframe(X):
        return np.hstack([columns, X])
    frame: Any = nw.from_native(X)
    # Column names may be numbers, but those of the members are strings.
    own = [nw.col(name).alias(str(name)) for name in frame.columns]
    check_names(names, map(str, frame.columns))
    backend = frame.implementation
    new = [
        nw.new_series(name, np.ascontiguousarray(columns[:, j]), backend=backend)
        for j, name in enumerate(names)
    ]
    # Start from the dataframe, so that its index is kept.
    return frame.with_columns(*new).select(*names, *own).to_native()


def append_to_structured(columns: NDArray[np.float64], names: list[str], X: NDArray[Any]) -> Any:
    own = X.dtype.names or ()
    check_names(names, own)
    fields = [(name, columns.dtype) for name in names] + [(name, X.dtype[name]) for name in own]
    both = np.empty(len(X), dtype=fields)
    for j, name in enumerate(names):
        both[name] = columns[:, j]
    for name in own:
        both[name] = X[name]
    return both


def check_numeric(final: Any, X: Any, cause: Exception | None = None) -> None:
    """Raise if X has text, which the final estimator does not accept."""
    frame = read_frame(X)
    for j, column in enumerate(frame.cells if isinstance(frame.cells, list) else ()):
        values = column.compact().values if isinstance(column, EncodedColumn) else ()
        text = next((value for value in values if isinstance(value, (str, bytes))), None)
        if text is not None:
            raise ValueError(
                f"passthrough=True passes X to the final estimator, but {type(final).__name__} "
                f"accepts only numbers, and {frame.column_name(j)} contains text such as "
                f"{text!r}. Use a final_estimator that accepts or encodes categories, such as "
                "GradientBoostingClassifier or GradientBoostingRegressor, or set "
                "passthrough=False."
            ) from cause


@contextmanager
def explain_text(final: Any, X: Any) -> Iterator[None]:
    """Explain the error of a final estimator that does not accept text."""
    try:
        yield
    except (TypeError, ValueError) as error:
        if "could not convert string" in str(error):
            check_numeric(final, X, error)
        raise


def check_names(names: Iterable[str], of_X: Iterable[str]) -> None:
    taken = sorted(set(names) & set(of_X))
    if taken:
        raise ValueError(
            f"passthrough: X has a column {taken[0]!r}, which is also the name of a member."
        )
