"""CSV into tables of Arrow."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.csv as pacsv  # type: ignore[import-untyped]

from .csv_lines import FIRST_BYTES, Dialect, Lines, sniff
from .errors import UserError, one_line
from .written_numbers import Notation, is_plain

ALSO_MISSING = ("?",)
UTF16 = (b"\xff\xfe", b"\xfe\xff")
DATES = (
    pacsv.ISO8601,
    *(day + time for day in ("%d.%m.%Y", "%Y/%m/%d") for time in ("", " %H:%M", " %H:%M:%S")),
)
"""Ways to write a date that can mean one day only."""


@dataclass(frozen=True)
class CsvOptions:
    """What the user says of a CSV file; the rest is guessed."""

    delimiter: str | None = None
    encoding: str = "utf-8"
    missing: tuple[str, ...] = ()

    @property
    def null_values(self) -> list[str]:
        usual: list[str] = pacsv.ConvertOptions().null_values
        return [*usual, *ALSO_MISSING, *self.missing]


class CsvFile:
    """The text of a CSV file."""

    def __init__(self, data: bytes, source: str, options: CsvOptions) -> None:
        self.source = source
        self.options = options
        self.text = decoded(data, source, options.encoding).removeprefix("\ufeff")
        self.written: dict[str, str] = {}
        """Columns whose numbers have separators or signs, with an example of each."""
        if not self.text.strip():
            raise UserError(f"{source} is empty")
        if options.delimiter is not None and len(options.delimiter) != 1:
            raise UserError(f"--delimiter {options.delimiter!r}: it must be a single character")

    @cached_property
    def dialect(self) -> Dialect:
        return sniff(self.text[:FIRST_BYTES], self.options.delimiter)

    def table(self, text_columns: Iterable[str]) -> pa.Table:
        """All columns: ``text_columns`` as they stand, others of the type of their values."""
        as_text = set(text_columns)
        table = self.parsed(as_text)
        names = [name.strip() for name in table.column_names]
        found = [
            (name, self.tidied(name, column, name in as_text))
            for name, column in zip(names, table.columns, strict=True)
            if name or column.null_count < len(column)  # spreadsheets leave empty columns behind
        ]
        return pa.table([column for _, column in found], [name for name, _ in found])

    def parsed(self, as_text: set[str]) -> pa.Table:
        # A copy of Arrow's own: a thread that gives back Python's memory at exit would abort it.
        copy = pa.BufferOutputStream()
        copy.write(self.text.encode())
        named = [name for name in self.lines().names if name.strip() in as_text]
        try:
            return pacsv.read_csv(
                pa.BufferReader(copy.getvalue()),
                parse_options=pacsv.ParseOptions(
                    delimiter=self.dialect.delimiter, newlines_in_values=True
                ),
                convert_options=pacsv.ConvertOptions(
                    null_values=self.options.null_values,
                    strings_can_be_null=True,
                    decimal_point=self.dialect.decimal_point,
                    timestamp_parsers=DATES,
                    column_types={name: pa.string() for name in named},
                ),
            )
        except pa.ArrowException as error:
            ragged = self.lines().ragged()
            raise ragged or UserError(f"{self.source}: {one_line(str(error))}") from None

    def tidied(self, name: str, column: Any, as_text: bool) -> Any:
        """Text without spaces around it; as numbers, if it is numbers with signs."""
        if not pa.types.is_string(column.type):
            return column
        text = pc.utf8_trim_whitespace(column)
        absent = pc.is_in(text, value_set=pa.array(self.options.null_values))
        text = pc.if_else(absent, pa.scalar(None, pa.string()), text)
        notation = Notation(self.dialect.decimal_point)
        numbers = None if as_text or text.null_count == len(text) else notation.read(text)
        if numbers is None:
            return text
        signed = (v for v in text.to_pylist() if v and not is_plain(v, notation.decimal_point))
        example = next(signed, None)
        if example:
            self.written[name] = example
        return numbers

    def lines(self) -> Lines:
        """The file once more, slowly, to find the line of what is wrong."""
        return Lines(self.text, self.dialect, self.source)


def decoded(data: bytes, source: str, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except LookupError:
        raise UserError(f"--encoding {encoding!r} is not known") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if data[:2] not in UTF16 and b"\0" in data:
            raise UserError(f"{source}, line {line}: this is not text; is it a CSV file?") from None
        likely = "utf-16" if data[:2] in UTF16 else "latin-1"
        raise UserError(
            f"{source}, line {line}: this is not {encoding}; name the encoding, for example "
            f"--encoding {likely}"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UserError(f"{source}, line {line}: this is not text; is it a CSV file?")
    return text
