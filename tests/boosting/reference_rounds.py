"""Comparison of boosting rounds with the reference; losses follow their definitions."""

import numpy as np

from .tree_comparison import check_tree


def expit(scores):
    return 1 / (1 + np.exp(-scores))


def softmax(scores):
    odds = np.exp(scores - scores.max(axis=0))
    return odds / odds.sum(axis=0)


def derivatives(name, y, scores):
    """Gradient and hessian with respect to the scores, (n_scores, rows) each."""
    if name == "squared_error":
        return scores - y, np.ones_like(scores)
    if name == "absolute_error":
        return np.where(scores > y, 1.0, -1.0), np.ones_like(scores)
    if name == "poisson":
        return np.exp(scores) - y, np.exp(scores)
    if len(scores) == 1:
        p = expit(scores)
        return p - y, p * (1 - p)
    p, k = softmax(scores), len(scores)
    return p - (np.arange(k)[:, None] == y), k / (k - 1) * p * (1 - p)


def newton_step(gradient, hessian, weight, rows):
    """One Newton step of a constant added to the scores of the rows."""
    return -(weight * gradient)[rows].sum() / (weight * hessian)[rows].sum()


def check_rounds(trained, sample, name, rules, rate, line_search=None):
    """Compare every tree with the reference, given the scores of the previous rounds.

    With ``line_search(g, h, weight, y - score, rows)`` trees are fitted to the gradient by least
    squares, and it sets the leaf values.
    """
    y = sample.y[:, 0].astype(float)
    weight = np.ones(len(y)) if sample.weight is None else sample.weight
    scores = np.repeat(trained.start[:, None], len(y), axis=1)
    for trees in trained.rounds:
        gradient, hessian = derivatives(name, y, scores)
        added = []
        for k, tree in enumerate(trees):
            g, h = gradient[k], hessian[k]
            if line_search is None:
                added.append(check_tree(tree, sample, g, h, rules, rate))
                continue

            def leaf(rows, g=g, h=h, residual=y - scores[k]):
                return line_search(g, h, weight, residual, rows)

            added.append(check_tree(tree, sample, g, np.ones_like(h), rules, rate, leaf))
        scores = scores + np.array(added)
    np.testing.assert_allclose(trained.scores, scores, rtol=1e-9, atol=1e-9)
