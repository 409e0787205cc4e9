"""X as the user gave it, for members that read it themselves; records are rows, too."""

from typing import Any

import numpy as np

from ..data import raw_rows
from ..data.schema import names_message


def is_records(X: Any) -> bool:
    """Whether X is a structured array: its fields are columns with names."""
    return isinstance(X, np.ndarray) and X.dtype.names is not None and X.ndim == 1


def n_columns(X: Any) -> int:
    return len(X.dtype.names) if is_records(X) else int(X.shape[1])


def names_of(X: Any) -> tuple[str, ...] | None:
    """The names of the columns, if they have any."""
    return X.dtype.names if is_records(X) else raw_rows.names_of(X)


def checked_rows(X: Any, owner: Any) -> Any:
    """X, if it has rows and columns; what its cells are is for the members to judge."""
    if not is_records(X):
        return raw_rows.checked_rows(X, owner)
    shape = len(X), n_columns(X)
    if 0 in shape:
        what = "sample(s)" if shape[0] == 0 else "feature(s)"
        raise ValueError(
            f"Found array with 0 {what} (shape={shape}) while a minimum of 1 is required by "
            f"{type(owner).__name__}."
        )
    return X


def rows_as_at_fit(X: Any, owner: Any) -> Any:
    """X with the columns of the fit, by number and by name."""
    if not is_records(X):
        return raw_rows.rows_as_at_fit(X, owner)
    X = checked_rows(X, owner)
    fitted = getattr(owner, "feature_names_in_", None)
    if fitted is not None and tuple(fitted) != X.dtype.names:
        raise ValueError(names_message(X.dtype.names, tuple(fitted)))
    return X  # members that were fitted without names say so
