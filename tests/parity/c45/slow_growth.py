"""C4.5's growth row by row: a slow reference, short enough to verify by reading."""

import numpy as np

from .slow_pruning import SMALL, Node, SlowPruning


class SlowC45(SlowPruning):
    """Grow trees with at least ``min_rows`` rows in two branches of each split."""

    def __init__(self, X, y, levels, min_rows=2, confidence=0.25, raising=True):
        super().__init__(X, y, levels, confidence, raising)
        self.min_rows = min_rows

    def grow(self, rows=None, weight=None):
        rows = np.arange(len(self.y)) if rows is None else rows
        weight = np.ones(len(rows)) if weight is None else weight
        node = Node(rows, weight, self.count(rows, weight))
        total = node.counts.sum()
        if total < 2 * self.min_rows - SMALL or total - node.counts.max() < SMALL:
            return node
        feature, threshold = self.choose(rows, weight)
        if feature >= 0:
            node.feature, node.threshold = feature, threshold
            for branch, (below, share) in self.divide(node, rows, weight).items():
                node.children[branch] = self.grow(below, share)
        return node

    def choose(self, rows, weight):
        """The feature with the largest gain ratio among those with at least average gain."""
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
        if (table.sum(axis=1) >= self.min_rows - SMALL).sum() < 2:
            return None
        return *self.evaluate(table, weight.sum()), 0.0

    def search_numbers(self, j, rows, weight):
        known = np.flatnonzero(~np.isnan(self.X[rows, j]))
        known = known[np.argsort(self.X[rows[known], j], kind="stable")]
        x, w, total = self.X[rows[known], j], weight[known], weight.sum()
        side = 0.1 * w.sum() / self.n_classes
        side = self.min_rows if side <= self.min_rows + SMALL else min(side, 25.0)
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
            gain, _ = self.evaluate(table, total)
            if gain - best > SMALL:
                best, at = gain, i
        if at < 0 or best - np.log2(n) / total < SMALL:
            return None
        gain = best - np.log2(n) / total
        _, ratio = self.evaluate(np.array([left[at], left[-1] - left[at]]), total, gain)
        values = self.X[:, j]
        middle = (x[at] + x[at + 1]) / 2
        return gain, ratio, values[values <= middle].max()

    def evaluate(self, table, total, gain=None):
        """Gain and gain ratio; rows without the value are a branch of their own for the ratio."""
        known = table.sum()
        if gain is None:
            after = sum(x_log_x(bag.sum()) - x_log_x(bag).sum() for bag in table)
            gain = x_log_x(known) - x_log_x(table.sum(axis=0)).sum() - after
            gain *= known / total
            gain = 0.0 if abs(gain) < SMALL else gain / known
        split = x_log_x(total) - x_log_x(table.sum(axis=1)).sum() - x_log_x(total - known)
        return gain, 0.0 if abs(split) < SMALL else gain / (split / total)


def x_log_x(x):
    x = np.asarray(x, dtype=float)
    return np.where(x < SMALL, 0.0, x * np.log2(np.maximum(x, SMALL)))
