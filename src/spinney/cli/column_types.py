"""Type inference for columns: number, boolean, category, ordered, date, time, or dropped."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .date_formats import (
    ambiguous_formats,
    date_option,
    detect_formats,
    first_lost,
    parse_dates,
)
from .errors import UserError
from .number_formats import NumberFormat, is_infinite
from .tables import Source

NUMBER, BOOLEAN, CATEGORY, DATE, TIME = "number", "boolean", "category", "date", "time"
ORDERED, DROPPED = "ordered", "dropped"
ID_NAME = re.compile(
    r"(?:^|[\W_])(?:id|ids|uuid|guid|key|index|rowid|rownames?)$|[a-z]I[Dd]$", re.I
)
MIN_ROWS = 20
"""With fewer rows, columns are not checked for identifiers or for text among numbers."""
MAX_DISTINCT_SHARE = 0.5
"""Text with a larger share of distinct values is dropped."""
MIN_NUMBER_SHARE = 0.8
"""Text with at least this share of numbers is taken for a column of numbers with errors."""
LEADING_ZERO = r"^0\d"
SECONDS_PER_DAY = 86400.0


class ColumnType(NamedTuple):
    """The inferred type of a column and, if it is dropped, the reason."""

    name: str
    kind: str
    n_distinct: int
    n_missing: int
    reason: str = ""


def infer_type(source: Source, name: str, forced: str | None) -> ColumnType:
    """Infer the type of a column, unless ``forced`` is CATEGORY or NUMBER; "keep" keeps it."""
    column = source.columns[name]
    n_distinct = count_distinct(column)
    kind, reason = kind_of_values(source, name, forced)
    if forced is None and kind != DROPPED:
        reason = reason_to_drop(column, name, kind, n_distinct)
        kind = DROPPED if reason else kind
    return ColumnType(name, kind, n_distinct, column.null_count, reason)


def count_distinct(column: Any) -> int:
    try:
        return int(pc.count_distinct(column, mode="only_valid").as_py())
    except pa.ArrowNotImplementedError:  # nested types, which are dropped by their type
        return len(column)


def kind_of_values(source: Source, name: str, forced: str | None) -> tuple[str, str]:
    """Return the kind by the Arrow type, and the reason if the column is dropped."""
    arrow_type = source.columns[name].type
    if pa.types.is_null(arrow_type):
        return DROPPED, "no values"
    if forced == CATEGORY:
        return CATEGORY, ""
    if pa.types.is_boolean(arrow_type):
        return BOOLEAN, ""
    if is_number(arrow_type) or (forced == NUMBER and is_text(arrow_type)):
        return NUMBER, ""
    if pa.types.is_time(arrow_type) or pa.types.is_duration(arrow_type):
        return TIME, ""
    if pa.types.is_temporal(arrow_type):
        return DATE, ""
    if is_text(arrow_type):
        check_for_errors(source, name)
        return ORDERED if name in source.orders else CATEGORY, ""
    return DROPPED, f"values of type {arrow_type}"


def is_text(arrow_type: Any) -> bool:
    return bool(pa.types.is_string(arrow_type))


def is_number(arrow_type: Any) -> bool:
    tests = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    return any(test(arrow_type) for test in tests)


def can_be_target(arrow_type: Any) -> bool:
    """Return whether a column of this type holds text, booleans, numbers, dates or times."""
    return is_text(arrow_type) or bool(
        pa.types.is_primitive(arrow_type) or pa.types.is_decimal(arrow_type)
    )


def reason_to_drop(column: Any, name: str, kind: str, n_distinct: int) -> str:
    """Return why a column cannot help a model; empty if it may."""
    n_values = len(column) - column.null_count
    if n_values == 0:
        return "no values"
    if n_distinct == 1 and column.null_count == 0:
        return f"constant ({str(column[0])!r})"
    if len(column) < MIN_ROWS:
        return ""
    if n_distinct == n_values and is_identifier(column, name, kind):
        return "an identifier: all values are distinct"
    if kind == CATEGORY and n_distinct > MAX_DISTINCT_SHARE * n_values:
        hint = "; dates need --date-format" if ambiguous_formats(column) else ""
        return f"text with {n_distinct} distinct values in {n_values} rows{hint}"
    return ""


def is_identifier(column: Any, name: str, kind: str) -> bool:
    """Return whether distinct values are row ids: text, row numbers, or integers named like ids."""
    if kind == CATEGORY:
        return True
    if not pa.types.is_integer(column.type):
        return False
    ends = pc.min_max(column).as_py()
    counts_rows = ends["max"] - ends["min"] == len(column) - 1 and ends["min"] in (0, 1)
    return counts_rows or not name or bool(ID_NAME.search(name))


def check_for_errors(source: Source, name: str) -> None:
    """Raise an error if a text column consists of numbers or dates apart from a few values."""
    column = source.columns[name].drop_null()
    if source.csv is None or len(column) < MIN_ROWS:
        return
    if not pc.any(pc.match_substring_regex(column, LEADING_ZERO)).as_py():
        check_for_text_among_numbers(source, name)
    shares = detect_formats(column, MIN_NUMBER_SHARE)
    if shares and max(shares.values()) < 1:
        form = max(shares, key=lambda form: shares[form])
        wrong = first_lost(column, parse_dates(column, form))
        raise UserError(
            f"{source.csv.lines().locate(name, str(wrong))} does not have the date format {form} "
            f"of {100 * shares[form]:.0f} % of the values of the column; {correction(name)}"
        )


def check_for_text_among_numbers(source: Source, name: str) -> None:
    parses = number_test(source)
    values = pc.value_counts(source.columns[name].drop_null()).to_pylist()
    total = sum(entry["counts"] for entry in values)
    numbers = sum(entry["counts"] for entry in values if parses(entry["values"]))
    if MIN_NUMBER_SHARE * total <= numbers < total:
        raise UserError(
            f"{first_non_number(source, name)} is not a number, but {numbers} of the {total} "
            f"values of the column are; {correction(name)}"
        )


def correction(name: str) -> str:
    return f"correct it, or use --category {name!r} or --missing TEXT"


def number_test(source: Source) -> Callable[[Any], bool]:
    return NumberFormat(source.decimal_point).test()


def first_non_number(source: Source, name: str) -> str:
    """Locate the first value that is neither missing nor a number."""
    parses = number_test(source)
    missing = source.csv.options.null_values if source.csv else ()
    return source.locate(name, lambda value: value.strip() not in missing and not parses(value))


def as_text(column: Any) -> Any:
    """Convert a column to strings; whole floats are written without a decimal point."""
    if pa.types.is_floating(column.type):
        whole = column.cast(pa.int64(), safe=False)
        if pc.all(pc.equal(whole.cast(column.type), column)).as_py() is not False:
            return whole.cast(pa.string())
    return column.cast(pa.string())


def as_numbers(source: Source, name: str, advice: str = "correct it, or use --missing TEXT") -> Any:
    """Convert a column to numbers: dates to days since 1970, times and durations to seconds."""
    column = source.columns[name]
    if is_text(column.type):
        check_saved_format(source, name)
        try:
            return column.cast(pa.float64())
        except pa.ArrowInvalid:
            place = first_non_number(source, name)
            raise UserError(
                f"{place} is not a number; the model needs numbers or dates here: {advice}"
            ) from None
    if pa.types.is_temporal(column.type):
        return temporal_numbers(column)
    if pa.types.is_boolean(column.type):
        return column.cast(pa.uint8())
    if pa.types.is_null(column.type) or pa.types.is_decimal(column.type):
        return column.cast(pa.float64())
    check_finite(source, name)
    return column


def check_saved_format(source: Source, name: str) -> None:
    """Raise an error if a column of text had dates of some format in the training table."""
    column = source.columns[name]
    form = source.csv.options.dates.saved.get(name) if source.csv else None
    if form is None or not is_text(column.type) or column.null_count == len(column):
        return
    wrong = first_lost(column, parse_dates(column, form))
    place = source.locate(name, lambda value: str(value).strip() == wrong)
    others = [*ambiguous_formats(column), *detect_formats(column)]
    advice = date_option(name, list(dict.fromkeys(others)) or ["FORMAT"])
    raise UserError(
        f"{place} does not have the date format {form} of the training table; correct it, or set "
        f"another format with {advice}, or use --missing TEXT"
    )


def check_finite(source: Source, name: str) -> None:
    column = source.columns[name]
    if pa.types.is_floating(column.type) and pc.any(pc.is_inf(column)).as_py():
        place = source.locate(name, lambda value: is_infinite(str(value), source.decimal_point))
        raise UserError(f"{place} is infinite; replace it by a number, or leave it empty")


def temporal_numbers(column: Any) -> Any:
    """Seconds of times and durations, days since 1970 of dates."""
    if pa.types.is_time(column.type):
        unit, scale = pa.time64("us"), 1e6
    elif pa.types.is_duration(column.type):
        unit, scale = pa.duration("us"), 1e6
    else:
        unit = pa.timestamp("us", tz=getattr(column.type, "tz", None))
        scale = 1e6 * SECONDS_PER_DAY
    return pc.divide(column.cast(unit, safe=False).cast(pa.int64()).cast(pa.float64()), scale)
