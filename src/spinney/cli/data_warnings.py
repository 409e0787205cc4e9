"""Warnings about CSV files whose contents may have been misread."""

import shlex
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .date_formats import ambiguous_formats, date_option
from .errors import counted, listed
from .letter_case import same_but_case
from .tables import Source

MAX_COMPARED = 1000
"""Columns with more distinct values are text rather than categories."""
MAX_GROUPS = 5


def data_warnings(source: Source) -> list[str]:
    """Return warnings about a table. Parquet and Arrow files declare their types."""
    found = [*repeated_names(source), *similar_categories(source)]
    if source.csv is None:
        return found
    if header_is_data(source):
        found.append(
            "the column names also occur as values in their columns: "
            f"is the header line of {source.name} missing?"
        )
    if source.csv.formatted:
        examples = listed(source.csv.formatted.values(), 3)
        found.append(f"{listed(source.csv.formatted)}: values such as {examples} read as numbers")
    for name, example in source.csv.zero_padded.items():
        found.append(
            f"{name!r}: read as text, because values such as {example!r} have leading zeros; "
            f"--number {shlex.quote(name)} reads numbers"
        )
    for name, form in source.csv.date_formats.items():
        found.append(f"{name!r}: read as dates with the format {form}")
    return [*found, *ambiguous_dates(source)]


def ambiguous_dates(source: Source) -> list[str]:
    """Return a warning for each column of dates that are read as text, with the option to set."""
    found = []
    for name, column in source.columns.items():
        forms = ambiguous_formats(column)
        if not forms:
            continue
        reason = (
            "the order of day and month is ambiguous"
            if "%Y" in forms[0]
            else "its dates have years of two digits"
        )
        found.append(
            f"{name!r}: read as text, because {reason}; set its format with "
            f"{date_option(name, forms)}"
        )
    return found


def repeated_names(source: Source) -> list[str]:
    """Return a warning about columns that were renamed."""
    renamed = [name for name in source.columns if name in source.renamed]
    return [f"repeated column names: the later columns are {listed(renamed)}"] if renamed else []


def similar_categories(source: Source) -> list[str]:
    """Return a warning for each column of text with categories that differ only in case."""
    found = []
    for name, column in source.columns.items():
        if pa.types.is_string(column.type):
            values = pc.unique(column.drop_null())
            groups = same_but_case(values.to_pylist()) if len(values) <= MAX_COMPARED else []
            if groups:
                shown = "; ".join(listed(group) for group in groups[:MAX_GROUPS])
                rest = counted(len(groups) - MAX_GROUPS, "more group")
                shown += f"; and {rest}" if len(groups) > MAX_GROUPS else ""
                option = f"--ignore-case {shlex.quote(name)}"
                found.append(
                    f"{name!r}: values differ only in case ({shown}); {option} merges them"
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
