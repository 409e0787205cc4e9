"""A growing forest, and the choice of max_features by out-of-bag error."""

from collections.abc import Callable, Sequence

import numpy as np

from .. import _core
from ..base.resolvers import n_features_of
from .out_of_bag import OutOfBagErrors
from .tree_growth import Growth

CANDIDATES = ("log2", "sqrt", 1 / 3, 1 / 2, None)
"""Candidates of ``max_features="oob"``."""
TRIAL_TREES = 50
"""Maximum number of trees grown for each candidate."""

MakeErrors = Callable[[], OutOfBagErrors]


class PartialForest:
    """The first trees of a forest, and their out-of-bag errors if they are needed."""

    def __init__(
        self, growth: Growth, max_features: int, errors: OutOfBagErrors | None, first: int = 0
    ) -> None:
        self.growth = growth
        self.max_features = max_features
        self.errors = errors
        self.first = first
        self.batches: list[_core.Forest] = []

    @property
    def n_trees(self) -> int:
        return sum(batch.n_trees for batch in self.batches)

    @property
    def forest(self) -> _core.Forest:
        """All trees in one forest."""
        whole, *others = self.batches
        for batch in others:
            whole = whole.joined(batch)
        self.batches = [whole]
        return whole

    def add(self, trees: _core.Forest) -> None:
        if self.errors is not None:
            self.errors.add(trees, self.first + self.n_trees)
        self.batches.append(trees)

    def grow(self, n_trees: int) -> None:
        """Grow more trees."""
        begin = self.first + self.n_trees
        self.add(self.growth.trees(range(begin, begin + n_trees), self.max_features))

    def cut(self, n_trees: int) -> None:
        """Keep only the first trees."""
        if n_trees < self.n_trees:
            self.batches = [self.forest.sliced(0, n_trees)]
            if self.errors is not None:
                self.errors.restart(self.batches[0], self.first)


def best_trial(
    growth: Growth, make_errors: MakeErrors, n_trees: int
) -> tuple[PartialForest, dict[int, float]]:
    """Return the small forest of the lowest out-of-bag error, and the errors by max_features.

    Its trees are the first trees of the final forest. Ties go to the smallest max_features.
    """
    trials: list[PartialForest] = []
    for max_features in candidates(growth.features_per_tree):
        trial = PartialForest(growth, max_features, make_errors())
        trial.grow(min(n_trees, TRIAL_TREES))
        trials.append(trial)
    errors = [last_error(trial) for trial in trials]
    best = trials[int(np.argmin(errors))]
    return best, {trial.max_features: e for trial, e in zip(trials, errors, strict=True)}


def candidates(n_features: int) -> Sequence[int]:
    return sorted({n_features_of(candidate, n_features) for candidate in CANDIDATES})


def last_error(trial: PartialForest) -> float:
    """Return the last error; infinity if no row was out of bag."""
    assert trial.errors is not None
    error = float(trial.errors.errors[-1])
    return np.inf if np.isnan(error) else error
