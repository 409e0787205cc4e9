"""How the core reads the values of a row: numbers, labels of categories, dates and times."""

import math
from collections.abc import Callable
from typing import Any

from ..data.codings import Coding, is_time_type, object_times
from ..data.columns import Categories, Fill, is_missing
from ..data.missing import MissingRules
from ..data.schema import Schema

Feature = tuple[int, Any, float | None, float | None]
"""Number of categories, lookup, and the cells of missing and unknown values; see RowReader."""


def row_features(schema: Schema, missing: MissingRules) -> list[Feature]:
    """Return the description of each feature."""
    return [row_feature(schema, missing, j) for j in range(schema.n_features)]


def row_feature(schema: Schema, missing: MissingRules, j: int) -> Feature:
    coding, known = schema.codings.get(j), schema.known(j)
    fill = missing.fills.get(j, Fill())
    rejects_missing = missing.policies[j] == "error"
    if known is None:
        lookup = None if coding is None else time_reader(coding)
        return 0, lookup, cell_or(None if rejects_missing else math.nan, fill.missing), None
    n_levels = max(1, len(known))
    absent = (math.nan, math.nan) if coding is not None else (-1.0, float(n_levels))
    of_missing = cell_or(None if rejects_missing else absent[0], fill.missing)
    rejects_unknown = missing.unknown[j] == "error" or (coding is not None and rejects_missing)
    of_unknown = cell_or(None if rejects_unknown else absent[1], fill.unknown)
    return 0 if coding else n_levels, cells_of(known), of_missing, of_unknown


def cell_or(otherwise: float | None, fill: float | None) -> float | None:
    """Return the imputed value if there is one."""
    return otherwise if fill is None else float(fill)


def cells_of(known: Categories) -> dict[Any, float]:
    return {label: float(index) for label, index in known.items()}


def time_reader(coding: Coding) -> Callable[[Any], float | None]:
    """Return the function that converts a date, time or duration; None for other values."""

    def read(value: Any) -> float | None:
        if not is_time_type(type(value)):
            return math.nan if is_missing(value) else None
        numbers = object_times([value], "the value").read_as(coding)
        return None if numbers is None else float(numbers[0])

    return read
