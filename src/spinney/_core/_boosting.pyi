"""Boosting: losses, rounds, sums of trees."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._options import BoostingOptions
from ._tree import Table, Tree

class Link(Enum):
    """Function between scores and predictions; see core/loss/link.h."""

    identity = ...
    log = ...
    logit = ...
    half_logit = ...
    softmax = ...

class Task(Enum):
    classification = ...
    regression = ...

class TargetDomain(Enum):
    """The targets for which a loss is defined."""

    real = ...
    non_negative = ...
    positive = ...
    two_classes = ...
    classes = ...

class LossParameter:
    """A number inside (lower, upper) that a loss depends on."""

    name: str
    default: float
    lower: float
    upper: float

class LossInfo:
    """Description of a loss.

    ``link`` is that of two classes; more classes use softmax. ``metric`` is "loss" (the mean loss)
    or the name of a metric. ``aliases`` are objective names in other libraries, in lower case.
    """

    name: str
    description: str
    task: Task
    link: Link
    domain: TargetDomain
    metric: str
    parameter: LossParameter | None
    aliases: list[str]

def losses() -> list[LossInfo]:
    """Return the descriptions of all losses, sorted by name."""

class Loss:
    """A loss of boosting.

    ``y`` is float64 (rows,), also for class indices; scores are float64 (n_scores, rows), C order.
    There is one score per row, or one per class if there are more than two. ``name`` and
    ``parameter`` are those of ``losses()``; ``parameter=None`` is the default. With several
    targets, ``y`` has them one after the other (targets * rows), and each has a score.
    """

    def __init__(
        self,
        name: str,
        n_classes: int = 0,
        parameter: float | None = None,
        n_targets: int = 1,
    ) -> None: ...
    @property
    def info(self) -> LossInfo: ...
    @property
    def link(self) -> Link: ...
    @property
    def n_scores(self) -> int: ...
    @property
    def unit_hessian(self) -> bool:
        """Whether every hessian is 1."""
    @property
    def needs_leaf_update(self) -> bool:
        """Whether leaf values always come from ``leaf_step``."""
    def check_targets(self, y: NDArray[np.float64]) -> None:
        """Raise ValueError if a target is outside the domain."""
    def initial(
        self, y: NDArray[np.float64], weight: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """Constant scores that minimize the loss, (n_scores,)."""
    def value(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
        n_threads: int = 1,
    ) -> float:
        """Weighted mean of the loss."""
    def derivatives(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None = None,
        single: bool = False,
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Gradient and hessian, (n_scores, rows) each; ``weight`` is only used for Huber's delta.

        float64, or with ``single`` the fast float32 of quantized training.
        """
    def leaf_step(
        self,
        y: NDArray[np.float64],
        scores: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
        members: NDArray[np.uint32],
        k: int,
    ) -> float:
        """Step of score ``k``, common to the member rows, that minimizes their loss."""
    def predict(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Class probabilities or predicted numbers, (rows, outputs)."""

class Booster:
    """Gradient boosting on one training table, one round at a time.

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
        rows: NDArray[np.uint32] | None = None,
    ) -> None: ...
    def step(
        self,
        round: int,
        learning_rate: float,
        gradient: NDArray[np.float64] | None = None,
        hessian: NDArray[np.float64] | None = None,
    ) -> list[Tree]:
        """Grow one tree per score, its values multiplied by the learning rate.

        ``round`` (from 0, continued by later fits) and the seed determine all random numbers. A
        tree's ``weight`` is the sum of hessians, its ``gain`` the decrease of the objective.
        Derivatives, (n_scores, rows) and not weighted, replace those of the loss if given.
        """
    def refit(
        self,
        trees: Sequence[Tree],
        round: int,
        learning_rate: float,
        gradient: NDArray[np.float64] | None = None,
        hessian: NDArray[np.float64] | None = None,
    ) -> list[Tree]:
        """A round with trees of fixed structure: new leaf values, node weights and counts."""
    def on_rows(
        self,
        rows: NDArray[np.uint32],
        loss: Loss | None,
        scores: NDArray[np.float64],
        options: BoostingOptions,
    ) -> Booster:
        """A booster that shares the encoded table, and fits trees to some rows (ascending).

        The scores of all rows are updated by every round.
        """
    def drawn_rows(self, round: int) -> NDArray[np.uint32]:
        """The rows used in a round, ascending; empty if all rows are used."""
    @property
    def scores(self) -> NDArray[np.float64]:
        """(n_scores, rows): a writable view."""
    @property
    def clock(self) -> dict[str, float]:
        """Seconds by phase: encode, gradients, histogram, scan, partition, leaves."""
    @property
    def cells(self) -> int:
        """The number of histogram cells (a row's bin of a feature) summed so far."""

class TargetStatistics:
    """Target statistics of categorical features as numeric columns.

    ``targets`` is float64 (channels, rows). ``rows`` are those whose targets are used, ascending.
    """

    def __init__(
        self,
        table: Table,
        features: Sequence[int],
        targets: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
        rows: NDArray[np.uint32],
        prior_weight: float,
        max_bins: int,
        n_groups: int,
        key: int,
    ) -> None: ...
    def table(self, given: Table) -> Table:
        """Return the given table with a column per channel and feature at the end."""
    @property
    def sources(self) -> list[int]:
        """The feature of each additional column."""
    def translate(self, tree: Tree) -> Tree:
        """Return a tree with splits of categories in place of splits of additional columns."""

class Ensemble:
    """Sums of trees, compiled for fast prediction.

    Tree i adds to score i % n_scores. Results are bit for bit the sums of ``Tree.predict``, in
    order.
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
        """Return (rows, trees): the node where each row ends, as ``Tree.apply``."""

def can_bin(table: Table, options: BoostingOptions) -> bool:
    """Whether trees grow on histograms, which symmetric growth needs."""

def step_all(
    boosters: Sequence[Booster],
    round: int,
    learning_rate: float,
    n_threads: int,
    gradient: Sequence[NDArray[np.float64]] | None = None,
    hessian: Sequence[NDArray[np.float64]] | None = None,
) -> list[Tree]:
    """Run one round of several boosters in parallel; the trees of the first booster come first."""
