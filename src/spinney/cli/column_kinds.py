"""What the columns of a table are: numbers, categories, dates, or of no use to a model."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import UserError
from .tables import Source
from .written_numbers import Notation, is_infinite

NUMBER, YES_NO, CATEGORY, LEFT_OUT = "number", "yes/no", "category", "left out"
DATE, TIME = "date", "time"
ID_NAME = re.compile(
    r"(?:^|[\W_])(?:id|ids|uuid|guid|key|index|rowid|rownames?)$|[a-z]I[Dd]$", re.I
)
MANY_ROWS = 20
"""Fewer rows say too little about which values are identifiers."""
MOSTLY = 0.5
"""Text of which more than this share of the rows hold a distinct value names rows."""
NUMBERS_MEANT = 0.8
"""A column of text with so large a share of numbers was meant to hold numbers."""
SECONDS_A_DAY = 86400.0


@dataclass(frozen=True)
class ColumnKind:
    """What a column is taken for, and why it is left out if it is."""

    name: str
    kind: str
    n_distinct: int
    n_missing: int
    why: str = ""


def guess_kind(source: Source, name: str, forced: str | None) -> ColumnKind:
    """``forced`` is what the user says: "category", "keep" or None."""
    column = source.columns[name]
    n_distinct = count_distinct(column)
    kind, why = by_type(source, name, forced == CATEGORY)
    if forced is None and kind != LEFT_OUT:
        reason = useless(source, name, kind, n_distinct)
        if reason:
            kind, why = LEFT_OUT, reason
    return ColumnKind(name, kind, n_distinct, column.null_count, why)


def count_distinct(column: Any) -> int:
    try:
        return int(pc.count_distinct(column, mode="only_valid").as_py())
    except pa.ArrowNotImplementedError:  # nested types, which are left out by their type
        return len(column)


def by_type(source: Source, name: str, as_category: bool) -> tuple[str, str]:
    column = source.columns[name]
    kind = column.type
    if pa.types.is_null(kind):
        return LEFT_OUT, "no values"
    if as_category:
        return CATEGORY, ""
    if pa.types.is_boolean(kind):
        return YES_NO, ""
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return NUMBER, ""
    if pa.types.is_time(kind) or pa.types.is_duration(kind):
        return TIME, ""
    if pa.types.is_temporal(kind):
        return DATE, ""
    if is_text(kind):
        refuse_text_among_numbers(source, name)
        return CATEGORY, ""
    return LEFT_OUT, f"values of type {kind}"


def is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind))


def is_value(kind: Any) -> bool:
    """Whether a type can be a target: text, yes/no, a number, a date or a time."""
    return is_text(kind) or bool(pa.types.is_primitive(kind) or pa.types.is_decimal(kind))


def useless(source: Source, name: str, kind: str, n_distinct: int) -> str | None:
    """Why a column cannot help a model; None if it may."""
    column = source.columns[name]
    n_values = len(column) - column.null_count
    if n_values == 0:
        return "no values"
    if n_distinct == 1 and column.null_count == 0:
        return f"the same value in every row ({str(column[0])!r})"
    if len(column) < MANY_ROWS:
        return None
    if n_distinct == n_values and identifies(column, name, kind):
        return "an identifier: a value of its own in every row"
    if kind == CATEGORY and n_distinct > MOSTLY * n_values:
        return f"text with {n_distinct} distinct values in {n_values} rows"
    return None


def identifies(column: Any, name: str, kind: str) -> bool:
    """Whether a column of distinct values names the rows: text, numbers called id, row numbers."""
    if kind == CATEGORY:
        return True
    if not pa.types.is_integer(column.type):
        return False
    ends = pc.min_max(column).as_py()
    counts_rows = ends["max"] - ends["min"] == len(column) - 1 and ends["min"] in (0, 1)
    return counts_rows or not name or bool(ID_NAME.search(name))


def refuse_text_among_numbers(source: Source, name: str) -> None:
    """Text in a column that was meant to hold numbers is a mistake; categories are not."""
    column = source.columns[name]
    if source.csv is None or len(column) - column.null_count < MANY_ROWS:
        return
    is_number = number_test(source)
    values = pc.value_counts(column.drop_null()).to_pylist()
    total = sum(entry["counts"] for entry in values)
    numbers = sum(entry["counts"] for entry in values if is_number(entry["values"]))
    if NUMBERS_MEANT * total <= numbers < total:
        place = source.place(
            name, lambda value: not_missing(source, value) and not is_number(value)
        )
        raise UserError(
            f"{place} is not a number, but {numbers} of the {total} values of the column are; "
            f"correct it, or say --category {name!r} or --missing TEXT"
        )


def not_missing(source: Source, value: Any) -> bool:
    return source.csv is None or value.strip() not in source.csv.options.null_values


def number_test(source: Source) -> Callable[[Any], bool]:
    return Notation(source.csv.dialect.decimal_point if source.csv else ".").test()


def as_text(column: Any) -> Any:
    """A column of categories as strings."""
    kind = column.type
    if pa.types.is_floating(kind):
        whole = column.cast(pa.int64(), safe=False)
        if pc.all(pc.equal(whole.cast(kind), column)).as_py() is not False:
            return whole.cast(pa.string())
    return column.cast(pa.string())


def as_numbers(source: Source, name: str) -> Any:
    """A column as numbers: dates as days since 1970, spans and times of the day as seconds."""
    column = source.columns[name]
    kind = column.type
    if is_text(kind):
        return text_numbers(source, name)
    if pa.types.is_temporal(kind):
        return moments(column)
    if pa.types.is_boolean(kind):
        return column.cast(pa.uint8())
    if pa.types.is_null(kind) or pa.types.is_decimal(kind):
        return column.cast(pa.float64())
    refuse_infinity(source, name)
    return column


def text_numbers(source: Source, name: str) -> Any:
    try:
        return source.columns[name].cast(pa.float64())
    except pa.ArrowInvalid:
        is_number = number_test(source)
        place = source.place(
            name, lambda value: not_missing(source, value) and not is_number(value)
        )
        raise UserError(f"{place} is not a number; the model needs numbers here") from None


def refuse_infinity(source: Source, name: str) -> None:
    column = source.columns[name]
    if pa.types.is_floating(column.type) and pc.any(pc.is_inf(column)).as_py():
        point = source.csv.dialect.decimal_point if source.csv else "."
        place = source.place(name, lambda value: is_infinite(str(value), point))
        raise UserError(f"{place} is infinite; replace it by a number, or leave it empty")


def moments(column: Any) -> Any:
    kind = column.type
    if pa.types.is_time(kind):
        unit = pa.time64("us")
        return pc.divide(column.cast(unit, safe=False).cast(pa.int64()).cast(pa.float64()), 1e6)
    if pa.types.is_duration(kind):
        spans = column.cast(pa.duration("us"), safe=False).cast(pa.int64())
        return pc.divide(spans.cast(pa.float64()), 1e6)
    seconds = column.cast(pa.timestamp("us", tz=getattr(kind, "tz", None)), safe=False)
    days = pc.divide(seconds.cast(pa.int64()).cast(pa.float64()), 1e6 * SECONDS_A_DAY)
    return days
