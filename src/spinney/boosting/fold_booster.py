"""Boosters of several folds that grow together; the mean of their trees is the model."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .auto_values import with_auto_values
from .booster import Step, booster_options, derivatives, make_step
from .boosting_data import TrainingSet
from .folds import Fold
from .losses import BoostingLoss, Floats, NamedLoss
from .model import BoostedModel
from .parameters import BoostingParameters


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
        plain = not (estimator.line_search or estimator._drops)
        plain = plain and estimator.num_parallel_tree == 1
        # Members run in parallel, one thread each, unless there are many threads.
        in_turn = not plain or data.n_threads >= 2 * len(folds)
        self.n_threads = 1 if in_turn else data.n_threads
        threads = data.n_threads if in_turn else 1
        self.boosters = [
            shared.on_rows(
                fold.fitted,
                loss.core,
                shared.scores if fold.start is None else fold.start,
                member_options(estimator, data, model.seed, threads, i, folds),
            )
            for i, (fold, loss) in enumerate(zip(folds, self.losses, strict=True))
        ]
        self.steps: list[Step] = []
        if not plain:
            self.steps = [
                make_step(estimator, booster, data, loss, fold.fitted)
                for booster, loss, fold in zip(self.boosters, self.losses, folds, strict=True)
            ]

    def step(self, round_: int, rate: float) -> list[_core.Tree]:
        """Run one iteration of all members; return their trees, scaled for the mean."""
        if self.steps:
            trees = [tree for step in self.steps for tree in step(round_, rate)]
        else:
            trees = _core.step_all(
                self.boosters, round_, rate, self.n_threads, *self.derivatives(round_)
            )
        n = len(self.folds)
        return trees if n == 1 else [tree.with_values(tree.value / n) for tree in trees]

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


def member_options(
    estimator: BoostingParameters,
    data: TrainingSet,
    seed: int,
    n_threads: int,
    member: int,
    folds: Sequence[Fold],
) -> _core.BoostingOptions:
    """Return the core's options of one member, with random numbers of its own."""
    fold = folds[member]
    chosen = with_auto_values(estimator, data, member if len(fold.held_out) else None)
    options = booster_options(chosen, data, seed + member, n_threads, len(fold.fitted))
    options.n_boosters = len(folds)
    return options


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
