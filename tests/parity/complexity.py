"""Two ways to say at which alpha a node becomes a leaf, given what each node costs as one.

``exact`` is the definition: again and again, the node goes whose splits save least on average.
``shortcut`` is rpart's: one pass from the leaves up, in which a node takes each child as it is at
the moment the child itself goes, though at its own, smaller alpha more may still stand below.
So rpart's number is too small where a child outlives its parent, and the same elsewhere.
"""

import numpy as np

from .flat_tree import LEAF


def exact(left, right, risk):
    """The alpha of every node, by the definition; leaves have 0."""
    alpha, open_nodes = np.zeros(len(left)), np.flatnonzero(left != LEAF)[::-1]
    standing, reached = left != LEAF, 0.0
    while standing.any():
        splits, below = standing.astype(int), np.where(standing, 0.0, risk)
        for node in open_nodes:
            if standing[node]:
                for child in (left[node], right[node]):
                    splits[node] += splits[child]
                    below[node] += below[child]
        saved = np.full(len(left), np.inf)
        saved[standing] = (risk - below)[standing] / splits[standing]
        reached = max(reached, saved.min())
        # Of equal nodes all go; rounding must not part them.
        for node in np.flatnonzero(saved <= reached + 1e-12 * risk[0]):
            fell(node, left, right, standing, alpha, reached)
    return alpha


def fell(node, left, right, standing, alpha, reached):
    """Make a node a leaf, and forget what is below."""
    if standing[node]:
        standing[node], alpha[node] = False, reached
        fell(left[node], left, right, standing, alpha, reached)
        fell(right[node], left, right, standing, alpha, reached)


def shortcut(left, right, risk):
    """The alpha of every node, as rpart works it out; leaves have 0."""
    alpha = np.zeros(len(left))
    below, splits = np.array(risk, float), np.zeros(len(left), int)
    order = parents_first(left, right)
    for node in order[::-1]:
        children = sorted((left[node], right[node]), key=lambda child: alpha[child])
        costs, counts = [below[c] for c in children], [splits[c] for c in children]
        for i, child in enumerate(children):
            saved = (risk[node] - sum(costs)) / (sum(counts) + 1)
            if alpha[child] >= saved:
                break
            costs[i], counts[i] = risk[child], 0
        alpha[node] = (risk[node] - sum(costs)) / (sum(counts) + 1)
        below[node], splits[node] = sum(costs), sum(counts) + 1
        if alpha[node] <= 1e-12 * risk[0]:
            alpha[node], below[node], splits[node] = 0.0, risk[node], 0
    for node in order:
        for child in (left[node], right[node]):
            alpha[child] = min(alpha[child], alpha[node])
    return alpha


def parents_first(left, right):
    """The inner nodes, each before those below it."""
    order = [0] if left[0] != LEAF else []
    for node in order:
        order += [child for child in (left[node], right[node]) if left[child] != LEAF]
    return order
