"""Read training and validation data for arbitrary member estimators: X stays as it was passed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.columns import Array
from ..data.containers import Indices, check_container, check_fitted_container, take_rows
from ..data.dataset import check_no_feature_kinds
from ..data.targets import Targets
from ..data.weights import Weights
from .read_targets import (
    EarlierTargets,
    TargetEstimator,
    TargetReader,
    ValidationSet,
    argument_errors,
)
from .validation_split import Mask


@dataclass(frozen=True)
class RawDataset:
    """X in the container that the user passed, with targets and weights."""

    X: Any
    targets: Targets
    weight: Weights | None

    @property
    def n_rows(self) -> int:
        return int(self.X.shape[0])

    @property
    def y(self) -> Array:
        """The values of the first output."""
        values: Array = self.targets.values[:, 0]
        return values

    @property
    def row_weight(self) -> Weights:
        """The weights; ones if there are none."""
        return np.ones(self.n_rows) if self.weight is None else self.weight

    def select(self, keep: Mask) -> "RawDataset":
        """Return the rows where ``keep`` is True."""
        return self if keep.all() else self.take(np.flatnonzero(keep))

    def take(self, rows: Indices) -> "RawDataset":
        weight = None if self.weight is None else self.weight[rows]
        return RawDataset(take_rows(self.X, rows), self.targets.select(rows), weight)


def read_raw_training(
    estimator: TargetEstimator,
    X: Any,
    y: Any,
    sample_weight: Any,
    earlier: EarlierTargets | None = None,
    single_output: bool = False,
) -> RawDataset:
    """Read training data; ``earlier`` is the model of a fit to continue."""
    check_no_feature_kinds(X, type(estimator).__name__)
    check = check_container if earlier is None else check_fitted_container
    X = check(X, estimator)
    reader = TargetReader.of(estimator, single_output)
    targets, weight = reader.read(y, sample_weight, X.shape[0], earlier)
    return RawDataset(X, targets, weight)


def read_raw_validation(
    estimator: TargetEstimator, data: RawDataset, given: ValidationSet
) -> RawDataset:
    """Read validation data by the classes of the training data."""
    with argument_errors(given.names.X, "X"):
        X = check_container(given.X, estimator)
    targets, weight = TargetReader.of(estimator).read(
        given.y, given.sample_weight, X.shape[0], data.targets, given.names
    )
    return RawDataset(X, targets, weight)
