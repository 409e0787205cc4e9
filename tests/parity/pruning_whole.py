"""Our pruning compared with rpart's: pruned and snipped trees, CP tables, cross-validation.

rpart's alphas come from a shortcut, ours are exact (see ``complexity.py``). So ours are compared
with the exact rule on rpart's own tree, rpart's with the shortcut, and where the two rules agree
the results must be equal.
"""

from collections import Counter
from functools import cached_property

import numpy as np

from .complexity import exact, shortcut
from .flat_tree import LEAF
from .fold_trees import FoldTree
from .partitions import same_parts
from .whole import FOLDS, losses, prior_factors

SAME = 1e-9


def without_repeats(table):
    """Rows of a CP table whose CP differs from that of the row above by more than rounding."""
    cp = table[:, 0]
    return table[np.append(True, cp[:-1] - cp[1:] > SAME * cp[0])]


class WholePruning:
    """Pruning of one case."""

    def __init__(self, agreement):
        self.agreement, self.arrays = agreement, agreement.arrays
        self.sample, self.reference = agreement.sample, agreement.reference
        self.risk = self.arrays["error"]

    def alphas(self, rule):
        return rule(self.reference.left, self.reference.right, self.risk) / self.risk[0]

    def fit(self, **options):
        rows = np.full(len(self.sample.y), True)
        return self.agreement.fit_whole(rows, self.agreement.case.params | options)

    @property
    def unit(self):
        """Factor from rpart's cp to our alpha."""
        return self.risk[0] / self.sample.weight.sum()

    def parts(self, kept):
        """Reference node in which each training row ends when only some nodes are kept."""
        inside = self.reference.inside & kept[:, None]
        # Children come after their parents in rpart's frame, so the last is the deepest.
        return len(inside) - 1 - inside[::-1].argmax(axis=0)

    def kept_at(self, cp, rule):
        """Which nodes remain at a cp."""
        alpha, kept = self.alphas(rule), np.full(len(self.risk), True)
        for node in np.flatnonzero(self.reference.left != LEAF):
            gone = not kept[node] or alpha[node] <= cp + SAME * 1e-3
            kept[[self.reference.left[node], self.reference.right[node]]] = not gone
        return kept

    def pruned_differences(self):
        """Prune at rpart's cps; count the trees in which its shortcut makes a difference."""
        grown, found = self.fit(), Counter()
        for cp, wanted in zip(self.arrays["cp"], self.arrays["pruned"], strict=True):
            np.testing.assert_array_equal(self.kept_at(cp, shortcut), wanted)
            kept = self.kept_at(cp, exact)
            ours = grown.prune(cp * self.unit).apply(self.sample.X)
            assert same_parts(ours, self.parts(kept)), f"other leaves at cp={cp}"
            found["shortcut"] += not np.array_equal(kept, wanted)
        return +found

    def check_snipped(self):
        """Snip the nodes that rpart snipped."""
        model, partner = self.agreement.model, self.agreement.report.partner
        for b, kept in zip(self.arrays["snips"], self.arrays["snipped"], strict=True):
            ours = model.snip(int(partner[b])).apply(self.sample.X)
            assert same_parts(ours, self.parts(kept)), f"other leaves without node {b}"

    def exact_table(self):
        """CP, nsplit and rel error by the exact rule on rpart's tree."""
        steps = np.unique(np.round(self.alphas(exact)[self.reference.left != LEAF], 12))
        steps = np.append(steps[steps > 0][::-1], 0.0)
        rows = []
        for cp, before in zip(steps, np.append(np.inf, steps[:-1]), strict=True):
            kept = self.kept_at(min((cp + before) / 2, 2.0), exact)
            ends = kept & ~(kept[self.reference.left] & (self.reference.left != LEAF))
            rows.append([cp, ends.sum() - 1, self.risk[ends].sum() / self.risk[0]])
        return np.array(rows)

    def table_differences(self, ours):
        """Check our CP table against the exact rule; count where it differs from rpart's.

        ``other tree`` is a tie in the tree, ``shortcut`` rpart's rule, ``rounded`` a tie in a
        fold, where fractional weights are rounded differently than in our copy of it.
        """
        found = Counter()
        if not self.agreement.same_nodes:
            found["other tree"] += 1
        elif not self.is_same_table(ours):
            found["shortcut"] += 1
        errors = np.array([ours["xerror"], ours["xstd"]])
        if not np.allclose(errors, self.our_errors(ours["CP"]), rtol=SAME, atol=0):
            assert {"priors", "loss_matrix"} & self.agreement.case.params.keys()
            assert any(tree.has_tie for tree in self.fold_trees)
            found["rounded"] += 1
        return found

    def is_same_table(self, ours):
        """Whether our CP table, which must be the exact rule's, equals rpart's."""
        mine = np.column_stack([ours["CP"], ours["nsplit"], ours["rel_error"]])
        mine, theirs = without_repeats(mine), without_repeats(self.arrays["cp_table"][:, :3])
        np.testing.assert_allclose(mine, self.exact_table(), rtol=SAME, atol=SAME)
        same = mine.shape == theirs.shape and np.allclose(mine, theirs, rtol=SAME, atol=SAME)
        same_rules = np.allclose(self.alphas(exact), self.alphas(shortcut), rtol=0, atol=SAME)
        assert same or not same_rules, "another table, though the rules agree"
        return same

    @cached_property
    def fold_trees(self):
        return [FoldTree(self.agreement, fold) for fold in range(FOLDS)]

    def limits(self, cp):
        """Limits at which the rows of a CP table are evaluated, in units of risk."""
        return np.sqrt(cp * np.append(np.inf, cp[:-1])) * self.risk[0]

    @cached_property
    def held_out_differences(self):
        """Reasons why rpart's fold trees, pruned by its shortcut, predict rows differently."""
        cp, wanted = self.arrays["cp_table"][:, 0], self.their_predictions()
        # A repeated CP is evaluated at a limit that equals an alpha up to rounding.
        evaluated = np.flatnonzero(np.append(True, cp[:-1] - cp[1:] > SAME * cp[0]))
        found = Counter()
        for tree in self.fold_trees:
            nodes = tree.predicting_nodes(shortcut, self.limits(cp))[:, evaluated]
            theirs = wanted[tree.held_out][:, evaluated]
            other = ~np.isclose(tree.prediction[nodes], theirs, rtol=1e-10)
            for i in np.flatnonzero(other.any(axis=1)):
                found[tree.reason(i, nodes[i, other[i].argmax()])] += 1
        return found

    def their_predictions(self):
        """Predictions of rpart's fold trees for each row at each row of its CP table."""
        return self.arrays["held_out_values"][self.arrays["held_out"]]

    def their_errors(self):
        """xerror and xstd from rpart's predictions, with the correct loss matrix."""
        return self.errors_of(self.their_predictions())

    def our_errors(self, cp):
        """xerror and xstd of our fold trees, pruned by the exact rule at each row of a table."""
        predicted = np.empty((len(self.sample.y), len(cp)))
        for tree in self.fold_trees:
            predicted[tree.held_out] = tree.prediction[
                tree.predicting_nodes(exact, self.limits(cp))
            ]
        return self.errors_of(predicted)

    def errors_of(self, predicted, transposed=False):
        """xerror and xstd of predictions, with the loss matrix or, as in rpart, its transpose."""
        sample, case = self.sample, self.agreement.case
        if sample.is_class:
            cost = losses(case, sample)
            loss = (cost.T if transposed else cost)[sample.y[:, None], predicted.astype(int) - 1]
            loss = loss * prior_factors(case, sample)[sample.y, None]
        else:
            loss = (sample.y[:, None] - predicted) ** 2
        total, squares = sample.weight @ loss, sample.weight @ loss**2
        spread = np.sqrt(np.maximum(squares - total**2 / sample.weight.sum(), 0))
        return np.array([total, spread]) / self.risk[0]
