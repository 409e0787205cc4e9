"""The weights with which a sum of columns has the least loss, perhaps >= 0 and adding up to 1."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space, qr
from scipy.optimize import linprog, nnls

Floats = NDArray[np.float64]

SMALLEST = float(np.finfo(np.float64).eps)
"""Probabilities below it count as this much, so that no logarithm is infinite."""
TOLERANCE = 1e-14
"""Newton's method ends when the mean loss has no more than this to fall."""
MOST_STEPS = 100
N_FREE = 2_000
"""Rows of the first linear programme."""


class Bounds(NamedTuple):
    """Which weights are allowed."""

    non_negative: bool
    sum_to_one: bool


SIMPLEX = Bounds(non_negative=True, sum_to_one=True)


def near_one(*arrays: Floats) -> list[Floats]:
    """The arrays times a power of two, so that none is above 1 and squares are numbers."""
    largest = max(float(np.abs(array).max(initial=0.0)) for array in arrays)
    exponent = np.frexp(largest)[1]
    return [np.ldexp(array, -exponent) for array in arrays]


def squared_error(columns: Floats, y: Floats, row_weight: Floats, bounds: Bounds) -> Floats:
    """Weights w that minimise the sum of ``row_weight * (columns @ w - y) ** 2``.

    On the simplex the residual is D w with D = columns - y, and the problem is one of non-negative
    least squares: with w = s v, v on the simplex, the least over s of |s D v|^2 + c^2 (s - 1)^2
    rises with |D v|, for any c > 0, so that minimising over all w >= 0 finds the best v.
    """
    root = np.sqrt(row_weight)[:, None]
    n_columns = columns.shape[1]
    if not bounds.sum_to_one:
        reduced = triangle(root * np.column_stack([columns, y]))
        columns, y = reduced[:, :-1], reduced[:, -1]
        if bounds.non_negative:
            return np.asarray(nnls(columns, y)[0])
        return np.asarray(np.linalg.lstsq(columns, y, rcond=None)[0])
    residuals = triangle(root * (columns - y[:, None]))
    if bounds.non_negative:
        size = float(np.linalg.norm(residuals)) or 1.0
        system = np.vstack([residuals / size, np.ones(n_columns)])
        weights = nnls(system, np.append(np.zeros(len(residuals)), 1.0))[0]
        return np.asarray(weights / weights.sum())
    start, ways = np.full(n_columns, 1 / n_columns), null_space(np.ones((1, n_columns)))
    step = np.linalg.lstsq(residuals @ ways, -residuals @ start, rcond=None)[0]
    return np.asarray(start + ways @ step)


def triangle(matrix: Floats) -> Floats:
    """A matrix of few rows with the same lengths |M w| as the given one."""
    return np.asarray(qr(matrix, mode="r", check_finite=False)[0][: matrix.shape[1]])


def absolute_error(columns: Floats, y: Floats, row_weight: Floats, bounds: Bounds) -> Floats:
    """Weights w that minimise the sum of ``row_weight * abs(columns @ w - y)``.

    Rows far from the fit of least squares will stay on their side of the fit, so that their terms
    are linear and only the other rows need the search. Rows that change sides join those.
    """
    # Tolerances of linear programming are for numbers near 1.
    middle = y.mean() if bounds.sum_to_one else 0.0
    scale = max(np.abs(y - middle).max(), np.abs(columns - middle).max()) or 1.0
    y, columns, row_weight = (y - middle) / scale, (columns - middle) / scale, row_weight.copy()
    row_weight /= row_weight.max()
    residuals = y - columns @ squared_error(columns, y, row_weight, bounds)
    n_free = N_FREE
    free = np.zeros(len(y), dtype=bool)
    while True:
        free[np.argsort(np.abs(residuals), kind="stable")[:n_free]] = True
        pull = np.where(free, 0.0, row_weight * np.sign(residuals))
        weights = dual_weights(columns[free], y[free], row_weight[free], pull @ columns, bounds)
        if weights is not None:
            changed = pull * (y - columns @ weights) < 0
            if not changed.any():
                return weights
            free |= changed
        elif free.all():
            raise RuntimeError("No weights of least absolute error were found.")
        n_free *= 2


def dual_weights(
    columns: Floats, y: Floats, row_weight: Floats, pull: Floats, bounds: Bounds
) -> Floats | None:
    """Weights w of least sum of ``row_weight * abs(columns @ w - y)``, less ``pull @ w``.

    The dual is a linear programme with a row per column and a bounded variable per row: maximise
    a y - t over ``abs(a) <= row_weight`` where a column's pull + a @ column is at most t (w >= 0)
    or equal to t, and t is 0 unless weights add up to 1. The weights are its multipliers. None if
    the loss has no bound.
    """
    n_columns = columns.shape[1]
    total = float(bounds.sum_to_one)
    lhs = np.hstack([columns.T, np.full((n_columns, 1), -total)])
    kind = "ub" if bounds.non_negative else "eq"
    result = linprog(
        np.append(-y, total),
        **{f"A_{kind}": lhs, f"b_{kind}": -pull},
        bounds=[*zip(-row_weight, row_weight, strict=True), (None, None)],
        method="highs",
    )
    if result.status != 0:
        return None
    found = result.ineqlin if bounds.non_negative else result.eqlin
    weights = -np.asarray(found.marginals, dtype=np.float64)
    weights = np.maximum(weights, 0.0) if bounds.non_negative else weights
    return weights / weights.sum() if bounds.sum_to_one else weights


def log_loss(shares: Floats, row_weight: Floats) -> Floats:
    """Weights w on the simplex that minimise the sum of ``-row_weight * log(shares @ w)``.

    ``shares`` holds what each column gave to the true class. By Newton's method: -log(u) is
    (u - 2)^2 / 2 near u = 1, up to a constant, so that a step is a problem of least squares.
    """
    shares = np.maximum(shares, SMALLEST)
    weights = np.full(shares.shape[1], 1 / shares.shape[1])
    for _ in range(MOST_STEPS):
        ratios = shares / (shares @ weights)[:, None]
        aim = squared_error(ratios, np.full(len(shares), 2.0), row_weight, SIMPLEX)
        step = aim - weights
        change = ratios @ step
        slope = row_weight @ change
        if slope <= TOLERANCE * row_weight.sum():
            break
        length = step_length(change, row_weight, slope)
        if length == 0:
            break
        weights = weights + length * step
    return np.asarray(np.maximum(weights, 0.0))


def step_length(change: Floats, row_weight: Floats, slope: float) -> float:
    """How far to go: halved until the loss falls by a quarter of what its slope says; or 0."""
    length = 1.0
    while length > SMALLEST:
        ratio = 1 + length * change
        if row_weight @ np.log(ratio) >= 0.25 * length * slope:
            return length
        length /= 2
    return 0.0
