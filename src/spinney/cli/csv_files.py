"""Reading CSV into Arrow tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.csv as pacsv  # type: ignore[import-untyped]

from .csv_lines import HEAD_LENGTH, CsvLines, Dialect, detect_dialect
from .errors import UserError, one_line
from .number_formats import NumberFormat, is_plain_number

EXTRA_NULL_VALUES = ("?",)
MAX_BLOCK = 2**31 - 1
UTF16 = (b"\xff\xfe", b"\xfe\xff")
DATES = (
    pacsv.ISO8601,
    *(day + time for day in ("%d.%m.%Y", "%Y/%m/%d") for time in ("", " %H:%M", " %H:%M:%S")),
)
"""Unambiguous date formats."""


@dataclass(frozen=True)
class CsvOptions:
    """Options of the user for CSV files; a missing delimiter is detected."""

    delimiter: str | None = None
    encoding: str = "utf-8"
    missing: tuple[str, ...] = ()

    @property
    def null_values(self) -> list[str]:
        defaults: list[str] = pacsv.ConvertOptions().null_values
        return [*defaults, *EXTRA_NULL_VALUES, *self.missing]


class CsvFile:
    """A CSV file in memory."""

    def __init__(self, data: bytes, source: str, options: CsvOptions) -> None:
        self.source = source
        self.options = options
        self.text = decode(data, source, options.encoding).removeprefix("\ufeff")
        self.formatted: dict[str, str] = {}
        """Columns of numbers with separators or signs, with an example of each."""
        if not self.text.strip():
            raise UserError(f"{source} is empty")
        if options.delimiter is not None and len(options.delimiter) != 1:
            raise UserError(f"--delimiter {options.delimiter!r}: it must be a single character")

    @cached_property
    def dialect(self) -> Dialect:
        return detect_dialect(self.text[:HEAD_LENGTH], self.options.delimiter)

    def table(self, text_columns: Iterable[str]) -> pa.Table:
        """Parse all columns with inferred types; ``text_columns`` stay text."""
        as_text = set(text_columns)
        table = self.parse(as_text)
        names = [name.strip() for name in table.column_names]
        columns = [
            (name, self.clean(name, column, name in as_text))
            for name, column in zip(names, table.columns, strict=True)
            if name or column.null_count < len(column)  # spreadsheets export empty columns
        ]
        return pa.table([column for _, column in columns], [name for name, _ in columns])

    def parse(self, as_text: set[str]) -> pa.Table:
        # Copy the text into Arrow's memory: a thread of Arrow that releases memory of Python at
        # exit would abort the process.
        copy = pa.BufferOutputStream()
        copy.write(self.text.encode())
        named = [name for name in self.lines().names if name.strip() in as_text]
        try:
            return self.parse_blocks(copy.getvalue(), named)
        except pa.ArrowException as error:
            ragged = self.lines().ragged_line_error()
            raise ragged or UserError(f"{self.source}: {one_line(str(error))}") from None

    def parse_blocks(self, content: Any, text_columns: list[str]) -> pa.Table:
        """Parse in parallel blocks or, if a record is longer than a block, in a single block."""

        def read(block_size: int | None) -> pa.Table:
            return pacsv.read_csv(
                pa.BufferReader(content),
                read_options=pacsv.ReadOptions(block_size=block_size),
                parse_options=pacsv.ParseOptions(
                    delimiter=self.dialect.delimiter, newlines_in_values=True
                ),
                convert_options=pacsv.ConvertOptions(
                    null_values=self.options.null_values,
                    strings_can_be_null=True,
                    decimal_point=self.dialect.decimal_point,
                    timestamp_parsers=DATES,
                    column_types={name: pa.string() for name in text_columns},
                ),
            )

        try:
            return read(None)
        except pa.ArrowInvalid as error:
            if "straddl" not in str(error):
                raise
            return read(min(content.size, MAX_BLOCK))

    def clean(self, name: str, column: Any, as_text: bool) -> Any:
        """Strip text, and convert it to numbers if all of it is formatted numbers."""
        if not pa.types.is_string(column.type):
            return column
        text = pc.utf8_trim_whitespace(column)
        absent = pc.is_in(text, value_set=pa.array(self.options.null_values))
        text = pc.if_else(absent, pa.scalar(None, pa.string()), text)
        point = self.dialect.decimal_point
        skip = as_text or text.null_count == len(text)
        numbers = None if skip else NumberFormat(point).parse(text)
        if numbers is None:
            return text
        formatted = (value for value in text.to_pylist() if value)
        example = next((value for value in formatted if not is_plain_number(value, point)), None)
        if example:
            self.formatted[name] = example
        return numbers

    def lines(self) -> CsvLines:
        """Return a reader that knows line numbers, for error messages."""
        return CsvLines(self.text, self.dialect, self.source)


def decode(data: bytes, source: str, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except LookupError:
        raise UserError(f"--encoding {encoding!r}: unknown encoding") from None
    except UnicodeDecodeError as error:
        is_utf16 = data[:2] in UTF16
        if not is_utf16 and b"\0" in data:
            raise not_text(source, data.count(b"\n", 0, error.start)) from None
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{source}, line {line}: not valid {encoding}; set the encoding, for example "
            f"--encoding {'utf-16' if is_utf16 else 'latin-1'}"
        ) from None
    if "\0" in text:
        raise not_text(source, text.count("\n", 0, text.index("\0")))
    return text


def not_text(source: str, n_lines_before: int) -> UserError:
    return UserError(f"{source}, line {n_lines_before + 1}: not text; is it a CSV file?")
