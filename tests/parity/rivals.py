"""Whether a node of our tree had another split as good as its own, from its rows."""

from itertools import combinations

import numpy as np

from .alternatives import our_splits
from .compare import GAIN_TOLERANCE
from .compare_whole import FEWEST_DISAGREEING
from .impurity import gain

MOST_SUBSETS = 10


class Rivals:
    """The choices in one of our trees, which has all competitors listed.

    ``weight`` are the weights that the tree is grown with, ``least`` the fewest rows on a side.
    """

    def __init__(self, tree, X, y, weight, criterion, least):
        self.tree, self.X, self.y, self.weight = tree, X, y, weight
        self.criterion, self.least = criterion, least
        self.tied = {}

    def is_tied(self, node):
        """Another feature gains as much, or another cut of the same one."""
        if node not in self.tied:
            self.tied[node] = self.find_tie(node)
        return self.tied[node]

    def find_tie(self, node):
        tree, core = self.tree, self.tree.core
        loss = tree.weight[node] * tree.impurity[node] / tree.weight[0]
        slack = GAIN_TOLERANCE * core.gain[node] + 1e-12 * loss
        if any(core.gain[node] - rival.score <= slack for rival in core.competitors(node)):
            return True
        rows, column = self.known(node)
        own, y, weight = tree.inside[tree.left[node]][rows], self.y[rows], self.weight[rows]
        best = gain(self.criterion, y, weight, own)
        for left in self.cuts(node, column[rows], y, weight):
            other = not np.array_equal(left, own) and not np.array_equal(left, ~own)
            enough = min(left.sum(), (~left).sum()) >= self.least
            if other and enough:
                rival = gain(self.criterion, y, weight, left)
                if best - rival <= slack * tree.weight[0]:
                    return True
        return False

    def known(self, node):
        """The rows of a node that have the value that it asks for."""
        column = self.X[:, self.tree.feature[node]]
        return self.tree.inside[node] & ~np.isnan(column), column

    def cuts(self, node, column, y, weight):
        """The sides that the node's feature can make, as the rows that go left."""
        values = np.unique(column)
        if self.tree.core.kind[node] == 1:
            yield from (column <= value for value in values[:-1])
            return
        if y.dtype.kind == "i" and self.tree.value.shape[1] > 2:
            assert len(values) <= MOST_SUBSETS
            for size in range(1, len(values) // 2 + 1):
                yield from (np.isin(column, chosen) for chosen in combinations(values, size))
            return
        means = np.array([np.average(y[column == v], weights=weight[column == v]) for v in values])
        order = np.argsort(means, kind="stable")
        for k in range(1, len(values)):
            yield np.isin(column, values[order[:k]])
            # Levels of the same mean may come in any order.
            if np.isclose(means[order[k - 1]], means[order[k]], rtol=1e-12):
                yield np.isin(column, values[np.append(order[: k - 1], order[k])])

    def has_doubtful_surrogates(self, node):
        """Surrogates of equal agreement, which may be cut, or such as rpart drops as too good."""
        rows, _ = self.known(node)
        wrong_side = np.where(self.tree.inside[self.tree.left[node]], 2, 1)
        splits = our_splits(self.tree.core.surrogates(node), self.tree.codes)
        for split in splits:
            goes = split.goes(self.X[:, split.feature])
            if split.left and (rows & (goes == wrong_side)).sum() < FEWEST_DISAGREEING:
                return True
        scores = np.round([split.score for split in splits], 9)
        return len(np.unique(scores)) < len(scores)
