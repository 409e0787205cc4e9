"""The fitted model of gradient boosting."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from ..data.missing import MissingRules
from ..data.schema import Schema
from .losses import BoostingLoss, Floats


@dataclass(frozen=True)
class BoostedModel:
    """The immutable fitted model: everything that prediction needs."""

    schema: Schema
    missing: MissingRules
    loss: BoostingLoss
    classes: Array | None
    """The sorted class labels; None for regression."""
    initial: Floats
    """The scores before the first iteration."""
    trees: tuple[_core.Tree, ...]
    """``n_scores`` trees per iteration, in order."""
    seed: int

    @property
    def n_scores(self) -> int:
        return self.loss.n_scores

    @property
    def n_rounds(self) -> int:
        return len(self.trees) // self.n_scores

    @cached_property
    def ensemble(self) -> _core.Ensemble:
        return _core.Ensemble(self.trees, self.n_scores)

    def first_rounds(self, n: int) -> "BoostedModel":
        """Return the model of the first n iterations."""
        return self if n >= self.n_rounds else replace(self, trees=self.trees[: n * self.n_scores])

    def start(self, n_rows: int) -> Floats:
        """Return the scores before the first iteration: (n_scores, rows)."""
        return np.repeat(self.initial[:, None], n_rows, axis=1)

    def scores(self, table: _core.Table, n_threads: int, n_rounds: int | None = None) -> Floats:
        """Return the scores (n_scores, rows) after all iterations, or after the first ones."""
        scores = self.start(table.n_rows)
        last = None if n_rounds is None else n_rounds * self.n_scores
        self.ensemble.add(table, scores, n_threads, 0, last)
        return scores

    def staged(self, table: _core.Table, n_threads: int) -> Iterator[Floats]:
        """Yield the scores after each iteration: the same array, updated in place."""
        scores, k = self.start(table.n_rows), self.n_scores
        for first in range(0, len(self.trees), k):
            self.ensemble.add(table, scores, n_threads, first, first + k)
            yield scores

    def leaves(self, table: _core.Table, n_threads: int) -> NDArray[np.int32]:
        """Return leaf indices: (rows, iterations), or (rows, iterations, n_scores)."""
        nodes = self.ensemble.apply(table, n_threads)
        return nodes if self.n_scores == 1 else nodes.reshape(len(nodes), -1, self.n_scores)

    def tree(self, index: int) -> FittedTree:
        """Return one tree, for text and plots; its leaf values are added to a score."""
        return FittedTree(self.schema, self.trees[index], [], self.missing)

    def __getstate__(self) -> dict[str, Any]:
        # The ensemble is rebuilt from the trees.
        return {name: value for name, value in vars(self).items() if name != "ensemble"}


def importances(model: BoostedModel, kind: str) -> Floats:
    """Return the importance of each feature: a sum or mean over the splits on it."""
    n = model.schema.n_features
    count, gain, cover = np.zeros(n), np.zeros(n), np.zeros(n)
    for tree in model.trees:
        inner = np.flatnonzero(tree.kind)
        feature = tree.feature[inner]
        count += np.bincount(feature, minlength=n)
        gain += np.bincount(feature, tree.gain[inner], minlength=n)
        cover += np.bincount(feature, tree.weighted_n_node_samples[inner], minlength=n)
    splits = np.maximum(count, 1)
    kinds = {
        "gain": gain / splits,
        "total_gain": gain,
        "cover": cover / splits,
        "total_cover": cover,
        "count": count,
    }
    if kind not in kinds:
        names = ", ".join(map(repr, kinds))
        raise ValueError(f"kind={kind!r} must be one of {names}.")
    return kinds[kind]
