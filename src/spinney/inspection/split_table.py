"""Split conditions per child, and routing of missing and unknown values."""

from bisect import bisect_left
from dataclasses import replace

import numpy as np

from .._core import MissingRoute, NodeKind
from ..base.fitted_tree import FittedTree
from .split_kinds import SPLIT_KINDS, Condition, Destination, NumericSplit, Split


class SplitTable:
    """The splits of a tree, read on demand, with its arrays as lists.

    An absent value is "missing" (of a split on several features: all of them), "unknown" (a
    category not seen in training) or "unseen" (one that no training row of the node had).
    """

    def __init__(self, fitted: FittedTree) -> None:
        tree = fitted.tree
        self.tree = tree
        self.rules = fitted.missing
        self.categories = fitted.schema.categories
        self.kind: list[int] = tree.kind.tolist()
        self.feature: list[int] = tree.feature.tolist()
        self.threshold: list[float] = tree.threshold.tolist()
        self.first_child: list[int] = tree.first_child.tolist()
        self.n_children: list[int] = tree.n_children.tolist()
        self.missing_child: list[int] = tree.missing_child.tolist()
        self.weight: list[float] = tree.weighted_n_node_samples.tolist()
        self.missing_route, self.unknown_route = tree.missing_route, tree.unknown_route
        self.splits: dict[int, Split] = {}
        self.sorted_thresholds: dict[int, list[float]] = {}

    def is_leaf(self, node: int) -> bool:
        return self.kind[node] == NodeKind.leaf

    def is_multiway(self, node: int) -> bool:
        """Whether a node has a child per interval or category."""
        return not self.is_leaf(node) and self.split(node).multiway

    def split(self, node: int) -> Split:
        """Return the split of an inner node."""
        if node not in self.splits:
            kind = SPLIT_KINDS[NodeKind(self.kind[node])]
            feature, threshold = self.feature[node], self.threshold[node]
            self.splits[node] = kind.read(self.tree, node, feature, threshold)
        return self.splits[node]

    def children(self, node: int) -> range:
        """Return the children of a node; empty for a leaf."""
        first = self.first_child[node]
        return range(first, first + self.n_children[node])

    def conditions(self, node: int) -> list[Condition]:
        """Return the condition of each child, including absent values."""
        split = self.split(node)
        missing = self.destination(node, "missing")
        conditions = [
            replace(condition, missing=reaches(missing, k))
            for k, condition in enumerate(split.conditions())
        ]
        if not split.categorical:
            return conditions
        unknown, unseen = self.destination(node, "unknown"), self.destination(node, "unseen")
        all_codes = frozenset(range(self.n_categories(self.feature[node])))
        return [
            replace(
                condition,
                codes=all_codes - (condition.seen - condition.codes)
                if reaches(unseen, k)
                else condition.codes,
                unknown=reaches(unknown, k),
            )
            for k, condition in enumerate(conditions)
        ]

    def destination(self, node: int, absent: str) -> Destination:
        """Return where a row goes whose value is absent."""
        split = self.split(node)
        policies = self.rules.unknown if absent == "unknown" else self.rules.policies
        if absent != "unseen" and any(policies[j] == "error" for j in split.features):
            return "error"
        if absent == "missing" and split.categorical and self.missing_is_unknown(node):
            return self.destination(node, "unknown")
        fills = {j: self.fill_value(j, absent) for j in split.features}
        filled = {j: value for j, value in fills.items() if value is not None}
        if filled:
            child = split.child(filled)
            return self.destination(node, "unseen") if child is None else child
        if absent == "unseen" and split.multiway:
            return "stop"
        route = self.route(node, absent)
        if route == MissingRoute.surrogate and self.tree.surrogates(node):
            return "surrogate"
        if route in (MissingRoute.fractional, MissingRoute.stop):
            return "all" if route == MissingRoute.fractional else "stop"
        if route == MissingRoute.majority or (route == MissingRoute.learned and absent == "unseen"):
            return self.heaviest_child(node)
        return self.missing_child[node]

    def destination_name(self, node: int, destination: Destination) -> str:
        """Return a destination as text: "left", "right" or "both" for splits into two."""
        if self.split(node).multiway:
            return f"child {destination}" if isinstance(destination, int) else destination
        if isinstance(destination, int):
            return ("left", "right")[destination]
        return "both" if destination == "all" else destination

    def route(self, node: int, absent: str) -> MissingRoute:
        """Return the route of an absent value at a node."""
        if self.split(node).multivariate:
            return MissingRoute.learned
        routes = self.unknown_route if absent == "unknown" else self.missing_route
        return MissingRoute(routes[self.feature[node]])

    def fill_value(self, feature: int, absent: str) -> float | None:
        """Return the number or category code that replaces an absent value, if any."""
        fill = self.rules.fills.get(feature)
        if fill is None or absent == "unseen":
            return None
        value = fill.unknown if absent == "unknown" else fill.missing
        return None if self.is_unknown_code(feature, value) else value

    def missing_is_unknown(self, node: int) -> bool:
        """Whether missing values are replaced by an unknown category, as in older model files."""
        fill = self.rules.fills.get(self.feature[node])
        return fill is not None and self.is_unknown_code(self.feature[node], fill.missing)

    def is_unknown_code(self, feature: int, code: float | None) -> bool:
        """Whether a value that replaces absent ones is beyond the categories of its feature."""
        known = None if self.categories is None else self.categories[feature]
        return known is not None and code is not None and code >= len(known)

    def is_own_category(self, node: int, absent: str) -> bool:
        """Whether an absent value counts as a missing-value category that the node has seen."""
        split, j = self.split(node), self.feature[node]
        if not split.categorical or self.rules.policies[j] != "category":
            return False
        code = self.fill_value(j, absent)
        return code is not None and split.child({j: code}) is not None

    def heaviest_child(self, node: int) -> int:
        """Return the child with the largest weight, the last of equals."""
        weights = [self.weight[child] for child in self.children(node)]
        return max(range(len(weights)), key=lambda k: (weights[k], k))

    def child_shares(self, node: int) -> list[float]:
        """Return the share of each child in the weight of all children."""
        weights = [self.weight[child] for child in self.children(node)]
        return [weight / sum(weights) for weight in weights]

    def n_categories(self, feature: int) -> int:
        """Return the number of categories of a feature; 0 for a numeric one."""
        return len((self.categories[feature] if self.categories is not None else None) or ())

    def thresholds_on(self, feature: int) -> list[float]:
        """Return all finite thresholds on a feature in ascending order."""
        if feature not in self.sorted_thresholds:
            nodes = np.flatnonzero(self.tree.feature == feature).tolist()
            splits = [split for split in map(self.split, nodes) if isinstance(split, NumericSplit)]
            found = {threshold for split in splits for threshold in split.finite}
            self.sorted_thresholds[feature] = sorted(found)
        return self.sorted_thresholds[feature]

    def thresholds_around(self, feature: int, value: float) -> list[float]:
        """Return the thresholds next to a value, and the value itself if it is one."""
        thresholds = self.thresholds_on(feature)
        position = bisect_left(thresholds, value)
        return thresholds[max(0, position - 1) : position + 2]


def reaches(destination: Destination, child: int) -> bool | None:
    """Whether a row reaches a child; None if that depends on others, or for a part of the row."""
    return None if destination in ("surrogate", "all") else destination == child
