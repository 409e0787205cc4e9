"""What a fitted boosting model is made of."""

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
    """All that prediction needs, replaced as one: a refit never shows half a model."""

    schema: Schema
    missing: MissingRules
    loss: BoostingLoss
    classes: Array | None
    """The sorted class labels; None for numbers."""
    initial: Floats
    trees: tuple[_core.Tree, ...]
    """Round after round, ``n_scores`` trees each."""
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
        return self if n >= self.n_rounds else replace(self, trees=self.trees[: n * self.n_scores])

    def start(self, n_rows: int) -> Floats:
        """The scores before the first round."""
        return np.repeat(self.initial[:, None], n_rows, axis=1)

    def scores(self, table: _core.Table, n_threads: int, n_rounds: int | None = None) -> Floats:
        """(n_scores, rows) after all rounds, or after the first ones."""
        scores = self.start(table.n_rows)
        last = None if n_rounds is None else n_rounds * self.n_scores
        self.ensemble.add(table, scores, n_threads, 0, last)
        return scores

    def staged(self, table: _core.Table, n_threads: int) -> Iterator[Floats]:
        """The scores after each round: one array, changed from round to round."""
        scores, k = self.start(table.n_rows), self.n_scores
        for first in range(0, len(self.trees), k):
            self.ensemble.add(table, scores, n_threads, first, first + k)
            yield scores

    def leaves(self, table: _core.Table, n_threads: int) -> NDArray[np.int32]:
        """(rows, rounds), or (rows, rounds, n_scores)."""
        nodes = self.ensemble.apply(table, n_threads)
        return nodes if self.n_scores == 1 else nodes.reshape(len(nodes), -1, self.n_scores)

    def tree(self, index: int) -> FittedTree:
        """One tree, as it is read and drawn: its values are parts of scores."""
        return FittedTree(self.schema, self.trees[index], [], self.missing)

    def __getstate__(self) -> dict[str, Any]:
        # The ensemble is made anew from the trees.
        return {name: value for name, value in vars(self).items() if name != "ensemble"}


def importances(model: BoostedModel, kind: str) -> Floats:
    """By feature: sums or means over the splits on it."""
    n = model.schema.n_features
    count, gain, cover = np.zeros(n), np.zeros(n), np.zeros(n)
    for tree in model.trees:
        asking = np.flatnonzero(tree.kind)
        feature = tree.feature[asking]
        count += np.bincount(feature, minlength=n)
        gain += np.bincount(feature, tree.gain[asking], minlength=n)
        cover += np.bincount(feature, tree.weighted_n_node_samples[asking], minlength=n)
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
        raise ValueError(f"kind={kind!r} is no importance. It must be one of {names}.")
    return kinds[kind]
