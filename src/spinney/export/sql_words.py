"""What SQL dialects write differently: numbers, labels, names, a few functions."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

GROUP = 50
"""Terms in one pair of brackets: databases limit how deep an expression is."""

LINE_END = "\0"
"""Stands for a line end within quotes as long as lines are still moved."""


class Dialect(NamedTuple):
    """How a database writes what the others write in another way."""

    name: str
    exponents: bool
    """Numbers need an exponent to be float64, not decimal."""
    booleans: bool
    greatest: str
    """The function that gives the larger of two numbers."""
    least: str

    def number(self, x: float) -> str:
        """A literal that reads back as the same float64."""
        text = repr(float(x))
        return f"{text}e0" if self.exponents and "e" not in text else text

    def label(self, label: Any, column: str) -> str:
        """A category or a class as a literal."""
        if isinstance(label, bool):
            return (str(label) if self.booleans else str(int(label))).upper()
        if isinstance(label, int):
            return str(label)
        if isinstance(label, float):
            return self.number(label)
        if not isinstance(label, str):
            raise ValueError(
                f"SQL cannot be written for {column}: its label {label!r} is a "
                f"{type(label).__name__}, not text, a number or a boolean."
            )
        return quoted(label, "'")

    def as_float(self, expression: str) -> str:
        return f"CAST({expression} AS DOUBLE PRECISION)" if self.exponents else expression


SQLITE = Dialect("sqlite", exponents=False, booleans=False, greatest="MAX", least="MIN")
DUCKDB = Dialect("duckdb", exponents=True, booleans=True, greatest="GREATEST", least="LEAST")
POSTGRES = DUCKDB._replace(name="postgres")
DIALECTS = {dialect.name: dialect for dialect in (SQLITE, DUCKDB, POSTGRES)}


def quoted(text: str, mark: str = '"') -> str:
    """A name in double quotes, or text in single ones."""
    if "\0" in text:
        raise ValueError(f"SQL cannot be written: {text!r} holds a character of code 0.")
    return mark + text.replace(mark, 2 * mark).replace("\n", LINE_END) + mark


def total(terms: Sequence[str]) -> str:
    """Terms added up, in groups of groups if there are many."""
    while len(terms) > GROUP:
        starts = range(0, len(terms), GROUP)
        terms = [f"({joined(terms[i : i + GROUP])})" for i in starts]
    return joined(terms)


def joined(terms: Iterable[str]) -> str:
    return "\n+ ".join(terms)


def case(branches: Sequence[tuple[str, str]], otherwise: str) -> str:
    """CASE with (condition, result) pairs; only the rest if there are none."""
    if not branches:
        return otherwise
    lines = [f"WHEN {condition} THEN {indented(result)}" for condition, result in branches]
    return "\n".join(
        ["CASE", *(f"  {line}" for line in lines), f"  ELSE {indented(otherwise)}", "END"]
    )


def indented(text: str) -> str:
    return text.replace("\n", "\n  ")
