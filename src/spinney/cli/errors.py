"""User errors, and helpers to format their messages."""

import difflib
from collections.abc import Iterable

import click

from ..base.printable import printable

MAX_ITEMS = 8
MAX_COLUMNS = 30


class UserError(click.ClickException):
    """An error in the command, the table or a file. The message names the error and the fix.

    It is printed as one line, with exit code 2.
    """

    exit_code = 2


def one_line(text: str) -> str:
    """Join the lines of a message, and escape characters that do not print."""
    return printable(" ".join(text.split()))


def counted(n: int, noun: str, plural: str | None = None) -> str:
    """Format a count with the noun in the singular or plural."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def listed(names: Iterable[str], max_items: int = MAX_ITEMS) -> str:
    """Quote names and join them by commas; long lists are cut off."""
    quoted = [repr(name) for name in names]
    rest = f" and {len(quoted) - max_items} more" if len(quoted) > max_items else ""
    return ", ".join(quoted[:max_items]) + rest


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint that names the most similar known name, or an empty string."""
    by_lower = {other.lower(): other for other in known}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f" (did you mean {by_lower[close[0]]!r}?)" if close else ""


def check_columns(names: Iterable[str], columns: Iterable[str], source: str) -> None:
    """Raise for the first name that is not a column of the source."""
    columns = list(columns)
    known = set(columns)
    for name in names:
        if name in known:
            continue
        hint = did_you_mean(name, columns)
        parts = [part.strip() for part in name.split(",")]
        if len(parts) > 1 and known.issuperset(parts):
            hint = "; repeat the option for each column"
        if len(columns) == 1:
            hint = f"; its only column is {columns[0]!r}; set the separator with --delimiter"
        hint = hint or f"; its columns: {listed(columns, MAX_COLUMNS)}"
        raise UserError(f"{source} has no column {name!r}{hint}")
