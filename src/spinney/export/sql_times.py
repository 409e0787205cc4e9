"""Dates and times in SQL: literals, and comparisons of columns with them."""

import math
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from ..data.codings import SECONDS_PER_DAY, Coding

EPOCH = datetime(1970, 1, 1)
DAY = timedelta(days=1)
ROUNDING = Fraction(1, 5)
"""Microseconds by which the float64 of a time may be below the time."""


class TimeSyntax(NamedTuple):
    """Literals of a dialect with {} for ISO text, and conversions with {} for a column."""

    date: str
    datetime: str
    utc: str
    """A datetime of a column with a time zone."""
    time: str
    days: str
    """The number of days since 1970-01-01."""
    duration: str = ""
    """A literal of seconds; empty if durations are columns of numbers."""


def within(x: str, coding: Coding, low: float, high: float, syntax: TimeSyntax) -> str:
    """Return the condition that a column is above ``low`` and up to ``high``."""
    above, up_to = (">=", "<") if coding.kind == "date" else (">", "<=")
    conditions = []
    if math.isfinite(low):
        conditions.append(f"{x} {above} {literal(low, coding, syntax)}")
    if math.isfinite(high):
        conditions.append(f"{x} {up_to} {literal(high, coding, syntax)}")
    return " AND ".join(conditions) or f"{x} IS NOT NULL"


def literal(value: float, coding: Coding, syntax: TimeSyntax) -> str:
    """Return a threshold as a literal; of dates the first day above it.

    That day separates days on both sides of the threshold also in columns with a time of day.
    """
    if coding.kind == "date":
        day = moment(math.floor(value) * SECONDS_PER_DAY)
        last = day >= datetime.max - DAY
        return syntax.date.format((day if last else day + DAY).date().isoformat())
    if coding.kind == "datetime":
        text = moment(Fraction(value) * SECONDS_PER_DAY).isoformat(" ", "microseconds")
        return (syntax.datetime if coding.zone is None else syntax.utc).format(text)
    if coding.kind == "time":
        seconds = min(max(Fraction(value), Fraction(0)), SECONDS_PER_DAY - Fraction(1, 10**6))
        return syntax.time.format(moment(seconds).time().isoformat("microseconds"))
    return syntax.duration.format(repr(value))


def moment(seconds: Fraction | int) -> datetime:
    """Return the time so many seconds after 1970-01-01, clipped to the years 1 to 9999."""
    microseconds = math.floor(Fraction(seconds) * 10**6 + ROUNDING)
    first, last = (
        (end - EPOCH) // timedelta(microseconds=1) for end in (datetime.min, datetime.max)
    )
    return EPOCH + timedelta(microseconds=min(max(microseconds, first), last))
