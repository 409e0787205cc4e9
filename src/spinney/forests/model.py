"""What a fitted forest is made of."""

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
    """All that prediction needs, replaced as one: a refit never shows half a model."""

    schema: Schema
    forest: _core.Forest
    classes: list[Array]
    missing: MissingRules
    aggregate: str
    sampling: Sampling
    seed: int
    max_features: int
    first: int = 0
    """Number of the first tree, by which bags are drawn: not 0 in slices."""
    leaf_targets: _core.LeafTargets | None = None

    @property
    def n_outputs(self) -> int:
        return self.forest.n_outputs

    @property
    def numbers(self) -> range:
        """The numbers of the trees."""
        return range(self.first, self.first + self.forest.n_trees)

    def bags(self) -> _core.Bags | None:
        """The bags of the trees, numbered as these are; None if every tree has seen all rows."""
        if self.first == 0 or self.sampling.is_whole:
            return self.sampling.bags()
        given = np.stack(self.sampling.counts(self.numbers)).astype(np.uint32)
        return self.sampling._replace(given=given).bags()

    def predict(self, table: _core.Table, n_threads: int) -> NDArray[np.float64]:
        """What the trees say together: (rows, outputs, width)."""
        return self.forest.predict(table, self.aggregate, n_threads)

    def predicted_classes(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Class indices (rows, outputs) for class shares; the first of equals."""
        best: NDArray[np.intp] = values.argmax(axis=2)
        return best

    def tree(self, i: int) -> FittedTree:
        """One tree, in full."""
        return FittedTree(self.schema, self.forest.tree(i), self.classes, self.missing)

    def part(self, first: int, last: int) -> "FittedForest":
        """The trees from ``first`` to ``last``, without the targets of their leaves."""
        return self._replace(
            forest=self.forest.sliced(first, last), first=self.first + first, leaf_targets=None
        )
