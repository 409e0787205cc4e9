"""Compare our trees with a reference node by node; every difference must be proven harmless.

Two nodes are compared only if the same training rows reach them. Every difference gets one of
these names, or is an error:

twin      another feature with identical children; the comparison continues below.
tie       another split with the same gain, computed from the rows. Our tree is regrown on both
          sides of the reference split, and the comparison continues there.
no gain   we split an impure node whose best split has a gain of 0; rpart stops there.
no error decrease
          we split; rpart pruned its splits, as none decreased the misclassified weight.
constant  the peer splits a pure node, where only its rounding shows a gain.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from .flat_tree import FlatTree
from .impurity import gain
from .tables import Sample

GAIN_TOLERANCE = 1e-9
NO_GAIN = 1e-10
# After these the trees diverge: the nodes below have different rows.
DIVERGING = {"tie", "equal sides", "surrogate routing", "rounded cost", "uncounted rows"}


@dataclass
class Report:
    """Result of a comparison.

    ``pairs`` are the compared nodes (ours, the reference's), ``rows`` is the mask of rows whose
    whole path agrees, and ``ties`` lists the reference nodes where another split is as good. By
    reference node, ``names`` are its differences, and ``partner`` is our node in the full tree.
    """

    rows: np.ndarray
    pairs: list[tuple[int, int]] = field(default_factory=list)
    differences: Counter = field(default_factory=Counter)
    ties: list[int] = field(default_factory=list)
    names: dict[int, list[str]] = field(default_factory=dict)
    partner: dict[int, int] = field(default_factory=dict)


class Comparison:
    """Comparison of one of our trees with the reference, from a given node on."""

    def __init__(self, ours: FlatTree, reference: FlatTree, sample: Sample, criterion: str):
        self.ours, self.reference, self.sample = ours, reference, sample
        self.criterion = criterion
        self.our_rows, self.reference_rows = ours.inside, reference.inside

    def run(self, root=0) -> Report:
        report = Report(rows=np.zeros(len(self.sample.y), bool))
        todo = [(0, root)]
        while todo:
            a, b = todo.pop()
            report.pairs.append((a, b))
            children = self.pair_children(a, b)
            report.partner[b] = a
            names = self.name_differences(a, b, children)
            report.differences.update(names)
            if names:
                report.names[b] = names
            todo.extend(children)
            if DIVERGING & set(names):
                report.ties.append(b)
            elif self.ours.is_leaf(a) and self.reference.is_leaf(b):
                report.rows |= self.our_rows[a]
        self.check_numbers(*np.transpose(report.pairs))
        return report

    def check_numbers(self, a, b):
        """Compare rows, weights, values and impurities of the nodes a and b."""
        ours, reference, same = self.ours, self.reference, np.testing.assert_allclose
        # Sums of squares lose digits in proportion to the squares, not to the variance.
        size = 1.0 if self.sample.is_class else np.max(self.sample.y**2)
        np.testing.assert_array_equal(self.our_rows[a], self.reference_rows[b])
        np.testing.assert_array_equal(ours.samples[a], reference.samples[b])
        np.testing.assert_array_equal(ours.samples[a], self.our_rows[a].sum(axis=1))
        same(ours.weight[a], reference.weight[b], rtol=1e-9)
        same(ours.value[a], reference.value[b], rtol=1e-10, atol=1e-10)
        same(ours.impurity[a], reference.impurity[b], rtol=1e-9, atol=1e-12 * size)

    def pair_children(self, a, b):
        """Pair children with the same rows, in either order; empty if the partitions differ."""
        ours, reference = self.ours, self.reference
        if ours.is_leaf(a) or reference.is_leaf(b):
            return []
        left, right = reference.left[b], reference.right[b]
        for one, other in ((left, right), (right, left)):
            pairs = [(ours.left[a], one), (ours.right[a], other)]
            if all(np.array_equal(self.our_rows[i], self.reference_rows[j]) for i, j in pairs):
                return pairs
        return []

    def name_differences(self, a, b, children):
        """Names of all differences between two nodes with the same rows."""
        name = self.name_difference(a, b, children)
        return [name] if name else []

    def name_difference(self, a, b, children):
        """Name of the difference between two splits; None if they agree."""
        ours, reference = self.ours, self.reference
        if ours.is_leaf(a) and reference.is_leaf(b):
            return None
        if children and ours.feature[a] != reference.feature[b]:
            return "twin"
        if children:
            np.testing.assert_allclose(ours.threshold[a], reference.threshold[b], rtol=1e-12)
            return None
        if ours.is_leaf(a):
            name = self.name_lacking_split(a, b)
        elif reference.is_leaf(b):
            name = self.name_extra_split(a)
        else:
            name = self.name_other_split(a, b)
        assert name, f"our node {a}: {self.describe_split(ours, a)}; reference node {b}: " + (
            self.describe_split(reference, b)
        )
        return name

    def name_lacking_split(self, a, b):
        return "constant" if np.ptp(self.sample.y[self.our_rows[a]]) == 0 else None

    def name_extra_split(self, a):
        if self.gains_nothing(a):
            return "no gain"
        if self.sample.is_class and self.error_below(a) == self.error(a):
            return "no error decrease"
        return None

    def name_other_split(self, a, b):
        mine, other = self.gain(self.ours, a), self.gain(self.reference, b)
        rounding = 1e-13 * self.ours.weight[a] * self.ours.impurity[a]
        return "tie" if abs(mine - other) <= GAIN_TOLERANCE * max(mine, other) + rounding else None

    def gain(self, tree, node):
        """Gain of a split, computed from the rows."""
        rows, left = tree.inside[node], tree.inside[tree.left[node]]
        return gain(self.criterion, self.sample.y[rows], self.sample.weight[rows], left[rows])

    def gains_nothing(self, a):
        loss = self.ours.weight[a] * self.ours.impurity[a]
        return self.gain(self.ours, a) <= NO_GAIN * loss

    def error(self, a):
        """Misclassified weight of a node."""
        rows = self.our_rows[a]
        by_class = np.bincount(self.sample.y[rows], self.sample.weight[rows])
        return by_class.sum() - by_class.max()

    def error_below(self, a):
        """Misclassified weight of our leaves below a node; splits without gain count as leaves."""
        if self.ours.is_leaf(a) or self.gains_nothing(a):
            return self.error(a)
        return self.error_below(self.ours.left[a]) + self.error_below(self.ours.right[a])

    def describe_split(self, tree, node):
        if tree.is_leaf(node):
            return "a leaf"
        feature, threshold = tree.feature[node], tree.threshold[node]
        return f"column {feature} at {threshold!r} gains {self.gain(tree, node)!r}"


def compare_everywhere(grow, reference, compare):
    """Compare with the whole reference, regrowing our tree on both sides of every tie.

    ``grow(rows, depth)`` grows our tree on those rows, as a subtree at that depth;
    ``compare(ours, root)`` compares it from a reference node on. The report is that of the full
    tree, with the differences of all of them.
    """
    depth, inside = reference.depths(), reference.inside
    full = compare(grow(inside[0], 0), 0)
    todo = list(full.ties)
    while todo:
        node = todo.pop()
        for child in (reference.left[node], reference.right[node]):
            part = compare(grow(inside[child], depth[child]), child)
            full.differences += part.differences
            full.pairs += part.pairs
            full.names |= part.names
            todo += part.ties
    return full
