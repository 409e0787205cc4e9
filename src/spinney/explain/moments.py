"""Dates, times and durations of the user as numbers of a feature."""

from datetime import datetime, time
from typing import Any

from ..data.codings import Coding, is_time_type, object_times
from ..inspection.coded_values import time_zone


def moment_number(value: Any, coding: Coding, name: str, argument: str) -> float:
    """Return the number of a date, time or duration, or of text in ISO format."""
    moment = parsed(value, coding) if isinstance(value, str) else value
    numbers = None
    if is_time_type(type(moment)):
        numbers = object_times([moment], name).read_as(coding)
    if numbers is None:
        form = "" if coding.kind == "duration" else " or text in ISO format"
        raise ValueError(
            f"{argument}: {value!r} does not fit {name!r}, which has {coding.noun}: pass such an "
            f"object{form}."
        )
    return float(numbers[0])


def parsed(text: str, coding: Coding) -> Any:
    """Return the moment of a text in ISO format; None if it has another format.

    Times without an offset are those of the feature's time zone.
    """
    try:
        if coding.kind == "time":
            return time.fromisoformat(text)
        if coding.kind not in ("date", "datetime"):
            return None
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if coding.zone is not None and moment.tzinfo is None:
        return moment.replace(tzinfo=time_zone(coding.zone))
    return moment
