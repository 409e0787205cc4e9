"""Dates in CSV files: formats of strptime, and detection of the format of a column."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import UserError

DAYS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y"),
    *("%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y"),
    *("%d %b %Y", "%d-%b-%Y", "%b %d, %Y", "%b %d %Y"),
)
TIMES = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p")
FORMATS = [day + time for day in DAYS for time in TIMES]
"""Formats that are detected. Years have four digits."""
SHORT_YEARS = [form.replace("%Y", "%y") for form in FORMATS]
"""Formats that are only suggested, because the position of the year is ambiguous, too."""
AMBIGUOUS_DATE = r"^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4})(?: \d.*)?$"
ISO_TYPES = (pa.date32(), pa.timestamp("s"), pa.timestamp("ns"), pa.timestamp("ns", "UTC"))
FIRST_ROWS = 100
FIRST_YEAR = 1000
TIME_DIRECTIVE = re.compile(r"%[HIMSTRXcrspzZ]")
ZONE_DIRECTIVE = re.compile(r"%[szZ]")


class DateFormats(NamedTuple):
    """Formats of the option ``--date-format``, and those that a model was fitted with."""

    of_columns: Mapping[str, str] = {}
    """Formats that the user gave for a column; other values are an error."""
    common: Sequence[str] = ()
    """Formats that the user gave for all columns of text."""
    saved: Mapping[str, str] = {}
    """Formats by column that the training table had; none is detected for these columns."""

    @classmethod
    def parse(cls, options: Sequence[str]) -> "DateFormats":
        """Read options of the form ``[COLUMN=]FORMAT``."""
        of_columns, common = {}, []
        for option in options:
            column, equals, form = option.rpartition("=")
            if "%" not in form:
                raise UserError(
                    f"--date-format {option!r}: write a format such as %m/%d/%Y, or COLUMN=%m/%d/%Y"
                )
            if equals:
                of_columns[column] = form
            else:
                common.append(form)
        return cls(of_columns, tuple(common))


def parse_dates(text: Any, form: str) -> Any:
    """Convert text to dates or times; values in another format become null."""
    parsed = pc.strptime(text, format=form, unit="s", error_is_null=True)
    valid = pc.greater_equal(pc.year(parsed), FIRST_YEAR)
    if not ZONE_DIRECTIVE.search(form):  # strptime reads 31 April as 1 May
        valid = pc.and_(valid, pc.equal(digits(pc.strftime(parsed, format=form)), digits(text)))
    dates = pc.if_else(valid, parsed, pa.scalar(None, parsed.type))
    return dates if TIME_DIRECTIVE.search(form) else dates.cast(pa.date32())


def digits(text: Any) -> Any:
    """Return the numbers in a text without leading zeros, separated by spaces."""
    numbers = pc.utf8_trim_whitespace(pc.replace_substring_regex(text, r"\D+", " "))
    return pc.replace_substring_regex(numbers, r"\b0+(\d)", r"\1")


def share_of_dates(text: Any, form: str) -> float:
    """Return the share of the values that have the format; NaN if there are no values."""
    n_values = len(text) - text.null_count
    dates = parse_dates(text, form)
    return (len(dates) - dates.null_count) / n_values if n_values else float("nan")


def first_lost(text: Any, converted: Any) -> str | None:
    """Return the first text whose conversion is null."""
    lost = text.filter(pc.and_(pc.is_valid(text), pc.is_null(converted)))
    return lost[0].as_py() if len(lost) else None


def detect_formats(text: Any, min_share: float = 1.0) -> dict[str, float]:
    """Return the formats of at least this share of the values, with their shares.

    There are two if the order of day and month is ambiguous.
    """
    first = text.drop_null().slice(0, FIRST_ROWS)
    if not pc.any(pc.match_substring_regex(first, r"\d.*\d\d\d\d|\d\d\d\d.*\d")).as_py():
        return {}
    likely = [form for form in FORMATS if share_of_dates(first, form) >= min_share]
    values = pc.unique(text.drop_null()) if min_share == 1 else text
    shares = {form: share_of_dates(values, form) for form in likely}
    return {form: share for form, share in shares.items() if share >= min_share}


def ambiguous_formats(column: Any) -> list[str]:
    """Return the formats that a column of ambiguous dates may have; none for other columns.

    Dates are ambiguous if day and month can be exchanged, or if years have two digits.
    """
    if not pa.types.is_string(column.type) or column.null_count == len(column):
        return []
    values = pc.unique(column.drop_null())
    if not pc.all(pc.match_substring_regex(values, AMBIGUOUS_DATE)).as_py():
        return []
    return [form for form in (*FORMATS, *SHORT_YEARS) if share_of_dates(values, form) == 1]


def date_option(name: str, forms: Sequence[str]) -> str:
    """Return the options ``--date-format`` to choose from, quoted for the shell."""
    options = (f"--date-format {shlex.quote(f'{name}={form}')}" for form in forms)
    return " or ".join(options)


def parse_iso(text: Any) -> Any | None:
    """Convert text in ISO format to dates or times; None if a value has another format."""
    for kind in ISO_TYPES:
        try:
            return text.cast(kind)
        except pa.ArrowInvalid:
            continue
    return None
