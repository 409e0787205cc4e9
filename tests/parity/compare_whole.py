"""Compare trees with surrogates node by node, including surrogates and competitors.

A split is searched and scored on the rows with a known value; the others follow the surrogates
and then the majority. To the names of ``compare.py`` this adds, for nodes whose split agrees:

equal sides as many known rows go left as right: rpart leaves a row without surrogate in the node.
surrogate routing
            rows without the value go to another child, by surrogates of equal agreement.
rounded cost
            rpart keeps a split that does not decrease the cost, because of its rounded sums.
uncounted rows
            rpart keeps a split because rows that it leaves in a node below count as correct.
surrogate order, surrogate place, competitor order, competitor place
            see ``alternatives.py``.
surrogate too good
            rpart drops a surrogate on categories that disagrees with fewer than two rows.
competitor levels
            levels of the same mean go to different sides; their order, which is arbitrary, matters
            only because of the minimum number of rows per side.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from .alternatives import Lists, comparable, our_splits, same_split, their_splits
from .compare import Comparison
from .flat_tree import LEAF, FlatTree
from .impurity import gain
from .whole import COMPETITOR, SURROGATE, class_factors, losses, prior_factors

MAX_ALTERNATIVES = {SURROGATE: 5, COMPETITOR: 4}
MIN_DISAGREEING = 2
# Differences of surrogates that may send a row without the value to another child.
MOVED = {"surrogate order", "surrogate place", "surrogate too good"}


@dataclass(frozen=True)
class WholeTree(FlatTree):
    """One of our trees with its core object and the codes of its training levels."""

    core: object = field(default=None, repr=False)
    codes: list = field(default_factory=list)


class WholeComparison(Comparison):
    """Like Comparison, where ``sample.weight`` are the weights that the tree is grown with."""

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
        return names if children else [*names, self.name_routing(b, names)]

    def known(self, node):
        """Rows of a reference node with a known split feature, and which of them go left."""
        reference, rows = self.reference, self.reference_rows[node]
        known = rows & ~np.isnan(self.sample.X[:, reference.feature[node]])
        return known, self.reference_rows[reference.left[node]]

    def same_primary(self, a, b):
        """Whether both splits use the same feature and send the known rows to the same side."""
        if self.ours.feature[a] != self.reference.feature[b]:
            return False
        known, left = self.known(b)
        mine = self.our_rows[self.ours.left[a]][known]
        return np.array_equal(mine, left[known]) or np.array_equal(mine, ~left[known])

    def is_mirrored(self, a, b):
        known, left = self.known(b)
        return not np.array_equal(self.our_rows[self.ours.left[a]][known], left[known])

    def name_routing(self, b, names):
        inside = self.reference_rows
        staying = inside[b] & ~inside[self.reference.left[b]] & ~inside[self.reference.right[b]]
        if staying.any() and self.has_equal_sides(b):
            return "equal sides"
        moved = MOVED & set(names)
        assert moved, f"node {b}: rows without the value go to another child"
        return "surrogate routing"

    def has_equal_sides(self, b):
        """Whether a reference split sends as much weight left as right."""
        known, left = self.known(b)
        return self.raw.weight[known & left].sum() == self.raw.weight[known & ~left].sum()

    def compare_surrogates(self, a, b):
        mirrored, (known, left) = self.is_mirrored(a, b), self.known(b)
        ours = our_splits(self.ours.core.surrogates(a), self.ours.codes)
        theirs = their_splits(self.splits, self.splits.of(b, SURROGATE))

        def agreeing(split):
            # In a mirrored tree the sides are exchanged, including those of the surrogates.
            goes = split.goes(self.sample.X[:, split.feature])
            wanted = np.where(left != (mirrored and not split.strict), 1, 2)
            return known & (goes == wanted), known & (goes + wanted == 3)

        def agreement(split):
            return self.raw.weight[agreeing(split)[0]].sum() / self.raw.weight[known].sum()

        def same(one, other):
            return same_split(one, other, mirrored)

        categories = [split for split in ours if split.left]
        too_good = {s.feature for s in categories if agreeing(s)[1].sum() < MIN_DISAGREEING}
        lists = Lists(*comparable(ours, theirs, too_good, MAX_ALTERNATIVES[SURROGATE]))
        return ["too good"] * bool(too_good) + lists.compare(same, agreement)

    def compare_competitors(self, a, b):
        # Ours is a share of all weight, in bits; rpart's a sum, in nats, or a share of the node's.
        unit = np.log(2) if self.criterion == "entropy" else 1.0
        loss = self.reference.weight[b] * self.reference.impurity[b]
        all_weight, dev = self.ours.weight[0], 1.0 if self.sample.is_class else loss
        ours = our_splits(self.ours.core.competitors(a), self.ours.codes, all_weight * unit)
        theirs = their_splits(self.splits, self.splits.of(b, COMPETITOR), dev)

        def score(split):
            return self.gain_of(split, b) * unit

        def same(one, other):
            return same_split(one, other, False) or same_split(one, other, True)

        levels = {s.feature for s in (*ours, *theirs) if self.parts_equal_levels(s, b)}
        lists = Lists(*comparable(ours, theirs, levels, MAX_ALTERNATIVES[COMPETITOR]), 1e-12 * loss)
        return ["levels"] * bool(levels) + lists.compare(same, score)

    def parts_equal_levels(self, split, b):
        """Whether two levels with the same mean go to different sides."""
        if not split.left:
            return False
        column, sides = self.sample.X[:, split.feature], []
        for side in (split.left, split.right):
            rows = [self.reference_rows[b] & (column == level) for level in side]
            sides.append(
                [np.average(self.sample.y[r], weights=self.sample.weight[r]) for r in rows]
            )
        return np.isclose(np.subtract.outer(*sides), 0.0, atol=1e-12).any()

    def gain_of(self, split, b):
        """Gain of a split on the known rows of a node, computed from the rows."""
        goes = split.goes(self.sample.X[:, split.feature])
        rows = self.reference_rows[b] & (goes > 0)
        return gain(self.criterion, self.sample.y[rows], self.sample.weight[rows], goes[rows] == 1)

    def gain(self, tree, node):
        """Gain of a tree's split, from the rows with a known value."""
        rows = tree.inside[node] & ~np.isnan(self.sample.X[:, tree.feature[node]])
        left = tree.inside[tree.left[node]]
        return gain(self.criterion, self.sample.y[rows], self.sample.weight[rows], left[rows])

    def cost(self, rows):
        """Minimum cost of a single prediction for these rows."""
        table = losses(self.case, self.raw)
        by_class = np.bincount(self.raw.y[rows], self.raw.weight[rows], len(table))
        return (by_class * prior_factors(self.case, self.raw) @ table).min()

    def error(self, a):
        return self.cost(self.our_rows[a])

    def name_extra_split(self, a):
        if self.gains_nothing(a):
            return "no gain"
        if self.sample.is_class and np.isclose(self.error_below(a), self.error(a), rtol=1e-12):
            return "no error decrease"
        return None

    def name_lacking_split(self, a, b):
        if not self.sample.is_class:
            return super().name_lacking_split(a, b)
        reference, inside = self.reference, self.reference_rows
        ends = np.unique(reference.leaf[inside[b]])
        below = sum(self.cost(inside[leaf]) for leaf in ends if reference.is_leaf(leaf))
        if np.isclose(below, self.error(a), rtol=1e-12):
            return "rounded cost"
        stay = inside[b] & ~np.isin(reference.leaf, np.flatnonzero(reference.left == LEAF))
        worst = losses(self.case, self.raw).max(axis=1) * prior_factors(self.case, self.raw)
        uncounted = self.raw.weight[stay] @ worst[self.raw.y[stay]]
        return "uncounted rows" if 0 < self.error(a) - below <= uncounted else None
