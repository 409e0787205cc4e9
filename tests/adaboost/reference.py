"""Reference implementations of SAMME.R and AdaBoost.R2 with scikit-learn's trees."""

import math
from collections import namedtuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

Round = namedtuple("Round", "tree error vote")


def scaled(weight):
    """Scale weights to a sum of 1."""
    weight = list(weight)
    total = math.fsum(weight)
    return [w / total for w in weight]


def samme_r_rounds(X, y, n_rounds, rate, depth):
    """SAMME.R (Zhu, Zou, Rosset and Hastie 2009)."""
    n, k = len(y), y.max() + 1
    weight = [1 / n] * n
    rounds = []
    for _ in range(n_rounds):
        tree = DecisionTreeClassifier(max_depth=depth).fit(X, y, sample_weight=weight)
        proba = np.maximum(tree.predict_proba(X), np.finfo(float).eps)
        error = math.fsum(
            w for w, own, p in zip(weight, y, proba, strict=True) if p.argmax() != own
        )
        rounds.append(Round(tree, error, 1.0))
        for i in range(n):
            code = [1.0 if c == y[i] else -1 / (k - 1) for c in range(k)]
            agreement = sum(a * math.log(p) for a, p in zip(code, proba[i], strict=True))
            weight[i] *= math.exp(-rate * (k - 1) / k * agreement)
        weight = scaled(weight)
    return rounds


def samme_r_scores(rounds, X, k):
    """Return the mean class scores of the members: (rows, classes)."""
    logs = [np.log(np.maximum(r.tree.predict_proba(X), np.finfo(float).eps)) for r in rounds]
    return sum((k - 1) * (s - s.mean(axis=1, keepdims=True)) for s in logs) / len(logs)


def r2_rounds(X, y, n_rounds, loss, rate, draws=None):
    """AdaBoost.R2 (Drucker 1997); ``draws`` returns the bootstrap counts of an iteration."""
    n = len(y)
    weight = [1 / n] * n
    rounds = []
    for i in range(n_rounds):
        fit_weight = weight if draws is None else draws(i, np.array(weight))
        tree = DecisionTreeRegressor(max_depth=3, min_samples_leaf=10).fit(
            X, y, sample_weight=fit_weight
        )
        error = np.abs(tree.predict(X) - y)
        error = error / error.max()
        losses = {"linear": error, "square": error**2, "exponential": 1 - np.exp(-error)}[loss]
        mean = math.fsum(w * x for w, x in zip(weight, losses, strict=True))
        if mean >= 0.5:
            break
        beta = mean / (1 - mean)
        rounds.append(Round(tree, mean, rate * math.log(1 / beta)))
        weight = scaled(w * beta ** (rate * (1 - x)) for w, x in zip(weight, losses, strict=True))
    return rounds


def weighted_median(values, votes):
    """Return the smallest value with at least half of the votes at or below it."""
    for value in sorted(values):
        if sum(v for x, v in zip(values, votes, strict=True) if x <= value) >= sum(votes) / 2:
            return value
    raise AssertionError("there are no values")
