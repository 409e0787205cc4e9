"""Forests: bags, growth, prediction, what out-of-bag rows tell."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._options import ForestOptions
from ._tree import Table, Tree

class Bags:
    """The rows that each member of an ensemble is fitted on, drawn anew when they are asked for.

    ``n_draws`` rows with or without replacement, by the seed and the number of the tree alone. With
    replacement a row is drawn with probability in proportion to its ``weight`` (None: all alike);
    without, rows of weight 0 are never drawn. ``strata`` (int32 per row) keeps each stratum's share
    of the draws. ``given``: (trees, rows) counts of the user's own bags, in place of draws.
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
        """How often each row is in the bag of a tree."""

class Forest:
    """Trees that answer together, in at most 16 bytes a node for plain splits.

    A tree whose rows can go both ways, stop or ask surrogates is kept whole.
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
        """Of all trees together."""
    @property
    def nbytes(self) -> int:
        """What the trees take in memory."""
    def tree(self, i: int) -> Tree:
        """A tree in full: gains, impurities and weights in single precision, all else exact."""
    def joined(self, other: Forest) -> Forest:
        """The trees of both, these first."""
    def sliced(self, first: int, last: int) -> Forest: ...
    def predict(
        self, table: Table, aggregate: str = "mean", n_threads: int = 1
    ) -> NDArray[np.float64]:
        """(rows, outputs, width): class shares, or the value in width 1.

        "mean" of the trees' values in their order; "mode": the share of trees that vote for each
        class (a tree's tie goes to the first class; numbers: the value that most trees say, of ties
        the smallest); "median" of the trees' values (class shares are scaled to add up to 1).
        """
    def apply(self, table: Table, n_threads: int = 1) -> NDArray[np.int32]:
        """(rows, trees): the node where each row ends, as ``Tree.apply``."""
    def feature_importances(self) -> NDArray[np.float64]:
        """(trees, features): sums of gains, not scaled."""
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

class OutOfBag:
    """What trees say of the rows that they were not grown on, and the error after each tree.

    ``y`` and ``n_classes`` as in ``grow_tree``; ``weight`` weighs the rows' errors, and rows of
    weight 0 have none. ``aggregate`` as in ``Forest.predict``.
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
        """Take in all trees of a forest, the first of which has bag ``first``.

        The error after each of them, over the rows that have been out of bag by then: the weighted
        share of wrong classes, or the mean squared error; the mean over outputs. NaN if there are
        no such rows. The same bits for any number of threads.
        """
    @property
    def prediction(self) -> NDArray[np.float64]:
        """(rows, outputs, width): as ``Forest.predict``, by the trees that did not see the row.

        NaN for a row that all trees have seen.
        """
    @property
    def n_trees(self) -> NDArray[np.int32]:
        """(rows,): trees that did not see the row."""

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
    """(trees, groups): how much a tree's error on its out-of-bag rows grows.

    The features of a group are permuted together among the tree's out-of-bag rows; the mean over
    ``n_repeats``. The error as in ``OutOfBag``. NaN for a tree without out-of-bag rows; 0 where the
    tree asks for no feature of the group.
    """

def corrected_importances(
    forest: Forest,
    bags: Bags,
    table: Table,
    y: NDArray[Any],
    weight: NDArray[np.float64] | None,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """(trees, features): gains judged by out-of-bag rows, 0 on average for a feature of noise.

    A split earns for every out-of-bag row what its child says better of the row's target than the
    node did: the class's share in the child less that in the node; for numbers (child - node) times
    the target's distance from the root's mean. The weighted mean over the tree's rows, summed by
    feature and averaged over outputs. NaN for a tree without out-of-bag rows.
    """

class LeafTargets:
    """The training targets in the leaves of a forest of one numeric output.

    Kept as ranks, by tree and leaf. ``predict`` gives quantiles of the targets of the leaves that a
    row ends in: a training row has the weight of its share in each leaf (bag count times weight),
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
        """(rows, quantiles): the smallest target whose cumulated weight reaches the quantile."""
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: dict[str, Any]) -> None: ...
