"""A tree as rules, one per leaf."""

import math
from collections.abc import Hashable, Iterator
from typing import Any

from ..base.criteria import CRITERIA
from .phrases import label_text, listed, rows, share
from .split_kinds import Condition
from .split_table import SplitTable
from .tree_formatter import TreeFormatter


class Rule(str):
    """A rule as text, with its parts as attributes.

    Attributes
    ----------
    node : int
        The leaf.
    conditions : tuple of Condition
        The conditions, from the root down; those on the same features are intersected.
    prediction : object or list
        The predicted class or number; a list if there are several outputs.
    confidence : float or list or None
        Share of the predicted class; a list if there are several outputs, None for regression.
    spread : float or None
        For regression, the standard deviation of the target in the leaf, averaged over outputs; or
        the mean absolute deviation or deviance if that was the criterion. None for classes.
    rows : int
        Number of training rows in the leaf.
    support : float
        Their share of all training rows.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor
    >>> rule = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0]).rules()[0]
    >>> rule
    'if x0 <= 3 then 0.5 (support 67%, 2 rows; sd 0)'
    >>> rule.prediction, rule.rows, rule.conditions[0].high
    (0.5, 2, 3.0)
    """

    __slots__ = ("conditions", "confidence", "node", "prediction", "rows", "spread", "support")
    node: int
    conditions: tuple[Condition, ...]
    prediction: Any
    confidence: Any
    spread: float | None
    rows: int
    support: float


class Rules(list[Rule]):
    """A list of rules that prints one per line."""

    def __str__(self) -> str:
        return "\n".join(self)

    __repr__ = __str__


def leaf_paths(splits: SplitTable) -> Iterator[tuple[int, tuple[Condition, ...]]]:
    """Return the leaves from left to right, each with the conditions of its path."""
    stack: list[tuple[int, dict[Hashable, Any]]] = [(0, {})]
    while stack:
        node, path = stack.pop()
        if splits.is_leaf(node):
            yield node, tuple(path.values())
            continue
        branches = zip(splits.children(node), splits.conditions(node), strict=True)
        for child, condition in reversed(list(branches)):
            key = condition.key
            merged = path[key] & condition if key in path else condition
            stack.append((child, {**path, key: merged}))


class RuleWriter:
    """Writes the rule of each leaf."""

    def __init__(self, formatter: TreeFormatter, criterion: str, show_missing: bool) -> None:
        self.formatter = formatter
        self.criterion = criterion
        self.show_missing = show_missing
        self.impurity = formatter.fitted.tree.impurity
        self.counts = formatter.fitted.tree.n_node_samples

    def rules(self, sort: str) -> Rules:
        """Return the rules of all leaves, in leaf order or sorted by a measure."""
        rules = Rules(self.rule(node, path) for node, path in leaf_paths(self.formatter.splits))
        if sort == "support":
            rules.sort(key=lambda rule: -rule.rows)
        elif sort == "confidence":
            rules.sort(key=uncertainty)
        elif sort != "leaf":
            raise ValueError(f"sort must be 'leaf', 'support' or 'confidence', got {sort!r}.")
        return rules

    def rule(self, node: int, conditions: tuple[Condition, ...]) -> Rule:
        count = int(self.counts[node])
        support = float(count / self.counts[0])
        texts = [self.condition(condition) for condition in conditions]
        premise = f"if {' and '.join(texts)} then" if texts else "always"
        prediction = self.formatter.predicted_values(node)
        shares = self.formatter.predicted_shares(node)
        spread = None if shares else self.spread(node)
        quality = self.quality(shares, spread)
        rule = Rule(
            f"{premise} {self.prediction(prediction)} "
            f"(support {share(support)}, {rows(count)}; {quality})"
        )
        rule.node, rule.conditions = node, conditions
        rule.rows, rule.support = count, support
        rule.prediction = prediction[0] if len(prediction) == 1 else prediction
        rule.confidence = shares[0] if len(shares) == 1 else shares or None
        rule.spread = spread
        return rule

    def condition(self, condition: Condition) -> str:
        if self.show_missing:
            return self.formatter.condition_with_missing(condition)
        return condition.text(self.formatter)

    def prediction(self, values: list[Any]) -> str:
        text = label_text if self.formatter.fitted.classes else self.formatter.number
        return listed(map(text, values))

    def quality(self, shares: list[float], spread: float | None) -> str:
        """Return the confidence of classes, or the spread of numbers."""
        if spread is None:
            return f"confidence {listed(map(share, shares))}"
        return f"{CRITERIA[self.criterion].spread} {self.formatter.number(spread)}"

    def spread(self, node: int) -> float:
        impurity = max(0.0, float(self.impurity[node]))
        return math.sqrt(impurity) if CRITERIA[self.criterion].power == 2 else impurity


def uncertainty(rule: Rule) -> float:
    """Return the sort key of rules: the spread, or the negative of the smallest confidence."""
    if rule.spread is not None:
        return rule.spread
    several = isinstance(rule.confidence, list)
    return -float(min(rule.confidence) if several else rule.confidence)
