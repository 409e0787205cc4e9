"""Compare one of our boosted trees with a reference node by node.

Differences are named as in the comparison of single trees, and proven from the gradients and
hessians of the rows. Besides twin and tie there are:

near tie  another split whose gain differs by less than the peer's single precision can tell.
limit     the peer's split leaves a child of the least weight, give or take rounding.
small     we split for a gain that the peer takes for none.
"""

import numpy as np

from ..compare import GAIN_TOLERANCE, Comparison

SINGLE = 2.0**-23
# XGBoost does not split for less, in its own unit.
SMALLEST_GAIN = 1e-6


# After these the rows of the nodes below, or the leaves' values, differ.
TREE_PARTING = {"tie", "near tie", "limit", "small"}


class BoostedComparison(Comparison):
    """Our tree against a reference on the rows of a stage of boosting."""

    def __init__(self, ours, reference, stage):
        super().__init__(ours, reference, stage.sample, None)
        self.stage = stage

    def check_numbers(self, a, b):
        """Rows, sums of hessians, gains and leaves of the nodes a against the nodes b."""
        ours, reference, stage = self.ours, self.reference, self.stage
        same, unit = np.testing.assert_allclose, stage.terms.hessian
        np.testing.assert_array_equal(self.our_rows[a], self.reference_rows[b])
        same(ours.weight[a], stage.sums(self.our_rows[a])[1], rtol=1e-9)
        told = ~np.isnan(reference.weight[b])
        same(ours.weight[a][told] / unit, reference.weight[b][told], rtol=2e-6)
        leaf = (ours.left[a] < 0) & (reference.left[b] < 0)
        same(ours.value[a][leaf], reference.value[b][leaf], rtol=0, atol=stage.tolerance)
        split = (ours.left[a] >= 0) & [
            bool(self.pair_children(*pair)) for pair in zip(a, b, strict=True)
        ]
        gain = [self.gain(ours, node) for node in a[split]]
        same(ours.gain[a][split], gain, rtol=1e-9, atol=1e-9 * stage.size)
        same(2 * unit * np.array(gain), reference.gain[b][split], rtol=2e-5, atol=2e-6 * stage.size)

    def name_difference(self, a, b, children):
        ours, reference = self.ours, self.reference
        if children and ours.feature[a] == reference.feature[b]:
            self.check_threshold(a, b)
            return None
        return super().name_difference(a, b, children)

    def check_threshold(self, a, b):
        """Midway between values of the node, unless only missing values are parted off."""
        x = self.sample.X[self.our_rows[a], self.ours.feature[a]]
        parted = x[~np.isnan(x)] <= self.ours.threshold[a]
        if self.stage.midway and 0 < parted.sum() < len(parted):
            pair = self.ours.threshold[a], self.reference.threshold[b]
            np.testing.assert_allclose(*pair, rtol=3e-7, atol=1e-30)

    def name_lacking_split(self, a, b):
        if self.stage.is_constant(self.our_rows[a]):
            return "constant"
        return "limit" if self.is_on_limit(b) else None

    def name_extra_split(self, a):
        unit = 2 * self.stage.terms.hessian
        gain, error = unit * self.gain(self.ours, a), unit * self.error_of_gain(self.ours, a)
        return "small" if gain <= self.stage.smallest_gain + error else None

    def name_other_split(self, a, b):
        mine, other = self.gain(self.ours, a), self.gain(self.reference, b)
        if abs(mine - other) <= GAIN_TOLERANCE * max(mine, other):
            return "tie"
        error = self.error_of_gain(self.ours, a) + self.error_of_gain(self.reference, b)
        if abs(mine - other) <= error:
            return "near tie"
        return "limit" if other > mine and self.is_on_limit(b) else None

    def is_on_limit(self, b):
        """Whether a child in the reference has the least weight, as far as rounding can tell."""
        least = self.stage.terms.params.get("min_child_weight", 0.0)
        for child in (self.reference.left[b], self.reference.right[b]):
            rows = self.reference_rows[child]
            if abs(self.stage.sums(rows)[1] - least) <= self.stage.errors(rows)[1]:
                return True
        return False

    def gain(self, tree, node):
        """What a split lessens the objective by, from the rows alone."""
        whole, left, right = self.parts(tree, node)
        lessening = self.stage.terms.lessening
        return lessening(*left) + lessening(*right) - lessening(*whole)

    def parts(self, tree, node):
        """The sums of a node and of its sides."""
        sides = [tree.inside[tree.left[node]], tree.inside[tree.right[node]]]
        left, right = (self.stage.sums(rows) for rows in sides)
        return self.stage.sums(tree.inside[node]), left, right

    def error_of_gain(self, tree, node):
        """How far off a gain may be if gradients, hessians and scores are single."""
        if not self.stage.single:
            return 0.0
        terms, (whole, left, right) = self.stage.terms, self.parts(tree, node)
        rounding = 2 * SINGLE * sum(terms.lessening(*sums) for sums in (whole, left, right))
        step = terms.leaf(*whole)
        for side, sums in ((tree.left, left), (tree.right, right)):
            gradient, hessian = self.stage.errors(tree.inside[side[node]])
            here = terms.leaf(*sums)
            rounding += abs(here - step) * gradient + abs(here**2 - step**2) / 2 * hessian
        return rounding
