"""Text of numbers that stand for dates, times, durations or ordered categories."""

import math
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from ..data.codings import Coding
from .numbers import EPOCH, format_number
from .phrases import label_text


def format_coded(value: float, coding: Coding) -> str:
    """Format a value or a threshold, to the microsecond if needed.

    Between two dates or two categories, it is the lower one: the largest value up to a threshold.
    """
    try:
        if coding.kind == "ordered":
            return label_text(coding.categories[category_position(value, coding)])
        if coding.kind == "date":
            return (EPOCH + timedelta(days=math.floor(value))).date().isoformat()
        if coding.kind == "datetime":
            return moment_text(EPOCH + timedelta(days=value), coding.zone)
        return duration_text(timedelta(seconds=value))
    except (OverflowError, ValueError):  # outside of the years 1 to 9999
        return format_number(value)


def category_position(value: float, coding: Coding) -> int:
    """Return the position of the category at or below a number."""
    return min(max(math.floor(value), 0), len(coding.categories) - 1)


def moment_text(moment: datetime, zone: str | None) -> str:
    """Return date and time; with a time zone also the offset from UTC."""
    if zone is not None:
        moment = moment.replace(tzinfo=UTC).astimezone(time_zone(zone))
    precision = "auto" if moment.second or moment.microsecond else "minutes"
    return without_zeros(moment.isoformat(" ", precision))


def duration_text(duration: timedelta) -> str:
    """Return days, hours and minutes, with seconds if they are not 0; also for a time of day."""
    if duration < timedelta(0):
        return f"-{duration_text(-duration)}"
    clock = (datetime.min + duration % timedelta(days=1)).time()
    precision = "auto" if clock.second or clock.microsecond else "minutes"
    text = without_zeros(clock.isoformat(precision))
    if duration.days == 0:
        return text
    days = f"{duration.days:,} day{'s' if duration.days != 1 else ''}"
    return days if text == "00:00" else f"{days} {text}"


def without_zeros(text: str) -> str:
    """Remove trailing zeros of the fraction of a second."""
    head, point, fraction = text.partition(".")
    digits, offset = fraction[:6].rstrip("0"), fraction[6:]
    return f"{head}{point}{digits}{offset}"


@cache
def time_zone(name: str) -> tzinfo:
    """Return a time zone; UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return UTC
