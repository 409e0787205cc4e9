"""Boosting on small tables with the core's booster, without the estimators."""

from dataclasses import dataclass

import numpy as np

from core_options import make_options
from properties.growing import Sample, bits
from spinney import _core

LIMITS = ("max_bins", "max_leaf_nodes", "max_depth")
"""Options for which 0 means no limit, as in ``Rules``."""
# Exact search without minimum leaf size or weight.
PLAIN = {
    "max_bins": None,
    "quantize": False,
    "max_leaf_nodes": None,
    "max_depth": 3,
    "min_samples_leaf": 1,
    "min_child_weight": 0.0,
}


@dataclass(frozen=True)
class Trained:
    """Result of boosting: trees per round and score, and training scores, (n_scores, rows)."""

    rounds: list[list[_core.Tree]]
    scores: np.ndarray
    start: np.ndarray

    @property
    def trees(self):
        return [tree for trees in self.rounds for tree in trees]

    def bits(self, but=()):
        return [bits(tree, but) for tree in self.trees], self.scores.tobytes()

    def leaves(self, table):
        """Leaf of each row, (trees, rows)."""
        return np.array([tree.apply(table) for tree in self.trees])

    def predict(self, table):
        """Initial scores plus the predictions of the trees in order."""
        added = [np.array([t.predict(table)[:, 0, 0] for t in trees]) for trees in self.rounds]
        return sum(added, self.start[:, None])


def make_loss(sample: Sample, name: str, parameter: float = 0.0):
    return _core.Loss(name, sum(sample.n_classes), parameter)


def make_booster(sample: Sample, loss, scores, table=None, **options):
    table = sample.table if table is None else table
    y = np.ascontiguousarray(sample.y[:, 0], dtype=np.float64)
    settings = {k: None if k in LIMITS and not v else v for k, v in (PLAIN | options).items()}
    options = make_options(_core.BoostingOptions, **settings)
    return _core.Booster(table, y, sample.weight, loss, scores, options)


def boost(sample: Sample, loss, n_rounds=3, rate=0.5, table=None, **options) -> Trained:
    """Boost from the initial scores of a loss, given by name or as an object."""
    loss = make_loss(sample, loss) if isinstance(loss, str) else loss
    start = loss.initial(np.ascontiguousarray(sample.y[:, 0], dtype=np.float64), sample.weight)
    scores = np.repeat(start[:, None], sample.n_rows, axis=1)
    booster = make_booster(sample, loss, scores, table, **options)
    rounds = [booster.step(i, rate) for i in range(n_rounds)]
    return Trained(rounds, booster.scores.copy(), start)


def one_tree(sample: Sample, gradient, hessian, rate=1.0, table=None, round=0, **options):
    """Grow one tree from given derivatives."""
    booster = make_booster(sample, None, np.zeros((1, sample.n_rows)), table, **options)
    [tree] = booster.step(round, rate, gradient[None], hessian[None])
    return tree
