"""The leaves that rows reach in the trees of a model, and the bags of the trees."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..adaboost.ensembles import TreeEnsemble
from ..adaboost.model import FittedRounds
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.fitted_tree import FittedTree
from ..base.members import FittedMembers
from ..base.sampling import Sampling
from ..boosting.model import BoostedModel
from ..data.containers import take_columns
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from ..forests.training_rows import check_row_count, check_training_rows

Leaves = NDArray[np.int32]
SUPPORTED = (
    "Supported are trees, forests, extra trees, bagging of trees, gradient boosting and AdaBoost "
    "on trees of this library."
)


@dataclass(frozen=True)
class LeafReader:
    """Reads the leaves of rows in each tree."""

    owner: str
    n_trees: int
    apply: Callable[[Any], Leaves]
    """Returns node indices (rows, trees) of a table."""
    tree: Callable[[int], _core.Tree]
    sampling: Sampling | None = None
    """How the rows of each tree were drawn; None: all trees have all rows."""
    bags: Callable[[], _core.Bags | None] = lambda: None
    """Returns the bags of the trees; None: every bag has every row once."""

    def training(self, X: Any, kind: str, advice: str = "") -> Leaves:
        """Return the leaves of the training rows; raise if X is another table."""
        if self.sampling is None:
            raise ValueError(
                f'kind="{kind}" needs trees that were grown on samples of the rows, as in forests '
                f'and bagging of trees; use kind="original" for {self.owner}.'
            )
        leaves, use = self.apply(X), f'kind="{kind}"'
        check_row_count(len(leaves), self.sampling, use, advice)
        check_training_rows(self.tree(0), leaves[:, 0], self.sampling, self.bags(), use)
        return leaves


def read_leaves(model: Any) -> LeafReader:
    """Return the reader of a fitted estimator."""
    if not isinstance(model, FittedEstimatorMixin):
        raise TypeError(
            f"{type(model).__name__} is not an estimator of this library, so its leaves are not "
            f"known. {SUPPORTED}"
        )
    return leaves_of(model._fitted(), model)


@singledispatch
def leaves_of(fitted: Any, estimator: Any) -> LeafReader:
    """Return the reader of a fitted state, by its type."""
    raise ValueError(
        f"{type(estimator).__name__} does not consist of trees that each row passes. {SUPPORTED}"
    )


@leaves_of.register
def from_tree(fitted: FittedTree, estimator: Any) -> LeafReader:
    def apply(X: Any) -> Leaves:
        _, table, n_threads = estimator._table(X)
        return fitted.tree.apply(table, n_threads).astype(np.int32)[:, None]

    return LeafReader(type(estimator).__name__, 1, apply, lambda i: fitted.tree)


@leaves_of.register
def from_forest(fitted: FittedForest, estimator: Any) -> LeafReader:
    return LeafReader(
        type(estimator).__name__,
        fitted.forest.n_trees,
        estimator.apply,
        fitted.forest.tree,
        fitted.sampling,
        fitted.bags,
    )


@leaves_of.register
def from_bagged_trees(fitted: FittedTrees, estimator: Any) -> LeafReader:
    def apply(X: Any) -> Leaves:
        table = fitted.read(X, estimator)
        n_threads = fitted.threads(table.n_rows, estimator.n_jobs)
        return fitted.model.forest.apply(table, n_threads)

    forest, sampling = fitted.model.forest, fitted.sampling
    name = type(estimator).__name__
    return LeafReader(name, forest.n_trees, apply, forest.tree, sampling, sampling.bags)


@leaves_of.register
def from_members(fitted: FittedMembers, estimator: Any) -> LeafReader:
    for member in fitted.estimators:
        if not isinstance(getattr(member, "_model", None), FittedTree):
            raise ValueError(
                f"The members of this {type(estimator).__name__} are not decision trees of this "
                f"library but {type(member).__name__}. {SUPPORTED}"
            )

    def apply(X: Any) -> Leaves:
        rows = fitted.read(X, estimator)
        columns = [
            member.apply(take_columns(rows, features))
            for member, features in zip(fitted.estimators, fitted.features, strict=True)
        ]
        return np.column_stack(columns).astype(np.int32)

    return LeafReader(
        type(estimator).__name__,
        len(fitted.estimators),
        apply,
        lambda i: fitted.estimators[i]._fitted().tree,
        fitted.sampling,
        fitted.sampling.bags,
    )


@leaves_of.register
def from_boosting(fitted: BoostedModel, estimator: Any) -> LeafReader:
    def apply(X: Any) -> Leaves:
        _, table, n_threads = estimator._table(X)
        return fitted.ensemble.apply(table, n_threads)

    name, trees = type(estimator).__name__, fitted.trees
    return LeafReader(name, len(trees), apply, trees.__getitem__)


@leaves_of.register
def from_adaboost(fitted: FittedRounds, estimator: Any) -> LeafReader:
    ensemble = fitted.ensemble
    if not isinstance(ensemble, TreeEnsemble):
        raise ValueError(
            f"The members of this {type(estimator).__name__} are not decision trees of this "
            f"library. {SUPPORTED}"
        )

    def apply(X: Any) -> Leaves:
        rows = ensemble.read(X, estimator)
        columns = [tree.apply(rows.table, rows.n_threads) for tree in ensemble.members]
        return np.column_stack(columns).astype(np.int32)

    name, trees = type(estimator).__name__, ensemble.members
    return LeafReader(name, len(trees), apply, trees.__getitem__)
