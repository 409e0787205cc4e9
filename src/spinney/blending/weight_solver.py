"""Solvers for the weights of a sum of columns that minimize a loss, with optional constraints."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space, qr
from scipy.optimize import linprog, nnls

Floats = NDArray[np.float64]

SMALLEST = float(np.finfo(np.float64).eps)
"""Smaller probabilities are clipped to this value, so that logarithms are finite."""
TOLERANCE = 1e-14
"""Newton's method stops when the predicted decrease of the mean loss is at most this."""
MAX_STEPS = 100
N_FREE = 2_000
"""Number of rows in the first linear program."""


class Bounds(NamedTuple):
    """Constraints on the weights."""

    non_negative: bool
    sum_to_one: bool


SIMPLEX = Bounds(non_negative=True, sum_to_one=True)


def scale_to_one(*arrays: Floats) -> list[Floats]:
    """Scale arrays by a common power of two to a maximum of 1, so that squares are finite."""
    largest = max(float(np.abs(array).max(initial=0.0)) for array in arrays)
    exponent = np.frexp(largest)[1]
    return [np.ldexp(array, -exponent) for array in arrays]


def squared_error(columns: Floats, y: Floats, row_weight: Floats, bounds: Bounds) -> Floats:
    """Return the weights w that minimize the sum of ``row_weight * (columns @ w - y) ** 2``.

    On the simplex the residual is D w with D = columns - y, and the problem is one of non-negative
    least squares: let w = s v with v on the simplex. For any c > 0, the minimum over s of
    |s D v|^2 + c^2 (s - 1)^2 increases with |D v|, so minimizing over all w >= 0 finds the best v.
    """
    root = np.sqrt(row_weight)[:, None]
    n_columns = columns.shape[1]
    if not bounds.sum_to_one:
        reduced = triangular(root * np.column_stack([columns, y]))
        columns, y = reduced[:, :-1], reduced[:, -1]
        if bounds.non_negative:
            return np.asarray(nnls(columns, y)[0])
        return np.asarray(np.linalg.lstsq(columns, y, rcond=None)[0])
    residuals = triangular(root * (columns - y[:, None]))
    if bounds.non_negative:
        size = float(np.linalg.norm(residuals)) or 1.0
        system = np.vstack([residuals / size, np.ones(n_columns)])
        weights = nnls(system, np.append(np.zeros(len(residuals)), 1.0))[0]
        return np.asarray(weights / weights.sum())
    start, basis = np.full(n_columns, 1 / n_columns), null_space(np.ones((1, n_columns)))
    step = np.linalg.lstsq(residuals @ basis, -residuals @ start, rcond=None)[0]
    return np.asarray(start + basis @ step)


def triangular(matrix: Floats) -> Floats:
    """Return the triangular factor R of a matrix M: |R w| = |M w| for all w, with fewer rows."""
    return np.asarray(qr(matrix, mode="r", check_finite=False)[0][: matrix.shape[1]])


def absolute_error(columns: Floats, y: Floats, row_weight: Floats, bounds: Bounds) -> Floats:
    """Return the weights w that minimize the sum of ``row_weight * abs(columns @ w - y)``.

    The residuals of rows far from the least squares fit are assumed to keep their signs, so their
    terms are linear. Only the other, free rows are part of the linear program. If the solution
    changes the sign of a residual, the row becomes free and the program is solved again.
    """
    # The tolerances of linprog are absolute: scale the data to 1.
    middle = y.mean() if bounds.sum_to_one else 0.0
    scale = max(np.abs(y - middle).max(), np.abs(columns - middle).max()) or 1.0
    y, columns, row_weight = (y - middle) / scale, (columns - middle) / scale, row_weight.copy()
    row_weight /= row_weight.max()
    residuals = y - columns @ squared_error(columns, y, row_weight, bounds)
    n_free = N_FREE
    free = np.zeros(len(y), dtype=bool)
    while True:
        free[np.argsort(np.abs(residuals), kind="stable")[:n_free]] = True
        slope = np.where(free, 0.0, row_weight * np.sign(residuals))
        weights = dual_weights(columns[free], y[free], row_weight[free], slope @ columns, bounds)
        if weights is not None:
            changed = slope * (y - columns @ weights) < 0
            if not changed.any():
                return weights
            free |= changed
        elif free.all():
            raise RuntimeError("No weights that minimize the absolute error were found.")
        n_free *= 2


def dual_weights(
    columns: Floats, y: Floats, row_weight: Floats, linear: Floats, bounds: Bounds
) -> Floats | None:
    """Minimize the sum of ``row_weight * abs(columns @ w - y)`` minus ``linear @ w``.

    The dual is a linear program with a constraint per column and a bounded variable per row:
    maximize a @ y - t over ``abs(a) <= row_weight`` where ``linear + a @ columns`` is at most t
    (w >= 0) or equal to t, and t is 0 unless the weights sum to 1. The weights are the dual values
    of its constraints. Returns None if the loss is unbounded.
    """
    n_columns = columns.shape[1]
    total = float(bounds.sum_to_one)
    lhs = np.hstack([columns.T, np.full((n_columns, 1), -total)])
    kind = "ub" if bounds.non_negative else "eq"
    result = linprog(
        np.append(-y, total),
        **{f"A_{kind}": lhs, f"b_{kind}": -linear},
        bounds=[*zip(-row_weight, row_weight, strict=True), (None, None)],
        method="highs",
    )
    if result.status != 0:
        return None
    found = result.ineqlin if bounds.non_negative else result.eqlin
    weights = -np.asarray(found.marginals, dtype=np.float64)
    weights = np.maximum(weights, 0.0) if bounds.non_negative else weights
    return weights / weights.sum() if bounds.sum_to_one else weights


def log_loss(proba: Floats, row_weight: Floats) -> Floats:
    """Return the weights w on the simplex that minimize ``-row_weight @ log(proba @ w)``.

    ``proba`` holds the probabilities of the true class, one column per member. Newton's method:
    -log(u) is (u - 2)^2 / 2 near u = 1, up to a constant, so each step is a least squares problem.
    """
    proba = np.maximum(proba, SMALLEST)
    weights = np.full(proba.shape[1], 1 / proba.shape[1])
    for _ in range(MAX_STEPS):
        ratios = proba / (proba @ weights)[:, None]
        target = squared_error(ratios, np.full(len(proba), 2.0), row_weight, SIMPLEX)
        step = target - weights
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
    """Halve the step until the loss decreases by a quarter of the linear prediction; 0 if never."""
    length = 1.0
    while length > SMALLEST:
        ratio = 1 + length * change
        if row_weight @ np.log(ratio) >= 0.25 * length * slope:
            return length
        length /= 2
    return 0.0
