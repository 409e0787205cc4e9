"""From checked rows to the best tree, and what a tree costs."""

import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.training_data import Dataset
from .parameters import OptimalTreeParameters

PROVEN = 1e-9
"""A gap that is rounding."""


class Found(NamedTuple):
    """A tree, what it costs, and what is known of all others."""

    tree: _core.Tree
    objective: float
    lower_bound: float
    n_subproblems: int
    seconds: float
    history: NDArray[np.float64]

    @property
    def proven(self) -> bool:
        return self.objective - self.lower_bound <= PROVEN


class Bounds:
    """Prints what is known by now, at most once a second."""

    def __init__(self) -> None:
        self.last = 0.0

    def __call__(self, seconds: float, upper: float, lower: float) -> None:
        if seconds - self.last < 1:
            return
        self.last = seconds
        print(f"{seconds:.0f} s: best {upper:.5f}, bound {lower:.5f}", file=sys.stderr)


def grow(estimator: OptimalTreeParameters, data: Dataset) -> Found:
    """Search by the estimator's parameters."""
    begin = time.perf_counter()
    found = _core.grow_optimal_tree(
        data.table,
        data.targets.values,
        data.weight,
        data.targets.n_classes,
        resolve(estimator, FitContext.of(data), _core.OptimalOptions(n_threads=data.n_threads)),
        Bounds() if estimator.verbose else None,
    )
    return Found(seconds=time.perf_counter() - begin, **found)


def objective_of(tree: _core.Tree, leaf_penalty: float) -> float:
    """Share of the weight that is wrong, or of the squared error that is left, plus the leaves."""
    leaves = tree.kind == _core.NodeKind.leaf
    weight = tree.weighted_n_node_samples
    share = weight / weight[0]
    with np.errstate(invalid="ignore"):  # the variance of huge numbers is infinite
        if tree.n_classes:
            errors, total = share * (1 - tree.value[:, 0].max(axis=1)), 1.0
        else:
            errors, total = share * tree.impurity, tree.impurity[0]
        lost = float(errors[leaves].sum() / total) if total > 0 else 0.0
    return lost + leaf_penalty * tree.n_leaves


def objective_in_rows(tree: _core.Tree, data: Dataset, leaf_penalty: float) -> float:
    """The same by the training rows, whatever the scale of the target."""
    if tree.n_classes:
        return objective_of(tree, leaf_penalty)
    counted = data.row_weight > 0
    weight = data.row_weight[counted]
    weight = weight / weight.max()
    y = data.targets.values[counted, 0]
    guess = tree.predict(data.table, data.n_threads)[counted, 0, 0]
    spread, left = y - tree.value[0, 0, 0], y - guess
    # The square of a number near 1 is a number.
    size = np.abs(spread).max()
    lost = weight @ (left / size) ** 2 / (weight @ (spread / size) ** 2) if size > 0 else 0.0
    return float(lost) + leaf_penalty * tree.n_leaves
