"""Reading of a single row given as a list, dict, series or table."""

from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from ..data.coded_features import with_numbers
from ..data.columns import as_categories, as_numbers, is_missing
from ..data.frames import Frame, read_frame
from ..data.schema import Schema
from ..data.single_rows import is_table, row_values
from .coded_values import format_coded


class Cell(NamedTuple):
    """A value of the row, as given and as a number or code of the tree."""

    given: Any
    """The number, label, or text of a date or time; None if it is missing."""
    code: float
    """The number or category code; NaN if it is missing or an unknown category."""
    state: str
    """"known", "missing" or "unknown"."""


def read_row(
    x: Any, schema: Schema, owner: str, name: str = "explain_row", advice: str = ""
) -> Frame:
    """Return a frame of one row, given as 1-D values, a dict by feature name or a table.

    ``name`` is that of the function in messages, ``advice`` what to do with several rows.
    """
    if isinstance(x, Integral):
        raise TypeError(f"{name} expects a row, such as X[{x}:{x + 1}]; got the number {x}.")
    if isinstance(x, np.void):  # a row of a structured array
        x = np.array([x], dtype=x.dtype)
    values = flat_values(x, schema, owner)
    if values is None:
        frame = schema.read(x, owner)
        if frame.n_rows != 1:
            raise ValueError(
                f"{name} expects one row, but x has {frame.n_rows}. Pass one of them, for example "
                f"X[:1]{advice}."
            )
        return frame
    frame = read_frame([values])._replace(names=schema.names)
    return with_numbers(frame, schema.codings)


def flat_values(x: Any, schema: Schema, owner: str) -> list[Any] | None:
    """Return the values of a row that is not in a table; None if it is."""
    return None if is_table(x) else row_values(x, schema.names, schema.n_features, owner)


def read_cell(frame: Frame, j: int, schema: Schema) -> Cell:
    """Return the row's value of a feature."""
    column, name = frame.column(j), frame.column_name(j)
    known = schema.known(j)
    if known is None:
        number = float(as_numbers(column, name)[0])
        if np.isnan(number):
            return Cell(None, number, "missing")
        coding = schema.codings.get(j)
        return Cell(number if coding is None else format_coded(number, coding), number, "known")
    encoded = as_categories(column, name, known)
    code = int(encoded.codes[0])
    label = encoded.values[code] if code >= 0 else None
    if is_missing(label):
        return Cell(None, np.nan, "missing")
    known_code = known.get(label)
    if known_code is None:
        return Cell(label, np.nan, "unknown")
    return Cell(label, known_code, "known")
