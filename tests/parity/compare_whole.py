"""Compare trees with surrogates node by node, with their surrogates and competitors.

A split is searched and scored on the rows that have the value; the others follow the surrogates
and then the majority. To the names of ``compare.py`` this adds, for nodes whose split agrees:

even        as many known rows go left as right: rpart leaves a row without surrogate in the node.
strays      rows without the value go another way, by surrogates of the same agreement.
surrogate order, surrogate place, competitor order, competitor place
            see ``alternatives.py``.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from .alternatives import compare_lists, our_splits, same_question, their_splits
from .compare import Comparison
from .flat_tree import FlatTree
from .impurity import gain
from .whole import COMPETITOR, SURROGATE, class_factors, losses, prior_factors

MOST = {SURROGATE: 5, COMPETITOR: 4}


@dataclass(frozen=True)
class WholeTree(FlatTree):
    """One of our trees with the core's own object, and the codes of the levels that it saw."""

    core: object = field(default=None, repr=False)
    codes: list = field(default_factory=list)


class WholeComparison(Comparison):
    """As Comparison, where ``sample.weight`` are the weights that the tree is grown with."""

    def __init__(self, ours, reference, sample, criterion, case, splits):
        grown = sample.weight
        if sample.is_class:
            grown = grown * class_factors(case, sample)[sample.y]
        super().__init__(ours, reference, replace(sample, weight=grown), criterion)
        self.case, self.splits, self.raw = case, splits, sample

    def name_differences(self, a, b, children):
        if self.ours.is_leaf(a) or self.reference.is_leaf(b) or not self.same_primary(a, b):
            return super().name_differences(a, b, children)
        np.testing.assert_allclose(self.ours.threshold[a], self.reference.threshold[b], rtol=1e-12)
        names = [f"surrogate {name}" for name in self.compare_surrogates(a, b)]
        names += [f"competitor {name}" for name in self.compare_competitors(a, b)]
        return names if children else [*names, self.name_strays(b, names)]

    def known(self, node):
        """The rows of a reference's node that have the value it asks for, and which go left."""
        reference, rows = self.reference, self.reference_rows[node]
        known = rows & ~np.isnan(self.sample.X[:, reference.feature[node]])
        return known, self.reference_rows[reference.left[node]]

    def same_primary(self, a, b):
        """Whether both ask the same feature and send the rows that have it alike."""
        if self.ours.feature[a] != self.reference.feature[b]:
            return False
        known, left = self.known(b)
        mine = self.our_rows[self.ours.left[a]][known]
        return np.array_equal(mine, left[known]) or np.array_equal(mine, ~left[known])

    def is_mirrored(self, a, b):
        known, left = self.known(b)
        return not np.array_equal(self.our_rows[self.ours.left[a]][known], left[known])

    def name_strays(self, b, names):
        inside = self.reference_rows
        staying = inside[b] & ~inside[self.reference.left[b]] & ~inside[self.reference.right[b]]
        if staying.any() and self.is_even(b):
            return "even"
        moved = {"surrogate order", "surrogate place"} & set(names)
        assert moved, f"node {b}: rows without the value go another way"
        return "strays"

    def is_even(self, b):
        """Whether a split of the reference sends as much weight left as right."""
        known, left = self.known(b)
        return self.raw.weight[known & left].sum() == self.raw.weight[known & ~left].sum()

    def compare_surrogates(self, a, b):
        mirrored, (known, left) = self.is_mirrored(a, b), self.known(b)
        weight = self.raw.weight * known
        ours = our_splits(self.ours.core.surrogates(a), self.ours.codes)
        theirs = their_splits(self.splits, self.splits.of(b, SURROGATE))
        # A mirrored tree has its sides exchanged, also those of its surrogates.
        mine = {id(split): mirrored for split in ours}

        def agreement(split):
            goes = split.goes(self.sample.X[:, split.feature])
            wanted = np.where(left != mine.get(id(split), False), 1, 2)
            return weight[goes == wanted].sum() / weight.sum()

        def same(one, other):
            return same_question(one, other, mirrored)

        return compare_lists(ours, theirs, MOST[SURROGATE], same, agreement)

    def compare_competitors(self, a, b):
        # Ours is a share of all weight, in bits; rpart's a sum, in nats, or a share of the node's.
        unit = np.log(2) if self.criterion == "entropy" else 1.0
        dev = 1.0 if self.sample.is_class else self.reference.weight[b] * self.reference.impurity[b]
        ours = our_splits(
            self.ours.core.competitors(a), self.ours.codes, self.ours.weight[0] * unit
        )
        theirs = their_splits(self.splits, self.splits.of(b, COMPETITOR), dev)

        def score(split):
            return self.gain_of(split, b) * unit

        def same(one, other):
            return same_question(one, other, False) or same_question(one, other, True)

        return compare_lists(ours, theirs, MOST[COMPETITOR], same, score)

    def gain_of(self, split, b):
        """The gain of a split on the rows of a node that have the value, from the rows alone."""
        goes = split.goes(self.sample.X[:, split.feature])
        rows = self.reference_rows[b] & (goes > 0)
        return gain(self.criterion, self.sample.y[rows], self.sample.weight[rows], goes[rows] == 1)

    def gain(self, tree, node):
        """The gain of a tree's split, from the rows that have the value."""
        rows = tree.inside[node] & ~np.isnan(self.sample.X[:, tree.feature[node]])
        left = tree.inside[tree.left[node]]
        return gain(self.criterion, self.sample.y[rows], self.sample.weight[rows], left[rows])

    def error(self, a):
        """The least expected loss of a node."""
        rows = self.our_rows[a]
        if not self.sample.is_class:
            return self.ours.weight[a] * self.ours.impurity[a]
        cost = losses(self.case, self.raw)
        by_class = np.bincount(self.raw.y[rows], self.raw.weight[rows], len(cost))
        return (by_class * prior_factors(self.case, self.raw) @ cost).min()

    def name_extra_split(self, a):
        if self.gains_nothing(a):
            return "no gain"
        if self.sample.is_class and np.isclose(self.error_below(a), self.error(a), rtol=1e-12):
            return "in vain"
        return None
