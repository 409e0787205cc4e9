"""C4.5 row by row, from its rules: slow, and short enough to be checked by reading."""

from dataclasses import dataclass, field

import numpy as np
from scipy.stats import norm

SMALL = 1e-6


@dataclass
class Node:
    """Rows with weights; a feature asked, unless it is a leaf, and children by branch."""

    rows: np.ndarray
    weight: np.ndarray
    counts: np.ndarray
    feature: int = -1
    threshold: float = 0.0
    children: dict = field(default_factory=dict)


class SlowC45:
    """``levels`` is the number of levels of each column, 0 for numbers."""

    def __init__(self, X, y, levels, least=2, confidence=0.25, raising=True):
        self.X, self.y, self.levels = X, y, levels
        self.least, self.confidence, self.raising = least, confidence, raising
        self.n_classes = y.max() + 1

    def grow(self, rows=None, weight=None):
        rows = np.arange(len(self.y)) if rows is None else rows
        weight = np.ones(len(rows)) if weight is None else weight
        node = Node(rows, weight, self.count(rows, weight))
        total = node.counts.sum()
        if total < 2 * self.least - SMALL or total - node.counts.max() < SMALL:
            return node
        feature, threshold = self.choose(rows, weight)
        if feature >= 0:
            node.feature, node.threshold = feature, threshold
            for branch, (below, share) in self.divide(node, rows, weight).items():
                node.children[branch] = self.grow(below, share)
        return node

    def count(self, rows, weight):
        return np.bincount(self.y[rows], weight, self.n_classes)

    def choose(self, rows, weight):
        """The feature of largest gain ratio among those of at least average gain."""
        many = [0.3 * len(self.y) - n <= SMALL and n > 0 for n in self.levels]
        found = {}
        for j, n in enumerate(self.levels):
            split = (self.search_levels if n else self.search_numbers)(j, rows, weight)
            if split is not None:
                found[j] = split
        gains = [gain for j, (gain, _, _) in found.items() if all(many) or not many[j]]
        best, feature, threshold = 0.0, -1, 0.0
        for j, (gain, ratio, at) in found.items():
            if gains and gain >= np.mean(gains) - 1e-3 and ratio - best > SMALL:
                best, feature, threshold = ratio, j, at
        return feature, threshold

    def search_levels(self, j, rows, weight):
        known = ~np.isnan(self.X[rows, j])
        table = np.zeros((self.levels[j], self.n_classes))
        np.add.at(table, (self.X[rows[known], j].astype(int), self.y[rows[known]]), weight[known])
        if (table.sum(axis=1) >= self.least - SMALL).sum() < 2:
            return None
        return *self.judge(table, weight.sum()), 0.0

    def search_numbers(self, j, rows, weight):
        known = np.flatnonzero(~np.isnan(self.X[rows, j]))
        known = known[np.argsort(self.X[rows[known], j], kind="stable")]
        x, w, total = self.X[rows[known], j], weight[known], weight.sum()
        side = 0.1 * w.sum() / self.n_classes
        side = self.least if side <= self.least + SMALL else min(side, 25.0)
        if len(known) < 2 * side - SMALL:
            return None
        each = np.zeros((len(known), self.n_classes))
        each[np.arange(len(known)), self.y[rows[known]]] = w
        left = each.cumsum(axis=0)
        best, at, n = 0.0, -1, 0
        for i in np.flatnonzero(x[:-1] + 1e-5 < x[1:]):
            table = np.array([left[i], left[-1] - left[i]])
            if table.sum(axis=1).min() < side - SMALL:
                continue
            n += 1
            gain, _ = self.judge(table, total)
            if gain - best > SMALL:
                best, at = gain, i
        if at < 0 or best - np.log2(n) / total < SMALL:
            return None
        gain = best - np.log2(n) / total
        _, ratio = self.judge(np.array([left[at], left[-1] - left[at]]), total, gain)
        values = self.X[:, j]
        middle = (x[at] + x[at + 1]) / 2
        return gain, ratio, values[values <= middle].max()

    def judge(self, table, total, gain=None):
        """Gain and gain ratio; rows without the value are a branch of their own for the ratio."""
        known = table.sum()
        if gain is None:
            after = sum(x_log_x(bag.sum()) - x_log_x(bag).sum() for bag in table)
            gain = x_log_x(known) - x_log_x(table.sum(axis=0)).sum() - after
            gain *= known / total
            gain = 0.0 if abs(gain) < SMALL else gain / known
        split = x_log_x(total) - x_log_x(table.sum(axis=1)).sum() - x_log_x(total - known)
        return gain, 0.0 if abs(split) < SMALL else gain / (split / total)

    def divide(self, node, rows, weight):
        """Rows and their weights by branch, in parts where the value is missing."""
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
        heaviest, most = None, 0.0
        for child in dict(sorted(node.children.items())).values():
            if child.weight.sum() > most - SMALL:
                heaviest, most = child, child.weight.sum()
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


def x_log_x(x):
    x = np.asarray(x, dtype=float)
    return np.where(x < SMALL, 0.0, x * np.log2(np.maximum(x, SMALL)))


def errors(counts):
    return counts.sum() - counts.max()


def errors_below(node):
    if node.feature < 0:
        return errors(node.counts)
    return sum(errors_below(child) for child in node.children.values())


def make_leaf(node):
    node.feature, node.threshold, node.children = -1, 0.0, {}


def upper_errors(wrong, weight, confidence):
    """Errors to expect at C4.5's upper confidence limit."""
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
