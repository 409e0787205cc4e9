"""Reading and writing tables: CSV, compressed CSV, Parquet and Arrow files."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.ipc as ipc  # type: ignore[import-untyped]
import pyarrow.parquet as parquet  # type: ignore[import-untyped]

from ..base.output_files import is_node, output_file
from .console import print_data
from .csv_files import CsvFile, CsvOptions
from .csv_lines import renamed_columns, unique_names
from .csv_output import csv_bytes
from .errors import UserError, one_line
from .ordered_columns import declared_order, read_parquet
from .output_files import check_writable

COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd", ".lz4": "lz4"}
DELIMITED = {".csv": ",", ".tsv": "\t", ".txt": ","}
PARQUET = (".parquet", ".pq")
ARROW = (".arrow", ".feather", ".ipc")
TABLE_SUFFIXES = (*DELIMITED, *PARQUET, *ARROW, *COMPRESSIONS)
MODEL_START = b"\x89SPN"
STREAM_START = b"\xff\xff\xff\xff"
SIGNATURES = {
    b"PAR1": ("Parquet", "rename it to end in .parquet"),
    b"ARROW1": ("Arrow", "rename it to end in .arrow"),
    b"\x1f\x8b": ("compressed", "rename it to end in .gz"),
    b"BZh": ("compressed", "rename it to end in .bz2"),
    b"\x28\xb5\x2f\xfd": ("compressed", "rename it to end in .zst"),
    b"PK\x03\x04": ("a zip archive or a spreadsheet", "save the table as CSV"),
    MODEL_START: ("a Spinney model", "give the table after the model"),
}


@dataclass(frozen=True)
class Source:
    """A table with its name and, for CSV, the file it was read from."""

    table: pa.Table
    name: str
    csv: CsvFile | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    """New names of columns whose name occurred before, with the name in the file."""
    orders: Mapping[str, Any] = field(default_factory=dict)
    """The categories from low to high of columns that Parquet or Arrow declare as ordered."""

    @cached_property
    def columns(self) -> dict[str, Any]:
        """Columns by name. Arrow's own lookup by name is linear, which is slow for wide tables."""
        return dict(zip(self.table.column_names, self.table.columns, strict=True))

    @property
    def decimal_point(self) -> str:
        return self.csv.dialect.decimal_point if self.csv else "."

    def copy_columns(self, names: list[str], path: str) -> dict[str, Any]:
        """Return columns to write to another file: from CSV to CSV unchanged, else with types."""
        if self.csv and self.decimal_point == "." and format_of(path)[0] in DELIMITED and names:
            table = self.csv.as_written(names)
            return dict(zip(names, table.columns, strict=True))
        return {name: self.columns[name] for name in names}

    def locate(self, column: str, is_wrong: Callable[[Any], bool]) -> str:
        """Describe the first wrong value of a column by line, column and value."""
        found = self.csv.lines().find(column, is_wrong) if self.csv else None
        if found:
            return f"{self.name}, line {found[0]}, column {column!r}: {found[1]!r}"
        values = self.columns[column].to_pylist()
        row = next(i for i, value in enumerate(values) if value is not None and is_wrong(value))
        return f"{self.name}, row {row + 1}, column {column!r}: {values[row]!r}"


def format_of(path: str) -> tuple[str, str | None]:
    """Return the format by the suffix of a path, and the compression or None."""
    if path == "-":
        return ".csv", None
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    compression = COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    if compression:
        suffixes.pop()
    suffix = suffixes[-1] if suffixes else ""
    if suffix in DELIMITED or (not compression and suffix in (*PARQUET, *ARROW)):
        return suffix, compression
    if suffix == ".spinney":
        raise UserError(f"{path} has the suffix of a model, not of a table")
    known = [*DELIMITED, ".csv.gz", *PARQUET, *ARROW]
    raise UserError(f"{path}: unknown table format; supported are {', '.join(known)}")


def read_source(path: str, options: CsvOptions, text_columns: Iterable[str] = ()) -> Source:
    """Read a table; ``-`` reads CSV from standard input."""
    name = "standard input" if path == "-" else path
    if path != "-" and Path(path).is_dir():
        raise UserError(f"{path} is a folder, not a table")
    suffix, compression = format_of(path)
    try:
        if suffix in DELIMITED:
            content = read_bytes(path, compression)
            check_is_csv(content, name)
            file = CsvFile(content, name, options)
            source = Source(file.table(text_columns), name, file, file.renamed)
        else:
            source = declared_source(read_binary(path, suffix), name)
    except pa.ArrowException as error:
        raise UserError(f"cannot read {path}: {one_line(str(error))}") from None
    check_table(source)
    return source


def declared_source(table: pa.Table, name: str) -> Source:
    """Return the source of a table from a file that declares its types."""
    names = unique_names(table.column_names)
    renamed = renamed_columns(names, table.column_names)
    declared = zip(names, map(declared_order, table.columns), strict=True)
    orders = {column: order for column, order in declared if order is not None}
    return Source(normalize_types(table, names), name, None, renamed, orders)


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
        raise UserError(f"{path} is not a complete {compression} file: {error}") from None


def check_is_csv(content: bytes, name: str) -> None:
    """Raise an error if the first bytes are the signature of another format."""
    for start, (kind, advice) in SIGNATURES.items():
        if content.startswith(start):
            raise UserError(f"{name} is not CSV but {kind}: {advice}")


def read_binary(path: str, suffix: str) -> pa.Table:
    with open_binary(path) as file:
        if file.size() == 0:
            raise UserError(f"{path} is empty")
        if suffix in PARQUET:
            return read_parquet(file)
        if file.read(6) == b"ARROW1":
            return ipc.open_file(file).read_all()
        file.seek(0)
        if file.read(4) != STREAM_START:
            raise UserError(f"{path} is not an Arrow file")
        file.seek(0)
        return ipc.open_stream(file).read_all()


def open_binary(path: str) -> Any:
    """Open a file for random access; a pipe is read into memory first."""
    return pa.BufferReader(Path(path).read_bytes()) if is_node(path) else pa.OSFile(path)


def normalize_types(table: pa.Table, names: list[str]) -> pa.Table:
    """Convert to the types that CSV gives: all text and categories to strings, NaN to null."""
    return pa.table([normalize_type(column) for column in table.columns], names)


def normalize_type(column: Any) -> Any:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return column.cast(kind.value_type).cast(pa.string())
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return column.cast(pa.string())
    if pa.types.is_floating(kind):
        return pc.if_else(pc.is_nan(column), pa.scalar(None, kind), column)
    return column


def check_table(source: Source) -> None:
    if source.table.num_rows == 0:
        raise UserError(f"{source.name} has a header but no rows")


def check_table_path(path: str, *inputs: str) -> None:
    """Raise an error if the table cannot be written; called before any work is done."""
    if path == "-":
        return
    format_of(path)
    check_writable(path, *inputs)


def write_table(table: pa.Table, path: str, csv_names: Sequence[str] | None = None) -> None:
    """Write a table in the format of the path's suffix; ``-`` writes CSV to standard output.

    ``csv_names`` replaces the column names in CSV, where names may occur more than once.
    """
    suffix, compression = format_of(path)
    if path == "-":
        print_data(csv_bytes(table, names=csv_names))
        return
    with output_file(path) as file:
        if suffix in PARQUET:
            parquet.write_table(table, file)
        elif suffix in ARROW:
            with ipc.new_file(file, table.schema) as writer:
                writer.write_table(table)
        else:
            file.write(compressed(csv_bytes(table, DELIMITED[suffix], csv_names), compression))


def compressed(data: bytes, compression: str | None) -> Any:
    if compression is None:
        return data
    buffer = pa.BufferOutputStream()
    with pa.CompressedOutputStream(buffer, compression) as stream:
        stream.write(data)
    return buffer.getvalue()
