"""Line search: the step size of an iteration along the predictions of its trees."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .boosting_data import Rows
from .losses import BoostingLoss, Floats

MAX_STEP = 2.0**10
N_BISECTIONS = 40


def with_line_search(
    step: Callable[[int, float], list[_core.Tree]],
    booster: _core.Booster,
    rows: Rows,
    loss: BoostingLoss,
    n_threads: int,
    fitted: NDArray[np.uint32] | None = None,
) -> Callable[[int, float], list[_core.Tree]]:
    """Wrap ``step`` so that trees are scaled by the optimal step times the learning rate.

    ``fitted`` are the rows that trees are fitted to; None: all.
    """

    def scaled_step(round_: int, rate: float) -> list[_core.Tree]:
        scores = booster.scores
        before = scores.copy()
        trees = step(round_, 1.0)
        used: Any = slice(None) if fitted is None else fitted
        weight = None if rows.weight is None else rows.weight[used]
        part = rows._replace(y=rows.y[used], weight=weight)
        found = best_step(
            loss, part, before[:, used], (scores - before)[:, used], f"iteration {round_}"
        )
        factor = rate * found
        trees = [tree.scaled(factor) for tree in trees]
        scores[...] = before
        _core.Ensemble(trees, loss.n_scores).add(rows.table, scores, n_threads)
        return trees

    return scaled_step


def best_step(
    loss: BoostingLoss, rows: Rows, scores: Floats, direction: Floats, where: str
) -> float:
    """Return the step that minimizes the convex loss, by bisection on its slope."""

    def is_descent(step: float) -> bool:
        gradient, _ = loss.derivatives(rows.y, scores + step * direction, rows.weight, where)
        slopes = (gradient * direction).sum(axis=0)
        slope = slopes.sum() if rows.weight is None else slopes @ rows.weight
        return bool(slope < 0)

    with np.errstate(over="ignore", invalid="ignore"):
        low, high = 0.0, 1.0
        while is_descent(high):
            low, high = high, 2 * high
            if high > MAX_STEP:
                return low
        for _ in range(N_BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if is_descent(middle) else (low, middle)
    return low
