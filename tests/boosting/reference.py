"""Reference implementation of boosted trees: exhaustive search on the second-order objective.

Adding w to the scores of a node's rows changes the objective by G w + (H + lambda) w^2 / 2 +
alpha |w|, where G and H are the sums of the rows' gradients and hessians. A column is a float array
in which NaN is missing; ``levels`` is 0 for numbers, else the number of categories.

A reference tree may follow a ``guide``, the splits of another tree, but only among choices that
are equal up to rounding. Any remaining difference is an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

ROUNDING = 1e-9


@dataclass(frozen=True)
class Rules:
    """Growth parameters; 0: no limit."""

    reg_lambda: float = 1.0
    reg_alpha: float = 0.0
    max_delta_step: float = 0.0
    gamma: float = 0.0
    min_child_weight: float = 0.0
    min_samples_leaf: int = 1
    min_samples_split: int = 2
    max_depth: int = 0
    max_leaf_nodes: int = 0
    growth: str = "leaf"
    monotonic: tuple[int, ...] | None = None
    interactions: tuple[tuple[int, ...], ...] | None = None
    cat_smooth: float = 10.0
    cat_l2: float = 10.0
    min_samples_category: float = 10.0
    max_onehot: int = 4

    def value(self, g, h):
        """Return the w that minimizes the objective."""
        w = -np.sign(g) * max(abs(g) - self.reg_alpha, 0.0) / (h + self.reg_lambda)
        return (
            float(np.clip(w, -self.max_delta_step, self.max_delta_step))
            if self.max_delta_step
            else w
        )

    def decrease(self, g, h):
        """Return the decrease of the objective at the optimal w."""
        w = self.value(g, h)
        return -(g * w + (h + self.reg_lambda) * w * w / 2 + self.reg_alpha * abs(w))


@dataclass(frozen=True, eq=False)
class Split:
    gain: float
    feature: int
    left: np.ndarray  # mask of the node's rows
    slack: float  # rounding error of the gain
    marginal: bool = False  # validity depends on rounding


@dataclass(eq=False)
class Node:
    rows: np.ndarray
    depth: int = 0
    bounds: tuple[float, float] = (-np.inf, np.inf)
    path: frozenset[int] = frozenset()
    split: Split | None = None
    children: list["Node"] = field(default_factory=list)

    @property
    def key(self):
        return self.rows.tobytes()

    def all(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.all()


def level_groups(column, levels, g, h, rules, min_hessian):
    """Return levels ordered by smoothed g/h ratio; levels with small hessian form one group."""
    rare = [v for v in levels if h[column == v].sum() < min_hessian]
    groups = [[v] for v in levels if v not in rare] + ([rare] if rare else [])
    sums = [(g[rows].sum(), h[rows].sum()) for rows in (np.isin(column, v) for v in groups)]
    ratio = [gradient / (hessian + rules.cat_smooth) for gradient, hessian in sums]
    return [groups[i] for i in np.argsort(ratio, kind="stable")]


def category_splits(column, g, h, rules, min_hessian):
    """Return (mask of the rows that go left, addition to lambda) for each candidate."""
    levels = np.unique(column[~np.isnan(column)])
    if len(levels) <= rules.max_onehot:
        return [(column == v, 0.0) for v in levels] + [(~np.isnan(column), 0.0)]
    groups = level_groups(column, levels, g, h, rules, min_hessian)
    starts = [np.concatenate(groups[: n + 1]) for n in range(len(groups))]
    return [(np.isin(column, chosen), rules.cat_l2) for chosen in starts]


def column_splits(column, levels, g, h, rules, min_hessian) -> Iterator[tuple[np.ndarray, float]]:
    """Yield all candidate splits of a column, as in ``category_splits``."""
    missing = np.isnan(column)
    if levels:
        masks = category_splits(column, g, h, rules, min_hessian)
    else:
        masks = [(column <= value, 0.0) for value in np.unique(column[~missing])]
    for left, extra in masks:
        yield left, extra
        if missing.any():
            yield left | missing, extra


class Reference:
    """One tree grown on columns and weighted gradients and hessians."""

    def __init__(self, columns, levels, g, h, rules, guide=None, mean_weight=1.0):
        self.columns, self.levels, self.g, self.h = columns, levels, g, h
        self.rules, self.guide = rules, guide or {}
        # Hessian of min_samples_category rows of weight 1.
        self.min_level_hessian = rules.min_samples_category * h.sum() / (mean_weight * len(h))
        self.root = Node(np.arange(len(g)))
        {"leaf": self.grow, "level": self.grow, "symmetric": self.grow_symmetric}[rules.growth]()
        if rules.gamma:
            self.prune(self.root)

    def sums(self, rows):
        return self.g[rows].sum(), self.h[rows].sum()

    def value(self, node):
        return float(np.clip(self.rules.value(*self.sums(node.rows)), *node.bounds))

    def features(self, node):
        """Features that the interaction constraints allow at the node."""
        groups = self.rules.interactions
        every = range(len(self.columns))
        if groups is None:
            return every
        return [j for j in every if any({j, *node.path} <= set(group) for group in groups)]

    def may_split(self, node):
        """Return whether depth, weight and number of rows allow a split."""
        rules = self.rules
        deep = rules.max_depth and node.depth >= rules.max_depth
        min_rows = max(2, rules.min_samples_split, 2 * rules.min_samples_leaf)
        heavy = self.h[node.rows].sum() >= 2 * rules.min_child_weight
        return not deep and heavy and len(node.rows) >= min_rows

    def candidates(self, feature, rows):
        """All candidate splits of some rows on a feature."""
        column, g, h = self.columns[feature][rows], self.g[rows], self.h[rows]
        return column_splits(column, self.levels[feature], g, h, self.rules, self.min_level_hessian)

    def margin(self, node, feature, left, right):
        """Margin by which the children's values satisfy the monotone constraint."""
        direction = self.rules.monotonic[feature] if self.rules.monotonic else 0
        if direction == 0:
            return np.inf
        low, high = (self.rules.value(*self.sums(rows)) for rows in (left, right))
        within = min(min(low, high) - node.bounds[0], node.bounds[1] - max(low, high))
        return min(direction * (high - low), within)

    def evaluate(self, node, feature, left, extra):
        """Return the split that sends the masked rows left; None if it is not allowed."""
        rules, sides = self.rules, (node.rows[left], node.rows[~left])
        if min(map(len, sides)) < max(1, rules.min_samples_leaf):
            return None
        if min(self.h[rows].sum() for rows in sides) < rules.min_child_weight:
            return None
        margin = self.margin(node, feature, *sides)
        if margin < -ROUNDING:
            return None
        before = rules.decrease(*self.sums(node.rows))
        stricter = replace(rules, reg_lambda=rules.reg_lambda + extra)
        after = [stricter.decrease(*self.sums(rows)) for rows in sides]
        slack = ROUNDING * (abs(before) + sum(map(abs, after))) + 1e-15
        return Split(sum(after) - before, feature, left, slack, margin < ROUNDING)

    def splits(self, node) -> Iterator[Split]:
        for feature in self.features(node):
            for left, extra in self.candidates(feature, node.rows):
                split = self.evaluate(node, feature, left, extra)
                if split is not None:
                    yield split

    def guided(self, node, split):
        """Return whether the guide has this split."""
        return self.guide.get(node.key) in (
            node.rows[split.left].tobytes(),
            node.rows[~split.left].tobytes(),
        )

    def choose(self, node):
        """Return the best split with a positive gain; among ties that of the guide."""
        if not self.may_split(node):
            return None
        splits = [s for s in self.splits(node) if not s.marginal or self.guided(node, s)]
        best = max(splits, key=lambda s: s.gain, default=None)
        if best is None or best.gain < -best.slack:
            return None
        equals = [s for s in splits if s.gain >= best.gain - max(s.slack, best.slack)]
        guided = [s for s in equals if self.guided(node, s)]
        if best.gain <= best.slack:
            return guided[0] if guided else None
        return (guided or equals)[0]

    def split_node(self, node):
        left, right = node.rows[node.split.left], node.rows[~node.split.left]
        feature = node.split.feature
        direction = self.rules.monotonic[feature] if self.rules.monotonic else 0
        bounds = [node.bounds, node.bounds]
        if direction:
            values = [np.clip(self.rules.value(*self.sums(r)), *node.bounds) for r in (left, right)]
            middle = float(np.mean(values))
            bounds = [(node.bounds[0], middle), (middle, node.bounds[1])][::direction]
        node.children = [
            Node(rows, node.depth + 1, limits, node.path | {feature})
            for rows, limits in zip((left, right), bounds, strict=True)
        ]
        return node.children

    def next_node(self, open_nodes):
        """Return the next node by level, or the first with the largest gain."""
        if self.rules.growth == "level":
            return open_nodes[0]
        best = max(open_nodes, key=lambda node: node.split.gain)
        min_gain = best.split.gain - best.split.slack
        equals = [node for node in open_nodes if node.split.gain >= min_gain]
        return next((node for node in equals if node.key in self.guide), equals[0])

    def grow(self):
        new_nodes, open_nodes, n_leaves = [self.root], [], 1
        while True:
            for node in new_nodes:
                node.split = self.choose(node)
                if node.split:
                    open_nodes.append(node)
            if not open_nodes or n_leaves == self.rules.max_leaf_nodes:
                break
            node = self.next_node(open_nodes)
            open_nodes.remove(node)
            new_nodes, n_leaves = self.split_node(node), n_leaves + 1
        for node in open_nodes:
            node.split = None

    def shared_split(self, level):
        """Return the common split of all nodes of a level with the largest total gain."""
        rows = np.sort(np.concatenate([node.rows for node in level]))
        found = []
        for feature in self.features(level[0]):
            for left, extra in self.candidates(feature, rows):
                masks = [left[np.searchsorted(rows, node.rows)] for node in level]
                pairs = zip(level, masks, strict=True)
                splits = [self.evaluate(node, feature, mask, extra) for node, mask in pairs]
                if any(splits):
                    found.append(splits)
        return self.best_of_ties(level, found)

    def best_of_ties(self, level, found):
        """Return the best splits with a positive total gain; among ties those of the guide."""
        sums = np.array([sum(s.gain for s in splits if s) for splits in found])
        if len(sums) == 0:
            return None
        slack = sum(s.slack for s in found[np.argmax(sums)] if s)
        equals = [found[i] for i in np.flatnonzero(sums >= sums.max() - slack)]
        guided = [e for e in equals if self.follows(level, e)]
        if sums.max() <= slack:
            return guided[0] if guided and sums.max() >= -slack else None
        return (guided or equals)[0]

    def follows(self, level, splits):
        pairs = [(node, split) for node, split in zip(level, splits, strict=True) if split]
        return all(self.guided(node, split) for node, split in pairs)

    def grow_symmetric(self):
        level = [self.root]
        while level := [node for node in level if self.may_split(node)]:
            chosen = self.shared_split(level)
            if chosen is None:
                break
            children = []
            for node, node.split in zip(level, chosen, strict=True):
                if node.split:
                    children += self.split_node(node)
            level = children

    def prune(self, node):
        """Collapse splits into two leaves that gain less than gamma, bottom-up."""
        for child in node.children:
            self.prune(child)
        if not node.children or any(child.children for child in node.children):
            return
        gain, slack = node.split.gain, node.split.slack
        follow = abs(gain - self.rules.gamma) <= slack
        if (node.key not in self.guide) if follow else (gain < self.rules.gamma):
            node.children, node.split = [], None
