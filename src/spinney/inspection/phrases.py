"""Labels, shares and numbers as people read them."""

import math
from collections.abc import Iterable
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
    return f"{count} row{'s' if count != 1 else ''}"


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


def short(number: float, others: Iterable[float], decimals: int) -> str:
    """The number with few digits, but enough to tell it from the others and from 0."""
    gaps = [abs(other - number) for other in (*others, 0.0) if other != number]
    error = min(*gaps, abs(number) / 25) / 4 if gaps else math.inf
    plain = number == 0 or 1e-4 <= abs(number) < 1e15
    for digits in range(decimals, 18):
        text = f"{number:.{digits}f}" if plain else f"{number:.{digits}g}"
        if abs(float(text) - number) <= error:
            break
    else:
        text = repr(number)
    return text.rstrip("0").rstrip(".") if plain and "." in text else text
