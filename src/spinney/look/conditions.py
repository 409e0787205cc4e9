"""What holds for the rows on each side of a question, before it is put into words."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..fitted import FittedTree
from ..missing import ROUTES

ROUTE_NAMES = {number: name for name, number in ROUTES.items()}


@dataclass(frozen=True, slots=True)
class Condition:
    """What one or more questions on a feature leave of its values.

    Attributes
    ----------
    feature : int
        Index of the feature.
    low, high : float
        Numbers above ``low`` and up to ``high`` fulfil the condition.
    levels : frozenset of int or None
        Level indices that fulfil it; None if the feature is a number.
    seen : frozenset of int or None
        Level indices that the rows of the first node to ask had at fit.
    missing, unknown : bool or None
        Whether a missing value, a category never seen at fit, fulfils it. None if that depends on
        other features (surrogates), or if a part of the row does (fractional).
    """

    feature: int
    low: float = -math.inf
    high: float = math.inf
    levels: frozenset[int] | None = None
    seen: frozenset[int] | None = None
    missing: bool | None = False
    unknown: bool | None = False

    def __and__(self, other: "Condition") -> "Condition":
        """What fulfils this condition and then another on the same feature."""
        levels = self.levels
        if levels is not None and other.levels is not None:
            levels = levels & other.levels
        return Condition(
            self.feature,
            max(self.low, other.low),
            min(self.high, other.high),
            levels,
            self.seen,
            both(self.missing, other.missing),
            both(self.unknown, other.unknown),
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
        self.levels = fitted.schema.levels
        self.kind, self.feature, self.threshold = tree.kind, tree.feature, tree.threshold
        self.first_child = tree.first_child
        self.missing_left = tree.missing_go_to_left
        self.weight = tree.weighted_n_node_samples
        self.missing_route, self.unknown_route = tree.missing_route, tree.unknown_route

    def route(self, node: int, *, unknown: bool = False) -> str:
        """How a row goes on whose value is missing, or a category never seen: a key of ROUTES."""
        j = self.feature[node]
        # Route 0 of an unknown category is that of a missing value.
        number = int(self.unknown_route[j]) if unknown else 0
        return ROUTE_NAMES[number or int(self.missing_route[j])]

    def sides(self, node: int) -> tuple[Condition, Condition]:
        """What holds for the rows that go left, and for those that go right."""
        j = int(self.feature[node])
        left, right = (
            Condition(
                j,
                missing=self.admits(node, side, self.route(node)),
                unknown=self.admits(node, side, self.route(node, unknown=True)),
            )
            for side in (1, 0)
        )
        if self.kind[node] == 1:
            cut = float(self.threshold[node])
            return replace(left, high=cut), replace(right, low=cut)
        assert self.levels is not None
        sent_left = frozenset(self.tree.categories_left(node).tolist())
        others = frozenset(range(len(self.levels[j] or ()))) - sent_left
        seen = frozenset(self.tree.categories_seen(node).tolist())
        return replace(left, levels=sent_left, seen=seen), replace(right, levels=others, seen=seen)

    def admits(self, node: int, left: int, route: str) -> bool | None:
        """Whether a value that the question cannot use goes to this side."""
        if route in ("learned", "majority"):
            return bool(self.missing_left[node]) == bool(left)
        return False if route == "stop" else None

    def left_share(self, node: int) -> float:
        """The left child's share of the weight of both children."""
        left, right = self.weight[self.first_child[node] : self.first_child[node] + 2]
        return float(left / (left + right))

    def cuts(self, j: int) -> NDArray[np.float64]:
        """All thresholds on a feature."""
        cuts: NDArray[np.float64] = self.threshold[(self.feature == j) & (self.kind == 1)]
        return cuts


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
