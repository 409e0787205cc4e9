"""The value of each cell that is nearest to a row, in numbers with few digits."""

from typing import NamedTuple

import numpy as np

from .additive import Floats
from .model_cells import FeatureCells

FINENESS = 1000
"""New numbers have at most the digits that a thousandth of the unit of cost needs."""
SECONDS = (86_400.0, 3_600.0, 60.0, 1.0, 0.001)
"""Steps of dates and times."""


class NumberType(NamedTuple):
    """What numbers the column of a feature can hold."""

    integer: bool = False
    boolean: bool = False
    narrow: str = ""
    """The dtype of floats of less than double precision."""
    low: float = -np.inf
    high: float = np.inf


class CellValues(NamedTuple):
    """The smallest and the largest allowed value of each cell; NaN if there is none.

    A cell is above one threshold and at or below the next. Its smallest value is thus a number
    just above a threshold, rounded to few digits.
    """

    low: Floats
    high: Floats


def cell_values(
    feature: FeatureCells, unit: float, limits: tuple[float, float], number: NumberType
) -> CellValues:
    """Return the values of the cells of a numeric feature within limits."""
    lower, upper = np.append(-np.inf, feature.cuts), np.append(feature.cuts, np.inf)
    steps, factor = steps_of(feature, unit, number)
    low, high = (np.full(len(lower), np.nan) for _ in range(2))
    with np.errstate(invalid="ignore", over="ignore"):
        for step in steps:
            # The first cell has no smallest value and the last no largest one.
            if not (np.isnan(low[1:]).any() or np.isnan(high[:-1]).any()):
                break
            above = on_grid(np.floor(lower * factor / step) + 1, step) / factor
            below = on_grid(np.floor(upper * factor / step), step) / factor
            low = first_inside(low, rounded(above, number), lower, upper)
            high = first_inside(high, rounded(below, number), lower, upper)
        if factor == 1 and not number.integer:
            low[1:] = first_inside(low, next_above(lower, number), lower, upper)[1:]
            high[:-1] = first_inside(high, next_below(upper, number), lower, upper)[:-1]
    return within_limits(CellValues(low, high), lower, upper, limits, number)


def steps_of(feature: FeatureCells, unit: float, number: NumberType) -> tuple[list[float], float]:
    """Return distances of values on a grid, largest first, and the factor to their unit."""
    if number.integer or feature.kind in ("ordered", "date"):
        return [1.0], 1.0
    if feature.kind != "number":
        factor = 86_400.0 if feature.kind == "datetime" else 1.0
        fine = [step for step in SECONDS if step <= unit * factor / FINENESS]
        return fine or [SECONDS[-1]], factor
    digits = int(np.floor(np.log10(unit / FINENESS)))
    return [10.0 ** (digits - i) for i in range(10)], 1.0


def on_grid(multiple: Floats, step: float) -> Floats:
    """Return multiples of a step; for powers of ten the nearest numbers to the decimals."""
    decimals = -round(np.log10(step)) if step < 1 else 0
    values = multiple * step
    return np.asarray(np.round(values, decimals)) if 0 < decimals < 300 else values


def rounded(values: Floats, number: NumberType) -> Floats:
    return values.astype(number.narrow).astype(np.float64) if number.narrow else values


def next_above(values: Floats, number: NumberType) -> Floats:
    """Return the next larger numbers."""
    if not number.narrow:
        return np.asarray(np.nextafter(values, np.inf))
    near = values.astype(number.narrow)
    above = np.where(near > values, near, np.nextafter(near, near.dtype.type(np.inf)))
    return above.astype(np.float64)


def next_below(values: Floats, number: NumberType) -> Floats:
    """Return the largest numbers that are at most some others."""
    if not number.narrow:
        return values
    near = values.astype(number.narrow)
    below = np.where(near <= values, near, np.nextafter(near, near.dtype.type(-np.inf)))
    return below.astype(np.float64)


def first_inside(found: Floats, values: Floats, lower: Floats, upper: Floats) -> Floats:
    """Fill gaps with values that are finite and inside of their cells."""
    inside = np.isfinite(values) & (values > lower) & (values <= upper)
    return np.where(np.isnan(found) & inside, values, found)


def within_limits(
    found: CellValues,
    lower: Floats,
    upper: Floats,
    limits: tuple[float, float],
    number: NumberType,
) -> CellValues:
    """Move values into the limits; those of cells outside become NaN."""
    least, most = limits
    if number.integer:
        least, most = np.ceil(least), np.floor(most)
    if number.narrow and np.isfinite(least):
        least = float(next_above(np.array([np.nextafter(least, -np.inf)]), number)[0])
    if number.narrow and np.isfinite(most):
        most = float(next_below(np.array([most]), number)[0])
    # The range of the dtype is no limit that a user would set.
    raised = (lower < least) & (upper >= least) & (least > number.low)
    lowered = (lower < most) & (upper >= most) & (most < number.high)
    low = np.where(raised & ~(found.low >= least), least, found.low)
    high = np.where(lowered & ~(found.high <= most), most, found.high)
    # The first cell has no smallest value and the last no largest one; a single cell has neither.
    single = np.isneginf(lower) & np.isposinf(upper) & np.isnan(low) & np.isnan(high)
    low = np.where(single, min(max(0.0, least), most), low)
    low = np.where(np.isnan(low) & np.isneginf(lower), np.minimum(high, most), low)
    high = np.where(np.isnan(high) & np.isposinf(upper), np.maximum(low, least), high)
    swap = (low > high) & (high > lower) & (high >= least)  # few digits, and narrow limits
    low = np.where(swap, high, low)
    high = np.where((low > high) & (low <= most), low, high)
    allowed = (low >= least) & (high <= most) & (low <= high)
    return CellValues(np.where(allowed, low, np.nan), np.where(allowed, high, np.nan))
