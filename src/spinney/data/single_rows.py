"""Single rows as users pass them: 1-D values, dicts by feature name, and series."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp

from .schema import bullets


def is_table(X: Any) -> bool:
    """Return whether X has rows, as the methods of estimators accept them."""
    if isinstance(X, np.ndarray):
        return X.ndim != 1 or X.dtype.names is not None
    if isinstance(X, Mapping | np.void) or is_series(X):
        return False
    if isinstance(X, list | tuple):
        return any(isinstance(value, list | tuple | np.ndarray) for value in X)
    return sp.issparse(X) or hasattr(X, "shape") or not isinstance(X, Sequence)


def is_series(X: Any) -> bool:
    return isinstance(nw.from_native(X, pass_through=True, allow_series=True), nw.Series)


def row_values(row: Any, names: tuple[str, ...] | None, n_features: int, owner: str) -> list[Any]:
    """Return the values of a row in the order of the features.

    A feature that a dict does not have is a missing value.
    """
    if is_series(row):
        row = series_values(row, names)
    elif isinstance(row, np.void):
        fields = row.dtype.names
        row = row.item() if fields is None else dict(zip(fields, row.item(), strict=True))
    if isinstance(row, Mapping):
        return named_values(row, names, owner)
    values = row.tolist() if isinstance(row, np.ndarray) else list(row)
    if len(values) != n_features:
        raise ValueError(
            f"The row has {len(values)} values, but {owner} is expecting {n_features} features as "
            "input."
        )
    return values


def named_values(row: Mapping[Any, Any], names: tuple[str, ...] | None, owner: str) -> list[Any]:
    """Return the values of a dict."""
    if names is None:
        raise ValueError(
            f"{owner} was fitted without feature names, so a row cannot be a dict: pass a list of "
            "values, or fit with a data frame."
        )
    unknown = [str(key) for key in row if key not in names]
    if unknown:
        raise ValueError(
            "The row has keys that are not feature names:\n"
            f"{bullets(unknown)}Feature names at fit time:\n{bullets(names)}"
        )
    return [row.get(name) for name in names]


def series_values(series: Any, names: tuple[str, ...] | None) -> Any:
    """Return a pandas Series with names as a dict, any other as a list."""
    labels = series_labels(series)
    if names is not None and labels is not None:
        return dict(zip(labels, series.tolist(), strict=True))
    return series.to_list()


def series_labels(series: Any) -> list[str] | None:
    """Return the labels of a pandas Series if all are strings."""
    index = getattr(series, "index", None)
    labels = list(index) if index is not None and not callable(index) else []
    return labels if labels and all(isinstance(label, str) for label in labels) else None
