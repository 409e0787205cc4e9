"""What looks odd in a CSV file that can be read: told, since a guess may have gone wrong."""

from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import listed
from .tables import Source

DATE = r"^\d{1,2}[/-]\d{1,2}[/-](?:\d{2}|\d{4})$"


def doubts(source: Source) -> list[str]:
    """Notes on the file; of tables with types of their own there are none."""
    if source.csv is None:
        return []
    notes = []
    if header_is_values(source):
        notes.append(
            f"the names of the columns stand in the columns, too: has {source.name} a header line?"
        )
    if source.csv.written:
        examples = listed(source.csv.written.values(), 3)
        notes.append(f"{listed(source.csv.written)}: numbers are read out of {examples}")
    dates = [name for name in source.columns if holds_dates(source.columns[name])]
    if dates:
        notes.append(
            f"{listed(dates)}: taken as text, since dates with slashes can mean two days; "
            "2020-03-28 and 28.03.2020 are read as dates"
        )
    return notes


def header_is_values(source: Source) -> bool:
    """Whether most of the names are values of their own columns."""
    found = sum(holds(source.columns[name], name) for name in source.columns)
    return 2 * found > len(source.columns)


def holds(column: Any, name: str) -> bool:
    try:
        value = pa.scalar(name).cast(column.type)
        return bool(pc.any(pc.equal(column, value)).as_py())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return False


def holds_dates(column: Any) -> bool:
    if not pa.types.is_string(column.type) or column.null_count == len(column):
        return False
    return bool(pc.all(pc.match_substring_regex(column, DATE)).as_py())
