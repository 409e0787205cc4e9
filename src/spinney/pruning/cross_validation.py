"""All alphas cross-validated at once, by rpart's conventions.

A held-out row is answered by one node of its path for each alpha, so the sums of losses of the
nodes as leaves, spread over their ranges of alpha, give the whole curve.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from .costs import Floats
from .cp_table import CpTable
from .held_out import NodeLosses
from .risks import error_risks
from .shape import SAME
from .weakest_links import WeakestLinks


class Curve(NamedTuple):
    """Sums over held-out rows at each alpha (rising): the losses, relative to the mean loss at
    the root of the whole tree, and their squares.
    """

    loss: Floats
    square: Floats
    weight: float


def between(steps: Floats) -> Floats:
    """The alphas that stand for the steps (rising): geometric means with the next larger one."""
    means = np.sqrt(steps[:-1]) * np.sqrt(steps[1:])
    # An alpha of a fold's tree may be such a mean but for rounding; then its node goes.
    return np.append(means * (1 + SAME), np.finfo(np.float64).max)


def fold_curve(links: WeakestLinks, losses: NodeLosses, weight: float, alphas: Floats) -> Curve:
    """What the held-out rows of one fold lose at each alpha."""
    stopped = (losses.stopped, losses.stopped_square)
    loss, square = links.totals(alphas, losses.loss, losses.square, stopped=stopped)
    return Curve(loss, square, weight)


def root_loss(model: FittedTree) -> float:
    """The mean loss of the training rows at the root; 1 if they lose nothing there."""
    return float(error_risks(model)[0] / model.tree.weighted_n_node_samples[0]) or 1.0


def cross_validated(table: CpTable, curves: Iterable[Curve]) -> CpTable:
    """The table with the errors of the curves and their standard errors."""
    parts = list(curves)
    loss = np.sum([curve.loss for curve in parts], axis=0)
    square = np.sum([curve.square for curve in parts], axis=0)
    weight = sum(curve.weight for curve in parts)
    xstd = np.sqrt(np.maximum(square - loss**2 / weight, 0.0)) / weight
    return CpTable({**table, "xerror": (loss / weight)[::-1], "xstd": xstd[::-1]})


def chosen_row(table: CpTable, rule: str) -> int:
    """The row of least cross-validated error, or the first within one standard error of it."""
    xerror = table["xerror"]
    # Sums of the same losses in another order may differ in the last digits.
    best = int(np.flatnonzero(xerror <= xerror.min() * (1 + SAME))[0])
    if rule == "min":
        return best
    return int(np.flatnonzero(xerror <= xerror[best] + table["xstd"][best])[0])


def in_threads(
    task: Callable[[Any], Curve], parts: Sequence[Any], n_threads: int
) -> Iterator[Curve]:
    """The task done for all parts, in their order, each as soon as it is there."""
    n_workers = min(n_threads, len(parts))
    if n_workers == 1:
        yield from map(task, parts)
        return
    pool = ThreadPoolExecutor(n_workers)
    try:
        yield from pool.map(task, parts)
    finally:
        pool.shutdown(cancel_futures=True)
