"""A CSV file read line by line: slow, to say where something is wrong."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .errors import UserError, counted, listed

DELIMITERS = ",;\t|"
FIRST_BYTES = 65536


class Dialect(NamedTuple):
    """How the values of a CSV file are told apart."""

    delimiter: str
    decimal_point: str


def sniff(head: str, delimiter: str | None) -> Dialect:
    """The delimiter that the header line has most of; a decimal comma only if there is no point."""
    header = head.split("\n", 1)[0]
    found = delimiter or max(DELIMITERS, key=header.count)
    start, end = rf"(?:^|{re.escape(found)})-?", rf"(?:$|{re.escape(found)}|\r)"
    comma = re.compile(rf"{start}\d+(?:\.\d{{3}})*,\d+{end}", re.M)
    point = re.compile(rf"{start}\d+\.\d+{end}", re.M)
    decimal_comma = found != "," and comma.search(head) and not point.search(head)
    return Dialect(found, "," if decimal_comma else ".")


class Lines:
    """The records of a CSV text, with the numbers of their first lines."""

    def __init__(self, text: str, dialect: Dialect, source: str) -> None:
        self.reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.delimiter)
        self.source = source
        self.names: list[str] = next(self.reader, [])
        self.header = [name.strip() for name in self.names]

    def records(self) -> Iterator[tuple[int, list[str]]]:
        line = self.reader.line_num + 1
        for record in self.reader:
            if record:
                yield line, record
            line = self.reader.line_num + 1

    def ragged(self) -> UserError | None:
        """The first line with more or fewer values than the header has names."""
        n = len(self.header)
        for line, record in self.records():
            if len(record) != n:
                found = counted(len(record), "value")
                return UserError(
                    f"{self.source}, line {line}: {found}, but the header has "
                    f"{counted(n, 'column')} ({listed(self.header)})"
                )
        return None

    def first(self, column: str, wrong: Callable[[str], bool]) -> tuple[int, str] | None:
        """Line and value of the first wrong value of a column."""
        place = self.header.index(column)
        for line, record in self.records():
            if len(record) > place and wrong(record[place]):
                return line, record[place]
        return None
