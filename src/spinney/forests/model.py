"""The fitted model of a forest."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.sampling import Sampling
from ..data.columns import Array
from ..data.missing import MissingRules
from ..data.schema import Schema


class FittedForest(NamedTuple):
    """Trees with the schema, classes and policies that prediction needs."""

    schema: Schema
    forest: _core.Forest
    classes: list[Array]
    missing: MissingRules
    aggregate: str
    sampling: Sampling
    seed: int
    max_features: int
    first: int = 0
    """Index of the first tree, by which bags are drawn: not 0 in slices."""
    leaf_targets: _core.LeafTargets | None = None
    smoothing: float = 0.0
    """The weight by which class probabilities are shrunk toward those of parent nodes."""

    @property
    def n_outputs(self) -> int:
        return self.forest.n_outputs

    @property
    def tree_indices(self) -> range:
        """The indices of the trees, by which bags are drawn."""
        return range(self.first, self.first + self.forest.n_trees)

    def bags(self) -> _core.Bags | None:
        """Return the bags of the trees; None if every bag contains all rows."""
        if self.first == 0 or self.sampling.is_whole:
            return self.sampling.bags()
        given = np.stack(self.sampling.counts(self.tree_indices)).astype(np.uint32)
        return self.sampling._replace(given=given).bags()

    def predict(self, table: _core.Table, n_threads: int) -> NDArray[np.float64]:
        """Return the combined predictions of the trees: (rows, outputs, width)."""
        return self.forest.predict(table, self.aggregate, n_threads)

    def probability_forest(self, n_threads: int = 1) -> _core.Forest:
        """Return the forest whose predictions are probabilities: smoothed, or the same."""
        return self.forest.smoothed(self.smoothing, n_threads) if self.smoothing else self.forest

    def probabilities(self, table: _core.Table, n_threads: int) -> NDArray[np.float64]:
        """Return class probabilities: (rows, outputs, classes)."""
        forest = self.probability_forest(n_threads)
        return forest.predict(table, self.aggregate, n_threads)

    def predicted_classes(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return class indices (rows, outputs) for class shares; the first of a tie."""
        best: NDArray[np.intp] = values.argmax(axis=2)
        return best

    def tree(self, i: int) -> FittedTree:
        """Unpack a tree."""
        return FittedTree(self.schema, self.forest.tree(i), self.classes, self.missing)

    def subset(self, first: int, last: int) -> "FittedForest":
        """Return the trees from ``first`` to ``last``, without the targets in their leaves."""
        return self._replace(
            forest=self.forest.sliced(first, last), first=self.first + first, leaf_targets=None
        )
