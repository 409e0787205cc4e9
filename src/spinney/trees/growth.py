"""Grow a single tree."""

from dataclasses import dataclass

import numpy as np

from .. import _core
from ..base.random_seed import resolve_seed
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.split_kinds import check_split_kind, draws_candidates
from ..base.training_data import LabeledTable
from ..base.validation_split import Mask
from ..pruning.costs import ClassCosts
from .parameters import TreeParameters


@dataclass(frozen=True)
class TrainingSet(LabeledTable):
    """Training data with the class costs of priors and a loss matrix."""

    costs: ClassCosts | None
    """From all rows; None without priors and a loss matrix."""
    max_features: int
    """Number of features considered for each split."""


def growth_seed(estimator: TreeParameters, data: TrainingSet) -> int:
    """Return the core's seed; without ``random_state`` it is fixed if nothing is drawn."""
    draws = estimator.splitter == "random" or data.max_features < data.schema.n_features
    return resolve_seed(estimator.random_state, draws or draws_candidates(estimator.split_kind))


def grow(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    keep: Mask | None = None,
    n_threads: int | None = None,
) -> _core.Tree:
    """Grow a tree on all rows, or on those to keep."""
    weight = data.weight
    if keep is not None:
        weight = keep.astype(np.float64) if weight is None else weight * keep
    growth_weight, case_weight = weight, None
    if data.costs is not None:
        # Surrogates are ranked by the sample weights, without priors and costs.
        case_weight = np.ones(data.n_rows) if weight is None else weight
        growth_weight = case_weight * data.costs.growth_factor[data.targets.values[:, 0]]
    check_split_kind(estimator, data, estimator.splitter == "random")
    options = _core.TreeOptions(
        seed=seed, n_threads=data.n_threads if n_threads is None else n_threads
    )
    tree = _core.grow_tree(
        data.table,
        data.targets.values,
        growth_weight,
        data.targets.n_classes,
        resolve(estimator, FitContext.of(data, keep, growth_weight), options),
        case_weight,
    )
    if data.costs is None:
        return tree
    return tree.with_values(data.costs.shares(tree.value))
