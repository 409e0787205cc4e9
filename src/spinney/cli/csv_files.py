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
    """The text of a CSV file."""

    def __init__(self, data: bytes, source: str, options: CsvOptions) -> None:
        self.source = source
        self.options = options
        self.text = decoded(data, source, options.encoding).removeprefix("\ufeff")
        if not self.text.strip():
            raise Mistake(f"{source} is empty")
        if options.delimiter is not None and len(options.delimiter) != 1:
            raise Mistake(f"--delimiter {options.delimiter!r}: it must be a single character")

    @cached_property
    def dialect(self) -> Dialect:
        return sniff(self.text[:FIRST_BYTES], self.options.delimiter)

    def table(self, text_columns: Iterable[str]) -> pa.Table:
        """All columns: ``text_columns`` as they stand, others of the type of their values."""
        # A copy of Arrow's own: a thread that gives back Python's memory at exit would abort it.
        copy = pa.BufferOutputStream()
        copy.write(self.text.encode())
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
                    column_types={name: pa.string() for name in text_columns},
                ),
            )
        except pa.ArrowException as error:
            ragged = self.lines().ragged()
            raise ragged or Mistake(f"{self.source}: {one_line(str(error))}") from None

    def lines(self) -> Lines:
        """The file once more, slowly, to find the line of what is wrong."""
        return Lines(self.text, self.dialect, self.source)


def decoded(data: bytes, source: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise Mistake(f"--encoding {encoding!r} is not known") from None
    except UnicodeDecodeError as error:
        likely = "utf-16" if data[:2] in UTF16 else "latin-1"
        line = data.count(b"\n", 0, error.start) + 1
        raise Mistake(
            f"{source}, line {line}: this is not {encoding}; name the encoding, for example "
            f"--encoding {likely}"
        ) from None
