"""Syntax of SQL dialects: numbers, labels, quoting and a few functions."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

MAX_TERMS = 50
"""Terms per pair of parentheses: databases limit the depth of expressions."""

LINE_END = "\0"
"""Replaces line ends within quotes until all lines are indented."""


class Dialect(NamedTuple):
    """The syntax in which databases differ."""

    name: str
    exponents: bool
    """Whether numbers need an exponent to be float64 instead of decimal."""
    booleans: bool
    greatest: str
    """The function that returns the larger of two numbers."""
    least: str

    def number(self, x: float) -> str:
        """Return a literal that reads back as the same float64."""
        text = repr(float(x))
        return f"{text}e0" if self.exponents and "e" not in text else text

    def label(self, label: Any, column: str) -> str:
        """Return a category or class as a literal."""
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
    """Return a name in double quotes, or text in single quotes."""
    if "\0" in text:
        raise ValueError(f"SQL cannot be written: {text!r} contains a null character.")
    return mark + text.replace(mark, 2 * mark).replace("\n", LINE_END) + mark


def total(terms: Sequence[str]) -> str:
    """Return the sum of the terms, in nested groups if there are many."""
    while len(terms) > MAX_TERMS:
        starts = range(0, len(terms), MAX_TERMS)
        terms = [f"({joined(terms[i : i + MAX_TERMS])})" for i in starts]
    return joined(terms)


def joined(terms: Iterable[str]) -> str:
    return "\n+ ".join(terms)


def case(branches: Sequence[tuple[str, str]], default: str) -> str:
    """Return CASE with (condition, result) pairs; the default alone if there are none."""
    if not branches:
        return default
    lines = [f"WHEN {condition} THEN {indented(result)}" for condition, result in branches]
    return "\n".join(
        ["CASE", *(f"  {line}" for line in lines), f"  ELSE {indented(default)}", "END"]
    )


def indented(text: str) -> str:
    return text.replace("\n", "\n  ")
