"""From checked rows to trees: all that decides them but their numbers."""

from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..base.resolvers import monotonic_constraints, split_kind_names
from ..base.sampling import Sampling
from ..base.split_kinds import split_options
from ..base.training_data import Dataset
from ..base.validation import resolve_max_features, size_limits
from ..data.weights import Weights

EXACT_ROWS = 10_000
"""With ``max_bins="auto"``, up to so many rows every threshold is searched."""
AUTO_BINS = 255


class Growth(NamedTuple):
    """Grows trees by their numbers, always the same ones."""

    data: Dataset
    sampling: Sampling
    bags: _core.Bags | None
    options: dict[str, Any]

    @property
    def features_per_tree(self) -> int:
        per_tree: int = self.options["features_per_tree"]
        return per_tree

    def trees(self, numbers: range, max_features: int) -> _core.Forest:
        """The trees with these numbers, whose nodes look at so many features."""
        return _core.grow_forest(
            self.data.table,
            self.data.targets.values,
            self.sampling.row_weight,
            self.bags,
            numbers.start,
            numbers.stop,
            self.data.targets.n_classes,
            _core.ForestOptions(
                max_features=min(max_features, self.features_per_tree),
                n_threads=self.data.n_threads,
                **self.options,
            ),
        )


def resolve_bins(estimator: Any, weight: Weights, random_splits: bool) -> int | None:
    """The maximum number of bins, None for none. Values are wanted as they are by some splits."""
    if estimator.max_bins != "auto":
        max_bins: int | None = estimator.max_bins
        return max_bins
    needs_values = random_splits or split_kind_names(
        getattr(estimator, "split_kind", "binary")
    ) != ("binary",)
    return AUTO_BINS if np.count_nonzero(weight) > EXACT_ROWS and not needs_values else None


def make_growth(estimator: Any, data: Dataset, sampling: Sampling, random_splits: bool) -> Growth:
    """Read the parameters of trees; those of several outputs or classes are checked."""
    n_features = data.schema.n_features
    per_tree = resolve_max_features(estimator.max_features_per_tree, n_features)
    options = {
        **split_options(estimator, data, random_splits),
        "features_per_tree": min(per_tree, n_features),
        "balance_classes": getattr(estimator, "class_weight", None) == "balanced_subsample",
        "monotonic": monotonic_constraints(estimator.monotonic_cst, data.schema, data.targets),
        "max_bins": resolve_bins(estimator, data.row_weight, random_splits),
        "seed": sampling.seed,
        "missing_routes": data.missing.routes(),
        "unknown_routes": data.missing.unknown_routes(),
        "max_surrogates": int(estimator.max_surrogates),
        "ccp_alpha": float(estimator.ccp_alpha),
        "min_weight_fraction_leaf": float(estimator.min_weight_fraction_leaf),
        **size_limits(estimator, data.n_rows),
    }
    return Growth(data, sampling, sampling.bags(), options)
