"""Search of the optimal tree, and the objective of a tree."""

import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.training_data import LabeledTable
from .parameters import OptimalTreeParameters

GAP_TOLERANCE = 1e-9
"""A gap of at most this size is rounding: the tree is proven optimal."""


class SearchResult(NamedTuple):
    """The best tree, its objective, and a lower bound for all trees."""

    tree: _core.Tree
    objective: float
    lower_bound: float
    n_subproblems: int
    seconds: float
    history: NDArray[np.float64]

    @property
    def proven(self) -> bool:
        return self.objective - self.lower_bound <= GAP_TOLERANCE


class BoundsPrinter:
    """Callback that prints the best objective and the lower bound, at most once a second."""

    def __init__(self) -> None:
        self.last = 0.0

    def __call__(self, seconds: float, upper: float, lower: float) -> None:
        if seconds - self.last < 1:
            return
        self.last = seconds
        print(f"{seconds:.0f} s: best {upper:.5f}, bound {lower:.5f}", file=sys.stderr)


def search_tree(estimator: OptimalTreeParameters, data: LabeledTable) -> SearchResult:
    """Search the optimal tree with the parameters of the estimator."""
    begin = time.perf_counter()
    result = _core.grow_optimal_tree(
        data.table,
        data.targets.values,
        data.weight,
        data.targets.n_classes,
        resolve(estimator, FitContext.of(data), _core.OptimalOptions(n_threads=data.n_threads)),
        BoundsPrinter() if estimator.verbose else None,
    )
    return SearchResult(seconds=time.perf_counter() - begin, **result)


def objective_of(tree: _core.Tree, leaf_penalty: float) -> float:
    """Return the error rate or 1 - R2, from the statistics of the nodes, plus the leaf penalty."""
    leaves = tree.kind == _core.NodeKind.leaf
    weight = tree.weighted_n_node_samples
    share = weight / weight[0]
    with np.errstate(invalid="ignore"):  # the variance of huge numbers is infinite
        if tree.n_classes:
            errors, total = share * (1 - tree.value[:, 0].max(axis=1)), 1.0
        else:
            errors, total = share * tree.impurity, tree.impurity[0]
        error = float(errors[leaves].sum() / total) if total > 0 else 0.0
    return error + leaf_penalty * tree.n_leaves


def training_objective(tree: _core.Tree, data: LabeledTable, leaf_penalty: float) -> float:
    """Compute the objective from the training rows, without overflow for large targets."""
    if tree.n_classes:
        return objective_of(tree, leaf_penalty)
    used = data.row_weight > 0
    weight = data.row_weight[used]
    weight = weight / weight.max()
    y = data.targets.values[used, 0]
    prediction = tree.predict(data.table, data.n_threads)[used, 0, 0]
    deviation, residual = y - tree.value[0, 0, 0], y - prediction
    # Scale by the largest deviation, so that squares do not overflow.
    scale = np.abs(deviation).max()
    error = 0.0
    if scale > 0:
        error = float(weight @ (residual / scale) ** 2 / (weight @ (deviation / scale) ** 2))
    return error + leaf_penalty * tree.n_leaves
