"""CSV output with quotes only where they are needed."""

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import UserError

BATCH_ROWS = 65536


def csv_bytes(table: pa.Table, delimiter: str = ",", names: Sequence[str] | None = None) -> bytes:
    """Format as CSV. ``names`` replaces the column names, also by repeated ones."""
    for column in table.schema:
        if pa.types.is_nested(column.type):
            raise UserError(
                f"column {column.name!r} of type {column.type} cannot be written as CSV: "
                "select other columns with --keep, or write Parquet"
            )
    header = io.StringIO()
    writer = csv.writer(header, delimiter=delimiter, lineterminator="\n")
    writer.writerow(table.column_names if names is None else names)
    batches = table.to_batches(max_chunksize=BATCH_ROWS)
    return (header.getvalue() + "".join(batch_lines(b, delimiter) for b in batches)).encode()


def batch_lines(batch: Any, delimiter: str) -> str:
    cells = [quote_if_needed(column, delimiter) for column in batch.columns]
    lines = pc.binary_join_element_wise(*cells, delimiter, null_handling="replace")
    return "".join(f"{line}\n" for line in lines.to_pylist())


def quote_if_needed(column: Any, delimiter: str) -> Any:
    """Return the cells as text, with quotes if they contain a delimiter, quote or line break."""
    text = column.cast(pa.string())
    special = pc.match_substring_regex(text, rf'[{re.escape(delimiter)}"\r\n]')
    if not pc.any(special).as_py():
        return text
    doubled = pc.replace_substring(text, '"', '""')
    return pc.if_else(special, pc.binary_join_element_wise('"', doubled, '"', ""), text)
