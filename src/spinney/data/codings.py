"""Features whose numbers stand for dates, times, durations or ordered categories."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SECONDS_PER_DAY = 86400
TICKS_PER_DAY = {"D": 1, "h": 24, "m": 1440} | {
    unit: SECONDS_PER_DAY * 1000**k for k, unit in enumerate(("s", "ms", "us", "ns", "ps", "fs"))
}
NOUNS = {"date": "dates", "datetime": "dates", "time": "times of day", "duration": "durations"}
MISSING_TIME = np.datetime64("NaT")


class Coding(NamedTuple):
    """The meaning of the numbers of a feature.

    Attributes
    ----------
    kind : {"date", "datetime", "time", "duration", "ordered"}
        Dates and datetimes are days since 1970-01-01, those with a time zone since 1970-01-01 in
        UTC. Dates are whole days: the time of day of a new value is ignored. Times of day and
        durations are seconds. Ordered categories are positions in ``categories``.
    zone : str or None
        The time zone of the training data; None for times without one.
    categories : tuple
        The labels of ordered categories, from low to high.
    """

    kind: str
    zone: str | None = None
    categories: tuple[Any, ...] = ()

    @property
    def known(self) -> dict[Any, int]:
        """The ordered categories with their positions."""
        return {label: position for position, label in enumerate(self.categories)}

    @property
    def noun(self) -> str:
        """The values of the feature in messages."""
        zone = " with a time zone" if self.zone is not None else ""
        return NOUNS.get(self.kind, "ordered categories") + zone


Codings = Mapping[int, Coding]
"""By feature index; plain numbers and unordered categories have none."""
KINDS = frozenset([*NOUNS, "ordered"])


@dataclass(slots=True)
class TimeColumn:
    """A column of dates, times or durations as numbers; NaN is missing."""

    numbers: NDArray[np.float64]
    coding: Coding

    def learned(self) -> Coding:
        """Return the coding to learn: datetimes that are all at midnight are dates."""
        present = self.numbers[~np.isnan(self.numbers)]
        is_date = self.coding == Coding("datetime") and not (present % 1).any() and present.size
        return Coding("date") if is_date else self.coding

    def read_as(self, coding: Coding) -> NDArray[np.float64] | None:
        """Return the numbers for a feature of a fitted model; None if it has other values."""
        if coding.noun != self.coding.noun:
            return None
        return np.floor(self.numbers) if coding.kind == "date" else self.numbers


def read_times(values: NDArray[Any], name: str, zone: str | None = None) -> TimeColumn:
    """Read an array of datetime64 (in UTC if there is a zone) or timedelta64."""
    kind, (unit, count) = values.dtype.kind, np.datetime_data(values.dtype)
    if unit == "W" or (kind == "M" and unit in "YM"):
        unit, count = "D", 0
    if unit not in TICKS_PER_DAY:
        raise TypeError(f"{name} has dtype {values.dtype}, whose unit is not supported.")
    if count != 1:
        values = values.astype(f"{kind}8[{unit}]")
    ticks, per_day = values.astype(np.int64), TICKS_PER_DAY[unit]
    if kind == "M":
        numbers: NDArray[np.float64] = divided(ticks, per_day)
    elif per_day < SECONDS_PER_DAY:
        numbers = ticks * np.float64(SECONDS_PER_DAY // per_day)
    else:
        numbers = divided(ticks, per_day // SECONDS_PER_DAY)
    numbers[np.isnat(values)] = np.nan
    if kind == "m":
        return TimeColumn(numbers, Coding("duration"))
    return TimeColumn(numbers, Coding("date" if unit == "D" else "datetime", zone))


def divided(ticks: NDArray[np.int64], unit: int) -> NDArray[np.float64]:
    """Divide integers; equal times in different units give the same result."""
    whole, rest = np.divmod(ticks, unit)
    result: NDArray[np.float64] = whole + rest / unit
    return result


def as_times(numbers: NDArray[np.float64], coding: Coding) -> NDArray[Any]:
    """Return numbers as datetime64 (in UTC if there is a zone), timedelta64 or time objects."""
    seconds = numbers * SECONDS_PER_DAY if coding.noun.startswith("dates") else numbers
    microseconds = np.rint(seconds * 1e6).astype(np.int64)
    if coding.kind != "time":
        return microseconds.view("m8[us]" if coding.kind == "duration" else "M8[us]")
    microseconds = np.clip(microseconds, 0, SECONDS_PER_DAY * 10**6 - 1)
    midnight = datetime.datetime.min
    clock = [(midnight + datetime.timedelta(microseconds=int(n))).time() for n in microseconds]
    return np.array(clock, object)


def is_time_type(t: type) -> bool:
    return issubclass(
        t, (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
    )


def object_times(cells: list[Any], name: str) -> TimeColumn:
    """Read Python objects that are dates, times or durations, or missing."""
    present = [cell for cell in cells if is_time_type(type(cell))]
    kinds = {kind_of(cell) for cell in present}
    if len(kinds) > 1:
        raise TypeError(f"{name} mixes {' and '.join(sorted(kinds))}.")
    [kind] = kinds
    if kind == "times of day":
        numbers = [clock_seconds(c) if isinstance(c, datetime.time) else np.nan for c in cells]
        return TimeColumn(np.array(numbers), Coding("time"))
    if kind == "durations":
        empty: Any = np.timedelta64("NaT")
        return read_times(np.array([plain_time(c, empty) for c in cells], "m8"), name)
    zone = next((zone_name(cell) for cell in present if has_zone(cell)), None)
    return read_times(np.array([plain_time(c, MISSING_TIME) for c in cells], "M8"), name, zone)


def kind_of(cell: Any) -> str:
    """Return what kind of time an object is; dates with and without a zone differ."""
    if isinstance(cell, datetime.time):
        return "times of day"
    if isinstance(cell, (datetime.timedelta, np.timedelta64)):
        return "durations"
    return "dates with a time zone" if has_zone(cell) else "dates"


def has_zone(cell: Any) -> bool:
    return getattr(cell, "tzinfo", None) is not None


def zone_name(cell: Any) -> str:
    return str(getattr(cell.tzinfo, "key", "UTC"))


def clock_seconds(time: datetime.time) -> float:
    """Return the seconds since midnight."""
    whole = 3600 * time.hour + 60 * time.minute + time.second
    return whole + time.microsecond / 1e6


def plain_time(cell: Any, missing: Any) -> Any:
    """Return the numpy scalar of a date or duration; times with a zone are converted to UTC."""
    if not is_time_type(type(cell)):
        return missing
    for method in ("to_datetime64", "to_timedelta64"):  # of pandas, with nanoseconds
        if hasattr(cell, method):
            return getattr(cell, method)()
    if has_zone(cell):
        cell = cell.astimezone(datetime.UTC).replace(tzinfo=None)
    is_duration = isinstance(cell, (datetime.timedelta, np.timedelta64))
    return np.timedelta64(cell) if is_duration else np.datetime64(cell)
