"""A single column of X: an array of numbers, dictionary-encoded values, or times."""

import contextlib
import decimal
import numbers
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .codings import TimeColumn, is_time_type
from .number_rules import PLAIN_NUMBERS, NumberRules
from .user_warnings import warn

Array = NDArray[Any]
Categories = dict[Hashable, int]
"""The categories of a feature, each with its index."""

# Types that the core reads without a copy.
CORE_DTYPES = frozenset(np.dtype(code) for code in "?bhilqBHILQfd")
EXACT_INTEGERS = 2**53
MISSING_TYPES = ("NoneType", "NAType", "NaTType")


class Fill(NamedTuple):
    """The values imputed in a feature: a number, or the index of a category."""

    missing: float | None = None
    unknown: int | None = None
    """Replaces a category that was not seen during fit."""


@dataclass(slots=True)
class EncodedColumn:
    """A dictionary-encoded column: row i holds ``values[codes[i]]``; code -1 is missing.

    ``categorical`` and ``ordered`` tell whether the data type of the column makes it categorical,
    and whether that type orders its categories as in ``values``.
    """

    values: Sequence[Any]
    codes: Array
    categorical: bool = True
    ordered: bool = False

    def used_codes(self) -> Array:
        """Return the codes that occur, in increasing order."""
        if len(self.values) > len(self.codes):
            return np.unique(self.codes[self.codes >= 0])
        return np.flatnonzero(np.bincount(self.codes + 1)[1:])  # without -1

    def compact(self) -> "EncodedColumn":
        """Return the same column without the values that occur in no row."""
        used = self.used_codes()
        codes = np.searchsorted(used, self.codes).astype(np.int32)
        codes[self.codes < 0] = -1
        return replace(self, values=[self.values[i] for i in used], codes=codes)

    def categories(self, min_rows: int = 1) -> Categories:
        """Number the values of at least ``min_rows`` rows, in sorted order if they have one."""
        used_codes = self.used_codes()
        if min_rows > 1:
            _, counts = np.unique(self.codes[self.codes >= 0], return_counts=True)
            used_codes = used_codes[counts >= min_rows]
        used = [self.values[code] for code in used_codes]
        values = [plain_label(value) for value in used if not is_missing(value)]
        with contextlib.suppress(TypeError):  # values of several types keep their order
            values.sort()
        return {value: index for index, value in enumerate(dict.fromkeys(values))}

    def encode(self, categories: Categories, fill: Fill | None = None) -> Array:
        """Return the category index of each row.

        Without a fill value -1 is a missing value, and an index beyond the categories an unknown
        one.
        """
        column = self if len(self.values) <= len(self.codes) else self.compact()
        missing, unknown = fill or (None, None)
        missing = -1 if missing is None else int(missing)
        unknown = max(1, len(categories)) if unknown is None else unknown
        found = [
            categories[value] if value in categories else missing if is_missing(value) else unknown
            for value in column.values
        ]
        is_identity = found == list(range(len(found)))
        if is_identity and (missing == -1 or column.codes.min(initial=0) >= 0):
            return column.codes
        return np.array([*found, missing], np.int32)[column.codes]  # code -1 takes the last entry


Column = Array | EncodedColumn | TimeColumn


def is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN, NaT or pandas.NA."""
    if type(value).__name__ in MISSING_TYPES:
        return True
    return isinstance(value, (float, np.floating, decimal.Decimal)) and bool(value != value)


def is_number_type(t: type) -> bool:
    return issubclass(t, (numbers.Real, decimal.Decimal, np.bool_))


def plain_label(label: Any) -> Any:
    """Convert a numpy scalar to the equal Python value; return other values unchanged."""
    return label.item() if isinstance(label, np.generic) else label


def plain_numbers(values: Array, name: str) -> Array:
    """Convert numbers to a type that the core reads; copy only if type or layout require it."""
    if values.dtype in CORE_DTYPES and values.flags.aligned:
        return values
    kind = values.dtype.kind
    if kind == "c":
        raise ValueError(f"Complex data not supported: {name} has dtype {values.dtype}.")
    if kind in "mM":
        raise TypeError(times_message(name, str(values.dtype)))
    if kind == "f":
        return values.astype(np.float32 if values.dtype.itemsize <= 4 else np.float64)
    if kind in "biu":
        return values.astype(values.dtype.newbyteorder("="))
    raise TypeError(f"{name} has dtype {values.dtype}, which is neither numeric nor categorical.")


def times_message(name: str, found: str) -> str:
    return (
        f"{name} contains times ({found}) where numbers are expected. Convert them to numbers "
        "first, for example to seconds since a fixed date."
    )


def warn_if_inexact(values: Array, name: str) -> None:
    """Warn about integers that float64 cannot represent."""
    if values.dtype.kind not in "iu" or values.dtype.itemsize < 8 or values.size == 0:
        return
    if values.max() <= EXACT_INTEGERS and values.min() >= -EXACT_INTEGERS:
        return
    floats = values.astype(np.float64)
    # The largest integer of the type rounds up to a float outside of its range.
    fits = floats < float(np.iinfo(values.dtype).max)
    if not fits.all() or (floats.astype(values.dtype) != values).any():
        warn_inexact(name)


def warn_inexact(name: str) -> None:
    warn(
        f"{name} contains integers above 2**53, which float64 cannot represent exactly; they are "
        "rounded. If they are codes, declare the column in categorical_features."
    )


def as_numbers(column: Column, name: str) -> Array:
    """Return the column as numbers; the error for any other value names its row."""
    if isinstance(column, TimeColumn):
        return column.numbers
    if not isinstance(column, EncodedColumn):
        warn_if_inexact(column, name)
        return column
    wrong = [
        code
        for code, value in enumerate(column.values)
        if not (is_number_type(type(value)) or is_missing(value))
    ]
    rows = np.flatnonzero(np.isin(column.codes, wrong))
    if rows.size:
        raise not_a_number(column.values[column.codes[rows[0]]], int(rows[0]), name)
    floats = [float(value) if is_number_type(type(value)) else np.nan for value in column.values]
    return np.array([*floats, np.nan])[column.codes]


def fill_missing(numbers: Array, fill: float | None) -> Array:
    """Replace NaN by the fill value; copy only if there are both."""
    if fill is None or numbers.dtype.kind != "f":
        return numbers
    missing = np.isnan(numbers)
    if not missing.any():
        return numbers
    with np.errstate(over="ignore"):
        dtype = numbers.dtype if float(numbers.dtype.type(fill)) == fill else np.float64
    filled = numbers.astype(dtype)
    filled[missing] = fill
    return filled


def not_a_number(value: Any, row: int, name: str) -> Exception:
    """Return the exception for a value in a numeric column that is not a number."""
    shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
    if is_time_type(type(value)):
        return TypeError(times_message(name, f"{shown} in row {row}"))
    if isinstance(value, (str, bytes)):
        return ValueError(
            f"could not convert string to float: {shown} in {name}, row {row}. "
            f"{text_hint(value, name)}"
        )
    kind = type(value).__name__
    return TypeError(f"{name}, row {row}: argument must be a string or a real number, not {kind!r}")


def text_hint(value: str | bytes, name: str) -> str:
    """Return what to do about text in a column of numbers, or in a numeric target."""
    with contextlib.suppress(ValueError):
        float(value)
        column = "y" if name == "y" else "the column"
        return f"It is a number stored as text: convert {column} to numbers, as by astype(float)."
    if name == "y":
        return "Use a classifier if the target is a class label."
    return (
        "Replace it by a number or NaN or, if the column is categorical, declare it in "
        "categorical_features."
    )


def as_categories(
    column: Column,
    name: str,
    known: Categories | None = None,
    rules: NumberRules = PLAIN_NUMBERS,
) -> EncodedColumn:
    """Encode a column as categories; numbers must be whole and not negative, or known ones."""
    if isinstance(column, EncodedColumn):
        return column
    if isinstance(column, TimeColumn):
        raise TypeError(
            f"{name} is categorical, but contains {column.coding.noun}: convert them to text, or "
            "leave the column out of categorical_features."
        )
    small = small_codes(column)
    if small is not None:
        return EncodedColumn(range(int(small.max(initial=0)) + 1), small)
    missing = np.isnan(column) if column.dtype.kind == "f" else np.zeros(len(column), bool)
    if rules.negative_is_missing and not any(is_negative(value) for value in known or ()):
        missing |= column < 0
    wrong = ~missing & bad_codes(column)
    # The categories may be numbers and text, of which these rows happen to hold numbers only.
    are_known = known is not None and all(x in known for x in column[wrong].tolist())
    if wrong.any() and (rules.fractional_categories or are_known):
        distinct, codes = np.unique(column[~missing], return_inverse=True)
        all_codes = np.full(len(column), -1, np.int32)
        all_codes[~missing] = codes
        return EncodedColumn(distinct.tolist(), all_codes)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(
            f"{name} is categorical, so numbers in it must be whole and not negative; row {row} "
            f"holds {column[row].item()!r}."
        )
    values = np.where(missing, 0, column).astype(np.int64) if missing.any() else column
    distinct_values, codes = number_codes(values)
    codes[missing] = -1
    return EncodedColumn(distinct_values, codes)


def is_negative(value: Any) -> bool:
    return isinstance(value, int | float) and value < 0


def small_codes(column: Array) -> Array | None:
    """Return floats that are small whole numbers as codes, -1 for NaN; None for other columns."""
    if column.dtype.kind != "f":
        return None
    column = np.ascontiguousarray(column)  # it is read several times
    with np.errstate(invalid="ignore"):
        codes: Array = column.astype(np.int32)
    whole = codes == column
    if not whole.all():
        missing = np.isnan(column)
        if not (whole | missing).all():
            return None
        codes[missing] = 0
        if codes.min(initial=0) < 0:
            return None
        codes[missing] = -1
    elif codes.min(initial=0) < 0:
        return None
    return codes if codes.max(initial=0) <= 4 * len(codes) + 256 else None


def bad_codes(values: Array) -> Array:
    bad = values < 0 if values.dtype.kind in "if" else np.zeros(len(values), bool)
    if values.dtype.kind == "f":
        bad |= (values != np.floor(values)) | (values >= 2**63)
    return bad


def number_codes(values: Array) -> tuple[Sequence[Any], Array]:
    """Return distinct values and codes of whole numbers; small numbers are their own codes."""
    top = int(values.max(initial=0))
    if top <= 4 * len(values) + 256:
        return range(top + 1), values.astype(np.int32)
    distinct, codes = np.unique(values, return_inverse=True)
    return [int(value) for value in distinct], codes.astype(np.int32)
