"""The questions of a tree: what holds for the rows of each child, and where the others go."""

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from itertools import pairwise

import numpy as np

from .. import _core
from ..base.fitted_tree import FittedTree
from .conditions import Combination, Condition, Side

LEFT_RIGHT = ("left", "right")
Way = int | str
"""A child (0, 1 ...), or "surrogate", "all", "stop" or "error"."""


class Kind(IntEnum):
    """What a node asks."""

    LEAF = 0
    NUMBER = 1
    CATEGORY = 2
    INTERVALS = 3
    LEVELS = 4
    LINEAR = 5
    SPHERE = 6


# Plain numbers: a forest has millions of nodes to be asked for.
SEVERAL = frozenset((int(Kind.LINEAR), int(Kind.SPHERE)))
CATEGORIES = frozenset((int(Kind.CATEGORY), int(Kind.LEVELS)))
MULTIWAY = frozenset((int(Kind.INTERVALS), int(Kind.LEVELS)))


class SplitTable:
    """The questions of a tree, with what its nodes hold at hand, as lists."""

    def __init__(self, fitted: FittedTree) -> None:
        tree = fitted.tree
        self.tree = tree
        self.rules = fitted.missing
        self.levels = fitted.schema.categories
        self.kind: list[int] = tree.kind.tolist()
        self.feature: list[int] = tree.feature.tolist()
        self.threshold: list[float] = tree.threshold.tolist()
        self.first_child: list[int] = tree.first_child.tolist()
        self.n_children: list[int] = tree.n_children.tolist()
        self.missing_child: list[int] = tree.missing_child.tolist()
        self.weight: list[float] = tree.weighted_n_node_samples.tolist()
        self.missing_route, self.unknown_route = tree.missing_route, tree.unknown_route
        self.sorted_cuts: dict[int, list[float]] = {}

    def children(self, node: int) -> range:
        """The node's children; none of a leaf."""
        first = self.first_child[node]
        return range(first, first + self.n_children[node])

    def is_multiway(self, node: int) -> bool:
        """Whether a question has a child per interval or level, instead of yes and no."""
        return self.kind[node] in MULTIWAY

    def asks_category(self, node: int) -> bool:
        return self.kind[node] in CATEGORIES

    def asks_several(self, node: int) -> bool:
        return self.kind[node] in SEVERAL

    def features(self, node: int) -> list[int]:
        """The features that a node asks for."""
        if self.asks_several(node):
            return [int(j) for j in self.tree.terms(node)[0]]
        return [self.feature[node]]

    def sides(self, node: int) -> list[Side]:
        """What holds for the rows of each child, the left one first."""
        missing = self.way(node, "missing")
        if self.asks_several(node):
            whole, cut = self.combination(node), self.threshold[node]
            return [
                replace(whole, high=cut, missing=admits(missing, 0)),
                replace(whole, low=cut, missing=admits(missing, 1)),
            ]
        j, unknown = self.feature[node], self.way(node, "unknown")
        sides = [
            Condition(j, admits(missing, k), admits(unknown, k))
            for k in range(self.n_children[node])
        ]
        if not self.asks_category(node):
            ends = pairwise([-math.inf, *self.cuts(node), math.inf])
            return [
                replace(side, low=low, high=high)
                for side, (low, high) in zip(sides, ends, strict=True)
            ]
        return self.category_sides(node, sides)

    def category_sides(self, node: int, sides: list[Condition]) -> list[Side]:
        child = self.level_children(node)
        seen = frozenset(child)
        unseen = frozenset(range(self.n_levels(sides[0].feature))) - seen
        way, apart = self.way(node, "unseen"), self.kind[node] == Kind.LEVELS
        sets = [frozenset(level for level in seen if child[level] == k) for k in range(len(sides))]
        return [
            replace(
                side,
                levels=known | unseen if admits(way, k) else known,
                seen=seen,
                level_by_level=apart,
            )
            for k, (side, known) in enumerate(zip(sides, sets, strict=True))
        ]

    def combination(self, node: int) -> Combination:
        """The sum that a node asks for, without its bounds."""
        features, factors, centres, shares = (
            tuple(part.tolist()) for part in self.tree.terms(node)
        )
        kind = "linear" if self.kind[node] == Kind.LINEAR else "sphere"
        return Combination(kind, features, factors, centres, shares)

    def cuts(self, node: int) -> list[float]:
        """The cuts of a question on a number; a child has values up to its cut."""
        if self.kind[node] == Kind.NUMBER:
            return [self.threshold[node]]
        found: list[float] = self.tree.cuts(node).tolist()
        return found

    def level_children(self, node: int) -> dict[int, int]:
        """The child of each level that a node's rows had at fit."""
        if self.kind[node] == Kind.LEVELS:
            children = self.tree.level_children(node).tolist()
            return {level: child for level, child in enumerate(children) if child >= 0}
        left = set(self.tree.categories_left(node).tolist())
        return {level: int(level not in left) for level in self.tree.categories_seen(node).tolist()}

    def way(self, node: int, absent: str) -> Way:
        """Where a row goes that has no answer to a question.

        ``absent`` is "missing" (all of it, if a question is about several features), "unknown" (a
        category never seen at fit) or "unseen" (one that no training row of this node had).
        """
        asked = self.features(node)
        policies = self.rules.unknown if absent == "unknown" else self.rules.policies
        if absent != "unseen" and any(policies[j] == "error" for j in asked):
            return "error"
        found = ((j, self.stand_in(j, absent)) for j in asked)
        stand_ins = {j: value for j, value in found if value is not None}
        if stand_ins:
            return self.child_of(node, stand_ins)
        if absent == "unseen" and self.kind[node] == Kind.LEVELS:
            return "stop"
        route = self.route(node, absent)
        if route == "surrogate" and self.tree.surrogates(node):
            return "surrogate"
        if route in ("fractional", "stop"):
            return "all" if route == "fractional" else "stop"
        if route == "majority" or (route == "learned" and absent == "unseen"):
            return self.heaviest_child(node)
        return self.missing_child[node]

    def way_name(self, node: int, way: Way) -> str:
        """A way for programs: "left", "right" or "both" where a question has two sides."""
        if self.is_multiway(node):
            return f"child {way}" if isinstance(way, int) else way
        return LEFT_RIGHT[way] if isinstance(way, int) else "both" if way == "all" else way

    def route(self, node: int, absent: str) -> str:
        """The core's route of an absent value at a node: the name of a ``MissingRoute``."""
        if self.asks_several(node):
            return "learned"
        routes = self.unknown_route if absent == "unknown" else self.missing_route
        return _core.MissingRoute(routes[self.feature[node]]).name

    def stand_in(self, j: int, absent: str) -> float | None:
        """The number or the level index that is put in an absent value's place, if one is."""
        fill = self.rules.fills.get(j)
        if fill is None or absent == "unseen":
            return None
        return fill.unknown if absent == "unknown" else fill.missing

    def own_category(self, node: int, absent: str) -> bool:
        """Whether missing values are a category of their own that the node's rows had at fit."""
        j = self.feature[node]
        level = self.stand_in(j, absent)
        own = self.asks_category(node) and self.rules.policies[j] == "category"
        return own and level is not None and level in self.level_children(node)

    def child_of(self, node: int, values: Mapping[int, float]) -> Way:
        """Where a row goes, by its numbers or level indices; it lacks at most some of a sum."""
        if self.asks_several(node):
            return int(self.combination(node).total(values) > self.threshold[node])
        value = values[self.feature[node]]
        if not self.asks_category(node):
            return bisect_left(self.cuts(node), value)
        child = self.level_children(node).get(int(value))
        return self.way(node, "unseen") if child is None else child

    def asks_if_known(self, node: int) -> bool:
        """Whether a question has a child for missing values alone."""
        if self.asks_several(node):
            return False
        if not self.asks_category(node):
            return math.isinf(self.cuts(node)[-1])
        return len(set(self.level_children(node).values())) < self.n_children[node]

    def heaviest_child(self, node: int) -> int:
        """The child with most weight, the last of equals."""
        weights = [self.weight[child] for child in self.children(node)]
        return max(range(len(weights)), key=lambda k: (weights[k], k))

    def shares(self, node: int) -> list[float]:
        """The children's shares of their weight."""
        weights = [self.weight[child] for child in self.children(node)]
        return [weight / sum(weights) for weight in weights]

    def n_levels(self, j: int) -> int:
        """Number of categories of a feature; 0 for numbers."""
        return len((self.levels[j] if self.levels is not None else None) or ())

    def cuts_on(self, j: int) -> list[float]:
        """All cuts on a feature, in rising order."""
        if j not in self.sorted_cuts:
            numbers = np.isin(self.tree.kind, (Kind.NUMBER, Kind.INTERVALS))
            asking = (self.tree.feature == j) & numbers
            found = [cut for node in np.flatnonzero(asking).tolist() for cut in self.cuts(node)]
            self.sorted_cuts[j] = sorted({cut for cut in found if math.isfinite(cut)})
        return self.sorted_cuts[j]

    def cuts_around(self, j: int, value: float) -> list[float]:
        """The cuts on a feature that are next to a value, and the value's own."""
        cuts = self.cuts_on(j)
        place = bisect_left(cuts, value)
        return cuts[max(0, place - 1) : place + 2]


def admits(way: Way, child: int) -> bool | None:
    """Whether a row that goes a way comes to a child; None if that depends, or in part."""
    return None if way in ("surrogate", "all") else way == child
