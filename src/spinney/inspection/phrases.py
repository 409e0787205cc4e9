"""Labels, counts and shares as text."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ..base.printable import printable
from ..data.columns import plain_label

MAX_LABEL_LENGTH = 40


def one_line(text: str) -> str:
    """Clip the text and escape characters that do not print."""
    return printable(clip(text))


def label_text(label: Any) -> str:
    """Return a label as text, in quotes where its end would be unclear."""
    if not isinstance(label, str):
        return one_line(str(label))
    text = clip(str(label))
    bare = text.isprintable() and text == text.strip() and not set(text) & set(",{}'\"")
    return text if text and bare else repr(text)


def clip(text: str) -> str:
    """Return the text, or its beginning if it is long."""
    return text if len(text) <= MAX_LABEL_LENGTH else text[: MAX_LABEL_LENGTH - 3] + "..."


def json_value(value: Any) -> Any:
    """Return a value that JSON can hold; anything else becomes text."""
    value = plain_label(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun in singular or plural."""
    return f"{count:,} {noun}{'s' if count != 1 else ''}"


def rows(count: int) -> str:
    """Return a number of rows as text."""
    return counted(count, "row")


def share(value: float) -> str:
    """Return a share in percent: 100% only for 1, 0% only for 0."""
    text = f"{100 * value:.0f}%"
    if text == "100%" and value < 1 - 1e-9:
        return "99%"
    return "<1%" if text == "0%" and value > 0 else text


def listed(items: Iterable[str]) -> str:
    """Join items as in a sentence: a, b and c."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def bracketed(items: Sequence[str], brackets: str) -> list[str]:
    """Return the items of a list in brackets, each with its comma: "(a,", "b)"."""
    last = len(items) - 1
    return [
        f"{brackets[0] if k == 0 else ''}{item}{brackets[1] if k == last else ','}"
        for k, item in enumerate(items)
    ]
