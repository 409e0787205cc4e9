"""Line search: the step size of an iteration along the predictions of its trees."""

from collections.abc import Callable

import numpy as np

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
) -> Callable[[int, float], list[_core.Tree]]:
    """Wrap ``step`` so that trees are scaled by the optimal step times the learning rate."""

    def scaled_step(round_: int, rate: float) -> list[_core.Tree]:
        scores = booster.scores
        before = scores.copy()
        trees = step(round_, 1.0)
        factor = rate * best_step(loss, rows, before, scores - before, f"iteration {round_}")
        trees = [tree.with_values(tree.value * factor) for tree in trees]
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
