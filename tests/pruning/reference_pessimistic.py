"""Reference implementation of the pruning of C4.5 for binary trees, row by row."""

import math
from dataclasses import dataclass, field
from statistics import NormalDist

import numpy as np

LEAF_PREFERENCE, COLLAPSE, TOLERANCE = 0.1, 1e-3, 1e-6
LINEAR, SPHERE = 5, 6


@dataclass
class Split:
    """A threshold on one feature, or on a linear or spherical combination of features."""

    features: list[int]
    factors: list[float]
    centers: list[float]
    is_sphere: bool
    threshold: float
    missing_child: int

    @classmethod
    def of(cls, tree, node):
        features, factors, centers = [int(tree.feature[node])], [1.0], [0.0]
        if tree.kind[node] in (LINEAR, SPHERE):
            features, factors, centers = (terms.tolist() for terms in tree.terms(node)[:3])
        is_sphere = tree.kind[node] == SPHERE
        missing_child = int(tree.missing_child[node])
        return cls(
            features, factors, centers, is_sphere, float(tree.threshold[node]), missing_child
        )

    def child(self, x):
        """Return 0 or 1; the learned child if all values are missing."""
        terms = zip(self.features, self.factors, self.centers, strict=True)
        known = [(a, float(x[j]) - c) for j, a, c in terms if not math.isnan(x[j])]
        if not known:
            return self.missing_child
        total = sum(a * (d * d) if self.is_sphere else a * d for a, d in known)
        return 0 if total <= self.threshold else 1


@dataclass
class Node:
    split: Split | None
    children: list["Node"] = field(default_factory=list)

    @classmethod
    def of(cls, tree, node=0):
        if not tree.kind[node]:
            return cls(None)
        first = int(tree.first_child[node])
        below = [cls.of(tree, first), cls.of(tree, first + 1)]
        return cls(Split.of(tree, node), below)

    def make_leaf(self):
        self.split, self.children = None, []


class ReferencePruning:
    """Prunes ``root`` in place; ``n_raised`` counts the nodes replaced by a branch."""

    def __init__(self, tree, X, y, weight, confidence, raising):
        self.X, self.y, self.weight = X, y, weight
        self.confidence, self.raising = confidence, raising
        self.n_raised = 0
        self.root = Node.of(tree)
        rows = np.flatnonzero(weight).tolist()
        self.collapse(self.root, rows)
        self.prune(self.root, rows)

    def class_counts(self, rows):
        return np.bincount(self.y[rows], self.weight[rows], minlength=self.y.max() + 1)

    def errors(self, rows):
        counts = self.class_counts(rows)
        return float(counts.sum() - counts.max())

    def partition(self, node, rows):
        sides = [node.split.child(self.X[row]) for row in rows]
        return [[r for r, s in zip(rows, sides, strict=True) if s == side] for side in (0, 1)]

    def expected(self, rows):
        total = float(self.weight[rows].sum())
        return self.upper(total, self.errors(rows)) if total >= TOLERANCE else 0.0

    def upper(self, n, errors):
        """Return the upper confidence limit of the errors among n rows."""
        if errors < 1:
            none = n * (1 - self.confidence ** (1 / n))
            return none + errors * (self.upper(n, 1) - none) if errors else none
        if errors + 0.5 >= n:
            return max(n, errors)
        z, share = NormalDist().inv_cdf(1 - self.confidence), (errors + 0.5) / n
        root = math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return n * (share + z * z / (2 * n) + z * root) / (1 + z * z / n)

    def errors_below(self, node, rows):
        if node.split is None:
            return self.errors(rows)
        pairs = zip(node.children, self.partition(node, rows), strict=True)
        return sum(self.errors_below(child, subset) for child, subset in pairs)

    def collapse(self, node, rows):
        if node.split is None:
            return
        if self.errors_below(node, rows) >= self.errors(rows) - COLLAPSE:
            return node.make_leaf()
        for child, subset in zip(node.children, self.partition(node, rows), strict=True):
            self.collapse(child, subset)

    def expected_below(self, node, rows):
        if node.split is None:
            return self.expected(rows)
        pairs = zip(node.children, self.partition(node, rows), strict=True)
        return sum(self.expected_below(child, subset) for child, subset in pairs)

    def prune(self, node, rows):
        """Prune a subtree; return the expected errors of the result."""
        if node.split is None:
            return self.expected(rows)
        subsets = self.partition(node, rows)
        tree = sum(self.prune(*pair) for pair in zip(node.children, subsets, strict=True))
        left, right = (self.weight[subset].sum() for subset in subsets)
        heaviest = node.children[1 if left < right + TOLERANCE else 0]
        leaf = self.expected(rows)
        branch = self.expected_below(heaviest, rows) if self.raising else math.inf
        if leaf < min(tree, branch) + LEAF_PREFERENCE + TOLERANCE:
            node.make_leaf()
            return leaf
        if branch >= tree + LEAF_PREFERENCE + TOLERANCE:
            return tree
        self.n_raised += 1
        node.split, node.children = heaviest.split, heaviest.children
        self.drop_empty(node, rows)
        return self.prune(node, rows)

    def drop_empty(self, node, rows):
        """Replace branches that no row reaches by leaves."""
        if node.split is None:
            return
        for child, subset in zip(node.children, self.partition(node, rows), strict=True):
            if subset:
                self.drop_empty(child, subset)
            else:
                child.make_leaf()
