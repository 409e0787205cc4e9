"""Target statistics of categorical features as additional columns of the training data."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .boosting_data import TrainingSet
from .losses import Floats
from .parameters import BoostingParameters

MAX_CLASSES = 10
"""More classes or outputs have no statistics: each is a column per feature."""
MAX_BINS = 32
N_GROUPS = 5
"""Random groups of rows; the statistic of a row uses the rows of the other groups."""


class Statistics(NamedTuple):
    """Statistics by the targets of some rows, and the table with them as additional columns."""

    core: _core.TargetStatistics
    table: _core.Table

    def extend(self, options: _core.BoostingOptions) -> None:
        """Give the additional columns the options of their features."""
        sources = self.core.sources
        learned = [_core.MissingRoute.learned] * len(sources)
        if options.missing_routes is not None:
            options.missing_routes = [*options.missing_routes, *learned]
        if options.unknown_routes is not None:
            options.unknown_routes = [*options.unknown_routes, *learned]
        if options.linear_features is not None:
            options.linear_features = [*options.linear_features, *[0] * len(sources)]
        if options.monotonic is not None:
            options.monotonic = [*options.monotonic, *[0] * len(sources)]
        if (weights := options.feature_weights) is not None:
            options.feature_weights = [*weights, *(weights[j] for j in sources)]
        if options.interactions is not None:
            first = self.table.n_columns - len(sources)
            options.interactions = [
                [*allowed, *(first + k for k, j in enumerate(sources) if j in allowed)]
                for allowed in options.interactions
            ]

    def translated(self, trees: Iterable[_core.Tree]) -> list[_core.Tree]:
        """Return trees with splits of categories in place of splits of statistics."""
        return [self.core.translate(tree) for tree in trees]


def make_statistics(
    estimator: BoostingParameters, data: TrainingSet, rows: NDArray[np.uint32] | None, seed: int
) -> Statistics | None:
    """Compute statistics by the targets of ``rows``, or of all rows; None if none are used.

    ``estimator`` has no values "auto".
    """
    if estimator.target_statistics is False or max(data.n_classes, data.n_targets) > MAX_CLASSES:
        return None
    max_split = max(2, int(estimator.target_statistics))
    if max(data.rows.table.levels, default=0) <= max_split:
        return None
    check_statistics(estimator, data)
    features = statistic_features(data, max_split)
    if not features:
        return None
    fitted = np.arange(data.n_rows, dtype=np.uint32) if rows is None else rows
    core = _core.TargetStatistics(
        *(data.rows.table, features, target_channels(data), data.rows.weight, fitted),
        *(float(estimator.target_smooth), MAX_BINS, N_GROUPS, seed),
    )
    return Statistics(core, core.table(data.rows.table))


def statistic_features(data: TrainingSet, max_split: int) -> list[int]:
    """Return the features with more categories and a learned route of missing values."""
    learned = _core.MissingRoute.learned
    routes = data.missing.routes() or [learned] * data.schema.n_features
    levels = data.rows.table.levels
    return [j for j, n in enumerate(levels) if n > max_split and routes[j] == learned]


def target_channels(data: TrainingSet) -> Floats:
    """Return the targets whose means are statistics: (channels, rows).

    Numbers, the indicator of the second of two classes, or that of every class.
    """
    y = data.rows.y
    if data.n_classes == 0:
        return np.atleast_2d(y.T)
    first = 1 if data.n_classes == 2 else 0
    is_class = y[None, :] == np.arange(first, data.n_classes)[:, None]
    return np.asarray(is_class, dtype=np.float64)


def check_statistics(estimator: BoostingParameters, data: TrainingSet) -> None:
    """Raise for parameters that target statistics do not support."""
    rejected = {
        "line_search": estimator.line_search,
        "num_parallel_tree above 1": estimator.num_parallel_tree > 1,
        "booster='dart'": estimator._drops,
        "missing='surrogate'": "surrogate" in data.missing.policies,
    }
    for name, given in rejected.items():
        if given:
            raise ValueError(
                f"Target statistics do not support {name}: set target_statistics=False."
            )
