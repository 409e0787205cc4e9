"""What holds for the rows on each side of a question, before it is put into words."""

import math
from bisect import bisect_left
from dataclasses import dataclass, replace

import numpy as np

from .. import _core
from ..fitted import FittedTree
from ..missing import ROUTES

ROUTE_NAMES = {number: name for name, number in ROUTES.items()}
LEFT_RIGHT = ("left", "right")


@dataclass(frozen=True, slots=True)
class Condition:
    """What one or more questions on a feature leave of its values.

    Attributes
    ----------
    feature : int
        Index of the feature.
    missing, unknown : bool or None
        Whether a missing value, a category never seen at fit, fulfils it. None if that depends on
        other features (surrogates), or if a part of the row does (fractional).
    low, high : float
        Numbers above ``low`` and up to ``high`` fulfil the condition.
    levels : frozenset of int or None
        Level indices that are sure to fulfil it; None if the feature is a number.
    seen : frozenset of int or None
        Level indices that the rows of the first node to ask had at fit.
    """

    feature: int
    missing: bool | None = False
    unknown: bool | None = False
    low: float = -math.inf
    high: float = math.inf
    levels: frozenset[int] | None = None
    seen: frozenset[int] | None = None

    def __and__(self, other: "Condition") -> "Condition":
        """What fulfils this condition and then another on the same feature."""
        levels = self.levels
        if levels is not None and other.levels is not None:
            levels = levels & other.levels
        return Condition(
            self.feature,
            both(self.missing, other.missing),
            both(self.unknown, other.unknown),
            max(self.low, other.low),
            min(self.high, other.high),
            levels,
            self.seen,
        )


def both(a: bool | None, b: bool | None) -> bool | None:
    """``a and b``, where None is not known."""
    if a is False or b is False:
        return False
    return None if a is None or b is None else True


class Questions:
    """The questions of a tree, with the arrays of the tree at hand."""

    def __init__(self, fitted: FittedTree) -> None:
        tree = fitted.tree
        self.tree = tree
        self.rules = fitted.missing
        self.levels = fitted.schema.levels
        self.kind, self.feature, self.threshold = tree.kind, tree.feature, tree.threshold
        self.first_child = tree.first_child
        self.missing_left = tree.missing_go_to_left
        self.weight = tree.weighted_n_node_samples
        self.missing_route, self.unknown_route = tree.missing_route, tree.unknown_route
        self.sorted_cuts: dict[int, list[float]] = {}

    def sides(self, node: int) -> tuple[Condition, Condition]:
        """What holds for the rows that go left, and for those that go right."""
        j = int(self.feature[node])
        missing, unknown = self.way(node, "missing"), self.way(node, "unknown")
        left, right = (
            Condition(j, admits(missing, side), admits(unknown, side)) for side in LEFT_RIGHT
        )
        if self.kind[node] == 1:
            cut = float(self.threshold[node])
            return replace(left, high=cut), replace(right, low=cut)
        seen = frozenset(self.tree.categories_seen(node).tolist())
        sent_left = seen & frozenset(self.tree.categories_left(node).tolist())
        unseen = frozenset(range(self.n_levels(j))) - seen
        sets = [
            known | unseen if admits(self.way(node, "unseen"), side) else known
            for known, side in zip((sent_left, seen - sent_left), LEFT_RIGHT, strict=True)
        ]
        return replace(left, levels=sets[0], seen=seen), replace(right, levels=sets[1], seen=seen)

    def way(self, node: int, absent: str) -> str:
        """Where a row goes that has no answer to a question.

        ``absent`` is "missing", "unknown" (a category never seen at fit) or "unseen" (one that no
        training row of this node had). "left", "right", "surrogate", "both", "stop" or "error".
        """
        j = int(self.feature[node])
        policy = self.rules.unknown[j] if absent == "unknown" else self.rules.policies[j]
        if policy == "error" and absent != "unseen":
            return "error"
        stand_in = self.stand_in(j, absent)
        if stand_in is not None:
            return self.side_of(node, stand_in)
        route = self.route(j, absent)
        if route == "surrogate" and self.tree.surrogates(node):
            return "surrogate"
        if route in ("fractional", "stop"):
            return "both" if route == "fractional" else "stop"
        by_weight = route == "majority" or (route == "learned" and absent == "unseen")
        left = self.left_is_heavier(node) if by_weight else bool(self.missing_left[node])
        return "left" if left else "right"

    def route(self, j: int, absent: str) -> str:
        """The core's route of a feature: a key of ROUTES."""
        routes = self.unknown_route if absent == "unknown" else self.missing_route
        return ROUTE_NAMES[int(routes[j])]

    def stand_in(self, j: int, absent: str) -> float | None:
        """The number or the level index that is put in an absent value's place, if one is."""
        fill = self.rules.fills.get(j)
        if fill is None or absent == "unseen":
            return None
        return fill.unknown if absent == "unknown" else fill.missing

    def own_category(self, node: int, absent: str) -> bool:
        """Whether missing values are a category of their own that the node's rows had at fit."""
        j = int(self.feature[node])
        level = self.stand_in(j, absent)
        own = self.kind[node] == 2 and self.rules.policies[j] == "category"
        return own and level is not None and level in self.tree.categories_seen(node)

    def side_of(self, node: int, value: float) -> str:
        """Where a number or a level index goes."""
        if self.kind[node] == 1:
            return "left" if value <= self.threshold[node] else "right"
        if value not in self.tree.categories_seen(node):
            return self.way(node, "unseen")
        return "left" if value in self.tree.categories_left(node) else "right"

    def asks_if_known(self, node: int) -> bool:
        """Whether a question parts missing values from all others."""
        if self.kind[node] == 1:
            return math.isinf(self.threshold[node])
        seen = self.tree.categories_seen(node)
        return len(np.intersect1d(seen, self.tree.categories_left(node))) in (0, len(seen))

    def left_is_heavier(self, node: int) -> bool:
        left, right = self.weight[self.first_child[node] : self.first_child[node] + 2]
        return bool(left > right)

    def left_share(self, node: int) -> float:
        """The left child's share of the weight of both children."""
        left, right = self.weight[self.first_child[node] : self.first_child[node] + 2]
        return float(left / (left + right))

    def n_levels(self, j: int) -> int:
        """Number of categories of a feature; 0 for numbers."""
        return len((self.levels[j] if self.levels is not None else None) or ())

    def cuts(self, j: int) -> list[float]:
        """All thresholds on a feature, in rising order."""
        if j not in self.sorted_cuts:
            asking = (self.feature == j) & (self.kind == 1) & np.isfinite(self.threshold)
            self.sorted_cuts[j] = np.unique(self.threshold[asking]).tolist()
        return self.sorted_cuts[j]

    def cuts_around(self, j: int, value: float) -> list[float]:
        """The thresholds on a feature that are next to a value, and the value's own."""
        cuts = self.cuts(j)
        place = bisect_left(cuts, value)
        return cuts[max(0, place - 1) : place + 2]


def admits(way: str, side: str) -> bool | None:
    """Whether a row that goes a way comes to a side; None if that depends, or in part."""
    return None if way in ("surrogate", "both") else way == side


def alternative_sides(alternative: "_core.Alternative") -> tuple[Condition, Condition]:
    """What a surrogate or competitor sends left, and what right."""
    j = alternative.feature
    if math.isnan(alternative.threshold):
        left = frozenset(alternative.categories_left.tolist())
        right = frozenset(alternative.categories_right.tolist())
        seen = left | right
        return Condition(j, levels=left, seen=seen), Condition(j, levels=right, seen=seen)
    below = Condition(j, high=alternative.threshold)
    above = Condition(j, low=alternative.threshold)
    return (above, below) if alternative.above_left else (below, above)
