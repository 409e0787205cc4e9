"""Fit members: trees in the core, on columns presorted once, or arbitrary estimators."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from .. import _core
from ..base.members import Estimator, set_seeds
from ..base.parameters import Parameterized
from ..base.random_seed import MAX_SEED
from ..base.raw_data import RawDataset
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.training_data import LabeledTable
from ..data.columns import Array
from ..data.containers import column_names, n_columns, take_rows
from ..data.weights import with_class_weight
from .ensembles import (
    EstimatorEnsemble,
    RawRows,
    TableRows,
    Transform,
    TreeEnsemble,
    predict_estimator,
    predict_tree,
)
from .methods import Floats

# Parameters of trees that need more than growth, with values that disable them.
PLAIN = {
    "split_kind": "binary",
    "ccp_alpha": 0.0,
    "cp": 0.0,
    "pruning": None,
    "early_stopping": False,
    "priors": None,
    "loss_matrix": None,
}


def is_plain(estimator: Estimator, tree: type) -> bool:
    """Return whether the estimator is a tree of this library without pruning or class costs."""
    if type(estimator) is not tree:
        return False
    given = estimator.get_params(deep=False)
    return all(
        given.get(name) is None if disabled is None else given.get(name, disabled) == disabled
        for name, disabled in PLAIN.items()
    )


class Draws(NamedTuple):
    """Random number generators of the iterations."""

    seed: int
    resample: bool

    def rng(self, i: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, i))

    def tree_seed(self, i: int) -> int:
        """Return the seed of the tree of iteration i."""
        return int(self.rng(i).integers(MAX_SEED))

    def counts(self, rng: np.random.Generator, weight: Floats) -> Floats:
        """Return the counts of a bootstrap sample drawn by weight."""
        n = len(weight)
        drawn = rng.choice(n, n, p=weight / weight.sum())
        return np.bincount(drawn, minlength=n).astype(np.float64)


class TreeTrainer:
    """Grows trees on one table with changing sample weights."""

    def __init__(self, tree: Any, data: LabeledTable, draws: Draws) -> None:
        self.tree, self.data, self.draws = tree, data, draws
        self.rows = TableRows(data.table, data.n_threads)
        self.y: Array = data.y
        self.weight = data.row_weight
        self.own_weight = with_class_weight(
            None, tree.get_params().get("class_weight"), data.targets
        )
        self.trees = weighted_trees(tree, data)

    def fit(self, i: int, weight: Floats) -> _core.Tree:
        """Fit the member of iteration i."""
        if self.draws.resample:
            weight = self.draws.counts(self.draws.rng(i), weight)
        if self.own_weight is not None:
            weight = weight * self.own_weight
        min_weight_leaf = float(self.tree.min_weight_fraction_leaf * weight.sum())
        return self.trees.grow(weight, min_weight_leaf, self.draws.tree_seed(i))

    def predict(self, member: _core.Tree, rows: Any, transform: Transform) -> NDArray[Any]:
        """Return the transformed prediction of a member."""
        return predict_tree(member, rows, transform)

    def ensemble(self, members: list[_core.Tree]) -> TreeEnsemble:
        data = self.data
        return TreeEnsemble(
            clone(self.tree), data.schema, data.missing, data.targets.classes, tuple(members)
        )


def weighted_trees(tree: Parameterized, data: LabeledTable) -> _core.WeightedTrees:
    """Set up the grower of the core by the parameters of the tree."""
    options = resolve(tree, FitContext.of(data), _core.TreeOptions(n_threads=data.n_threads))
    return _core.WeightedTrees(data.table, data.targets.values, data.targets.n_classes, options)


class EstimatorTrainer:
    """Fits arbitrary estimators on X as the user passed it."""

    def __init__(
        self, estimator: Estimator, data: RawDataset, draws: Draws, by_shares: bool
    ) -> None:
        self.estimator, self.classes, self.draws = estimator, data.targets.classes, draws
        self.rows = RawRows(data.X)
        self.y: Array = data.y
        self.labels = self.classes[0][self.y] if self.classes else self.y
        self.weight = data.row_weight
        self.by_shares = by_shares
        takes_weights = has_fit_parameter(estimator, "sample_weight")
        if not takes_weights and not draws.resample:
            if self.classes:
                raise ValueError(
                    f"{type(estimator).__name__} does not support sample_weight: set resample=True "
                    "to draw the samples of each iteration by their weights."
                )
            self.draws = draws._replace(resample=True)

    def fit(self, i: int, weight: Floats) -> Any:
        """Fit the member of iteration i."""
        rng = self.draws.rng(i)
        X, labels, arguments = self.rows.X, self.labels, {}
        if self.draws.resample:
            counts = self.draws.counts(rng, weight).astype(np.intp)
            drawn = np.repeat(np.arange(len(counts)), counts)
            X, labels = take_rows(X, drawn), labels[drawn]
        else:
            arguments["sample_weight"] = weight / weight.sum()
        member = set_seeds(clone(self.estimator), rng)
        member.fit(X, labels, **arguments)  # may return something else than the member
        return member

    def predict(self, member: Any, rows: Any, transform: Transform) -> NDArray[Any]:
        """Return the transformed prediction of a member."""
        return transform(predict_estimator(member, rows.X, self.classes, self.by_shares))

    def ensemble(self, members: list[Any]) -> EstimatorEnsemble:
        X = self.rows.X
        return EstimatorEnsemble(
            tuple(members), n_columns(X), column_names(X), self.classes, self.by_shares
        )


Trainer = TreeTrainer | EstimatorTrainer
