"""Imputed values: means, medians, modes, and the category for missing values."""

import math
from collections.abc import Callable

import numpy as np
import scipy.sparse as sp

from ..columns import Array, Categories, Fill, as_categories, as_numbers
from ..frames import Frame
from ..weights import Weights
from .policies import IMPUTING

MISSING_CATEGORY = "(missing)"


def number_fill(policy: str, frame: Frame, j: int, weight: Weights | None) -> Fill:
    """Return the value imputed in a numeric column."""
    if policy not in IMPUTING:
        return Fill()
    return Fill(statistic(STATISTICS[policy], *present_cells(frame, j, None, weight)))


def category_fill(
    policy: str,
    unknown: str,
    frame: Frame,
    j: int,
    known: Categories,
    weight: Weights | None,
    ordered: bool = False,
) -> Fill:
    """Return the categories that replace missing values and unknown categories."""
    mode: float | None = None
    if policy in IMPUTING or unknown == "mode":
        cells = present_cells(frame, j, known, weight)
        mode = statistic(weighted_mode, *cells)
    missing = mode if policy in IMPUTING else None
    if ordered and policy == "median" and mode is not None:
        missing = math.floor(weighted_median(*cells))
    elif policy == "category" and not ordered:
        missing = known[MISSING_CATEGORY]
    fill = {"mode": mode, "missing": missing}.get(unknown)
    return Fill(missing, None if fill is None else int(fill))


def with_missing_category(known: Categories) -> Categories:
    """Add the category for missing values, unless the data has a category of that name."""
    return known if MISSING_CATEGORY in known else {**known, MISSING_CATEGORY: len(known)}


def statistic(
    of: Callable[[Array, Weights], float], values: Array, weight: Weights
) -> float | None:
    return of(values, weight) if len(values) else None


def present_cells(
    frame: Frame, j: int, known: Categories | None, weight: Weights | None
) -> tuple[Array, Weights]:
    """Return the numbers (or known categories) of the rows that have one, and their weights."""
    name = frame.column_name(j)
    cells = frame.cells
    if sp.issparse(cells):
        part = slice(cells.indptr[j], cells.indptr[j + 1])
        column, rows = cells.data[part], cells.indices[part]
    else:
        column, rows = frame.column(j), slice(None)
    numbers = (
        as_numbers(column, name)
        if known is None
        else as_categories(column, name, known, frame.rules).encode(known)
    )
    values = numbers.astype(np.float64)
    weights = np.ones(len(values)) if weight is None else weight[rows]
    if sp.issparse(cells) and len(values) < frame.n_rows:
        total = frame.n_rows if weight is None else weight.sum()
        values, weights = np.append(values, 0.0), np.append(weights, total - weights.sum())
    # Infinite numbers raise an error later, when the table is built. Rare categories are unknown.
    usable = np.isfinite(values) if known is None else (values >= 0) & (values < len(known))
    present = (weights > 0) & usable
    return values[present], weights[present]


def weighted_mean(values: Array, weight: Weights) -> float:
    """Return the mean; its sums are rounded once, so the order of the rows does not matter."""
    size = int(np.frexp(np.abs(values).max())[1])
    x = np.ldexp(values, -size)
    if all_equal(weight):
        mean = math.fsum(x) / len(x)
    else:
        w = np.ldexp(weight, -int(np.frexp(weight.max())[1]))
        product = x.astype(np.longdouble) * w
        high = product.astype(np.float64)
        low = (product - high).astype(np.float64)
        mean = math.fsum(np.concatenate([high, low])) / math.fsum(w)
    return math.ldexp(min(max(mean, x.min()), x.max()), size)


def weighted_median(values: Array, weight: Weights) -> float:
    """Return the middle of the numbers that have half of the weight on either side."""
    if all_equal(weight):
        values = np.sort(values)
        low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
    else:
        order = np.argsort(values)
        cumulative = np.cumsum(on_grid(weight)[order])
        at = [np.searchsorted(cumulative, cumulative[-1] / 2, side) for side in ("left", "right")]
        low, high = values[order[at]]
    return float(low / 2 + high / 2 if low < high else low)


def weighted_mode(values: Array, weight: Weights) -> float:
    """Return the value of the largest total weight; the lowest value of a tie."""
    distinct, index = np.unique(values, return_inverse=True)
    return float(distinct[np.bincount(index, on_grid(weight)).argmax()])


def all_equal(weight: Weights) -> bool:
    return bool(weight.min() == weight.max())


def on_grid(weight: Weights) -> Weights:
    """Round weights to a grid on which their sums are exact."""
    bits = 52 - len(weight).bit_length()
    scaled: Weights = np.rint(np.ldexp(weight, bits - int(np.frexp(weight.max())[1])))
    return scaled


STATISTICS = {"mean": weighted_mean, "median": weighted_median, "mode": weighted_mode}
