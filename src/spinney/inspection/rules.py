"""A tree as rules: a sentence per leaf."""

import math
from collections.abc import Hashable, Iterator
from typing import Any

from .conditions import Combination, Side
from .phrases import label_text, listed, rows, share
from .split_table import SplitTable
from .tree_formatter import TreeFormatter

SPREADS = {"absolute_error": "mean deviation", "poisson": "deviance"}


class Rule(str):
    """A rule as a sentence, with its parts as attributes.

    Attributes
    ----------
    node : int
        The leaf.
    conditions : tuple of Condition or Combination
        What a row must fulfil, the first asked first: at most one condition per feature, and those
        on several features at once.
    prediction : object or list
        The class or the number that the leaf answers; a list if there are several outputs.
    confidence : float or list or None
        Share of the predicted class; a list if there are several outputs, None for numbers.
    spread : float or None
        For numbers the standard deviation of the target in the leaf, averaged over outputs; the
        mean deviation or the deviance if that is what the tree was grown by. None for classes.
    rows : int
        Training rows in the leaf.
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
    conditions: tuple[Side, ...]
    prediction: Any
    confidence: Any
    spread: float | None
    rows: int
    support: float


class Rules(list[Rule]):
    """Rules that print one to a line."""

    def __str__(self) -> str:
        return "\n".join(self)

    __repr__ = __str__


def leaf_paths(questions: SplitTable) -> Iterator[tuple[int, dict[Hashable, Any]]]:
    """The leaves from left to right, each with what its path asks, by the conditions' keys."""
    stack: list[tuple[int, dict[Hashable, Any]]] = [(0, {})]
    while stack:
        node, path = stack.pop()
        if questions.kind[node] == 0:
            yield node, path
            continue
        sides = zip(questions.children(node), questions.sides(node), strict=True)
        for child, side in reversed(list(sides)):
            known = path.get(side.key)
            stack.append((child, {**path, side.key: side if known is None else known & side}))


class RuleWriter:
    """Writes the rule of each leaf."""

    def __init__(self, words: TreeFormatter, criterion: str, show_missing: bool) -> None:
        self.words = words
        self.criterion = criterion
        self.show_missing = show_missing
        self.tree = words.fitted.tree
        self.impurity = self.tree.impurity
        self.counts = self.tree.n_node_samples

    def rules(self, sort: str) -> Rules:
        """The rules of all leaves, in leaf order or the best first."""
        found = Rules(
            self.rule(node, tuple(path.values())) for node, path in leaf_paths(self.words.questions)
        )
        if sort == "support":
            found.sort(key=lambda rule: -rule.rows)
        elif sort == "confidence":
            found.sort(key=sureness)
        elif sort != "leaf":
            raise ValueError(f"sort must be 'leaf', 'support' or 'confidence', got {sort!r}.")
        return found

    def rule(self, node: int, conditions: tuple[Side, ...]) -> Rule:
        support = float(self.counts[node] / self.counts[0])
        texts = [self.condition(condition) for condition in conditions]
        lead = f"if {' and '.join(texts)} then" if texts else "always"
        prediction = self.words.predicted(node)
        shares = self.words.shares(node)
        spread = None if shares else self.spread(node)
        sure = self.sureness_text(shares, spread)
        rule = Rule(
            f"{lead} {self.answer(prediction)} "
            f"(support {share(support)}, {rows(int(self.counts[node]))}; {sure})"
        )
        rule.node, rule.conditions = node, conditions
        rule.rows, rule.support = int(self.counts[node]), support
        rule.prediction = prediction[0] if len(prediction) == 1 else prediction
        rule.confidence = shares[0] if len(shares) == 1 else shares or None
        rule.spread = spread
        return rule

    def answer(self, prediction: list[Any]) -> str:
        text = label_text if self.words.fitted.classes else self.words.number
        return listed(map(text, prediction))

    def sureness_text(self, shares: list[float], spread: float | None) -> str:
        if spread is None:
            return f"confidence {listed(map(share, shares))}"
        return f"{SPREADS.get(self.criterion, 'sd')} {self.words.number(spread)}"

    def spread(self, node: int) -> float:
        impurity = max(0.0, float(self.impurity[node]))
        return impurity if self.criterion in SPREADS else math.sqrt(impurity)

    def condition(self, condition: Side) -> str:
        text = self.words.condition(condition)
        if not self.show_missing or condition.missing is False or self.names_missing(condition):
            return text
        word = "all missing" if isinstance(condition, Combination) else "missing"
        return f"({text} or {word}{self.words.depends(condition)})"

    def names_missing(self, condition: Side) -> bool:
        """Whether the words of a condition speak of missing values already."""
        if isinstance(condition, Combination):
            return False
        if condition.levels is None:
            return condition.low == math.inf
        seen = condition.levels & (condition.seen or frozenset())
        return not seen or self.words.questions.stand_in(condition.feature, "missing") in seen


def sureness(rule: Rule) -> float:
    """Small for rules to trust: the least share of a predicted class, or the spread."""
    if rule.spread is not None:
        return rule.spread
    several = isinstance(rule.confidence, list)
    return -float(min(rule.confidence) if several else rule.confidence)
