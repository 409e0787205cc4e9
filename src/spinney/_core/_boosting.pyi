"""Boosting: losses, rounds, sums of trees."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._options import BoostingOptions
from ._tree import Table, Tree

class Loss:
    """A loss of boosting, with its link.

    ``y`` is float64 (rows,), class indices too; scores are float64 (n_scores, rows), C order.
    Names: "log_loss" (two classes: one score per row; more: one per class), "exponential",
    "squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie".
    ``parameter`` is the alpha of huber and quantile, the power of tweedie.
    """

    def __init__(self, name: str, n_classes: int = 0, parameter: float = 0.0) -> None: ...
    @property
    def n_scores(self) -> int: ...
    @property
    def unit_hessian(self) -> bool: ...
    @property
    def renews_leaves(self) -> bool:
        """Whether leaves are set by line search even in second-order boosting."""
    def initial(
        self, y: NDArray[np.float64], weight: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """(n_scores,): the constant scores that minimise the loss."""
    def value(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
    ) -> float:
        """The weighted mean of the loss."""
    def derivatives(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None = None,
        single: bool = False,
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Gradient and hessian, (n_scores, rows) each, not weighted (Huber's delta is).

        float64, or as quantised training has them: quick float32.
        """
    def leaf_step(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
        members: NDArray[np.uint32],
        k: int,
    ) -> float:
        """What is best added to score ``k`` of the member rows, all at once."""
    def predict(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """(rows, outputs): probabilities of all classes, or the mean."""

class Booster:
    """Boosting on one training table: a round at a time.

    ``scores`` are the initial scores, (n_scores, rows), and are updated by every round. ``loss``
    may be None if every step is given derivatives. Rows must not have weight 0.
    """

    def __init__(
        self,
        table: Table,
        y: NDArray[np.float64] | None,
        weight: NDArray[np.float64] | None,
        loss: Loss | None,
        scores: NDArray[np.float64],
        options: BoostingOptions,
    ) -> None: ...
    def step(
        self,
        round: int,
        learning_rate: float,
        gradient: NDArray[np.float64] | None = None,
        hessian: NDArray[np.float64] | None = None,
    ) -> list[Tree]:
        """One tree per score; their values are multiplied by the learning rate already.

        ``round`` (from 0, continued by later fits) and the seed decide all random numbers. A
        tree's ``weight`` is the sum of hessians, its ``gain`` what the objective fell by. Given
        derivatives, (n_scores, rows) and not weighted, are used in place of the loss's.
        """
    @property
    def scores(self) -> NDArray[np.float64]:
        """(n_scores, rows): a view that may be written to."""
    @property
    def clock(self) -> dict[str, float]:
        """Seconds by phase: encode, gradients, histogram, scan, partition, leaves."""
    @property
    def cells(self) -> int:
        """Histogram cells (a row's bin of a feature) added up so far."""

class Ensemble:
    """Trees whose values add up, made ready for quick prediction.

    Tree i adds to score i % n_scores. Its results are those of ``Tree.predict``, added in order,
    bit for bit.
    """

    def __init__(self, trees: Sequence[Tree], n_scores: int = 1) -> None: ...
    @property
    def n_trees(self) -> int: ...
    def add(
        self,
        table: Table,
        scores: NDArray[np.float64],
        n_threads: int = 1,
        first: int = 0,
        last: int | None = None,
    ) -> None:
        """Add trees [first, last) to scores, (n_scores, rows), in place."""
    def apply(
        self, table: Table, n_threads: int = 1, first: int = 0, last: int | None = None
    ) -> NDArray[np.int32]:
        """(rows, trees): the node where each row ends, as ``Tree.apply``."""
