"""SHAP values, partial dependence and similarities."""

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from ._forest import Bags, Forest
from ._tree import Table, Tree

Floats = NDArray[np.float64]
Effects = tuple[list[Floats], NDArray[np.uint8], tuple[Floats, list[Floats], list[Floats]] | None]
Results = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64] | None]

MAX_SHAP_TERMS: int
"""The largest number of features that a split may combine for exact interventional values."""

def max_terms(trees: Tree | Forest) -> int:
    """Return the largest number of features that a split combines; 0 without such splits."""

Pairs = list[tuple[int, int]]

def interaction_pairs(
    trees: Sequence[Tree] | Forest, player: Sequence[int], n_players: int
) -> Pairs:
    """Return the pairs of players on a common path, which are all that interact; ascending."""

class ShapSums:
    """SHAP values of a table, to which trees are added.

    ``player`` is the player of each feature: itself, or its group. Values are path-dependent
    without a background and interventional with one. Interactions are those of all pairs, or of
    ``pairs`` (the smaller player first).
    """

    def __init__(
        self,
        table: Table,
        player: Sequence[int],
        n_players: int,
        n_outputs: int,
        n_threads: int = 1,
        interactions: bool = False,
        pairs: Pairs | None = None,
        background: Table | None = None,
        background_weight: NDArray[np.float64] | None = None,
    ) -> None: ...
    @overload
    def add(self, trees: Sequence[Tree], first: int = 0) -> None:
        """Add trees.

        A tree with one value per leaf adds to output ``i % n_outputs``, where i is its index plus
        ``first``; other trees have a value for every output.
        """

    @overload
    def add(self, forest: Forest, first: int, last: int) -> None:
        """Add the trees from ``first`` up to ``last`` of a forest."""

    def finish(self) -> Results:
        """Return base values (outputs), values (rows, players, outputs) and interactions.

        Interactions have the shape (rows, players, players, outputs), or (rows, pairs, 2, outputs)
        with the two addends of each of ``pairs``. The sums are empty afterwards.
        """

@overload
def partial_dependence(
    trees: Sequence[Tree],
    table: Table,
    n_outputs: int,
    features: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    weight: NDArray[np.float64] | None = None,
    n_threads: int = 1,
) -> Effects:
    """Return the means of a sum of trees over the rows with some features replaced.

    Returns ``(cuts, combined, (base, singles, pairs))``. ``cuts`` are the thresholds of each
    feature, ``combined`` whether splits combine it with others. The base, (outputs,), is the mean
    prediction. Cells of a number are the intervals between cuts, those of a category its levels;
    two cells follow, for missing values and unknown categories. For each of ``features``: (cells,
    outputs), the mean with the feature in a cell, minus the base. For each of ``pairs`` (of those
    features): (cells, cells, outputs), the mean minus the base and the values of both features.

    The last entry is None if rows that are divided or follow surrogates, or splits on several
    features, prevent an exact result.
    """

@overload
def partial_dependence(
    forest: Forest,
    table: Table,
    features: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    weight: NDArray[np.float64] | None = None,
    n_threads: int = 1,
) -> Effects:
    """Return the same for the sum of the trees of a forest."""

def path_dependence(
    tree: Tree, grid: Table, features: Sequence[int], n_threads: int = 1
) -> NDArray[np.float64]:
    """Return the expected values of a tree for the rows of a grid: (rows, values).

    Splits on other features than ``features`` send a row to all children by their weights.
    """

class Similarity:
    """Similarities of rows to other rows by the leaves that they share.

    ``leaves`` and ``others`` are (rows, trees); None: the same rows, which are then in the bags
    too. "original": the share of trees, or of ``tree_weight``, in which both end in the same leaf.
    "oob": the same among the trees that have both out of bag. "gap": the share of the other row in
    the leaf (count in the bag times ``row_weight``), averaged over the trees that have the row out
    of bag.
    """

    def __init__(
        self,
        leaves: NDArray[np.int32],
        others: NDArray[np.int32] | None,
        kind: str,
        bags: Bags | None = None,
        *,
        row_weight: NDArray[np.float64] | None = None,
        tree_weight: NDArray[np.float64] | None = None,
        n_threads: int = 1,
    ) -> None: ...
    def rows(
        self,
        first: int = 0,
        last: int | None = None,
        top: int = 0,
        skip_self: bool = False,
        max_entries: int = ...,
        n_threads: int = 1,
    ) -> tuple[Floats, NDArray[np.int32], NDArray[np.int64]]:
        """Return data, indices and indptr of a CSR matrix of the similarities of some rows.

        ``top`` keeps that many of each row; 0: all. Raises above ``max_entries``.
        """
