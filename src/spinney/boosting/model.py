"""The fitted model of gradient boosting."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.tree_states import pack_trees, unpack_trees
from ..data.columns import Array
from ..data.missing import MissingRules
from ..data.schema import Schema
from .losses import BoostingLoss, Floats

ONE_OUTPUT_PER_TREE, MULTI_OUTPUT_TREE = "one_output_per_tree", "multi_output_tree"
"""Values of ``multi_strategy``."""


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
    """``trees_per_member`` trees per iteration, in order."""
    seed: int
    n_parallel: int = 1
    """Members of an iteration, whose trees add up; ``trees`` has those of one before the next."""
    init: Any = None
    """The fitted estimator of the scores before the first iteration; None: ``initial``."""

    @cached_property
    def n_scores(self) -> int:
        return self.loss.n_scores

    @cached_property
    def n_rounds(self) -> int:
        return len(self.trees) // self.trees_per_round

    @cached_property
    def multi_strategy(self) -> str:
        """Whether an iteration has one tree per score, or one with a value per score."""
        vectors = bool(self.trees) and self.trees[0].n_outputs > 1
        return MULTI_OUTPUT_TREE if vectors else ONE_OUTPUT_PER_TREE

    @cached_property
    def trees_per_member(self) -> int:
        return 1 if self.multi_strategy == MULTI_OUTPUT_TREE else self.n_scores

    @cached_property
    def trees_per_round(self) -> int:
        return self.trees_per_member * self.n_parallel

    @cached_property
    def ensemble(self) -> _core.Ensemble:
        return _core.Ensemble(self.trees, self.n_scores)

    def first_rounds(self, n: int) -> "BoostedModel":
        """Return the model of the first n iterations."""
        if n >= self.n_rounds:
            return self
        return replace(self, trees=self.trees[: n * self.trees_per_round])

    def start(self, n_rows: int, margin: Floats | None = None) -> Floats:
        """Return the scores before the first iteration: (n_scores, rows).

        ``margin`` (rows, n_scores) replaces the initial scores of the model.
        """
        if margin is not None:
            return np.array(margin.T, order="C")
        return np.repeat(self.initial[:, None], n_rows, axis=1)

    def scores(
        self,
        table: _core.Table,
        n_threads: int,
        margin: Floats | None = None,
        rounds: range | None = None,
    ) -> Floats:
        """Return the scores (n_scores, rows) after all iterations, or of some iterations."""
        scores = self.start(table.n_rows, margin)
        rounds = range(self.n_rounds) if rounds is None else rounds
        k = self.trees_per_round
        self.ensemble.add(table, scores, n_threads, rounds.start * k, rounds.stop * k)
        return scores

    def staged(
        self, table: _core.Table, n_threads: int, margin: Floats | None = None
    ) -> Iterator[Floats]:
        """Yield the scores after each iteration: the same array, updated in place."""
        scores, k = self.start(table.n_rows, margin), self.trees_per_round
        for first in range(0, len(self.trees), k):
            self.ensemble.add(table, scores, n_threads, first, first + k)
            yield scores

    def leaves(self, table: _core.Table, n_threads: int) -> NDArray[np.int32]:
        """Return leaf indices: (rows, trees), or (rows, trees, n_scores) with a tree per score."""
        nodes = self.ensemble.apply(table, n_threads)
        k = self.trees_per_member
        return nodes if k == 1 else nodes.reshape(len(nodes), -1, k)

    def tree(self, index: int) -> FittedTree:
        """Return one tree, for text and plots; its leaf values are added to a score."""
        return FittedTree(self.schema, self.trees[index], [], self.missing)

    def __getstate__(self) -> dict[str, Any]:
        # Cached properties are computed again.
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        return state | {"trees": pack_trees(self.trees)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        trees = state["trees"]  # a tuple in earlier versions
        trees = trees if isinstance(trees, tuple) else unpack_trees(trees)
        vars(self).update(state | {"trees": trees})
