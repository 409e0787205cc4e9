"""Boosted trees grown the slow and obvious way: every question, from the second-order objective.

Adding w to the scores of a node's rows changes the objective by G w + (H + lambda) w^2 / 2 +
alpha |w|, where G and H are the sums of the rows' gradients and hessians. A column is a float array
in which NaN is missing; ``levels`` is 0 for numbers, else the number of categories.

A reference tree may follow a ``guide``, the splits of another tree: only where two choices are
equal up to rounding does it take the guide's, so that what is left of a difference is an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

ROUNDING = 1e-9


@dataclass(frozen=True)
class Rules:
    """Parameters of growth; 0 is no limit."""

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
    min_samples_level: float = 10.0
    max_onehot: int = 4

    def value(self, g, h):
        """The w that lowers the objective most."""
        w = -np.sign(g) * max(abs(g) - self.reg_alpha, 0.0) / (h + self.reg_lambda)
        return (
            float(np.clip(w, -self.max_delta_step, self.max_delta_step))
            if self.max_delta_step
            else w
        )

    def fall(self, g, h):
        """What the objective falls by at that w."""
        w = self.value(g, h)
        return -(g * w + (h + self.reg_lambda) * w * w / 2 + self.reg_alpha * abs(w))


@dataclass(frozen=True, eq=False)
class Split:
    gain: float
    feature: int
    left: np.ndarray  # mask of the node's rows
    slack: float  # rounding of the gain
    marginal: bool = False  # allowed only if rounding has it so


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


def level_groups(column, levels, g, h, rules, least):
    """Levels in the order of their smoothed ratios; those with little hessian are one group."""
    rare = [v for v in levels if h[column == v].sum() < least]
    groups = [[v] for v in levels if v not in rare] + ([rare] if rare else [])
    sums = [(g[rows].sum(), h[rows].sum()) for rows in (np.isin(column, v) for v in groups)]
    ratio = [gradient / (hessian + rules.cat_smooth) for gradient, hessian in sums]
    return [groups[i] for i in np.argsort(ratio, kind="stable")]


def level_questions(column, g, h, rules, least):
    """Masks of the rows that go left, and what is added to lambda when they are scored."""
    levels = np.unique(column[~np.isnan(column)])
    if len(levels) <= rules.max_onehot:
        return [(column == v, 0.0) for v in levels] + [(~np.isnan(column), 0.0)]
    groups = level_groups(column, levels, g, h, rules, least)
    starts = [np.concatenate(groups[: n + 1]) for n in range(len(groups))]
    return [(np.isin(column, chosen), rules.cat_l2) for chosen in starts]


def questions(column, levels, g, h, rules, least) -> Iterator[tuple[np.ndarray, float]]:
    """Every question that can be asked of the column, as in ``level_questions``."""
    missing = np.isnan(column)
    if levels:
        parts = level_questions(column, g, h, rules, least)
    else:
        parts = [(column <= value, 0.0) for value in np.unique(column[~missing])]
    for left, extra in parts:
        yield left, extra
        if missing.any():
            yield left | missing, extra


class Reference:
    """One tree on columns, gradients and hessians (weights are in them already)."""

    def __init__(self, columns, levels, g, h, rules, guide=None, mean_weight=1.0):
        self.columns, self.levels, self.g, self.h = columns, levels, g, h
        self.rules, self.guide = rules, guide or {}
        # The hessian of min_samples_level rows of weight 1.
        self.rare = rules.min_samples_level * h.sum() / (mean_weight * len(h))
        self.root = Node(np.arange(len(g)))
        {"leaf": self.grow, "level": self.grow, "symmetric": self.grow_symmetric}[rules.growth]()
        if rules.gamma:
            self.prune(self.root)

    def sums(self, rows):
        return self.g[rows].sum(), self.h[rows].sum()

    def value(self, node):
        return float(np.clip(self.rules.value(*self.sums(node.rows)), *node.bounds))

    def features(self, node):
        """Those that may be asked beside the ones asked on the way."""
        groups = self.rules.interactions
        every = range(len(self.columns))
        if groups is None:
            return every
        return [j for j in every if any({j, *node.path} <= set(group) for group in groups)]

    def may_split(self, node):
        """Whether it is not too deep, and has enough for two children."""
        rules = self.rules
        deep = rules.max_depth and node.depth >= rules.max_depth
        least = max(2, rules.min_samples_split, 2 * rules.min_samples_leaf)
        heavy = self.h[node.rows].sum() >= 2 * rules.min_child_weight
        return not deep and heavy and len(node.rows) >= least

    def asked(self, feature, rows):
        """All questions on a feature for some rows."""
        column, g, h = self.columns[feature][rows], self.g[rows], self.h[rows]
        return questions(column, self.levels[feature], g, h, self.rules, self.rare)

    def margin(self, node, feature, left, right):
        """By how much the children's values respect a monotone constraint; negative if not."""
        direction = self.rules.monotonic[feature] if self.rules.monotonic else 0
        if direction == 0:
            return np.inf
        low, high = (self.rules.value(*self.sums(rows)) for rows in (left, right))
        within = min(min(low, high) - node.bounds[0], node.bounds[1] - max(low, high))
        return min(direction * (high - low), within)

    def judge(self, node, feature, left, extra):
        """The split that sends the rows of the mask left; None if it is not allowed."""
        rules, sides = self.rules, (node.rows[left], node.rows[~left])
        if min(map(len, sides)) < max(1, rules.min_samples_leaf):
            return None
        if min(self.h[rows].sum() for rows in sides) < rules.min_child_weight:
            return None
        margin = self.margin(node, feature, *sides)
        if margin < -ROUNDING:
            return None
        before = rules.fall(*self.sums(node.rows))
        stricter = replace(rules, reg_lambda=rules.reg_lambda + extra)
        after = [stricter.fall(*self.sums(rows)) for rows in sides]
        slack = ROUNDING * (abs(before) + sum(map(abs, after))) + 1e-15
        return Split(sum(after) - before, feature, left, slack, margin < ROUNDING)

    def splits(self, node) -> Iterator[Split]:
        for feature in self.features(node):
            for left, extra in self.asked(feature, node.rows):
                split = self.judge(node, feature, left, extra)
                if split is not None:
                    yield split

    def guided(self, node, split):
        """Whether the guide parts the node in this way."""
        return self.guide.get(node.key) in (
            node.rows[split.left].tobytes(),
            node.rows[~split.left].tobytes(),
        )

    def choose(self, node):
        """The best split, if any gains; the guide's among equals."""
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

    def part(self, node):
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
        """Level by level in order, or the node with the largest gain, the first made of equals."""
        if self.rules.growth == "level":
            return open_nodes[0]
        best = max(open_nodes, key=lambda node: node.split.gain)
        least = best.split.gain - best.split.slack
        equals = [node for node in open_nodes if node.split.gain >= least]
        return next((node for node in equals if node.key in self.guide), equals[0])

    def grow(self):
        made, open_nodes, n_leaves = [self.root], [], 1
        while True:
            for node in made:
                node.split = self.choose(node)
                if node.split:
                    open_nodes.append(node)
            if not open_nodes or n_leaves == self.rules.max_leaf_nodes:
                break
            node = self.next_node(open_nodes)
            open_nodes.remove(node)
            made, n_leaves = self.part(node), n_leaves + 1
        for node in open_nodes:
            node.split = None

    def shared_question(self, level):
        """For every node of a level the split by one question, the best by the sum of gains."""
        rows = np.sort(np.concatenate([node.rows for node in level]))
        found = []
        for feature in self.features(level[0]):
            for left, extra in self.asked(feature, rows):
                masks = [left[np.searchsorted(rows, node.rows)] for node in level]
                pairs = zip(level, masks, strict=True)
                splits = [self.judge(node, feature, mask, extra) for node, mask in pairs]
                if any(splits):
                    found.append(splits)
        return self.first_of_equals(level, found)

    def first_of_equals(self, level, found):
        """The guide's choice among the best, if the best gains."""
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
            chosen = self.shared_question(level)
            if chosen is None:
                break
            children = []
            for node, node.split in zip(level, chosen, strict=True):
                if node.split:
                    children += self.part(node)
            level = children

    def prune(self, node):
        """From the leaves up: a split into two leaves that gains less than gamma is undone."""
        for child in node.children:
            self.prune(child)
        if not node.children or any(child.children for child in node.children):
            return
        gain, slack = node.split.gain, node.split.slack
        follow = abs(gain - self.rules.gamma) <= slack
        if (node.key not in self.guide) if follow else (gain < self.rules.gamma):
            node.children, node.split = [], None
