"""Columns of dates, times, durations and ordered categories: learned at fit, checked later."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .categorical_features import categorical_columns
from .codings import Coding, Codings, TimeColumn
from .columns import (
    Array,
    Column,
    EncodedColumn,
    as_categories,
    as_numbers,
    is_missing,
    plain_label,
    times_message,
)
from .frames import Frame


def learn_codings(frame: Frame, ordered: Codings) -> Codings:
    """Return the codings of ordered categories, and of dates, times and durations."""
    columns = frame.cells if isinstance(frame.cells, list) else ()
    times = {j: c.learned() for j, c in enumerate(columns) if isinstance(c, TimeColumn)}
    return {**times, **ordered}


def ordered_codings(ordered_features: Any, frame: Frame) -> Codings:
    """Resolve ``ordered_features`` to the codings of its features."""
    if ordered_features is None:
        return {}
    if isinstance(ordered_features, Mapping):
        given = [given_order(*item, frame) for item in ordered_features.items()]
        if len(dict(given)) < len(given):
            raise ValueError("ordered_features has two entries for the same feature.")
        return dict(given)
    if not isinstance(ordered_features, str) or ordered_features != "from_dtype":
        raise ValueError(
            "ordered_features must be 'from_dtype', None, or a dict from features to lists of "
            f"labels; got {ordered_features!r}."
        )
    columns = frame.cells if frame.has_dtypes else ()
    return {
        j: Coding("ordered", categories=tuple(column.values))
        for j, column in enumerate(columns)
        if isinstance(column, EncodedColumn) and column.ordered and column.values
    }


def given_order(feature: Any, order: Any, frame: Frame) -> tuple[int, Coding]:
    """Return the index of a feature and its coding, with categories in a given order."""
    j = frame.feature_index(feature, "ordered_features")
    name = f"ordered_features[{feature!r}]"
    if isinstance(order, str) or np.ndim(order) != 1 or len(order) == 0:
        raise ValueError(f"{name} must be a list of labels from low to high, got {order!r}.")
    labels = tuple(map(plain_label, order))
    if len(set(labels)) < len(labels) or any(map(is_missing, labels)):
        raise ValueError(f"{name} must contain every label once, and no missing value.")
    if not isinstance(frame.cells, list | np.ndarray):
        raise ValueError(f"{name}: the features of a sparse matrix have no order.")
    return j, Coding("ordered", categories=labels)


def with_numbers(frame: Frame, codings: Codings) -> Frame:
    """Replace dates, times and durations by numbers, and encode ordered categories.

    Raise if a column has other values than the codings of the model.
    """
    has_times = isinstance(frame.cells, list) and any(
        isinstance(column, TimeColumn) for column in frame.cells
    )
    if not codings and not has_times:
        return frame
    columns = [
        coded_numbers(frame.column(j), codings.get(j), frame.column_name(j))
        for j in range(frame.n_columns)
    ]
    return frame._replace(cells=columns)


def coded_numbers(column: Column, coding: Coding | None, name: str) -> Column:
    """Return times as numbers, and ordered categories encoded; other columns are not changed."""
    if coding is not None and coding.kind == "ordered":
        return as_categories(column, name, coding.known)
    if coding is None:
        if isinstance(column, TimeColumn):
            raise TypeError(times_message(name, column.coding.noun))
        return column
    numbers = column.read_as(coding) if isinstance(column, TimeColumn) else missing_numbers(column)
    if numbers is None:
        found = column.coding.noun if isinstance(column, TimeColumn) else "text or numbers"
        raise ValueError(
            f"{name} contained {coding.noun} during fit, but now contains {found}. Convert the "
            "column to the type that it had during fit."
        )
    return numbers


def missing_numbers(column: Array | EncodedColumn) -> Array | None:
    """Return NaN for every row if all values are missing, else None."""
    if isinstance(column, EncodedColumn):
        present = any(not is_missing(column.values[code]) for code in column.used_codes())
        n_rows = len(column.codes)
    else:
        present, n_rows = not np.isnan(column).all(), len(column)
    return None if present else np.full(n_rows, np.nan)


def feature_numbers(frame: Frame, j: int, coding: Coding | None) -> Array:
    """Return a feature as float64: positions of ordered categories, NaN for missing values."""
    name = frame.column_name(j)
    if coding is None or coding.kind != "ordered":
        return as_numbers(frame.column(j), name).astype(np.float64)
    codes = frame.categories(j, coding.known).encode(coding.known)
    return ordered_numbers(codes, len(coding.categories)).astype(np.float64)


def declared_codings(frame: Frame) -> Codings:
    """Return the codings by the data types of the columns."""
    return learn_codings(frame, ordered_codings("from_dtype", frame))


def category_columns(
    categorical_features: Any, ordered_features: Any, frame: Frame
) -> tuple[set[int], Codings]:
    """Return the unordered and the ordered categorical columns.

    A column that is both is ordered, unless ``categorical_features`` lists it.
    """
    categorical = categorical_columns(categorical_features, frame)
    ordered = ordered_codings(ordered_features, frame)
    both = sorted(categorical & ordered.keys())
    if isinstance(categorical_features, str):
        return categorical.difference(both), ordered
    if both and not isinstance(ordered_features, str):
        raise ValueError(f"Feature {both[0]} is in both categorical_features and ordered_features.")
    return categorical, {j: coding for j, coding in ordered.items() if j not in both}


def ordered_numbers(codes: Array, n_categories: int) -> Array:
    """Return positions of ordered categories as numbers: NaN for missing and unknown ones."""
    absent = (codes < 0) | (codes >= n_categories)
    return np.where(absent, np.nan, codes) if absent.any() else codes
