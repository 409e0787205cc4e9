"""SQL dialects: quoting, literals and the few functions in which databases differ."""

import re
from collections.abc import Sequence
from typing import Any

from .sql_text import LINE_END, case
from .sql_times import TimeSyntax

MICROSECONDS = "86400000000e0"
"""Of a day."""


class Dialect:
    """The usual syntax; subclasses change what differs."""

    name = ""
    quotes = ('"', '"')
    """Around names."""
    exponents = True
    """Whether numbers have an exponent, which makes them float64 instead of decimal."""
    booleans = True
    float_type = ""
    """The type of float64, if tree values must be converted to it."""
    greatest, least = "GREATEST", "LEAST"
    materialized = " AS MATERIALIZED"
    select = "SELECT"
    end_of_step = ""
    """Keeps the database from merging a step with the next one, which repeats its expressions."""
    correlated = True
    """Whether a subquery in FROM can read columns of the outer query."""
    times: TimeSyntax

    def quoted(self, name: str) -> str:
        """Return a name in quotes."""
        first, last = self.quotes
        return first + checked(name).replace(last, 2 * last) + last

    def number(self, x: float) -> str:
        """Return a literal that reads back as the same float64."""
        text = repr(float(x))
        return f"{text}e0" if self.exponents and "e" not in text else text

    def string(self, text: str) -> str:
        """Return text as a literal."""
        return "'" + checked(text).replace("'", "''") + "'"

    def label(self, label: Any, column: str) -> str:
        """Return a class as a literal."""
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
        return self.string(label)

    def category(self, label: Any, column: str) -> str:
        """Return a category as a literal that a column is compared with."""
        return self.label(label, column)

    def text_column(self, name: str) -> str:
        """Return a column of text as it is compared with categories: case-sensitively."""
        return name

    def as_float(self, expression: str) -> str:
        return f"CAST({expression} AS {self.float_type})" if self.float_type else expression

    def clipped(self, x: str, low: float, high: float | None = None) -> str:
        """Return an expression clipped to an interval."""
        at_least = f"{self.greatest}({x}, {self.number(low)})"
        return at_least if high is None else f"{self.least}({at_least}, {self.number(high)})"

    def first_row(self, columns: str, rest: str) -> str:
        """Return a query for the first row of a result."""
        return f"SELECT {columns} {rest} LIMIT 1"

    def output_names(self, names: Sequence[str]) -> Sequence[str]:
        """Return the names of the result's columns as the database allows them."""
        return names


class Sqlite(Dialect):
    """SQLite 3.35 or newer."""

    name = "sqlite"
    exponents = False
    booleans = False
    greatest, least = "MAX", "MIN"
    times = TimeSyntax("'{}'", "'{}'", "'{}'", "'{}'", "(JULIANDAY({}) - 2440587.5)")


class DuckDb(Dialect):
    """DuckDB."""

    name = "duckdb"
    float_type = "DOUBLE PRECISION"
    times = TimeSyntax(
        date="DATE '{}'",
        datetime="TIMESTAMP '{}'",
        utc="TIMESTAMPTZ '{}+00'",
        time="TIME '{}'",
        days="CAST(EXTRACT(EPOCH FROM {}) / 86400e0 AS DOUBLE PRECISION)",
        duration="INTERVAL '{} seconds'",
    )


class Postgres(DuckDb):
    """PostgreSQL 12 or newer."""

    name = "postgres"


class MySql(Dialect):
    """MySQL 8 and MariaDB 10.2 or newer."""

    name = "mysql"
    quotes = ("`", "`")
    materialized = " AS"
    end_of_step = "\n  LIMIT 18446744073709551615"
    correlated = False
    times = TimeSyntax(
        date="DATE '{}'",
        datetime="TIMESTAMP '{}'",
        utc="TIMESTAMP '{}'",
        time="TIME '{}'",
        days="(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', {}) "
        f"/ {MICROSECONDS})",
    )

    def string(self, text: str) -> str:
        return f"_utf8mb4 {self.bytes(text)}"

    def bytes(self, text: str) -> str:
        """Return a string that does not depend on the connection's character set and SQL mode."""
        if text.isascii() and "\\" not in text:
            return super().string(text)
        return f"X'{checked(text).replace(LINE_END, chr(10)).encode().hex()}'"

    def category(self, label: Any, column: str) -> str:
        """Return bytes: text is compared without case and trailing spaces by default."""
        if not isinstance(label, str):
            return self.label(label, column)
        literal = self.bytes(label)
        return literal if literal.startswith("X") else f"_binary {literal}"

    def text_column(self, name: str) -> str:
        return f"CAST(CONVERT({name} USING utf8mb4) AS BINARY)"


class SqlServer(Dialect):
    """SQL Server 2016 or newer, and Azure SQL."""

    name = "sqlserver"
    quotes = ("[", "]")
    booleans = False
    materialized = " AS"
    select = "SELECT TOP (9223372036854775807)"
    times = TimeSyntax(
        date="CAST('{}' AS DATE)",
        datetime="CAST('{}' AS DATETIME2(6))",
        utc="CAST('{} +00:00' AS DATETIMEOFFSET(6))",
        time="CAST('{}' AS TIME(6))",
        days=f"(DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS DATETIME2), {{}}) / {MICROSECONDS})",
    )

    def string(self, text: str) -> str:
        # A backslash at the end of a line continues a literal.
        return "N" + super().string(text).replace("\\" + LINE_END, f"\\' + N'{LINE_END}")

    def category(self, label: Any, column: str) -> str:
        """Return text with a mark at its end, because trailing spaces are ignored."""
        return self.label(f"{label}|" if isinstance(label, str) else label, column)

    def text_column(self, name: str) -> str:
        return f"(CAST({name} AS NVARCHAR(MAX)) + N'|') COLLATE Latin1_General_100_BIN2"

    def clipped(self, x: str, low: float, high: float | None = None) -> str:
        """Return CASE, because GREATEST and LEAST are new in SQL Server 2022."""
        branches = [(f"{x} < {self.number(low)}", self.number(low))]
        if high is not None:
            branches.append((f"{x} > {self.number(high)}", self.number(high)))
        return case(branches, x)

    def first_row(self, columns: str, rest: str) -> str:
        return f"SELECT TOP (1) {columns} {rest}"


class BigQuery(Dialect):
    """GoogleSQL of BigQuery."""

    name = "bigquery"
    quotes = ("`", "`")
    materialized = " AS"
    correlated = False
    times = TimeSyntax(
        date="DATE '{}'",
        datetime="DATETIME '{}'",
        utc="TIMESTAMP '{}+00'",
        time="TIME '{}'",
        days="(DATETIME_DIFF(CAST({} AS DATETIME), DATETIME '1970-01-01', MICROSECOND) "
        f"/ {MICROSECONDS})",
    )

    def quoted(self, name: str) -> str:
        return f"`{escaped(name, '`')}`"

    def string(self, text: str) -> str:
        return f"'{escaped(text, chr(39))}'"

    def output_names(self, names: Sequence[str]) -> Sequence[str]:
        """Return letters, digits and _, and names that differ not only in case."""
        found: dict[str, str] = {}
        for name in names:
            plain = unused = re.sub(r"[^A-Za-z0-9_]", "_", name)
            number = 1
            while unused.lower() in found:
                number += 1
                unused = f"{plain}_{number}"
            found[unused.lower()] = unused
        return list(found.values())


class Snowflake(Dialect):
    """Snowflake."""

    name = "snowflake"
    float_type = "DOUBLE"
    materialized = " AS"
    correlated = False
    times = TimeSyntax(
        date="CAST('{}' AS DATE)",
        datetime="CAST('{}' AS TIMESTAMP_NTZ)",
        utc="CAST('{} +00:00' AS TIMESTAMP_TZ)",
        time="CAST('{}' AS TIME)",
        days=f"(DATEDIFF(MICROSECOND, CAST('1970-01-01' AS TIMESTAMP_NTZ), {{}}) / {MICROSECONDS})",
    )

    def string(self, text: str) -> str:
        return super().string(text.replace("\\", "\\\\"))


DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Sqlite(),
        DuckDb(),
        Postgres(),
        MySql(),
        SqlServer(),
        BigQuery(),
        Snowflake(),
    )
}


def checked(text: str) -> str:
    """Return text with its line ends replaced; raise for null characters."""
    if "\0" in text:
        raise ValueError(f"SQL cannot be written: {text!r} contains a null character.")
    return text.replace("\n", LINE_END)


def escaped(text: str, quote: str) -> str:
    """Return text with backslashes before quotes, backslashes and line ends."""
    text = checked(text).replace(LINE_END, "\n").replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return text.replace("\n", "\\n").replace("\r", "\\r")
