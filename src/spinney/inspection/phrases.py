"""Labels, counts and shares as text."""

from collections.abc import Iterable, Sequence
from typing import Any

LONGEST_LABEL = 40


def one_line(text: str) -> str:
    """The text, clipped, with an escape for each character that does not print."""
    text = clip(text)
    return text if text.isprintable() else repr(text)[1:-1]


def label_text(label: Any) -> str:
    """A label as it prints; in quotes where one would not see where it ends."""
    if not isinstance(label, str):
        return one_line(str(label))
    text = clip(str(label))
    bare = text.isprintable() and text == text.strip() and not set(text) & set(",{}'\"")
    return text if text and bare else repr(text)


def clip(text: str) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 3] + "..."


def rows(count: int) -> str:
    """A number of rows."""
    return f"{count:,} row{'s' if count != 1 else ''}"


def share(value: float) -> str:
    """A share in percent; 100% only if it is all, 0% only if it is nothing."""
    text = f"{100 * value:.0f}%"
    if text == "100%" and value < 1 - 1e-9:
        return "99%"
    return "<1%" if text == "0%" and value > 0 else text


def listed(items: Iterable[str]) -> str:
    """Items in a sentence: a, b and c."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def bracketed(items: Sequence[str], brackets: str) -> list[str]:
    """The items of a list in brackets, each with its comma: "(a,", "b)"."""
    last = len(items) - 1
    return [
        f"{brackets[0] if k == 0 else ''}{item}{brackets[1] if k == last else ','}"
        for k, item in enumerate(items)
    ]
