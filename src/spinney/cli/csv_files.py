"""Reading CSV into Arrow tables."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.csv as pacsv  # type: ignore[import-untyped]

from .csv_lines import HEAD_LENGTH, CsvLines, Dialect, detect_dialect, renamed_columns, unique_names
from .date_formats import (
    DateFormats,
    detect_formats,
    first_lost,
    parse_dates,
    parse_iso,
    share_of_dates,
)
from .errors import UserError, check_columns, one_line
from .number_formats import NumberFormat, is_plain_number

EXTRA_NULL_VALUES = ("?",)
MAX_BLOCK = 2**31 - 1
UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class CsvOptions:
    """Options of the user for CSV files; a missing delimiter is detected."""

    delimiter: str | None = None
    encoding: str = "utf-8"
    missing: tuple[str, ...] = ()
    dates: DateFormats = field(default_factory=DateFormats)
    numbers: tuple[str, ...] = ()
    """Columns of numbers, also if they have leading zeros."""

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
        self.zero_padded: dict[str, str] = {}
        """Columns of integers that are kept as text for their leading zeros, with an example."""
        self.date_formats: dict[str, str] = {}
        """Columns of dates that are not in ISO format, with their formats."""
        if not self.text.strip():
            raise UserError(f"{source} is empty")
        if options.delimiter is not None and len(options.delimiter) != 1:
            raise UserError(f"--delimiter {options.delimiter!r}: it must be a single character")

    @cached_property
    def dialect(self) -> Dialect:
        return detect_dialect(self.text[:HEAD_LENGTH], self.options.delimiter)

    @cached_property
    def names(self) -> list[str]:
        """The column names of the file."""
        return self.lines().names

    @cached_property
    def header(self) -> list[str]:
        """Unique column names."""
        return unique_names(self.names)

    @property
    def renamed(self) -> dict[str, str]:
        """New names of columns whose name occurred before, with the name in the file."""
        return renamed_columns(self.header, self.names)

    @cached_property
    def content(self) -> Any:
        """The text in memory of Arrow, without empty lines at the start.

        A thread of Arrow that releases memory of Python at exit would abort the process.
        """
        copy = pa.BufferOutputStream()
        copy.write(self.text.lstrip("\r\n").encode())
        return copy.getvalue()

    def table(self, text_columns: Iterable[str]) -> pa.Table:
        """Parse all columns with inferred types; ``text_columns`` stay text."""
        as_text = set(text_columns)
        dates = self.options.dates
        table = self.parse(as_text | dates.of_columns.keys() | dates.saved.keys())
        padded = self.find_zero_padded(table)
        columns = {
            name: padded[name] if name in padded else self.clean(name, column, name in as_text)
            for given, name, column in zip(self.names, self.header, table.columns, strict=True)
            if given or column.null_count < len(column)  # spreadsheets export empty columns
        }
        self.check_date_formats()
        return pa.table(columns)

    def as_written(self, names: list[str]) -> pa.Table:
        """Return columns as text, exactly as in the file."""
        return self.parse(names, names, missing=False)

    def parse(
        self, as_text: Iterable[str], only: list[str] | None = None, missing: bool = True
    ) -> pa.Table:
        """Parse all columns or only some; without ``missing``, missing values stay text."""
        convert = pacsv.ConvertOptions(
            null_values=self.options.null_values,
            strings_can_be_null=missing,
            decimal_point=self.dialect.decimal_point,
            timestamp_parsers=[pacsv.ISO8601],
            column_types=dict.fromkeys(as_text, pa.string()),
            include_columns=only,
        )
        try:
            return self.parse_blocks(convert)
        except pa.ArrowException as error:
            ragged = self.lines().ragged_line_error()
            raise ragged or UserError(f"{self.source}: {one_line(str(error))}") from None

    def parse_blocks(self, convert: pacsv.ConvertOptions) -> pa.Table:
        """Parse in parallel blocks or, if a record is longer than a block, in a single block."""

        def read(block_size: int | None) -> pa.Table:
            return pacsv.read_csv(
                pa.BufferReader(self.content),
                read_options=pacsv.ReadOptions(
                    column_names=self.header, skip_rows_after_names=1, block_size=block_size
                ),
                parse_options=pacsv.ParseOptions(
                    delimiter=self.dialect.delimiter, newlines_in_values=True
                ),
                convert_options=convert,
            )

        try:
            return read(None)
        except pa.ArrowInvalid as error:
            if "straddl" not in str(error):
                raise
            return read(min(self.content.size, MAX_BLOCK))

    def find_zero_padded(self, table: pa.Table) -> dict[str, Any]:
        """Return the columns of integers with leading zeros, such as postal codes, as text."""
        integers = [
            name
            for name, kind in zip(self.header, table.schema.types, strict=True)
            if pa.types.is_integer(kind) and name not in self.options.numbers
        ]
        found = {}
        as_text = self.parse(integers, integers) if integers else pa.table({})
        for name, column in zip(as_text.column_names, as_text.columns, strict=True):
            text = pc.utf8_trim_whitespace(column)
            padded = text.filter(pc.match_substring_regex(text, r"^0\d"))
            if len(padded):
                found[name] = text
                self.zero_padded[name] = padded[0].as_py()
        return found

    def clean(self, name: str, column: Any, as_text: bool) -> Any:
        """Strip text, and convert it if all of it is dates or formatted numbers."""
        if not pa.types.is_string(column.type):
            return column
        text = pc.utf8_trim_whitespace(column)
        absent = pc.is_in(text, value_set=pa.array(self.options.null_values))
        text = pc.if_else(absent, pa.scalar(None, pa.string()), text)
        if as_text or text.null_count == len(text):
            return text
        form = self.date_format(name, text)
        if form:
            self.date_formats[name] = form
            return parse_dates(text, form)
        if name in self.options.dates.saved:
            iso = parse_iso(text)
            return text if iso is None else iso
        numbers = self.formatted_numbers(name, text)
        return text if numbers is None else numbers

    def date_format(self, name: str, text: Any) -> str | None:
        """Return the format of a column of dates; None if it is something else, or ambiguous.

        A column that had dates at fit has the format of that time or that of the option.
        """
        dates = self.options.dates
        if name in dates.of_columns:
            form = dates.of_columns[name]
            wrong = first_lost(text, parse_dates(text, form))
            if wrong is not None:
                place = self.lines().locate(name, wrong)
                raise UserError(f"{place} does not have the --date-format {form}")
            return form
        saved = [dates.saved[name]] if name in dates.saved else []
        known = (form for form in (*dates.common, *saved) if share_of_dates(text, form) == 1)
        detected = {} if saved else detect_formats(text)
        return next(known, next(iter(detected)) if len(detected) == 1 else None)

    def check_date_formats(self) -> None:
        """Raise an error for an option ``--date-format`` without a column."""
        check_columns(self.options.dates.of_columns, self.header, self.source)
        for form in self.options.dates.common:
            if form not in self.date_formats.values():
                raise UserError(f"{self.source}: no column has the --date-format {form}")

    def formatted_numbers(self, name: str, text: Any) -> Any | None:
        """Convert numbers with separators and signs; None if a value is something else."""
        point = self.dialect.decimal_point
        numbers = NumberFormat(point).parse(text)
        if numbers is not None:
            formatted = (value for value in text.to_pylist() if value)
            example = next((v for v in formatted if not is_plain_number(v, point)), None)
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
