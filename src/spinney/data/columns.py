"""One column of the user's data: an array of numbers, or labels with codes."""

import contextlib
import datetime
import decimal
import numbers
import warnings
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Levels = dict[Hashable, int]
"""The labels of a categorical column, each with its level index."""

# What the core reads where it lies.
CORE_DTYPES = frozenset(np.dtype(code) for code in "?bhilqBHILQfd")
EXACT_INTEGERS = 2**53
TIME_TYPES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
MISSING_TYPES = ("NoneType", "NAType", "NaTType")


class Fill(NamedTuple):
    """What stands in for the absent cells of a column: a number, or the index of a level."""

    missing: float | None = None
    unknown: int | None = None
    """For a category that the fit did not see."""


@dataclass(slots=True)
class Labelled:
    """A column of labels: row i holds ``labels[codes[i]]``; code -1 is missing.

    ``categorical`` says whether the column's own type makes it a category.
    """

    labels: Sequence[Any]
    codes: Array
    categorical: bool = True

    def used_codes(self) -> Array:
        """The codes that occur, in rising order."""
        if len(self.labels) > len(self.codes):
            return np.unique(self.codes[self.codes >= 0])
        return np.flatnonzero(np.bincount(self.codes + 1)[1:])  # beside -1

    def present(self) -> "Labelled":
        """The same column without the labels that no row holds."""
        used = self.used_codes()
        codes = np.searchsorted(used, self.codes).astype(np.int32)
        codes[self.codes < 0] = -1
        return Labelled([self.labels[i] for i in used], codes, self.categorical)

    def learn_levels(self, min_rows: int = 1) -> Levels:
        """Give each label of so many rows an index, in sorted order where the labels have one."""
        used_codes = self.used_codes()
        if min_rows > 1:
            _, counts = np.unique(self.codes[self.codes >= 0], return_counts=True)
            used_codes = used_codes[counts >= min_rows]
        used = [self.labels[code] for code in used_codes]
        labels = [plain_label(label) for label in used if not is_missing(label)]
        with contextlib.suppress(TypeError):  # labels of several types stay as they came
            labels.sort()
        return {label: index for index, label in enumerate(dict.fromkeys(labels))}

    def match(self, levels: Levels, fill: Fill | None = None) -> Array:
        """Level index of each row, that of the fill where there is none.

        Without a fill -1 is a missing label, and an index beyond the levels one never seen.
        """
        column = self if len(self.labels) <= len(self.codes) else self.present()
        missing, unknown = fill or (None, None)
        missing = -1 if missing is None else int(missing)
        unknown = max(1, len(levels)) if unknown is None else unknown
        found = [
            levels[label] if label in levels else missing if is_missing(label) else unknown
            for label in column.labels
        ]
        as_they_are = found == list(range(len(found)))
        if as_they_are and (missing == -1 or column.codes.min(initial=0) >= 0):
            return column.codes
        return np.array([*found, missing], np.int32)[column.codes]  # the last answers code -1


Column = Array | Labelled


def is_missing(label: Any) -> bool:
    """None, NaN, NaT or pandas.NA."""
    if type(label).__name__ in MISSING_TYPES:
        return True
    return isinstance(label, (float, np.floating, decimal.Decimal)) and bool(label != label)


def is_number_type(t: type) -> bool:
    return issubclass(t, (numbers.Real, decimal.Decimal, np.bool_))


def plain_label(label: Any) -> Any:
    """A numpy scalar as the Python value that it equals."""
    return label.item() if isinstance(label, np.generic) else label


def plain_numbers(values: Array, name: str) -> Array:
    """Numbers in a type that the core reads, copied only if their type or layout asks for it."""
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
    raise TypeError(f"{name} has dtype {values.dtype}, which holds neither numbers nor labels.")


def times_message(name: str, found: str) -> str:
    return (
        f"{name} holds times ({found}). Turn them into numbers first: for example seconds since a "
        "fixed date, or the year, month and hour in columns of their own."
    )


def warn_if_inexact(values: Array, name: str) -> None:
    """Warn of integers that no float64 can hold."""
    if values.dtype.kind not in "iu" or values.dtype.itemsize < 8 or values.size == 0:
        return
    if values.max() <= EXACT_INTEGERS and values.min() >= -EXACT_INTEGERS:
        return
    floats = values.astype(np.float64)
    # The type's largest integer rounds up to a float that the type cannot hold.
    fits = floats < float(np.iinfo(values.dtype).max)
    if not fits.all() or (floats.astype(values.dtype) != values).any():
        warn_inexact(name)


def warn_inexact(name: str) -> None:
    warnings.warn(
        f"{name} holds integers above 2**53 that float64 cannot hold exactly; they are "
        "rounded. If they are codes, declare the column in categorical_features.",
        UserWarning,
        stacklevel=2,
    )


def as_numbers(column: Column, name: str) -> Array:
    """The column as numbers; a label that is none is an error that names its row."""
    if not isinstance(column, Labelled):
        warn_if_inexact(column, name)
        return column
    wrong = [
        code
        for code, label in enumerate(column.labels)
        if not (is_number_type(type(label)) or is_missing(label))
    ]
    rows = np.flatnonzero(np.isin(column.codes, wrong))
    if rows.size:
        raise label_error(column.labels[column.codes[rows[0]]], int(rows[0]), name)
    numbers_of = [
        float(label) if is_number_type(type(label)) else np.nan for label in column.labels
    ]
    return np.array([*numbers_of, np.nan])[column.codes]


def fill_missing(numbers: Array, fill: float | None) -> Array:
    """The numbers with a stand-in for NaN, copied only if there is one."""
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


def label_error(label: Any, row: int, name: str) -> Exception:
    """What to raise where a number was expected."""
    shown = repr(label) if len(repr(label)) <= 60 else repr(label)[:57] + "..."
    if isinstance(label, TIME_TYPES):
        return TypeError(times_message(name, f"{shown} in row {row}"))
    if isinstance(label, (str, bytes)):
        return ValueError(
            f"could not convert string to float: {shown} in {name}, row {row}. If the column "
            "is a category, name it in categorical_features."
        )
    kind = type(label).__name__
    return TypeError(f"{name}, row {row}: argument must be a string or a real number, not {kind!r}")


def as_labels(column: Column, name: str, known: Levels | None = None) -> Labelled:
    """The column as labels; numbers must be whole and not negative, or known as labels."""
    if isinstance(column, Labelled):
        return column
    small = small_codes(column)
    if small is not None:
        return Labelled(range(int(small.max(initial=0)) + 1), small)
    missing = np.isnan(column) if column.dtype.kind == "f" else np.zeros(len(column), bool)
    wrong = ~missing & bad_codes(column)
    if wrong.any() and known is not None and all(x in known for x in column[wrong].tolist()):
        # Beside text such numbers are labels; a few rows may happen to hold nothing else.
        distinct, codes = np.unique(column[~missing], return_inverse=True)
        all_codes = np.full(len(column), -1, np.int32)
        all_codes[~missing] = codes
        return Labelled(distinct.tolist(), all_codes)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(
            f"{name} is categorical, so its codes must be whole numbers >= 0; row {row} "
            f"holds {column[row].item()!r}."
        )
    values = np.where(missing, 0, column).astype(np.int64) if missing.any() else column
    labels, codes = number_codes(values)
    codes[missing] = -1
    return Labelled(labels, codes)


def small_codes(column: Array) -> Array | None:
    """Floats that are small whole numbers, as most codes are, with -1 for NaN; None for others."""
    if column.dtype.kind != "f":
        return None
    column = np.ascontiguousarray(column)  # looked at more than once
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
    """Labels and codes of whole numbers; small ones are codes already."""
    top = int(values.max(initial=0))
    if top <= 4 * len(values) + 256:
        return range(top + 1), values.astype(np.int32)
    distinct, codes = np.unique(values, return_inverse=True)
    return [int(value) for value in distinct], codes.astype(np.int32)
