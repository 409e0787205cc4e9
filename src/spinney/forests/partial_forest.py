"""A forest while it grows, and the choice of its number of features."""

from collections.abc import Callable, Sequence

import numpy as np

from .. import _core
from ..base.resolvers import n_features_of
from .out_of_bag import OutOfBagErrors
from .tree_growth import Growth

CANDIDATES = ("log2", "sqrt", 1 / 3, 1 / 2, None)
"""Numbers of features that ``max_features="oob"`` chooses from."""
TRIAL_TREES = 50
"""Most trees of the forests that they are judged by."""

Judge = Callable[[], OutOfBagErrors]


class PartialForest:
    """The first trees of a forest, and their out-of-bag errors if somebody asks for them."""

    def __init__(
        self, growth: Growth, max_features: int, errors: OutOfBagErrors | None, first: int = 0
    ) -> None:
        self.growth = growth
        self.max_features = max_features
        self.errors = errors
        self.first = first
        self.parts: list[_core.Forest] = []

    @property
    def n_trees(self) -> int:
        return sum(part.n_trees for part in self.parts)

    @property
    def forest(self) -> _core.Forest:
        """All trees as one."""
        whole, *others = self.parts
        for part in others:
            whole = whole.joined(part)
        self.parts = [whole]
        return whole

    def add(self, trees: _core.Forest) -> None:
        if self.errors is not None:
            self.errors.add(trees, self.first + self.n_trees)
        self.parts.append(trees)

    def grow(self, n_trees: int) -> None:
        """Add so many trees."""
        begin = self.first + self.n_trees
        self.add(self.growth.trees(range(begin, begin + n_trees), self.max_features))

    def cut(self, n_trees: int) -> None:
        """Keep the first trees only."""
        if n_trees < self.n_trees:
            self.parts = [self.forest.sliced(0, n_trees)]
            if self.errors is not None:
                self.errors.restart(self.parts[0], self.first)


def best_trial(
    growth: Growth, judge: Judge, n_trees: int
) -> tuple[PartialForest, dict[int, float]]:
    """The small forest of least out-of-bag error, and the errors by number of features.

    Its trees are the first ones of the whole forest; of equal errors, the fewest features.
    """
    trials: list[PartialForest] = []
    for max_features in candidates(growth.features_per_tree):
        trial = PartialForest(growth, max_features, judge())
        trial.grow(min(n_trees, TRIAL_TREES))
        trials.append(trial)
    errors = [last_error(trial) for trial in trials]
    best = trials[int(np.argmin(errors))]
    return best, {trial.max_features: e for trial, e in zip(trials, errors, strict=True)}


def candidates(n_features: int) -> Sequence[int]:
    return sorted({n_features_of(candidate, n_features) for candidate in CANDIDATES})


def last_error(trial: PartialForest) -> float:
    """Infinite if no row was out of bag."""
    assert trial.errors is not None
    error = float(trial.errors.errors[-1])
    return np.inf if np.isnan(error) else error
