"""Warnings about CSV files whose contents may have been misread."""

from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import listed
from .tables import Source

AMBIGUOUS_DATE = r"^\d{1,2}[/-]\d{1,2}[/-](?:\d{2}|\d{4})$"


def data_warnings(source: Source) -> list[str]:
    """Return warnings about a CSV file. Parquet and Arrow files declare their types."""
    if source.csv is None:
        return []
    found = []
    if header_is_data(source):
        found.append(
            "the column names also occur as values in their columns: "
            f"is the header line of {source.name} missing?"
        )
    if source.csv.formatted:
        examples = listed(source.csv.formatted.values(), 3)
        found.append(f"{listed(source.csv.formatted)}: values such as {examples} read as numbers")
    dates = [name for name, column in source.columns.items() if has_ambiguous_dates(column)]
    if dates:
        found.append(
            f"{listed(dates)}: read as text, because the order of day and month is ambiguous; "
            "write dates as 2020-03-28 or 28.03.2020"
        )
    return found


def header_is_data(source: Source) -> bool:
    """Return whether most column names occur as values in their own columns."""
    found = sum(contains(column, name) for name, column in source.columns.items())
    return 2 * found > len(source.columns)


def contains(column: Any, name: str) -> bool:
    try:
        value = pa.scalar(name).cast(column.type)
        return bool(pc.any(pc.equal(column, value)).as_py())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return False


def has_ambiguous_dates(column: Any) -> bool:
    if not pa.types.is_string(column.type) or column.null_count == len(column):
        return False
    return bool(pc.all(pc.match_substring_regex(column, AMBIGUOUS_DATE)).as_py())
