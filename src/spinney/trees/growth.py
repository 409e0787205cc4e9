"""From a checked table to a tree, and to the trees of parts of its rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.resolvers import monotonic_constraints, split_kind_names
from ..base.split_kinds import DRAWN, split_options
from ..base.training_data import Dataset
from ..base.validation import (
    resolve_max_features,
    resolve_seed,
    stopping_rules,
)
from ..data.schema import Schema
from ..pruning.costs import ClassCosts


@dataclass(frozen=True)
class TrainingSet(Dataset):
    """Training data with the class costs of priors and a loss matrix."""

    costs: ClassCosts | None
    """From all rows; None without priors and a loss matrix."""


def growth_seed(estimator: Any, schema: Schema) -> int:
    """The seed of the core, drawn only if the tree draws features or thresholds."""
    max_features = resolve_max_features(estimator.max_features, schema.n_features)
    draws = estimator.splitter == "random" or max_features < schema.n_features
    return resolve_seed(
        estimator.random_state,
        draws or not DRAWN.isdisjoint(split_kind_names(estimator.split_kind)),
    )


def grow(
    estimator: Any,
    data: TrainingSet,
    seed: int,
    keep: NDArray[np.bool_] | None = None,
    n_threads: int | None = None,
) -> _core.Tree:
    """Grow a tree by the estimator's parameters, on all rows or on those to keep."""
    weight = data.weight
    if keep is not None:
        weight = keep.astype(np.float64) if weight is None else weight * keep
    n_rows = data.n_rows if keep is None else int(keep.sum())
    max_features = resolve_max_features(estimator.max_features, data.schema.n_features)
    growth_weight, case_weight = weight, None
    if data.costs is not None:
        # Surrogates are judged by the rows' own weights.
        case_weight = np.ones(data.n_rows) if weight is None else weight
        growth_weight = case_weight * data.costs.growth[data.targets.values[:, 0]]
    tree = _core.grow_tree(
        data.table,
        data.targets.values,
        growth_weight,
        data.targets.n_classes,
        _core.TreeOptions(
            max_features=max_features,
            **split_options(estimator, data, estimator.splitter == "random"),
            monotonic=monotonic_constraints(estimator.monotonic_cst, data.schema, data.targets),
            max_bins=estimator.max_bins,
            seed=seed,
            n_threads=data.n_threads if n_threads is None else n_threads,
            missing_routes=data.missing.routes(),
            unknown_routes=data.missing.unknown_routes(),
            max_surrogates=estimator.max_surrogates,
            max_competitors=estimator.max_competitors,
            **stopping_rules(estimator, n_rows, growth_weight),
        ),
        case_weight,
    )
    if data.costs is None:
        return tree
    return tree.with_values(data.costs.shares(tree.value))
