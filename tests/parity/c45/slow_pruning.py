"""C4.5's pruning row by row: a slow reference, short enough to verify by reading."""

from dataclasses import dataclass, field

import numpy as np
from scipy.stats import norm

SMALL = 1e-6


@dataclass
class Node:
    """Rows with weights; the split feature, unless it is a leaf, and children by branch."""

    rows: np.ndarray
    weight: np.ndarray
    counts: np.ndarray
    feature: int = -1
    threshold: float = 0.0
    children: dict = field(default_factory=dict)


class SlowPruning:
    """``levels`` is the number of categories of each column, 0 for numbers; NaN is missing."""

    def __init__(self, X, y, levels, confidence=0.25, raising=True):
        self.X, self.y, self.levels = X, y, levels
        self.confidence, self.raising = confidence, raising
        self.n_classes = y.max() + 1

    def count(self, rows, weight):
        return np.bincount(self.y[rows], weight, self.n_classes)

    def divide(self, node, rows, weight):
        """Rows and their weights by branch, fractional where the value is missing."""
        x = self.X[rows, node.feature]
        known = ~np.isnan(x)
        number = self.levels[node.feature] == 0
        branch = np.where(x <= node.threshold, 0, 1) if number else np.nan_to_num(x).astype(int)
        total = weight[known].sum()
        parts = {}
        for b in sorted({*branch[known].tolist(), *node.children}):
            here = known & (branch == b)
            share = weight[here].sum() / total if total > 0 else 1 / len(node.children)
            if share > SMALL:
                taken = here | ~known
                parts[b] = rows[taken], np.where(known, weight, weight * share)[taken]
            else:
                parts[b] = rows[here], weight[here]
        return parts

    def collapse(self, node):
        if node.feature >= 0:
            if errors_below(node) >= errors(node.counts) - 1e-3:
                make_leaf(node)
            for child in node.children.values():
                self.collapse(child)
        return node

    def prune(self, node):
        if node.feature < 0:
            return node
        for child in node.children.values():
            self.prune(child)
        heaviest, largest = None, 0.0
        for child in dict(sorted(node.children.items())).values():
            if child.weight.sum() > largest - SMALL:
                heaviest, largest = child, child.weight.sum()
        leaf, tree = self.expected(node.counts), self.expected_below(node)
        branch = np.inf
        if self.raising:
            branch = self.expected_of_branch(heaviest, node.rows, node.weight)
        if leaf < tree + 0.1 + SMALL and leaf < branch + 0.1 + SMALL:
            make_leaf(node)
        elif branch < tree + 0.1 + SMALL:
            node.feature, node.threshold = heaviest.feature, heaviest.threshold
            node.children = heaviest.children
            self.refit(node, node.rows, node.weight)
            self.prune(node)
        return node

    def refit(self, node, rows, weight):
        node.rows, node.weight, node.counts = rows, weight, self.count(rows, weight)
        if node.feature >= 0:
            for branch, (below, share) in self.divide(node, rows, weight).items():
                child = node.children.setdefault(branch, Node(below, share, node.counts))
                self.refit(child, below, share)

    def expected(self, counts):
        return upper_errors(errors(counts), counts.sum(), self.confidence)

    def expected_below(self, node):
        if node.feature < 0:
            return self.expected(node.counts)
        return sum(self.expected_below(child) for child in node.children.values())

    def expected_of_branch(self, node, rows, weight):
        if node is None or node.feature < 0:
            return self.expected(self.count(rows, weight))
        return sum(
            self.expected_of_branch(node.children.get(branch), below, share)
            for branch, (below, share) in self.divide(node, rows, weight).items()
        )


def errors(counts):
    return counts.sum() - counts.max()


def errors_below(node):
    if node.feature < 0:
        return errors(node.counts)
    return sum(errors_below(child) for child in node.children.values())


def make_leaf(node):
    node.feature, node.threshold, node.children = -1, 0.0, {}


def upper_errors(wrong, weight, confidence):
    """Upper confidence limit of the errors, as in C4.5."""
    if weight < SMALL:
        return 0.0
    if wrong < 1:
        none = weight * (1 - confidence ** (1 / weight))
        return none + wrong * (upper_errors(1, weight, confidence) - none) if wrong else none
    if wrong + 0.5 >= weight:
        return max(weight, wrong)
    z, share = norm.ppf(1 - confidence), (wrong + 0.5) / weight
    spread = np.sqrt(share / weight - share**2 / weight + z**2 / (4 * weight**2))
    return weight * (share + z**2 / (2 * weight) + z * spread) / (1 + z**2 / weight)
