"""X in the container that the user passed, for member estimators that read it themselves."""

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing, check_array
from sklearn.utils.validation import validate_data

from .frames import FrameSource, feature_names
from .native_arrays import check_native
from .schema import column_order
from .sparse import check_structure

Indices = NDArray[np.intp]


def check_container(X: Any, owner: Any) -> Any:
    """Return X if it has rows and columns; the values are validated by the member estimators."""
    if isinstance(X, FrameSource):
        X = X.X
    if sp.issparse(X) and X.ndim == 2:
        check_structure(X)
    if not is_structured(X) and not is_dataframe(X):
        X = check_array(
            X,
            accept_sparse=("csr", "csc"),
            dtype=None,
            ensure_all_finite=False,
            estimator=owner,
            input_name="X",
        )
    if is_dataframe(X):
        for name, values in nw.from_native(X, eager_only=True).to_dict().items():
            check_native(values.to_native(), f"column {name!r}")
    shape = (X.shape[0], n_columns(X))
    for unit, count in zip(("sample(s)", "feature(s)"), shape, strict=True):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {unit} (shape={shape}) while a minimum of 1 is "
                f"required by {type(owner).__name__}."
            )
    return X


def check_fitted_container(X: Any, owner: Any) -> Any:
    """Return X with the columns that ``owner`` was fitted on, in their order."""
    X = check_container(X, owner)
    names, fitted = column_names(X), getattr(owner, "feature_names_in_", None)
    if names is not None and fitted is not None and names != tuple(fitted):
        X = take_columns(X, np.array(column_order(names, fitted.tolist())))
    if not is_structured(X):
        validate_data(owner, X, reset=False, skip_check_array=True)
    return X  # members that were fitted without names raise their own error


def is_structured(X: Any) -> bool:
    """Return whether X is a structured array, whose fields are named columns."""
    return isinstance(X, np.ndarray) and X.dtype.names is not None and X.ndim == 1


def is_dataframe(X: Any) -> bool:
    if isinstance(X, np.ndarray) or sp.issparse(X):
        return False
    return isinstance(nw.from_native(X, pass_through=True), nw.DataFrame)


def n_columns(X: Any) -> int:
    return len(X.dtype.names) if is_structured(X) else int(X.shape[1])


def column_names(X: Any) -> tuple[str, ...] | None:
    """Return the names of the columns, if there are any."""
    if is_structured(X):
        names: tuple[str, ...] = X.dtype.names
        return names
    frame = nw.from_native(X, pass_through=True)
    return feature_names(list(frame.columns)) if isinstance(frame, nw.DataFrame) else None


def take_rows(X: Any, rows: Indices) -> Any:
    """Select rows by index; a row may be selected several times."""
    return _safe_indexing(X, rows, axis=0)


def take_columns(X: Any, columns: Indices) -> Any:
    """Select columns by index; copies of a dataframe column get a number in their names."""
    if len(columns) == n_columns(X) and (columns == np.arange(len(columns))).all():
        return X
    if is_structured(X):
        return structured_columns(X, columns)
    if len(set(columns.tolist())) == len(columns) or not is_dataframe(X):
        return _safe_indexing(X, columns, axis=1)
    frame: Any = nw.from_native(X)
    names = numbered([str(name) for name in frame.columns], columns)
    selected = zip(columns.tolist(), names, strict=True)
    return frame.select(*(nw.col(frame.columns[j]).alias(name) for j, name in selected)).to_native()


def structured_columns(X: Any, columns: Indices) -> Any:
    names = numbered(X.dtype.names, columns)
    result = np.empty(len(X), [(name, X.dtype[j]) for name, j in zip(names, columns, strict=True)])
    for name, j in zip(names, columns, strict=True):
        result[name] = X[X.dtype.names[j]]
    return result


def numbered(names: Any, columns: Indices) -> list[str]:
    """Return the names of the selected columns: "a", "a (2)" and so on for copies."""
    seen: dict[int, int] = {}
    result = []
    for j in columns.tolist():
        seen[j] = seen.get(j, 0) + 1
        result.append(names[j] if seen[j] == 1 else f"{names[j]} ({seen[j]})")
    return result


def permute_columns(X: Any, columns: Sequence[int], order: Indices) -> Any:
    """Return X with the rows of some columns in another order, and the other columns unchanged."""
    if is_dataframe(X):
        frame: Any = nw.from_native(X, eager_only=True)
        shuffled = frame[:, list(columns)][order]
        if frame.implementation.is_pandas():
            shuffled = nw.from_native(shuffled.to_native().set_axis(X.index))
        return frame.with_columns(*shuffled.iter_columns()).to_native()
    if sp.issparse(X):
        parts = [X.tocsc()[:, [j]] for j in range(X.shape[1])]
        for j in columns:
            parts[j] = parts[j][order]
        return sp.hstack(parts, format=X.format)
    changed: Any = np.array(X)
    for j in columns:
        place: Any = changed.dtype.names[j] if is_structured(changed) else (slice(None), j)
        changed[place] = changed[place][order]
    return changed


def object_table(rows: list[list[Any]], names: tuple[str, ...] | None) -> Any:
    """Return rows as an array of objects, with a field for each name."""
    if names is None:
        table = np.empty((len(rows), len(rows[0])), object)
        for to, values in zip(table, rows, strict=True):
            to[:] = values
        return table
    return np.array([tuple(values) for values in rows], [(name, object) for name in names])
