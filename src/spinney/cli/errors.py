"""What the user got wrong, and how it is said: in one line, with exit code 2."""

import difflib
from collections.abc import Iterable

import click

SHOWN, SHOWN_COLUMNS = 8, 40


class UserError(click.ClickException):
    """A mistake of the user's: a message that names what is wrong and what to do."""

    exit_code = 2


def one_line(text: str) -> str:
    return " ".join(text.split())


def counted(n: int, thing: str, several: str | None = None) -> str:
    """A number of things, with the word for one or for several of them."""
    return f"{n} {thing if n == 1 else several or thing + 's'}"


def listed(names: Iterable[str], most: int = SHOWN) -> str:
    """Names in quotes, the first of them if there are many."""
    quoted = [repr(name) for name in names]
    rest = f" and {len(quoted) - most} more" if len(quoted) > most else ""
    return ", ".join(quoted[:most]) + rest


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is most like a wrong one; empty if none is."""
    by_lower = {other.lower(): other for other in known}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f" (did you mean {by_lower[close[0]]!r}?)" if close else ""


def unknown_column(name: str, columns: list[str], source: str) -> UserError:
    hint = did_you_mean(name, columns)
    there = f"its columns: {listed(columns, SHOWN_COLUMNS)}"
    if len(columns) == 1:
        there = f"all it has is {columns[0]!r}; --delimiter says what separates values"
    return UserError(f"{source} has no column {name!r}{hint}; {there}")
