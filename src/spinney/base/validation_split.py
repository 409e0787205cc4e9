"""Set aside a part of the training data for validation."""

from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from ..data.targets import Targets
from ..data.weights import Weights

Mask = NDArray[np.bool_]


class Splittable(Protocol):
    """Training data of which rows can be selected."""

    @property
    def targets(self) -> Targets: ...
    @property
    def weight(self) -> Weights | None: ...
    def select(self, keep: Mask) -> Self: ...


Data = TypeVar("Data", bound=Splittable)


def split_training(data: Data, fraction: float | None, seed: int) -> tuple[Data, Data | None]:
    """Drop rows of weight 0, and set aside a fraction of the others for validation, if given."""
    keep = np.ones(len(data.targets.values), np.bool_) if data.weight is None else data.weight > 0
    if fraction is None:
        return data.select(keep), None
    held_out = validation_rows(fraction, data.targets, data.weight, seed)
    return data.select(keep & ~held_out), data.select(held_out)


def validation_rows(
    fraction: float, targets: Targets, weight: Weights | None, random_state: Any
) -> Mask:
    """Draw a fraction of the rows of each class."""
    order = shuffled_rows(targets, weight, random_state)
    if len(order) < 2:
        raise ValueError(
            f"A validation set needs 2 rows of weight above 0, got n_samples={len(order)}."
        )
    n = min(max(1, round(fraction * len(order))), len(order) - 1)
    chosen = ((np.arange(n) + 0.5) * (len(order) / n)).astype(np.int64)
    mask = np.zeros(len(targets.values), dtype=np.bool_)
    mask[order[chosen]] = True
    return mask


def shuffled_rows(targets: Targets, weight: Weights | None, random_state: Any) -> NDArray[np.int64]:
    """Return the rows of weight above 0 in random order; sorted by class for one output."""
    rng = check_random_state(0 if random_state is None else random_state)
    rows: NDArray[np.int64]
    rows = np.arange(len(targets.values)) if weight is None else np.flatnonzero(weight)
    rows = rng.permutation(rows)
    if len(targets.classes) == 1:
        rows = rows[np.argsort(targets.values[rows, 0], kind="stable")]
    return rows
