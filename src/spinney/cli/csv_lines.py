"""Dialect detection, and a slow CSV reader that knows line numbers, for error messages."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .errors import UserError, counted, listed

DELIMITERS = ",;\t|"
HEAD_LENGTH = 65536
QUOTED = re.compile(r'"(?:[^"]|"")*"')

csv.field_size_limit(2**31 - 1)  # by default longer fields than 131,072 characters are an error


class Dialect(NamedTuple):
    """Delimiter and decimal point of a CSV file."""

    delimiter: str
    decimal_point: str


def detect_dialect(head: str, delimiter: str | None) -> Dialect:
    """Find the most frequent delimiter of the header, and decimal commas if there are no points."""
    header = QUOTED.sub("", head).split("\n", 1)[0]
    found = delimiter or max(DELIMITERS, key=header.count)
    start, end = rf"(?:^|{re.escape(found)})-?", rf"(?:$|{re.escape(found)}|\r)"
    comma = re.compile(rf"{start}\d+(?:\.\d{{3}})*,\d+{end}", re.M)
    point = re.compile(rf"{start}\d+\.\d+{end}", re.M)
    decimal_comma = found != "," and comma.search(head) and not point.search(head)
    return Dialect(found, "," if decimal_comma else ".")


class CsvLines:
    """The records of a CSV text with their line numbers."""

    def __init__(self, text: str, dialect: Dialect, source: str) -> None:
        self.reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.delimiter)
        self.source = source
        self.names = [name.strip() for name in next(filter(None, self.reader), [])]
        self.header = unique_names(self.names)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        line = self.reader.line_num + 1
        for record in self.reader:
            if record:
                yield line, record
            line = self.reader.line_num + 1

    def ragged_line_error(self) -> UserError | None:
        """Describe the first line whose number of values differs from the header."""
        n = len(self.header)
        for line, record in self.records():
            if len(record) != n:
                found = counted(len(record), "value")
                return UserError(
                    f"{self.source}, line {line}: {found}, but the header has "
                    f"{counted(n, 'column')} ({listed(self.names)})"
                )
        return None

    def find(self, column: str, is_wrong: Callable[[str], bool]) -> tuple[int, str] | None:
        """Return line number and value of the first wrong value of a column."""
        index = self.header.index(column)
        for line, record in self.records():
            if len(record) > index and is_wrong(record[index]):
                return line, record[index]
        return None

    def locate(self, column: str, value: str) -> str:
        """Describe the first occurrence of a value by line, column and value."""
        found = self.find(column, lambda other: other.strip() == value)
        line = f", line {found[0]}" if found else ""
        return f"{self.source}{line}, column {column!r}: {value!r}"


def unique_names(names: Sequence[str]) -> list[str]:
    """Number the repetitions of a name: a, a.1, a.2."""
    taken, unique = set(names), []
    repetitions: Counter[str] = Counter()
    for name in names:
        new = name
        while repetitions[name] and new in taken:
            new = f"{name}.{repetitions[name]}"
            repetitions[name] += new in taken
        repetitions[name] += 1
        taken.add(new)
        unique.append(new)
    return unique


def renamed_columns(unique: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the new names that differ from the names in the file, with those."""
    pairs = zip(unique, names, strict=True)
    return {new: name for new, name in pairs if new != name}
