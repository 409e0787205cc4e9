"""Interactions of the pairs of features that share a path of some tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pairs = list[tuple[int, int]]


@dataclass(frozen=True, repr=False)
class SparseInteractions:
    """Interaction values without the cells that are 0 in every row.

    Attributes
    ----------
    pairs : ndarray of shape (n_pairs, 2)
        Indices of the features, the smaller first; all other pairs have no interaction.
    values : ndarray of shape (n_samples, n_pairs, n_outputs)
        Half of the interaction: the value of each of the two cells of the dense form.
    main : ndarray of shape (n_samples, n_features, n_outputs)
        The main effects: the diagonal of the dense form.
    """

    pairs: NDArray[np.intp]
    values: Floats
    main: Floats

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Shape of the dense form."""
        rows, features, outputs = self.main.shape
        return rows, features, features, outputs

    def __repr__(self) -> str:
        rows, features, _, outputs = self.shape
        return (
            f"SparseInteractions({rows} rows, {len(self.pairs)} pairs of {features} features, "
            f"{outputs} outputs)"
        )

    def to_dense(self) -> Floats:
        """Return an array of shape (n_samples, n_features, n_features, n_outputs)."""
        return self.cells(range(self.shape[1]))

    def cells(self, features: Sequence[int]) -> Floats:
        """Return the dense form for some features only."""
        place = np.full(self.shape[1], -1)
        place[list(features)] = np.arange(len(features))
        inside = np.flatnonzero((place[self.pairs] >= 0).all(axis=1))
        i, j = place[self.pairs[inside]].T
        dense = np.zeros((self.shape[0], len(features), len(features), self.shape[3]))
        dense[:, i, j] = dense[:, j, i] = self.values[:, inside]
        own = np.arange(len(features))
        dense[:, own, own] = self.main[:, list(features)]
        return dense


Interactions = Floats | SparseInteractions


def cells_of(interactions: Any, features: Sequence[int]) -> Floats:
    """Return the cells of some features: (rows, features, features, outputs)."""
    if isinstance(interactions, SparseInteractions):
        return interactions.cells(features)
    chosen = np.asarray(features)
    dense: Floats = interactions[:, chosen[:, None], chosen[None, :]]
    return dense


def interactions_with(interactions: Any, j: int) -> Floats:
    """Return the cells of a feature with every feature: (rows, features, outputs)."""
    if not isinstance(interactions, SparseInteractions):
        dense: Floats = interactions[:, j]
        return dense
    found = np.zeros(interactions.main.shape)
    found[:, j] = interactions.main[:, j]
    for i, pair in enumerate(interactions.pairs.tolist()):
        if j in pair:
            found[:, pair[0] + pair[1] - j] = interactions.values[:, i]
    return found


def used_pairs(interactions: Any) -> Pairs:
    """Return the pairs, each once, that have interactions in some row, in ascending order."""
    if isinstance(interactions, SparseInteractions):
        used = np.any(interactions.values != 0, axis=(0, 2))
        return [(i, j) for i, j in interactions.pairs[used].tolist()]
    used = np.any(interactions != 0, axis=(0, 3))
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(used, 1))]


def main_and_pairs(interactions: Any, k: int) -> tuple[Floats, Floats]:
    """Return the main effects, and the whole interactions of the used pairs, of an output."""
    if isinstance(interactions, SparseInteractions):
        used = np.any(interactions.values != 0, axis=(0, 2))
        return interactions.main[:, :, k], 2 * interactions.values[:, used, k]
    cells, pairs = interactions[:, :, :, k], used_pairs(interactions)
    whole = 2 * np.stack([cells[:, i, j] for i, j in pairs], axis=1) if pairs else cells[:, :0, 0]
    return np.diagonal(cells, axis1=1, axis2=2), whole
