"""Split criteria."""

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

class Criterion(Enum):
    """The split criteria: a member per entry of :func:`criteria`, by its name."""

    gini = ...

class CriterionInfo:
    """Description of a split criterion."""

    @property
    def kind(self) -> Criterion: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> list[str]: ...
    @property
    def task(self) -> str:
        """ "classification" or "regression"."""
    @property
    def non_negative(self) -> bool:
        """Whether targets must be >= 0 with a positive sum."""
    @property
    def impurity(self) -> str:
        """Formula of a node's impurity, as text."""
    @property
    def spread(self) -> str:
        """Regression: name of the spread of a leaf."""
    @property
    def power(self) -> int:
        """Regression: power of the target's unit in the impurity."""
    @property
    def leaf_median(self) -> bool:
        """Whether leaves predict the median instead of the mean."""
    @property
    def additive(self) -> bool:
        """Whether the score of a split determines its gain."""
    @property
    def in_bits(self) -> bool:
        """Whether the impurity is measured in bits."""
    @property
    def needs_multiway(self) -> bool: ...
    @property
    def single_output(self) -> bool: ...

def criteria() -> list[CriterionInfo]:
    """All criteria that trees accept by name."""

def impurity(
    criterion: Criterion,
    y: NDArray[np.int32] | NDArray[np.float64],
    weight: NDArray[np.float64] | None,
    n_classes: Sequence[int],
) -> float:
    """Impurity of all rows; ``y`` is (rows, outputs), weights are positive."""

def impurity_curve(
    criterion: Criterion,
    codes: NDArray[np.uint32],
    y: NDArray[np.int32] | NDArray[np.float64],
    weight: NDArray[np.float64] | None,
    n_classes: Sequence[int],
) -> NDArray[np.float64]:
    """Mean impurity of both sides of the split behind each distinct code but the last."""

def row_losses(
    criterion: Criterion, y: NDArray[np.float64], prediction: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Loss of predicting ``prediction[i]`` for ``y[i]``, by a criterion of regression."""
