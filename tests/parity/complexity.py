"""Two rules for the alpha at which a node becomes a leaf, given the cost of each node as a leaf.

``exact`` is the definition: repeatedly prune the node with the smallest saving per split.
``shortcut`` is rpart's rule: one pass from the leaves up, in which a node takes each child in the
state at which the child is pruned, although at its own, smaller alpha more nodes may remain. So
rpart's alpha is too small where a child is pruned after its parent, and the same elsewhere.
"""

import numpy as np

from .flat_tree import LEAF


def exact(left, right, risk):
    """Alpha of every node by the definition; 0 for leaves."""
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
        # Prune all equal nodes; rounding must not separate them.
        for node in np.flatnonzero(saved <= reached + 1e-12 * risk[0]):
            prune(node, left, right, standing, alpha, reached)
    return alpha


def prune(node, left, right, standing, alpha, reached):
    """Make a node a leaf and remove its subtree."""
    if standing[node]:
        standing[node], alpha[node] = False, reached
        prune(left[node], left, right, standing, alpha, reached)
        prune(right[node], left, right, standing, alpha, reached)


def shortcut(left, right, risk):
    """Alpha of every node by rpart's rule; 0 for leaves."""
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
    """Inner nodes, parents before children."""
    order = [0] if left[0] != LEAF else []
    for node in order:
        order += [child for child in (left[node], right[node]) if left[child] != LEAF]
    return order
