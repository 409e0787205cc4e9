"""Which columns are categorical, and the categories of each."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from .columns import Categories, EncodedColumn
from .frames import Frame


def categorical_columns(categorical_features: Any, frame: Frame) -> set[int]:
    """Resolve ``categorical_features`` to column indices."""
    if categorical_features is None:
        return set()
    if isinstance(categorical_features, str):
        if categorical_features != "from_dtype":
            raise ValueError(
                "categorical_features must be 'from_dtype', None, or an array-like of names, "
                f"indices or booleans; got {categorical_features!r}."
            )
        columns = frame.cells if frame.has_dtypes else ()
        return {j for j, c in enumerate(columns) if isinstance(c, EncodedColumn) and c.categorical}
    given = np.asarray(categorical_features)
    if given.ndim != 1:
        raise ValueError(f"categorical_features must be 1-D, got shape {given.shape}.")
    if given.dtype.kind == "b":
        if len(given) != frame.n_columns:
            raise ValueError(
                f"categorical_features as a mask must have {frame.n_columns} entries, one per "
                f"feature; got {len(given)}."
            )
        return set(np.flatnonzero(given).tolist())
    features = np.asarray(categorical_features, dtype=object).tolist()
    if any(isinstance(feature, float | bool) for feature in features):
        raise ValueError(
            f"categorical_features must contain names, indices or booleans; got {features!r}."
        )
    return {frame.feature_index(feature, "categorical_features") for feature in features}


def with_categories(frame: Frame, chosen: set[int]) -> Frame:
    """Encode the categorical columns of a frame, so that they are encoded only once."""
    if sp.issparse(frame.cells):
        return frame
    columns = [
        frame.categories(j) if j in chosen else frame.column(j) for j in range(frame.n_columns)
    ]
    return frame._replace(cells=columns)


def learn_categories(frame: Frame, j: int, min_rows: int, weight: Any) -> Categories:
    column = frame.categories(j)
    if min_rows > 1 and np.shape(weight) == (frame.n_rows,):
        codes = column.codes[np.asarray(weight) > 0]
        column = EncodedColumn(column.values, codes, column.categorical)
    categories = column.categories(min_rows)
    if sp.issparse(frame.cells) and 0 not in categories:
        # Entries that are not stored are 0, so 0 must be the category with index 0.
        categories = {value: i for i, value in enumerate([0, *categories])}
    return categories
