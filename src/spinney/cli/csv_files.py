"""CSV into tables of Arrow."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.csv as pacsv  # type: ignore[import-untyped]

from .csv_lines import FIRST_BYTES, Dialect, Lines, sniff
from .errors import Mistake, one_line

ALSO_MISSING = ("?",)
UTF16 = (b"\xff\xfe", b"\xfe\xff")


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
    """The bytes of a CSV file."""

    def __init__(self, data: bytes, source: str, options: CsvOptions) -> None:
        self.data = data
        self.source = source
        self.options = options
        if not data.strip():
            raise Mistake(f"{source} is empty")

    @cached_property
    def dialect(self) -> Dialect:
        head = self.data[:FIRST_BYTES].decode(self.options.encoding, errors="replace")
        return sniff(head.lstrip("\ufeff"), self.options.delimiter)

    def table(self, text_columns: Iterable[str]) -> pa.Table:
        """All columns: ``text_columns`` as they stand, others of the type of their values."""
        options = self.options
        if self.data[:2] in UTF16 and not options.encoding.lower().startswith("utf-16"):
            raise Mistake(f"{self.source} is UTF-16: say --encoding utf-16")
        try:
            table = pacsv.read_csv(
                pa.BufferReader(self.data),
                pacsv.ReadOptions(encoding=options.encoding),
                pacsv.ParseOptions(delimiter=self.dialect.delimiter, newlines_in_values=True),
                pacsv.ConvertOptions(
                    null_values=options.null_values,
                    strings_can_be_null=True,
                    decimal_point=self.dialect.decimal_point,
                    column_types={name: pa.string() for name in text_columns},
                ),
            )
        except (pa.ArrowException, LookupError) as error:
            raise self.mistake(error) from None
        return self.checked(table)

    def checked(self, table: pa.Table) -> pa.Table:
        for field in table.schema:
            if pa.types.is_binary(field.type):
                raise Mistake(
                    f"{self.source}, column {field.name!r}: not {self.options.encoding}; name its "
                    "encoding, for example --encoding latin-1"
                )
        return table

    def mistake(self, error: Exception) -> Mistake:
        """What is wrong with a file that cannot be read, with its line if that is known."""
        if isinstance(error, LookupError):
            return Mistake(f"--encoding: {one_line(str(error))}")
        ragged = self.lines().ragged()
        return ragged or Mistake(f"{self.source}: {one_line(str(error))}")

    def lines(self) -> Lines:
        """The file once more, slowly, to find the line of what is wrong."""
        text = self.data.decode(self.options.encoding, errors="replace").lstrip("\ufeff")
        return Lines(text, self.dialect, self.source)
