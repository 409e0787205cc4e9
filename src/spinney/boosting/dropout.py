"""Dropout (DART): earlier trees are left out of an iteration and scaled after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .booster import Step
from .losses import Floats
from .model import BoostedModel
from .parameters import BoostingParameters


class TreeScales(Protocol):
    """Factors of the trees of earlier iterations, which may change during training."""

    def changes(self, new: list[_core.Tree]) -> list[_core.Tree]:
        """Return the trees whose sum is the change of the model by its last iteration."""

    def scaled(self, model: BoostedModel) -> BoostedModel:
        """Return a model of the first iterations with the factors after its last one."""

    def state(self, n_rounds: int) -> dict[str, Any]:
        """Return the fitted attributes of a model of the first iterations."""


class Unscaled:
    """Trees that do not change."""

    def changes(self, new: list[_core.Tree]) -> list[_core.Tree]:
        return new

    def scaled(self, model: BoostedModel) -> BoostedModel:
        return model

    def state(self, n_rounds: int) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class Dropped:
    """The iterations that were dropped in one iteration, and their factor."""

    rounds: NDArray[np.intp]
    factor: float


class Dropout:
    """The trees and weights of one booster, and the step function that drops trees."""

    def __init__(
        self,
        estimator: BoostingParameters,
        booster: _core.Booster,
        table: _core.Table,
        seed: int,
        n_threads: int,
        rounds: Sequence[list[_core.Tree]],
        weights: Floats,
    ) -> None:
        self.estimator = estimator
        self.booster = booster
        self.table = table
        self.seed = seed
        self.n_threads = n_threads
        self.rounds = list(rounds)
        """The trees of each iteration, with the values that they had in the first one."""
        self.scales = [1.0] * len(self.rounds)
        """The present factors of these values."""
        self.first_weights = list(weights)
        """The weights of iterations before any factor: their learning rates."""
        self.n_before = len(self.rounds)
        self.history: list[Dropped] = []
        self.last_change: list[_core.Tree] = []

    def wrap(self, step: Step) -> Step:
        """Return the step function with dropout."""

        def dropping_step(round_: int, rate: float) -> list[_core.Tree]:
            rounds = self.draw(round_)
            old, new = self.factors(len(rounds), rate)
            scores = self.booster.scores
            trees = self.present_trees(rounds)
            dropped = np.zeros_like(scores)
            if trees:
                _core.Ensemble(trees, len(scores)).add(self.table, dropped, self.n_threads)
                scores -= dropped
            grown = step(round_, rate * new)
            if trees:
                scores += old * dropped
            self.last_change = [tree.scaled(old - 1) for tree in trees]
            self.history.append(Dropped(rounds, old))
            for i in rounds:
                self.scales[i] *= old
            self.rounds.append(grown)
            self.scales.append(1.0)
            self.first_weights.append(rate * new)
            return grown

        return dropping_step

    def present_trees(self, rounds: NDArray[np.intp]) -> list[_core.Tree]:
        """Return the trees of some iterations with their present values."""
        return [tree.scaled(self.scales[i]) for i in rounds for tree in self.rounds[i]]

    def draw(self, round_: int) -> NDArray[np.intp]:
        """Draw the iterations to drop; random numbers depend on the seed and the iteration only."""
        given = self.estimator
        random = np.random.default_rng([self.seed, round_])
        skips = random.random() < given.skip_drop
        n = len(self.rounds)
        if n == 0 or skips:
            return np.empty(0, np.intp)
        weights = np.ones(n) if given.uniform_drop else np.multiply(self.first_weights, self.scales)
        probability = given.drop_rate * weights * n / weights.sum()
        found = np.flatnonzero(random.random(n) < probability)
        if 0 < given.max_drop < len(found):
            found = np.sort(random.choice(found, given.max_drop, replace=False))
        return found

    def factors(self, n_dropped: int, rate: float) -> tuple[float, float]:
        """Return the factors of the dropped trees, and of the learning rate of new ones."""
        if n_dropped == 0:
            return 1.0, 1.0
        total = n_dropped + (rate if self.estimator.xgboost_dart_mode else 1.0)
        return n_dropped / total, 1 / total

    def scales_after(self, n_rounds: int) -> Floats:
        """Return the factors of the first iterations after the last of them."""
        scales = np.ones(n_rounds)
        for one in self.history[: max(0, n_rounds - self.n_before)]:
            scales[one.rounds] *= one.factor
        return scales


class MemberDropouts:
    """The dropouts of all members of a bag; a single booster is a bag of one."""

    def __init__(self, members: list[Dropout]) -> None:
        self.members = members

    def changes(self, new: list[_core.Tree]) -> list[_core.Tree]:
        n = len(self.members)
        old = [tree.divided(n) for one in self.members for tree in one.last_change]
        return new + old

    def scaled(self, model: BoostedModel) -> BoostedModel:
        scales = np.stack([one.scales_after(model.n_rounds) for one in self.members], axis=1)
        repeated = np.repeat(scales, model.trees_per_round // len(self.members), axis=1).ravel()
        trees = tuple(
            tree if scale == 1 else tree.scaled(scale)
            for tree, scale in zip(model.trees, repeated, strict=True)
        )
        return replace(model, trees=trees)

    def state(self, n_rounds: int) -> dict[str, Any]:
        columns = [
            np.array(one.first_weights[:n_rounds]) * one.scales_after(n_rounds)
            for one in self.members
        ]
        return {"_tree_weights": np.stack(columns, axis=1)}


def make_dropouts(
    estimator: BoostingParameters,
    model: BoostedModel,
    boosters: Sequence[_core.Booster],
    table: _core.Table,
    n_threads: int,
    weights: Floats,
) -> MemberDropouts:
    """Return the dropouts of boosters that continue a model; ``weights`` are (rounds, members)."""
    n = len(boosters)
    block = model.trees_per_round // n
    members = []
    for i, booster in enumerate(boosters):
        firsts = range(i * block, len(model.trees), model.trees_per_round)
        rounds = [
            [tree.scaled(n) for tree in model.trees[first : first + block]] for first in firsts
        ]
        seed = model.seed + i
        members.append(Dropout(estimator, booster, table, seed, n_threads, rounds, weights[:, i]))
    return MemberDropouts(members)


def earlier_weights(state: Any, rates: Sequence[float], n_members: int) -> Floats:
    """Return the weights of the iterations of a model that is continued, (rounds, members)."""
    known: Floats | None = state.get("_tree_weights")
    if known is not None and known.shape == (len(rates), n_members):
        return known
    rate = np.nan_to_num(np.array(rates, dtype=np.float64), nan=1.0)
    return np.repeat(rate[:, None], n_members, axis=1)
