"""Compare one of our boosted trees with a reference node by node.

Differences are named as in the comparison of single trees (twin, tie, constant) and proven from
the gradients and hessians of the rows. There is one more:

budget    with ``max_leaf_nodes``, one tree splits a node and the other a better one elsewhere:
          below a tie the trees differ, and so do the leaves that remain for smaller gains.
"""

import numpy as np

from ..compare import GAIN_TOLERANCE, Comparison


class BoostedComparison(Comparison):
    """Comparison of our tree with a reference on the rows of a boosting round."""

    def __init__(self, ours, reference, stage):
        super().__init__(ours, reference, stage.sample, None)
        self.stage = stage
        self.tied_gains, self.budget_gains = [], []

    def run(self, root=0):
        report = super().run(root)
        largest_tie = max(self.tied_gains, default=0)
        assert all(gain < largest_tie for gain in self.budget_gains), "a split is missing"
        return report

    def check_numbers(self, a, b):
        """Compare rows, sums of hessians, gains and leaves of the nodes a and b."""
        ours, reference, stage = self.ours, self.reference, self.stage
        same, unit = np.testing.assert_allclose, stage.terms.hessian
        np.testing.assert_array_equal(self.our_rows[a], self.reference_rows[b])
        same(ours.weight[a], stage.sums(self.our_rows[a])[1], rtol=1e-9)
        known = ~np.isnan(reference.weight[b])
        same(ours.weight[a][known] / unit, reference.weight[b][known], rtol=2e-6)
        leaf = (ours.left[a] < 0) & (reference.left[b] < 0)
        same(ours.value[a][leaf], reference.value[b][leaf], rtol=0, atol=stage.tolerance)
        self.check_gains(a, b)

    def check_gains(self, a, b):
        """Compare the gains of splits with the same partition."""
        pairs = [(i, j) for i, j in zip(a, b, strict=True) if self.pair_children(i, j)]
        if not pairs:
            return
        a, b = np.transpose(pairs)
        gain, size = np.array([self.gain(self.ours, node) for node in a]), self.stage.size
        np.testing.assert_allclose(self.ours.gain[a], gain, rtol=1e-9, atol=1e-9 * size)
        reported = self.reference.gain[b] / (2 * self.stage.terms.hessian)
        np.testing.assert_allclose(gain, reported, rtol=2e-5, atol=2e-6 * size)

    def name_difference(self, a, b, children):
        ours, reference = self.ours, self.reference
        if children and ours.feature[a] == reference.feature[b]:
            self.check_threshold(a, b)
            return None
        return super().name_difference(a, b, children)

    def check_threshold(self, a, b):
        """Check that the threshold is a midpoint, unless only missing values are separated."""
        x = self.sample.X[self.our_rows[a], self.ours.feature[a]]
        low = x[~np.isnan(x)] <= self.ours.threshold[a]
        if self.stage.midway and 0 < low.sum() < len(low):
            pair = self.ours.threshold[a], self.reference.threshold[b]
            np.testing.assert_allclose(*pair, rtol=3e-7, atol=1e-30)

    def name_lacking_split(self, a, b):
        if self.stage.is_constant(self.our_rows[a]):
            return "constant"
        return self.name_budget(self.reference, b)

    def name_extra_split(self, a):
        return self.name_budget(self.ours, a)

    def name_budget(self, tree, node):
        if "max_leaf_nodes" not in self.stage.terms.params:
            return None
        self.budget_gains.append(self.gain(tree, node))
        return "budget"

    def name_other_split(self, a, b):
        mine, other = self.gain(self.ours, a), self.gain(self.reference, b)
        if abs(mine - other) > GAIN_TOLERANCE * max(mine, other):
            return None
        self.tied_gains.append(mine)
        return "tie"

    def gain(self, tree, node):
        """Decrease of the objective by a split, computed from the rows."""
        whole, left, right = tree.inside[[node, tree.left[node], tree.right[node]]]
        decrease = [
            self.stage.terms.objective_decrease(*self.stage.sums(rows))
            for rows in (left, right, whole)
        ]
        return decrease[0] + decrease[1] - decrease[2]
