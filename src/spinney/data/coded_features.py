"""Columns of dates, times and durations as numbers, learned at fit and checked later."""

import numpy as np

from .codings import Coding, Codings, TimeColumn
from .columns import Array, Column, EncodedColumn, is_missing, times_message
from .frames import Frame


def learn_codings(frame: Frame) -> Codings:
    """Return the codings of the columns that hold dates, times or durations."""
    columns = frame.cells if isinstance(frame.cells, list) else ()
    return {
        j: column.learned() for j, column in enumerate(columns) if isinstance(column, TimeColumn)
    }


def with_numbers(frame: Frame, codings: Codings) -> Frame:
    """Replace dates, times and durations by numbers; raise if the model has other codings."""
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
    """Return the numbers of a column of times; columns without a coding are not changed."""
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
