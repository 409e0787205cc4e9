"""What stands in for the absent cells of a feature: means, medians, modes, a level of its own."""

import math
from collections.abc import Callable

import numpy as np
import scipy.sparse as sp

from ..columns import Array, Fill, Levels, as_labels, as_numbers
from ..frames import Frame
from ..weights import Weights
from .policies import IMPUTING

MISSING_LEVEL = "(missing)"


def number_fill(policy: str, frame: Frame, j: int, weight: Weights | None) -> Fill:
    """The stand-in for NaN in a column of numbers."""
    if policy not in IMPUTING:
        return Fill()
    return Fill(statistic(STATISTICS[policy], *present_cells(frame, j, None, weight)))


def category_fill(
    policy: str, unknown: str, frame: Frame, j: int, known: Levels, weight: Weights | None
) -> Fill:
    """The levels that stand in for missing labels and for labels never seen."""
    mode: float | None = None
    if policy in IMPUTING or unknown == "mode":
        mode = statistic(weighted_mode, *present_cells(frame, j, known, weight))
    missing = mode if policy in IMPUTING else None
    if policy == "category":
        missing = known[MISSING_LEVEL]
    level = {"mode": mode, "missing": missing}.get(unknown)
    return Fill(missing, None if level is None else int(level))


def with_missing_level(levels: Levels) -> Levels:
    """The levels and one for missing labels, which a label of that very text shares."""
    return levels if MISSING_LEVEL in levels else {**levels, MISSING_LEVEL: len(levels)}


def statistic(
    of: Callable[[Array, Weights], float], values: Array, weight: Weights
) -> float | None:
    return of(values, weight) if len(values) else None


def present_cells(
    frame: Frame, j: int, known: Levels | None, weight: Weights | None
) -> tuple[Array, Weights]:
    """The numbers (or level indices) of the rows that have one and count, with their weights."""
    name = frame.column_name(j)
    cells = frame.cells
    if sp.issparse(cells):
        part = slice(cells.indptr[j], cells.indptr[j + 1])
        column, rows = cells.data[part], cells.indices[part]
    else:
        column, rows = frame.column(j), slice(None)
    numbers = as_numbers(column, name) if known is None else as_labels(column, name).match(known)
    values = numbers.astype(np.float64)
    weights = np.ones(len(values)) if weight is None else weight[rows]
    if sp.issparse(cells) and len(values) < frame.n_rows:
        total = frame.n_rows if weight is None else weight.sum()
        values, weights = np.append(values, 0.0), np.append(weights, total - weights.sum())
    # Infinite numbers are refused later, when the table is made.
    there = (weights > 0) & (np.isfinite(values) if known is None else values >= 0)
    return values[there], weights[there]


def weighted_mean(values: Array, weight: Weights) -> float:
    """The mean, its sums rounded once: the order of the rows does not show, nor copies of rows."""
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
    """The middle of all numbers with half of the weight on either side."""
    if all_equal(weight):
        values = np.sort(values)
        low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
    else:
        order = np.argsort(values)
        passed = np.cumsum(summable(weight)[order])
        at = [np.searchsorted(passed, passed[-1] / 2, side) for side in ("left", "right")]
        low, high = values[order[at]]
    return float(low / 2 + high / 2 if low < high else low)


def weighted_mode(values: Array, weight: Weights) -> float:
    """The value with most weight; the lowest of several."""
    distinct, index = np.unique(values, return_inverse=True)
    return float(distinct[np.bincount(index, summable(weight)).argmax()])


def all_equal(weight: Weights) -> bool:
    return bool(weight.min() == weight.max())


def summable(weight: Weights) -> Weights:
    """Weights on a grid on which sums do not round, so that equal halves are equal."""
    bits = 52 - len(weight).bit_length()
    scaled: Weights = np.rint(np.ldexp(weight, bits - int(np.frexp(weight.max())[1])))
    return scaled


STATISTICS = {"mean": weighted_mean, "median": weighted_median, "mode": weighted_mode}
