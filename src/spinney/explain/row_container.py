"""One row in any container, whose values can be replaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp

from ..data.containers import is_dataframe, is_structured, object_table
from ..data.schema import Schema, column_order
from ..data.single_rows import series_labels
from ..inspection.row import flat_values
from .cell_values import NumberType


@dataclass(frozen=True)
class RowContainer:
    """A row as it was passed: 1-D values, a dict, or a table of one row."""

    given: Any
    schema: Schema
    flat: list[Any] | None
    """The values in the order of the features, if the row is not in a table."""

    @classmethod
    def read(cls, row: Any, schema: Schema, owner: str) -> "RowContainer":
        if isinstance(row, np.void):  # a row of a structured array
            row = np.array([row], dtype=row.dtype)
        return cls(row, schema, flat_values(row, schema, owner))

    @property
    def positions(self) -> list[int]:
        """The column of each feature in the container."""
        names, given = self.schema.names, self.given
        own = None
        if is_structured(given):
            own = given.dtype.names
        elif self.flat is None and not isinstance(given, list) and is_dataframe(given):
            own = [str(name) for name in nw.from_native(given, eager_only=True).columns]
        if names is None or own is None:
            return list(range(self.schema.n_features))
        return column_order(own, names)

    def number_types(self) -> list[NumberType]:
        """Return what numbers the column of each feature can hold."""
        given, n = self.given, self.schema.n_features
        if self.flat is None and not isinstance(given, (np.ndarray, list, tuple)):
            if sp.issparse(given):
                return [number_type(given.dtype)] * n
            if is_dataframe(given):
                columns = nw.from_native(given, eager_only=True).schema.dtypes()
                return [frame_type(columns[i]) for i in self.positions]
        if is_structured(given):
            return [number_type(given.dtype[i]) for i in self.positions]
        return [number_type(getattr(given, "dtype", None))] * n

    def table(self) -> Any:
        """Return the row as a table that estimators read."""
        return self.given if self.flat is None else object_table([self.flat], self.schema.names)

    def replaced(self, values: Mapping[int, Any]) -> Any:
        """Return a copy of the container with other values of some features."""
        given = self.given
        if self.flat is not None:
            return self._replaced_flat(values)
        places = self.positions
        if isinstance(given, (list, tuple)):
            [row] = given
            cells = list(row)
            for j, value in values.items():
                cells[j] = value
            return [cells]
        if sp.issparse(given):
            changed = given.tolil(copy=True)
            for j, value in values.items():
                changed[0, j] = value
            return changed.asformat(given.format)
        if isinstance(given, np.ndarray):
            array = given.copy()
            for j, value in values.items():
                place: Any = array.dtype.names[places[j]] if is_structured(array) else (0, j)
                array[place] = value
            return array
        return replaced_frame(given, {places[j]: value for j, value in values.items()})

    def _replaced_flat(self, values: Mapping[int, Any]) -> Any:
        given, names = self.given, self.schema.names
        if isinstance(given, Mapping):
            assert names is not None
            return {**given, **{names[j]: value for j, value in values.items()}}
        if isinstance(given, (list, tuple)):
            cells = [values.get(j, value) for j, value in enumerate(given)]
            return type(given)(cells)
        if isinstance(given, np.ndarray):
            array = given.copy()
            for j, value in values.items():
                array[j] = value
            return array
        by_name = names is not None and series_labels(given) is not None
        changed = given.copy() if hasattr(given, "copy") else given.clone()
        for j, value in values.items():
            if by_name and names is not None:
                changed[names[j]] = value
            else:
                changed[j] = value
        return changed


def number_type(dtype: Any) -> NumberType:
    """Return the numbers of a dtype of numpy; None holds any."""
    kind = getattr(dtype, "kind", "O")
    if kind == "b":
        return NumberType(True, True, low=0.0, high=1.0)
    if kind in "iu":
        bounds = np.iinfo(dtype)
        # The largest integers of 64 bits are no floats.
        high = np.nextafter(2.0**63, 0) if dtype.itemsize == 8 else bounds.max
        return NumberType(True, low=float(bounds.min), high=float(high))
    if kind == "f" and dtype.itemsize < 8:
        largest = float(np.finfo(dtype).max)
        return NumberType(narrow=dtype.str, low=-largest, high=largest)
    return NumberType()


def frame_type(dtype: Any) -> NumberType:
    """Return the numbers of a dtype of a dataframe."""
    if dtype == nw.Boolean:
        return number_type(np.dtype(bool))
    if not dtype.is_integer() and not dtype.is_float():
        return NumberType()
    name = str(dtype).lower()
    return NumberType(True) if name.endswith("128") else number_type(np.dtype(name))


def replaced_frame(given: Any, values: Mapping[int, Any]) -> Any:
    """Return a dataframe of one row with other values of some columns."""
    frame = nw.from_native(given, eager_only=True)
    if frame.implementation.is_pandas_like():
        changed = given.copy()
        for i, value in values.items():
            column = changed.iloc[:, i].copy()
            if hasattr(column, "cat") and value not in column.cat.categories:
                column = column.cat.add_categories([value])
            column.iloc[0] = value
            changed.isetitem(i, column)
        return changed
    columns = []
    for i, value in values.items():
        series = frame[:, i]
        new = nw.new_series(series.name, [value], backend=frame.implementation)
        columns.append(new.cast(series.dtype))
    return frame.with_columns(*columns).to_native()
