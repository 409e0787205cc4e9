"""Rows as users pass them, for the methods of estimators."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp

from ..data.containers import object_table
from ..data.schema import bullets

MAX_NAMES = 5


def is_batch(X: Any) -> bool:
    """Return whether X has several rows, as the methods of estimators accept them."""
    if isinstance(X, np.ndarray):
        return X.ndim != 1 or X.dtype.names is not None
    if isinstance(X, Mapping | np.void) or is_series(X):
        return False
    if isinstance(X, list | tuple):
        return bool(X) and isinstance(X[0], list | tuple | np.ndarray)
    return sp.issparse(X) or hasattr(X, "shape") or not isinstance(X, Sequence)


def is_series(X: Any) -> bool:
    return isinstance(nw.from_native(X, pass_through=True, allow_series=True), nw.Series)


def one_row(X: Any, names: tuple[str, ...] | None, n_features: int, owner: str) -> Any:
    """Return a single row as a table of one row, with the names of the features."""
    values = row_values(X, names, owner)
    if len(values) != n_features:
        raise ValueError(
            f"The row has {len(values)} values, but {owner} is expecting {n_features} features as "
            "input."
        )
    return object_table([values], names)


def row_values(X: Any, names: tuple[str, ...] | None, owner: str) -> list[Any]:
    """Return the values of a row in the order of the features."""
    if is_series(X):
        X = series_values(X, names)
    elif isinstance(X, np.void):
        X = X.item() if X.dtype.names is None else dict(zip(X.dtype.names, X.item(), strict=True))
    if not isinstance(X, Mapping):
        return X.tolist() if isinstance(X, np.ndarray) else list(X)
    if names is None:
        raise ValueError(
            f"{owner} was fitted without feature names, so a row cannot be a dict: pass a list of "
            "values, or fit with a data frame."
        )
    unknown = [str(key) for key in X if key not in names]
    if unknown:
        raise ValueError(
            "The row has keys that are not feature names:\n"
            f"{bullets(unknown)}Feature names at fit time:\n{bullets(names)}"
        )
    return [X.get(name) for name in names]


def series_values(series: Any, names: tuple[str, ...] | None) -> Any:
    """Return a pandas Series with names as a dict, any other as a list."""
    index = getattr(series, "index", None)
    labels = list(index) if index is not None and not callable(index) else []
    if names is not None and labels and all(isinstance(label, str) for label in labels):
        return dict(zip(labels, series.tolist(), strict=True))
    return series.to_list()
