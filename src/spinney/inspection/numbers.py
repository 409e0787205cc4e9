"""Numbers and dates formatted for people; exports keep exact numbers."""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

SEPARATED_FROM = 10_000
"""Numbers from here on have thousands separators; years and other small numbers do not."""
PLAIN_RANGE = 1e-4, 1e12
"""Numbers outside this range have an exponent."""
EPOCH = datetime(1970, 1, 1)


def format_number(value: float, digits: int = 4) -> str:
    """Format a value with significant digits; digits before the decimal point are all kept."""
    if not is_plain(value):
        return f"{value:.{digits}g}"
    magnitude = math.floor(math.log10(abs(value))) if value else 0
    return fixed(value, max(0, digits - 1 - magnitude))


def format_threshold(number: float, others: Iterable[float], decimals: int) -> str:
    """Format a number with few decimals, but enough to distinguish it from others and from 0."""
    gaps = [abs(other - number) for other in (*others, 0.0) if other != number]
    error = min(*gaps, abs(number) / 25) / 4 if gaps else math.inf
    plain = is_plain(number)
    for digits in range(decimals, 18):
        text = fixed(number, digits) if plain else f"{number:.{digits}g}"
        if abs(parse(text) - number) <= error:
            return text
    return repr(number)


def fixed(value: float, decimals: int) -> str:
    """Format with thousands separators and at most ``decimals`` decimals."""
    separator = "," if abs(value) >= SEPARATED_FROM else ""
    text = f"{value:{separator}.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse(text: str) -> float:
    """Return the value of a formatted number."""
    return float(text.replace(",", ""))


def is_plain(value: float) -> bool:
    """Whether a number is written without an exponent."""
    return value == 0 or PLAIN_RANGE[0] <= abs(value) < PLAIN_RANGE[1]


def format_date(days: float) -> str:
    """Format days since 1970-01-01 as a date, with the time of day unless it is 0:00 or 12:00.

    A threshold between two dates is often at noon: the date alone then states the split.
    """
    try:
        moment = EPOCH + timedelta(days=days)
    except (OverflowError, ValueError):
        return format_number(days)
    return f"{moment:%Y-%m-%d}" if days % 1 in (0, 0.5) else f"{moment:%Y-%m-%d %H:%M}"
