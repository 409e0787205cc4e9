"""Bagged decision trees of this library, grown together by the core."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.aggregation import Floats
from ..base.members import Estimator
from ..base.resolvers import n_features_of, split_kind_names
from ..base.routing import MemberCall
from ..base.sampling import Sampling
from ..base.split_kinds import check_split_kind
from ..base.threads import threads_for
from ..base.training_data import LabeledTable
from ..data.columns import Array
from ..data.containers import Indices
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.weights import Weights
from ..trees.base import BaseDecisionTree
from .forest_trees import ForestTrees
from .model import FittedForest
from .tree_growth import make_growth

# Parameters of trees that forest growth does not support, with values that disable them.
UNSUPPORTED = {
    "max_competitors": 0,
    "ccp_alpha": 0.0,
    "cp": 0.0,
    "pruning": None,
    "early_stopping": False,
    "priors": None,
    "loss_matrix": None,
}


def grows_together(estimator: Estimator, tree: type, draws_features: bool) -> bool:
    """Return whether the estimator is a tree that the core can grow in a forest.

    ``draws_features``: whether each tree has only some of the features.
    """
    if type(estimator) is not tree:
        return False
    given = estimator.get_params()
    if draws_features and uses_all_features(given):
        return False
    return all(
        given.get(name) is None if disabled is None else given[name] == disabled
        for name, disabled in UNSUPPORTED.items()
    )


def uses_all_features(given: dict[str, Any]) -> bool:
    """Return whether a tree may use features that were not drawn for it."""
    policies: list[Any] = []
    for policy in (given["missing"], given["unknown"]):
        policies.extend(policy.values() if isinstance(policy, dict) else [policy])
    return "surrogate" in policies or "pca" in split_kind_names(given["split_kind"])


class FittedTrees(NamedTuple):
    """The fitted model of bagged trees: a forest, and the estimator of its trees."""

    tree: BaseDecisionTree
    """Unfitted."""
    model: FittedForest
    features_per_tree: int | None = None
    """Number of features drawn for each tree; None: all."""

    @property
    def schema(self) -> Schema:
        return self.model.schema

    @property
    def missing(self) -> MissingRules:
        return self.model.missing

    @property
    def classes(self) -> list[Array]:
        return self.model.classes

    @property
    def sampling(self) -> Sampling:
        return self.model.sampling

    @property
    def n_features(self) -> int:
        return self.schema.n_features

    @property
    def names(self) -> tuple[str, ...] | None:
        return self.schema.names

    @property
    def n_outputs(self) -> int:
        return self.model.n_outputs

    @property
    def estimators(self) -> ForestTrees:
        features = None if self.features_per_tree is None else self.features
        return ForestTrees(self.tree.get_params(deep=False), self.model, features=features)

    @property
    def features(self) -> list[Indices]:
        """The columns of each tree."""
        every = np.arange(self.n_features)
        n, wanted = self.model.forest.n_trees, self.features_per_tree
        if wanted is None:
            return [every] * n
        drawn = (_core.tree_features(self.model.seed, i, len(every), wanted) for i in range(n))
        return [np.array(features, np.intp) if features else every for features in drawn]

    def read(self, X: Any, owner: Any) -> _core.Table:
        """Read X as a table."""
        frame = self.schema.read(X, type(owner).__name__)
        return self.missing.table(self.schema, frame, self.threads(frame.n_rows, owner.n_jobs))

    def threads(self, n_rows: int, n_jobs: int | None) -> int:
        return threads_for(n_jobs, n_rows * self.n_features)

    def predict(
        self, table: _core.Table, aggregate: str, n_jobs: int | None, call: MemberCall
    ) -> Floats:
        """Return the combined predictions of all trees: (rows, outputs, width).

        ``check_input``, the only metadata of a tree, has no effect.
        """
        return self.model.forest.predict(table, aggregate, self.threads(table.n_rows, n_jobs))

    def predicted_classes(self, values: Floats) -> NDArray[np.intp]:
        """Return class indices (rows, outputs) for class shares; the first of a tie."""
        return self.model.predicted_classes(values)

    def out_of_bag(
        self,
        table: _core.Table,
        y: Array,
        weight: Weights | None,
        aggregate: str,
        n_jobs: int | None,
    ) -> Floats:
        """Return out-of-bag predictions: of each row, by the trees not grown on it."""
        forest, bags = self.model.forest, self.sampling.bags()
        assert bags is not None
        out_of_bag = _core.OutOfBag(y, forest.n_classes, weight, aggregate)
        out_of_bag.add(forest, table, bags, 0, self.threads(table.n_rows, n_jobs))
        return out_of_bag.prediction

    def feature_importances(self) -> Floats:
        """Return the share of each feature in the gain: (trees, features)."""
        gains = self.model.forest.feature_importances()
        total = gains.sum(axis=1, keepdims=True)
        return np.asarray(gains / np.where(total > 0, total, 1.0))


def fit_trees(
    tree: BaseDecisionTree,
    data: LabeledTable,
    sampling: Sampling,
    start: FittedTrees | None,
    n_members: int,
    features_per_tree: int,
) -> FittedTrees:
    """Grow the trees that an earlier fit does not have."""
    check_split_kind(tree, data, tree.splitter == "random")
    options = _core.ForestOptions(min_weight_fraction_leaf=tree.min_weight_fraction_leaf)
    class_weight = getattr(tree, "class_weight", None)
    growth = make_growth(tree, data, sampling, features_per_tree, options, class_weight)
    max_features = n_features_of(tree.max_features, features_per_tree)
    new = range(0 if start is None else start.model.forest.n_trees, n_members)
    forest = growth.trees(new, max_features)
    if start is not None:
        forest = start.model.forest.joined(forest)
    model = FittedForest(
        data.schema,
        forest,
        data.targets.classes,
        data.missing,
        "mean",
        sampling,
        sampling.seed,
        max_features,
    )
    drawn = None if features_per_tree == data.schema.n_features else features_per_tree
    return FittedTrees(tree, model, drawn)
