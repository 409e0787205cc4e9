"""AdaBoost written down slowly from its papers, row by row, with scikit-learn's trees."""

import math
from collections import namedtuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

Round = namedtuple("Round", "tree error vote")


def scaled(weight):
    weight = list(weight)
    total = math.fsum(weight)
    return [w / total for w in weight]


def real_rounds(X, y, n_rounds, rate, depth):
    """SAMME.R (Zhu, Zou, Rosset and Hastie 2009)."""
    n, k = len(y), y.max() + 1
    weight = [1 / n] * n
    rounds = []
    for _ in range(n_rounds):
        tree = DecisionTreeClassifier(max_depth=depth).fit(X, y, sample_weight=weight)
        shares = np.maximum(tree.predict_proba(X), np.finfo(float).eps)
        error = math.fsum(
            w for w, own, p in zip(weight, y, shares, strict=True) if p.argmax() != own
        )
        rounds.append(Round(tree, error, 1.0))
        for i in range(n):
            code = [1.0 if c == y[i] else -1 / (k - 1) for c in range(k)]
            agreement = sum(a * math.log(p) for a, p in zip(code, shares[i], strict=True))
            weight[i] *= math.exp(-rate * (k - 1) / k * agreement)
        weight = scaled(weight)
    return rounds


def real_scores(rounds, X, k):
    """(rows, classes): the mean of what the rounds say."""
    said = [np.log(np.maximum(r.tree.predict_proba(X), np.finfo(float).eps)) for r in rounds]
    return sum((k - 1) * (s - s.mean(axis=1, keepdims=True)) for s in said) / len(said)


def r2_rounds(X, y, n_rounds, loss, rate, draws=None):
    """AdaBoost.R2 (Drucker 1997); ``draws`` gives the counts of the rows of a round."""
    n = len(y)
    weight = [1 / n] * n
    rounds = []
    for i in range(n_rounds):
        grown_on = weight if draws is None else draws(i, np.array(weight))
        tree = DecisionTreeRegressor(max_depth=3, min_samples_leaf=10).fit(
            X, y, sample_weight=grown_on
        )
        distance = np.abs(tree.predict(X) - y)
        share = distance / distance.max()
        losses = {"linear": share, "square": share**2, "exponential": 1 - np.exp(-share)}[loss]
        mean = math.fsum(w * x for w, x in zip(weight, losses, strict=True))
        if mean >= 0.5:
            break
        beta = mean / (1 - mean)
        rounds.append(Round(tree, mean, rate * math.log(1 / beta)))
        weight = scaled(w * beta ** (rate * (1 - x)) for w, x in zip(weight, losses, strict=True))
    return rounds


def weighted_median(values, votes):
    """The least value that at least half of the votes do not exceed."""
    for value in sorted(values):
        if sum(v for x, v in zip(values, votes, strict=True) if x <= value) >= sum(votes) / 2:
            return value
    raise AssertionError("half of the votes are below the largest value")
