"""SHAP values."""

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from ._forest import Forest
from ._tree import Table, Tree

Results = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64] | None]

@overload
def shap_values(
    trees: Sequence[Tree],
    table: Table,
    n_outputs: int,
    player: Sequence[int],
    n_players: int,
    interactions: bool = False,
    n_threads: int = 1,
    background: Table | None = None,
    background_weight: NDArray[np.float64] | None = None,
) -> Results:
    """Return base values (outputs), values (rows, players, outputs) and interactions.

    A tree with one value per leaf adds to output ``i % n_outputs``, where i is its index; other
    trees have a value for every output. ``player`` is the player of each feature: itself, or its
    group. Values are path-dependent without a background and interventional with one.
    """

@overload
def shap_values(
    forest: Forest,
    table: Table,
    player: Sequence[int],
    n_players: int,
    interactions: bool = False,
    n_threads: int = 1,
    background: Table | None = None,
    background_weight: NDArray[np.float64] | None = None,
) -> Results:
    """Return the same for the sum of the trees of a forest."""
