"""Impurity computed from the rows of a node, independent of any tree library."""

import math

import numpy as np


def weighted_median(y, weight):
    """Weighted median; the midpoint of two values when the weights balance."""
    order = np.argsort(y, kind="stable")
    y, below = y[order], np.cumsum(weight[order])
    half = below[-1] / 2
    k = int(np.searchsorted(below, half))
    return (y[k] + y[k + 1]) / 2 if below[k] == half else y[k]


def of_shares(share, criterion):
    """Gini or entropy (bits) of class shares."""
    share = share[share > 0]
    return 1 - share @ share if criterion == "gini" else -(share @ np.log2(share))


def impurity(criterion, y, weight):
    total = math.fsum(weight)
    if criterion in ("gini", "entropy"):
        return of_shares(np.bincount(y, weight) / total, criterion)
    if criterion == "absolute_error":
        return math.fsum(weight * np.abs(y - weighted_median(y, weight))) / total
    mean = math.fsum(weight * y) / total
    if criterion == "squared_error":
        return math.fsum(weight * (y - mean) ** 2) / total
    positive = y > 0
    return math.fsum(weight[positive] * y[positive] * np.log(y[positive] / mean)) / total


def gain(criterion, y, weight, left):
    """Weight times impurity of a node's rows, minus that of its two sides."""

    def loss(rows):
        return math.fsum(weight[rows]) * impurity(criterion, y[rows], weight[rows])

    return loss(np.full(len(y), True)) - loss(left) - loss(~left)
