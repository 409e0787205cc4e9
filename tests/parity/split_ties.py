"""Ties: whether a node of our tree has another split with the same gain."""

from itertools import combinations

import numpy as np

from .alternatives import our_splits
from .compare import GAIN_TOLERANCE
from .compare_whole import MIN_DISAGREEING
from .impurity import gain

MAX_SUBSET_LEVELS = 10


class SplitTies:
    """Ties in one of our trees, which must be grown with all competitors.

    ``weight`` are the weights that the tree is grown with, ``min_rows`` the minimum rows per side.
    """

    def __init__(self, tree, X, y, weight, criterion, min_rows):
        self.tree, self.X, self.y, self.weight = tree, X, y, weight
        self.criterion, self.min_rows = criterion, min_rows
        self.tied = {}

    def is_tied(self, node):
        """Whether another feature, or another split on the same one, has the same gain."""
        if node not in self.tied:
            self.tied[node] = self.find_tie(node)
        return self.tied[node]

    def find_tie(self, node):
        tree, core = self.tree, self.tree.core
        loss = tree.weight[node] * tree.impurity[node] / tree.weight[0]
        slack = GAIN_TOLERANCE * core.gain[node] + 1e-12 * loss
        if any(core.gain[node] - other.score <= slack for other in core.competitors(node)):
            return True
        rows, column = self.known(node)
        own, y, weight = tree.inside[tree.left[node]][rows], self.y[rows], self.weight[rows]
        best = gain(self.criterion, y, weight, own)
        for left in self.left_masks(node, column[rows], y, weight):
            is_other = not np.array_equal(left, own) and not np.array_equal(left, ~own)
            enough = min(left.sum(), (~left).sum()) >= self.min_rows
            if is_other and enough:
                other_gain = gain(self.criterion, y, weight, left)
                if best - other_gain <= slack * tree.weight[0]:
                    return True
        return False

    def known(self, node):
        """Mask of the rows of a node with a known split feature, and its column."""
        column = self.X[:, self.tree.feature[node]]
        return self.tree.inside[node] & ~np.isnan(column), column

    def left_masks(self, node, column, y, weight):
        """Masks of the rows that go left, for every split on the node's feature."""
        values = np.unique(column)
        if self.tree.core.kind[node] == 1:
            yield from (column <= value for value in values[:-1])
            return
        if y.dtype.kind == "i" and self.tree.value.shape[1] > 2:
            assert len(values) <= MAX_SUBSET_LEVELS
            for size in range(1, len(values) // 2 + 1):
                yield from (np.isin(column, chosen) for chosen in combinations(values, size))
            return
        means = np.array([np.average(y[column == v], weights=weight[column == v]) for v in values])
        order = np.argsort(means, kind="stable")
        for k in range(1, len(values)):
            yield np.isin(column, values[order[:k]])
            # Levels with the same mean can be in any order.
            if np.isclose(means[order[k - 1]], means[order[k]], rtol=1e-12):
                yield np.isin(column, values[np.append(order[: k - 1], order[k])])

    def has_doubtful_surrogates(self, node):
        """Whether surrogates have equal agreement, or rpart drops one as too good."""
        rows, _ = self.known(node)
        wrong_side = np.where(self.tree.inside[self.tree.left[node]], 2, 1)
        splits = our_splits(self.tree.core.surrogates(node), self.tree.codes)
        for split in splits:
            goes = split.goes(self.X[:, split.feature])
            if split.left and (rows & (goes == wrong_side)).sum() < MIN_DISAGREEING:
                return True
        scores = np.round([split.score for split in splits], 9)
        return len(np.unique(scores)) < len(scores)
