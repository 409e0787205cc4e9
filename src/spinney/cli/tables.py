"""Tables in and out: CSV, compressed CSV, Parquet and Arrow files."""

import csv
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.csv as pacsv  # type: ignore[import-untyped]
import pyarrow.ipc as ipc  # type: ignore[import-untyped]
import pyarrow.parquet as parquet  # type: ignore[import-untyped]

from .csv_files import CsvFile, CsvOptions
from .errors import UserError, listed, one_line
from .outputs import check_writable, written

COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd", ".lz4": "lz4"}
DELIMITED = {".csv": ",", ".tsv": "\t", ".txt": ","}
PARQUET = (".parquet", ".pq")
ARROW = (".arrow", ".feather", ".ipc")
STREAM_START = b"\xff\xff\xff\xff"
BEGINNINGS = {
    b"PAR1": ("Parquet", "let its name end in .parquet"),
    b"ARROW1": ("Arrow", "let its name end in .arrow"),
    b"\x1f\x8b": ("compressed", "let its name end in .gz"),
    b"BZh": ("compressed", "let its name end in .bz2"),
    b"\x28\xb5\x2f\xfd": ("compressed", "let its name end in .zst"),
    b"PK\x03\x04": ("a zip archive or a spreadsheet", "save the table as CSV"),
    b"\x89SPN": ("a model of Spinney", "the table comes after the model"),
}


@dataclass(frozen=True)
class Source:
    """A table as it was read, and how to find the line of one of its values."""

    table: pa.Table
    name: str
    csv: CsvFile | None = None

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The columns by name: Arrow looks names up one by one, which wide tables feel."""
        return dict(zip(self.table.column_names, self.table.columns, strict=True))

    def place(self, column: str, wrong: Callable[[Any], bool]) -> str:
        """Where the first wrong value of a column is, and the value."""
        found = self.csv.lines().first(column, wrong) if self.csv else None
        if found:
            return f"{self.name}, line {found[0]}, column {column!r}: {found[1]!r}"
        values = self.columns[column].to_pylist()
        row = next(i for i, value in enumerate(values) if value is not None and wrong(value))
        return f"{self.name}, row {row + 1}, column {column!r}: {values[row]!r}"


def format_of(path: str) -> tuple[str, str | None]:
    """The format by the ending of a path, and its compression if there is one."""
    if path == "-":
        return ".csv", None
    endings = [ending.lower() for ending in Path(path).suffixes]
    compression = COMPRESSIONS.get(endings[-1]) if endings else None
    if compression:
        endings.pop()
    ending = endings[-1] if endings else ""
    if ending in DELIMITED or (not compression and ending in (*PARQUET, *ARROW)):
        return ending, compression
    if ending == ".spinney":
        raise UserError(f"{path} is named as a model, not as a table")
    known = [*DELIMITED, ".csv.gz", *PARQUET, *ARROW]
    raise UserError(f"{path}: its ending names no format of tables; known are {', '.join(known)}")


def read_source(path: str, options: CsvOptions, text_columns: Iterable[str] = ()) -> Source:
    """Read a table; ``-`` is CSV from standard input."""
    name = "standard input" if path == "-" else path
    if path != "-" and Path(path).is_dir():
        raise UserError(f"{path} is a folder, not a table")
    ending, compression = format_of(path)
    try:
        if ending in DELIMITED:
            content = read_bytes(path, compression)
            refuse_other_formats(content, name)
            file = CsvFile(content, name, options)
            source = Source(file.table(text_columns), name, file)
        else:
            source = Source(plain_types(read_binary(path, ending)), name)
    except pa.ArrowException as error:
        raise UserError(f"{path} cannot be read: {one_line(str(error))}") from None
    check_table(source)
    return source


def read_bytes(path: str, compression: str | None) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    if compression is None:
        return Path(path).read_bytes()
    try:
        with pa.input_stream(path, compression=compression) as stream:
            data: bytes = stream.read()
            return data
    except OSError as error:
        if error.errno is not None:
            raise
        raise UserError(f"{path} is not a whole {compression} file: {error}") from None


def refuse_other_formats(content: bytes, name: str) -> None:
    """Say what a file is that is no CSV, by how it begins."""
    for start, (kind, advice) in BEGINNINGS.items():
        if content.startswith(start):
            raise UserError(f"{name} is not CSV but {kind}: {advice}")


def read_binary(path: str, ending: str) -> pa.Table:
    if os.path.getsize(path) == 0:
        raise UserError(f"{path} is empty")
    with pa.OSFile(path) as file:
        if ending in PARQUET:
            return parquet.ParquetFile(file).read()
        if file.read(6) == b"ARROW1":
            return ipc.open_file(file).read_all()
        file.seek(0)
        if file.read(4) != STREAM_START:
            raise UserError(f"{path} is not an Arrow file")
        file.seek(0)
        return ipc.open_stream(file).read_all()


def plain_types(table: pa.Table) -> pa.Table:
    """As CSV would give the columns: one type of text, also for categories; no NaN but nulls."""
    return pa.table([plain_type(column) for column in table.columns], table.column_names)


def plain_type(column: Any) -> Any:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return column.cast(kind.value_type).cast(pa.string())
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return column.cast(pa.string())
    if pa.types.is_floating(kind):
        return pc.if_else(pc.is_nan(column), pa.scalar(None, kind), column)
    return column


def check_table(source: Source) -> None:
    repeated = sorted(
        name for name, count in Counter(source.table.column_names).items() if count > 1
    )
    if repeated:
        raise UserError(f"{source.name}: several columns have the name {listed(repeated)}")
    if source.table.num_rows == 0:
        raise UserError(f"{source.name} has a header but no rows")


def check_table_path(path: str) -> None:
    """Raise if a table could not be written there, before any work is done."""
    if path == "-":
        return
    format_of(path)
    check_writable(path)


def write_table(table: pa.Table, path: str) -> None:
    """Write by the ending of the path; all of it, or nothing."""
    ending, compression = format_of(path)
    if path == "-":
        sys.stdout.buffer.write(csv_bytes(table))
        sys.stdout.flush()
        return
    with written(path) as unfinished:
        if ending in PARQUET:
            parquet.write_table(table, unfinished)
        elif ending in ARROW:
            with ipc.new_file(unfinished, table.schema) as file:
                file.write_table(table)
        else:
            with pa.output_stream(unfinished, compression=compression) as stream:
                stream.write(csv_bytes(table, DELIMITED[ending]))


def csv_bytes(table: pa.Table, delimiter: str = ",") -> memoryview:
    """CSV with quotes only where some value or name needs them."""
    for field in table.schema:
        if pa.types.is_nested(field.type):
            raise UserError(
                f"column {field.name!r} of type {field.type} cannot be written as CSV: "
                "choose others by --keep, or write Parquet"
            )
    header = io.StringIO()
    csv.writer(header, delimiter=delimiter, lineterminator="\n").writerow(table.column_names)
    try:
        return memoryview(arrow_csv(table, header.getvalue(), delimiter, "none"))
    except pa.ArrowInvalid:  # some text holds a delimiter, a quote or a line break
        return memoryview(arrow_csv(table, header.getvalue(), delimiter, "needed"))


def arrow_csv(table: pa.Table, header: str, delimiter: str, quoting: str) -> Any:
    buffer = pa.BufferOutputStream()
    buffer.write(header.encode())
    options = pacsv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style=quoting)
    pacsv.write_csv(table, buffer, options)
    return buffer.getvalue()
