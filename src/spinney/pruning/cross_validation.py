"""Cross-validation of all alphas at once, with the conventions of rpart.

For each alpha, a held-out row is predicted by one node of its path. So the losses of the nodes as
leaves, summed over their ranges of alpha, give the errors for all alphas.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from .costs import Floats
from .cp_table import CpTable
from .held_out import NodeLosses
from .risks import error_risks
from .tree_structure import RELATIVE_ROUNDING
from .weakest_links import WeakestLinks


class Curve(NamedTuple):
    """Sums over held-out rows at each (increasing) alpha: of the losses, relative to the mean loss
    at the root of the whole tree, and of their squares.
    """

    loss: Floats
    square: Floats
    weight: float


def evaluation_alphas(steps: Floats) -> Floats:
    """Return the geometric mean of each (increasing) alpha of the sequence and the next one."""
    means = np.sqrt(steps[:-1]) * np.sqrt(steps[1:])
    # The factor prunes nodes of a fold's tree whose alpha equals the mean up to rounding.
    return np.append(means * (1 + RELATIVE_ROUNDING), np.finfo(np.float64).max)


def fold_curve(links: WeakestLinks, losses: NodeLosses, weight: float, alphas: Floats) -> Curve:
    """Return the losses of the held-out rows of one fold at each alpha."""
    stopped = (losses.stopped, losses.stopped_square)
    loss, square = links.totals(alphas, losses.loss, losses.square, stopped=stopped)
    return Curve(loss, square, weight)


def root_loss(model: FittedTree) -> float:
    """Return the mean loss of the training rows at the root, or 1 if it is 0."""
    return float(error_risks(model)[0] / model.tree.weighted_n_node_samples[0]) or 1.0


def cross_validated(table: CpTable, curves: Sequence[Curve]) -> CpTable:
    """Return the table with cross-validated errors and their standard errors."""
    loss = np.sum([curve.loss for curve in curves], axis=0)
    square = np.sum([curve.square for curve in curves], axis=0)
    weight = sum(curve.weight for curve in curves)
    xstd = np.sqrt(np.maximum(square - loss**2 / weight, 0.0)) / weight
    return CpTable({**table, "xerror": (loss / weight)[::-1], "xstd": xstd[::-1]})


def select_row(table: CpTable, rule: str | None) -> int:
    """Return the row of minimum xerror, or with "1se" the first within one standard error.

    None selects the last row, the largest tree.
    """
    xerror = table["xerror"]
    if rule is None:
        return len(xerror) - 1
    # Sums of the same losses in a different order may differ by rounding.
    best = int(np.flatnonzero(xerror <= xerror.min() * (1 + RELATIVE_ROUNDING))[0])
    if rule == "min":
        return best
    return int(np.flatnonzero(xerror <= xerror[best] + table["xstd"][best])[0])


def map_in_threads(
    task: Callable[[Any], Curve], folds: Sequence[Any], n_threads: int
) -> Iterator[Curve]:
    """Yield the result of the task for each fold, in order."""
    n_workers = min(n_threads, len(folds))
    if n_workers == 1:
        yield from map(task, folds)
        return
    pool = ThreadPoolExecutor(n_workers)
    try:
        yield from pool.map(task, folds)
    finally:
        pool.shutdown(cancel_futures=True)
