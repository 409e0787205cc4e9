"""Grow the trees of a forest."""

from typing import NamedTuple

import numpy as np

from .. import _core
from ..base.parameters import Parameterized
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.sampling import Sampling
from ..base.training_data import Dataset

EXACT_ROWS = 10_000
"""The maximum number of rows for which ``max_bins="auto"`` searches every threshold."""
AUTO_BINS = 255


class Growth(NamedTuple):
    """Everything that determines the trees of a forest, except for their indices."""

    data: Dataset
    sampling: Sampling
    bags: _core.Bags | None
    options: _core.ForestOptions
    features_per_tree: int

    def trees(self, indices: range, max_features: int) -> _core.Forest:
        """Grow the trees with these indices."""
        self.options.max_features = min(max_features, self.features_per_tree)
        return _core.grow_forest(
            self.data.table,
            self.data.targets.values,
            self.sampling.row_weight,
            self.bags,
            indices.start,
            indices.stop,
            self.data.targets.n_classes,
            self.options,
        )


def auto_bins(data: Dataset, exact: bool) -> int | None:
    """Resolve ``max_bins="auto"``; ``exact`` if splits need the values."""
    n_rows = np.count_nonzero(data.row_weight)
    return AUTO_BINS if n_rows > EXACT_ROWS and not exact else None


def make_growth(
    estimator: Parameterized,
    data: Dataset,
    sampling: Sampling,
    features_per_tree: int,
    options: _core.ForestOptions,
) -> Growth:
    """Complete the options by the parameters of a forest, or of the base tree of bagging."""
    n_features = min(features_per_tree, data.schema.n_features)
    options = resolve(estimator, FitContext.of(data), options)
    options.seed, options.n_threads = sampling.seed, data.n_threads
    options.features_per_tree = n_features
    return Growth(data, sampling, sampling.bags(), options, n_features)
