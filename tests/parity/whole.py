"""Details of rpart's trees besides the tree itself, and the rows for its predictions."""

from dataclasses import dataclass, fields

import numpy as np

from .references import read_arrays
from .tables import Sample

PEER = "rpart_whole"
FOLDS = 5
BLANKED = 0.15
PRIMARY, COMPETITOR, SURROGATE = 0, 1, 2


def fold_numbers(sample: Sample):
    return np.arange(len(sample.y)) % FOLDS


def blank_some(sample: Sample):
    """Set some cells to missing. The random numbers never change."""
    drawn = np.random.RandomState(7).random_sample(sample.X.shape)
    return np.where(drawn < BLANKED, np.nan, sample.X)


def class_shares(sample):
    by_class = np.bincount(sample.y, sample.weight)
    return by_class / by_class.sum()


def losses(case, sample):
    """Cost of predicting class j for a row of class i."""
    n_classes = int(sample.y.max()) + 1
    return np.array(case.params.get("loss_matrix", 1 - np.eye(n_classes)))


def prior_factors(case, sample):
    """Factor of the row weights, by class, for counting errors."""
    shares = class_shares(sample)
    return np.array(case.params.get("priors", shares)) / shares


def class_factors(case, sample):
    """Factor of the row weights for growing the tree: rpart folds the losses into the priors."""
    shares = class_shares(sample)
    altered = np.array(case.params.get("priors", shares)) * losses(case, sample).sum(axis=1)
    return altered / altered.sum() / shares


@dataclass(frozen=True)
class Alternatives:
    """Reference splits, one entry each, in rpart's order within a node.

    ``sides`` is by level 1 for left, 2 for right and 0 for levels unknown to the split. ``score``
    is rpart's improvement, or the agreement of a surrogate.
    """

    node: np.ndarray
    kind: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    above_left: np.ndarray
    sides: np.ndarray
    score: np.ndarray
    adjusted: np.ndarray

    def of(self, node, kind):
        return np.flatnonzero((self.node == node) & (self.kind == kind))

    def as_arrays(self):
        return {f"split_{field.name}": getattr(self, field.name) for field in fields(self)}


def read_alternatives(case):
    arrays = read_arrays(case)
    return Alternatives(**{f.name: arrays[f"split_{f.name}"] for f in fields(Alternatives)})
