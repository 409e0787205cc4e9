"""Grow the trees of a forest."""

from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..base.parameters import Parameterized
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from ..base.sampling import Sampling
from ..base.training_data import LabeledTable
from ..data.weights import Weights, with_class_weight

EXACT_ROWS = 10_000
"""The maximum number of rows for which ``max_bins="auto"`` searches every threshold."""
AUTO_BINS = 255


class Growth(NamedTuple):
    """Everything that determines the trees of a forest, except for their indices."""

    data: LabeledTable
    sampling: Sampling
    bags: _core.Bags | None
    row_weight: Weights | None
    """Weights of the rows of a bag: those of the sampling times class weights."""
    options: _core.ForestOptions
    features_per_tree: int

    def trees(self, indices: range, max_features: int) -> _core.Forest:
        """Grow the trees with these indices."""
        self.options.max_features = min(max_features, self.features_per_tree)
        return _core.grow_forest(
            self.data.table,
            self.data.targets.values,
            self.row_weight,
            self.bags,
            indices.start,
            indices.stop,
            self.data.targets.n_classes,
            self.options,
        )


def auto_bins(data: LabeledTable, exact: bool) -> int | None:
    """Resolve ``max_bins="auto"``; ``exact`` if splits need the values."""
    n_rows = np.count_nonzero(data.row_weight)
    return AUTO_BINS if n_rows > EXACT_ROWS and not exact else None


def make_growth(
    estimator: Parameterized,
    data: LabeledTable,
    sampling: Sampling,
    features_per_tree: int,
    options: _core.ForestOptions,
    class_weight: Any,
) -> Growth:
    """Complete the options by the parameters of a forest, or of the base tree of bagging.

    Class weights have no influence on the draws, so that each class has out-of-bag rows.
    """
    n_features = min(features_per_tree, data.schema.n_features)
    options = resolve(estimator, FitContext.of(data), options)
    options.seed, options.n_threads = sampling.seed, data.n_threads
    options.features_per_tree = n_features
    weight = with_class_weight(sampling.row_weight, class_weight, data.targets)
    return Growth(data, sampling, sampling.bags(), weight, options, n_features)
