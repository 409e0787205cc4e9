"""Set aside a part of the training data for validation."""

from collections.abc import Callable
from numbers import Integral
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from ..data.targets import Targets
from ..data.weights import Weights

Mask = NDArray[np.bool_]

RowDraw = Callable[[float, Targets, Weights | None, int], Mask]
"""Draw the rows of the validation set, given its size, the targets, weights and a seed."""


class Splittable(Protocol):
    """Training data of which rows can be selected."""

    @property
    def targets(self) -> Targets: ...
    @property
    def weight(self) -> Weights | None: ...
    def select(self, keep: Mask) -> Self: ...


Data = TypeVar("Data", bound=Splittable)


def split_training(data: Data, size: float | None, seed: int) -> tuple[Data, Data | None]:
    """Drop rows of weight 0, and set aside ``size`` of the others for validation, if given."""
    kept, held_out = split_rows(data, size, seed)
    return data.select(kept), None if held_out is None else data.select(held_out)


def split_rows(
    data: Splittable, size: float | None, seed: int, draw: RowDraw | None = None
) -> tuple[Mask, Mask | None]:
    """Return the rows of the training part and, if ``size`` is given, of the validation part."""
    keep = np.ones(len(data.targets.values), np.bool_) if data.weight is None else data.weight > 0
    if size is None:
        return keep, None
    held_out = (draw or validation_rows)(size, data.targets, data.weight, seed)
    return keep & ~held_out, held_out


def validation_rows(
    size: float, targets: Targets, weight: Weights | None, random_state: Any
) -> Mask:
    """Draw a fraction of the rows of each class; an int is a number of rows."""
    order = shuffled_rows(targets, weight, random_state)
    if len(order) < 2:
        raise ValueError(
            f"A validation set needs 2 rows of weight above 0, got n_samples={len(order)}."
        )
    if isinstance(size, Integral) and size >= len(order):
        raise ValueError(
            f"validation_fraction={size} rows must be fewer than n_samples={len(order)}."
        )
    drawn = int(size) if isinstance(size, Integral) else round(size * len(order))
    n = min(max(1, drawn), len(order) - 1)
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
