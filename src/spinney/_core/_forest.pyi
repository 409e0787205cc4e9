"""Forests: bags, growth, prediction, out-of-bag estimates and importances."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._options import ForestOptions
from ._tree import Table, Tree

class Bags:
    """Bootstrap samples of the members of an ensemble, drawn again whenever they are needed.

    ``n_draws`` rows with or without replacement, determined by the seed and the tree's index. With
    replacement the probability of a row is proportional to its ``weight`` (None: equal); without,
    rows of weight 0 are never drawn. ``strata`` (int32 per row) keeps each stratum's share of the
    draws. ``given``: (trees, rows) counts that replace the draws.
    """

    def __init__(
        self,
        n_rows: int,
        n_draws: int,
        replace: bool,
        seed: int,
        weight: NDArray[np.float64] | None = None,
        strata: NDArray[np.int32] | None = None,
        given: NDArray[np.uint32] | None = None,
    ) -> None: ...
    @property
    def n_rows(self) -> int: ...
    def counts(self, tree: int) -> NDArray[np.uint32]:
        """Return the number of times each row is in the bag of a tree."""

class Forest:
    """An ensemble of trees, packed in at most 16 bytes per node if possible.

    Trees with other routes than ``learned`` and ``majority``, or other splits than binary ones on
    single features, are not packed.
    """

    def __init__(self, trees: Sequence[Tree]) -> None: ...
    @property
    def n_trees(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def n_outputs(self) -> int: ...
    @property
    def n_classes(self) -> list[int]: ...
    @property
    def n_nodes(self) -> int:
        """The number of nodes of all trees."""
    @property
    def nbytes(self) -> int:
        """Memory of the trees."""
    def tree(self, i: int) -> Tree:
        """Return an unpacked tree; gains, impurities and weights have single precision."""
    def smoothed(self, strength: float, n_threads: int = 1) -> Forest:
        """Return the forest with class shares shrunk toward those of parent nodes.

        The share of a child is that of its parent plus the difference of both before smoothing,
        divided by 1 + strength / weight of the parent. The last result is kept.
        """
    def joined(self, other: Forest) -> Forest:
        """Return a forest with the trees of both."""
    def sliced(self, first: int, last: int) -> Forest: ...
    def compact(self) -> Forest:
        """Return a forest without the statistics of trees that are not packed."""
    def predict(
        self, table: Table, aggregate: str = "mean", n_threads: int = 1
    ) -> NDArray[np.float64]:
        """Return class shares (rows, outputs, classes), or values (rows, outputs, 1).

        "mean" of the trees' values; "mode": the share of trees that vote for each class (ties: the
        first class), or the most frequent value (ties: the smallest); "median" of the trees'
        values (class shares are scaled to sum to 1).
        """
    def apply(self, table: Table, n_threads: int = 1) -> NDArray[np.int32]:
        """Return (rows, trees): the node where each row ends, as ``Tree.apply``."""
    def feature_importances(self) -> NDArray[np.float64]:
        """Return (trees, features): sums of gains, not normalized."""
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

def grow_forest(
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    bags: Bags | None,
    first: int,
    last: int,
    n_classes: Sequence[int],
    options: ForestOptions,
) -> Forest:
    """Grow trees ``first`` to ``last`` of a forest, each determined by its index and the seed.

    As ``grow_tree``, each tree on the rows of its bag, whose weights are ``weight`` times the
    counts (None: all rows, once). Trees are grown in parallel.
    """

def smoothing_losses(
    forest: Forest,
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    bags: Bags,
    first: int,
    strengths: Sequence[float],
    max_rows: int,
    n_threads: int = 1,
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Return rows that are out of bag, and their log losses by strength: (rows, strengths)."""

class OutOfBag:
    """Out-of-bag predictions, and the out-of-bag error after each tree.

    ``y`` and ``n_classes`` as in ``grow_tree``; ``weight`` weights the errors of rows.
    ``aggregate`` as in ``Forest.predict``.
    """

    def __init__(
        self,
        y: NDArray[Any],
        n_classes: Sequence[int],
        weight: NDArray[np.float64] | None = None,
        aggregate: str = "mean",
    ) -> None: ...
    def add(
        self, forest: Forest, table: Table, bags: Bags, first: int, n_threads: int = 1
    ) -> NDArray[np.float64]:
        """Add all trees of a forest, whose first tree has bag ``first``.

        Returns the error after each tree, over the rows that are out of bag so far: the weighted
        misclassification rate or mean squared error, averaged over outputs; NaN without such rows.
        The result does not depend on the number of threads.
        """
    @property
    def prediction(self) -> NDArray[np.float64]:
        """As ``Forest.predict``, by the trees for which a row is out of bag; NaN without any."""
    @property
    def n_trees(self) -> NDArray[np.int32]:
        """(rows,): the number of trees for which a row is out of bag."""

def permutation_importances(
    forest: Forest,
    bags: Bags,
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    *,
    groups: Sequence[Sequence[int]],
    n_repeats: int = 1,
    seed: int = 0,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """Return (trees, groups): the increase of a tree's out-of-bag error.

    The features of a group are permuted together among the tree's out-of-bag rows; the mean over
    ``n_repeats``. The error as in ``OutOfBag``. NaN for a tree without out-of-bag rows; 0 if the
    tree uses no feature of the group.
    """

def corrected_importances(
    forest: Forest,
    bags: Bags,
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """Return (trees, features): gains on out-of-bag rows, 0 on average for a noise feature.

    A split gains for every out-of-bag row the share of the row's class in the child less that in
    the node; for numbers (child - node) times the target's distance from the root's mean. The
    weighted mean over the tree's rows, summed by feature and averaged over outputs. NaN for a tree
    without out-of-bag rows.
    """

class LeafTargets:
    """The training targets in the leaves of a forest of one numeric output.

    Stored as ranks, by tree and leaf. ``predict`` returns quantiles of the targets in the leaves of
    a row: a training row has the weight of its share in each leaf (bag count times weight),
    averaged over the trees.
    """

    def __init__(
        self,
        forest: Forest,
        bags: Bags | None,
        first: int,
        table: Table,
        y: NDArray[np.float64],
        weight: NDArray[np.float64] | None,
        n_threads: int = 1,
    ) -> None: ...
    @property
    def nbytes(self) -> int: ...
    def joined(self, other: LeafTargets) -> LeafTargets: ...
    def predict(
        self,
        forest: Forest,
        table: Table,
        quantiles: NDArray[np.float64],
        n_threads: int = 1,
    ) -> NDArray[np.float64]:
        """Return (rows, quantiles): the smallest target whose cumulative weight reaches it."""
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...

def tree_features(seed: int, tree: int, n_features: int, wanted: int) -> list[int]:
    """Return the features drawn for a tree, ascending; an empty list: all."""
