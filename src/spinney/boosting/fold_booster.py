"""Boosters of several folds that grow together; the mean of their trees is the model."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .auto_values import n_tail_iterations, with_auto_values
from .booster import (
    Step,
    booster_options,
    core_targets,
    derivatives,
    make_booster,
    make_step,
    steps_are_plain,
)
from .boosting_data import TrainingSet
from .folds import Fold
from .losses import BoostingLoss, Floats, NamedLoss
from .model import BoostedModel
from .parameters import BoostingParameters
from .refit import refitted
from .target_statistics import Statistics, make_statistics


class FoldBooster:
    """One booster per fold, on the same encoded table; ``estimator`` may have values "auto".

    Each is fitted to the rows of its fold and updates the scores of all rows, so the scores of its
    held-out rows need no prediction.
    """

    def __init__(
        self,
        estimator: BoostingParameters,
        data: TrainingSet,
        model: BoostedModel,
        shared: _core.Booster,
        folds: Sequence[Fold],
    ) -> None:
        self.data = data
        self.folds = folds
        self.losses = [own_loss(model.loss) for _ in folds]
        plain = steps_are_plain(estimator)
        # Members run in parallel, one thread each, unless there are many threads.
        in_turn = not plain or data.n_threads >= 2 * len(folds)
        self.n_threads = 1 if in_turn else data.n_threads
        threads = data.n_threads if in_turn else 1
        self.estimator, self.seed = estimator, model.seed
        self.statistics: list[Statistics | None] = []
        self.grown: list[_core.Tree] = []
        """The trees with splits of statistics, if there is one fold."""
        self.chosen: list[BoostingParameters] = []
        """The parameters of each member, without values "auto"."""
        self.boosters = [self._member(i, shared, threads) for i in range(len(folds))]
        self.steps: list[Step] = []
        if not plain:
            self.steps = [
                make_step(estimator, booster, data, loss, fold.fitted)
                for booster, loss, fold in zip(self.boosters, self.losses, folds, strict=True)
            ]

    def _member(self, i: int, shared: _core.Booster, n_threads: int) -> _core.Booster:
        """Return the booster of one fold; with statistics, on a table of its own."""
        fold, loss, data = self.folds[i], self.losses[i], self.data
        member = i if len(fold.held_out) else None
        chosen = with_auto_values(self.estimator, data, loss, member)
        self.chosen.append(chosen)
        options = booster_options(chosen, data, self.seed + i, n_threads, len(fold.fitted))
        options.n_boosters = len(self.folds)
        scores = shared.scores if fold.start is None else fold.start
        statistics = make_statistics(chosen, data, fold.fitted, self.seed + i)
        self.statistics.append(statistics)
        if statistics is None:
            return shared.on_rows(fold.fitted, loss.core, scores, options)
        statistics.extend(options)
        y, weight = core_targets(data, loss), data.rows.weight
        return _core.Booster(statistics.table, y, weight, loss.core, scores, options, fold.fitted)

    def step(self, round_: int, rate: float) -> list[_core.Tree]:
        """Run one iteration of all members; return their trees, scaled for the mean."""
        if self.steps:
            trees = [tree for step in self.steps for tree in step(round_, rate)]
        else:
            trees = _core.step_all(
                self.boosters, round_, rate, self.n_threads, *self.derivatives(round_)
            )
        trees = self._translated(trees)
        n = len(self.folds)
        return trees if n == 1 else [tree.divided(n) for tree in trees]

    def _translated(self, trees: list[_core.Tree]) -> list[_core.Tree]:
        """Return the trees of all members with splits of categories instead of statistics."""
        if not any(self.statistics):
            return trees
        if len(self.folds) == 1:
            self.grown += trees
        size = len(trees) // len(self.folds)
        return [
            tree
            for i, one in enumerate(self.statistics)
            for part in [trees[i * size : (i + 1) * size]]
            for tree in (part if one is None else one.translated(part))
        ]

    def refitted(
        self, model: BoostedModel, shared: _core.Booster, rates: Sequence[float]
    ) -> BoostedModel:
        """Return the model of a single member with leaf values of all rows, and further trees.

        Statistics of all rows are again those of other rows, so no row sees its own target.
        """
        data, [chosen], [fold] = self.data, self.chosen, self.folds
        whole = copy.copy(chosen)
        whole.subsample = with_auto_values(self.estimator, data, model.loss).subsample
        statistics = make_statistics(whole, data, None, self.seed)
        kept, booster = model, shared
        if statistics is not None:
            kept = replace(model, trees=tuple(self.grown[: len(model.trees)]))
            start = shared.scores
            booster = make_booster(whole, data, model.loss, start, self.seed, statistics)
        result = refitted(kept, booster, data, rates)
        n = n_tail_iterations(model.n_rounds, len(fold.fitted), len(fold.held_out))
        step = self._tail_step(booster, statistics)
        tail = [tree for i in range(n) for tree in step(model.n_rounds + i, rates[-1])]
        trees = (*result.trees, *tail)
        return replace(result, trees=tuple(statistics.translated(trees)) if statistics else trees)

    def _tail_step(self, booster: _core.Booster, statistics: Statistics | None) -> Step:
        """Return the step function of the single member on all rows, after those of a booster."""
        data, [chosen], [loss] = self.data, self.chosen, self.losses
        options = booster_options(chosen, data, self.seed, data.n_threads)
        if statistics is not None:
            statistics.extend(options)
        every = np.arange(data.n_rows, dtype=np.uint32)
        tail = booster.on_rows(every, loss.core, booster.scores, options)
        return make_step(chosen, tail, data, loss)

    def derivatives(self, round_: int) -> Any:
        """Return gradients and hessians of all members; None for losses of the core."""
        if self.losses[0].core is not None:
            return None, None
        members = zip(self.losses, self.boosters, strict=True)
        pairs = [derivatives(loss, self.data, booster, round_) for loss, booster in members]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    @property
    def scores(self) -> Floats:
        """The scores of held-out rows, each by the member that was not fitted to it."""
        parts = [
            booster.scores[:, fold.held_out]
            for booster, fold in zip(self.boosters, self.folds, strict=True)
        ]
        return np.concatenate(parts, axis=1)


class MeanScores:
    """The training data's scores by the mean of all members."""

    def __init__(self, members: FoldBooster) -> None:
        self.members = members

    @property
    def scores(self) -> Floats:
        mean: Floats = np.mean([booster.scores for booster in self.members.boosters], axis=0)
        return mean

    def drawn_rows(self, round: int) -> NDArray[np.uint32]:
        """Return no rows: together the members use all of them."""
        return np.empty(0, np.uint32)


def own_loss(loss: BoostingLoss) -> BoostingLoss:
    """Return a loss with a state of its own."""
    return replace(loss) if isinstance(loss, NamedLoss) else loss
