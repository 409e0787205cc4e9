"""Brute-force split search: every allowed split, evaluated from the definitions.

A column is a float array in which NaN is missing; ``levels`` is 0 for a numeric column, else the
number of categories. Targets are (rows, outputs); impurities are means over the outputs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from spinney.base.criteria import CRITERIA

NAMES = {c.name: c.task for c in CRITERIA.values() if not c.needs_multiway}
CLASSIFICATION = tuple(name for name, task in NAMES.items() if task == "classification")
REGRESSION = tuple(name for name, task in NAMES.items() if task == "regression")


@dataclass(frozen=True)
class Rules:
    """Constraints on a split; ``bounds`` on the values follow from monotone ancestors."""

    criterion: str
    min_samples_leaf: int = 1
    min_weight_leaf: float = 0.0
    monotonic: tuple[int, ...] | None = None
    bounds: tuple[float, float] = (-np.inf, np.inf)


def weighted_median(y, w):
    """Midpoint of the values that divide the weight into halves."""
    order = np.argsort(y)
    y, passed = y[order], np.cumsum(w[order])
    half = passed[-1] / 2
    return (y[np.argmax(passed >= half)] + y[np.argmax(passed > half)]) / 2


def shares(y, w):
    """Weight share of each class that is present."""
    weight_of_class = np.array([w[y == c].sum() for c in np.unique(y)])
    return weight_of_class / w.sum()


def gini(y, w):
    return 1 - (shares(y, w) ** 2).sum()


def entropy(y, w):
    p = shares(y, w)
    return -(p * np.log2(p)).sum()


def misclassification(y, w):
    return 1 - shares(y, w).max()


def squared_error(y, w):
    return np.average((y - np.average(y, weights=w)) ** 2, weights=w)


def absolute_error(y, w):
    return np.average(np.abs(y - weighted_median(y, w)), weights=w)


def poisson(y, w):
    positive = y > 0
    log_ratio = np.log(y[positive] / np.average(y, weights=w))
    return (w[positive] * y[positive] * log_ratio).sum() / w.sum()


# A criterion of the core without a formula here raises KeyError on import.
FORMULAS = {name: globals()[name] for name in NAMES}


def impurity(criterion, y, w):
    return np.mean([FORMULAS[CRITERIA[criterion].name](column, w) for column in y.T])


def leaf_value(criterion, y, w, n_classes=()):
    """(outputs, width): class shares padded with 0, the medians or the means."""
    if n_classes:
        value = np.zeros((y.shape[1], max(n_classes)))
        for k, column in enumerate(y.T):
            value[k] = np.bincount(column, weights=w, minlength=max(n_classes)) / w.sum()
        return value
    if CRITERIA[criterion].leaf_median:
        return np.array([[weighted_median(column, w)] for column in y.T])
    return np.average(y, axis=0, weights=w)[:, None]


def gain(criterion, y, w, left):
    """Impurity decrease when the rows of the mask ``left`` go left."""
    w_left, w_right = w[left].sum(), w[~left].sum()
    share_left, share_right = w_left / w.sum(), w_right / w.sum()
    after_left = share_left * impurity(criterion, y[left], w[left])
    after_right = share_right * impurity(criterion, y[~left], w[~left])
    return impurity(criterion, y, w) - after_left - after_right


def left_masks(column, levels) -> Iterator[np.ndarray]:
    """Masks of the rows that go left, for every split on the column."""
    missing = np.isnan(column)
    values = np.unique(column[~missing])
    if levels:
        groups = [column == v for v in values] + ([missing] if missing.any() else [])
        # The first group always goes right: mirrored splits are equivalent.
        for size in range(1, len(groups)):
            for chosen in combinations(groups[1:], size):
                yield np.any(chosen, axis=0)
        return
    for last_left in values[:-1]:
        yield column <= last_left
        if missing.any():
            yield (column <= last_left) | missing
    if missing.any() and len(values):
        yield missing


def allowed(rules, y, w, left, direction=0):
    """Whether both children are large enough, positive for Poisson, and in monotone order."""
    if min(left.sum(), (~left).sum()) < rules.min_samples_leaf:
        return False
    if min(w[left].sum(), w[~left].sum()) < rules.min_weight_leaf:
        return False
    if CRITERIA[rules.criterion].non_negative:
        sums = np.minimum(w[left] @ y[left], w[~left] @ y[~left])
        if (sums <= 0).any():
            return False
    if direction == 0:
        return True
    below, above = (monotone_value(rules.criterion, y[side], w[side]) for side in (left, ~left))
    low, high = rules.bounds
    inside = low <= min(below, above) and max(below, above) <= high
    return inside and direction * (above - below) >= 0


def monotone_value(criterion, y, w):
    """Value that monotone constraints order: share of class 1, mean or median."""
    if criterion in CLASSIFICATION:
        return np.average(y[:, 0] == 1, weights=w)
    return leaf_value(criterion, y, w)[0, 0]


def splits(columns, levels, y, w, rules) -> Iterator[tuple[float, int, np.ndarray]]:
    """(gain, feature, left mask) of every allowed split, by feature then threshold."""
    for feature, column in enumerate(columns):
        direction = rules.monotonic[feature] if rules.monotonic else 0
        for left in left_masks(column, levels[feature]):
            if allowed(rules, y, w, left, direction):
                yield gain(rules.criterion, y, w, left), feature, left


def best_gain(columns, levels, y, w, rules) -> float | None:
    """The largest gain of all allowed splits; None when there is no such split."""
    return max((g for g, _, _ in splits(columns, levels, y, w, rules)), default=None)
