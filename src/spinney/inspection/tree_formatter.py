"""The words for a fitted tree, which text, rules, reports and plots share."""

import math
from collections.abc import Sequence
from numbers import Integral
from typing import Any

from .. import _core
from ..base.fitted_tree import FittedTree
from ..data.features import feature_index
from ..data.missing import ROUTES
from .conditions import Combination, Condition, Side, alternative_sides
from .formulas import TEXT_STYLE, FormulaStyle, formula
from .numbers import fixed, format_date, format_threshold, is_plain
from .phrases import bracketed, label_text, one_line, share
from .split_table import SplitTable

MAX_CATEGORIES = 8
LARGE_VALUE = 1000
"""From this magnitude on, predictions have two decimals fewer."""


class TreeFormatter:
    """Puts the questions and answers of one tree into words.

    Parameters
    ----------
    fitted : FittedTree
        The tree.
    feature_names : sequence of str, default=None
        Names for the features; None takes those of the fit, or x0, x1, ...
    decimals : int, default=2
        Digits after the point, where more are not needed.
    date_features : sequence of int or str, default=None
        Features that hold days since 1970-01-01; their values are shown as dates.
    """

    style: FormulaStyle = TEXT_STYLE

    def __init__(
        self,
        fitted: FittedTree,
        feature_names: Sequence[str] | None = None,
        decimals: int = 2,
        date_features: Sequence[int | str] | None = None,
    ) -> None:
        self.fitted = fitted
        self.decimals: int = check_whole(decimals, "decimals")
        self.feature_names = names_of(fitted, feature_names)
        self.names = [one_line(name) for name in self.feature_names]
        self.dates = {
            feature_index(feature, self.feature_names, len(self.names), "date_features")
            for feature in date_features or ()
        }
        self.questions = SplitTable(fitted)
        self.written_cuts: dict[tuple[int, float], str] = {}
        self.value = fitted.tree.value
        self.best = fitted.predicted_classes(self.value) if fitted.classes else None

    def sides(self, node: int, show_missing: bool = False) -> list[str]:
        """What holds for the rows of each child, the left one first."""
        sides = [self.condition(side) for side in self.questions.sides(node)]
        if not show_missing:
            return sides
        return [side + note for side, note in zip(sides, self.absent(node), strict=True)]

    def split(self, node: int) -> str:
        """The condition of the left child, or the feature of a multiway split."""
        return " ".join(self.split_parts(node))

    def split_parts(self, node: int) -> list[str]:
        """The pieces of ``split``; lines may be broken between them."""
        if self.questions.is_multiway(node):
            return [self.names[int(self.questions.feature[node])]]
        return self.condition_parts(self.questions.sides(node)[0], positive=True)

    def branches(self, node: int) -> list[str]:
        """Labels of the edges to the children: yes and no, or intervals or categories."""
        if not self.questions.is_multiway(node):
            return ["yes", "no"]
        return [self.branch(side) for side in self.questions.sides(node)]

    def branch(self, side: Any) -> str:
        """The condition of one child of a multiway split, without the feature."""
        if side.levels is None and -math.inf < side.low and side.high < math.inf:
            return f"{self.cut(side.feature, side.low)} to {self.cut(side.feature, side.high)}"
        _, *parts = self.condition_parts(side, positive=True)
        return " ".join(parts).removeprefix("= ").removeprefix("is ")

    def condition(self, condition: Side) -> str:
        """The values that fulfil a condition, missing values aside."""
        return " ".join(self.condition_parts(condition))

    def condition_parts(self, condition: Side, positive: bool = False) -> list[str]:
        """The pieces of a condition; ``positive`` conditions never state an excluded set."""
        if isinstance(condition, Combination):
            return formula(condition, self.decimals, self.style).parts(self.names)
        name = self.names[condition.feature]
        if condition.levels is not None:
            return [name, *self.category_parts(condition, positive)]
        if condition.low == math.inf:
            return [name, "is missing"]
        if -condition.low == condition.high == math.inf:
            return [name, "is known"]
        if math.isinf(condition.high):
            return [name, f"> {self.cut(condition.feature, condition.low)}"]
        below = f"{self.style.less_equal} {self.cut(condition.feature, condition.high)}"
        if math.isinf(condition.low):
            return [name, below]
        return [f"{self.cut(condition.feature, condition.low)} <", name, below]

    def category_parts(self, condition: Condition, positive: bool) -> list[str]:
        """The categories that fulfil a condition, or the others if only these can all be shown."""
        seen = condition.seen or frozenset()
        allowed = sorted(seen & (condition.levels or frozenset()))
        others = sorted(seen - (condition.levels or frozenset()))
        if not allowed or not others:
            return ["is known" if allowed else "is missing"]
        j = condition.feature
        if condition.level_by_level and len(allowed) == 1:
            return [f"= {self.category(j, allowed[0])}"]
        included = positive or len(allowed) <= max(MAX_CATEGORIES, len(others))
        first, *rest = self.category_set(j, allowed if included else others)
        return [f"{'in' if included else 'not in'} {first}", *rest]

    def category_set(self, j: int, indices: Sequence[int]) -> list[str]:
        """The pieces of a set of categories; a long set is shortened."""
        shown = self.shown_categories([self.category(j, i) for i in indices])
        omitted = len(indices) - len(shown)
        return bracketed(shown + ([f"... {omitted:,} more"] if omitted else []), "{}")

    def shown_categories(self, labels: list[str]) -> list[str]:
        """The first categories of a set."""
        return labels[:MAX_CATEGORIES]

    def category(self, j: int, index: int) -> str:
        """A category by its label."""
        return label_text(self.labels(j)[index])

    def labels(self, j: int) -> list[Any]:
        """The labels of a category feature, in the order of their level indices."""
        levels = self.fitted.schema.categories
        return list((levels[j] if levels is not None else None) or ())

    def cut(self, j: int, threshold: float) -> str:
        """A threshold on a feature, with the digits that tell it from the others."""
        if (j, threshold) not in self.written_cuts:
            around = self.questions.cuts_around(j, threshold)
            self.written_cuts[j, threshold] = (
                format_date(threshold)
                if j in self.dates
                else format_threshold(threshold, around, self.decimals)
            )
        return self.written_cuts[j, threshold]

    def number(self, value: float) -> str:
        """A value with few digits."""
        if abs(value) >= LARGE_VALUE and is_plain(value):
            return fixed(value, max(0, self.decimals - 2))
        return format_threshold(value, (), self.decimals)

    def absent(self, node: int) -> list[str]:
        """Which values that the question cannot use join each child, as words to append."""
        questions = self.questions
        if questions.asks_if_known(node):
            return [""] * int(questions.n_children[node])
        notes = self.joining(node, "missing")
        unknown = questions.way(node, "unknown")
        if questions.asks_category(node) and unknown != questions.way(node, "missing"):
            more = self.joining(node, "unknown")
            return [first + second for first, second in zip(notes, more, strict=True)]
        return notes

    def joining(self, node: int, absent: str) -> list[str]:
        """How missing values, or unknown categories, join the children."""
        questions = self.questions
        way, n_children = questions.way(node, absent), int(questions.n_children[node])
        word = " or all missing" if questions.asks_several(node) else f" or {absent}"
        # A category of its own is in the set of its side.
        if way in ("stop", "error") or questions.own_category(node, absent):
            return [""] * n_children
        if way == "all":
            return [f"{word} ({share(part)})" for part in questions.shares(node)]
        if way == "surrogate":
            notes = [f"{word} (by surrogates)"] * n_children
            notes[int(questions.missing_child[node])] = f"{word} (by surrogates, else here)"
            return notes
        word += self.stand_in(node, absent)
        return [word if child == way else "" for child in range(n_children)]

    def stand_in(self, node: int, absent: str) -> str:
        """What an absent value is taken as, in parentheses; empty if it is left as it is."""
        j = int(self.questions.feature[node])
        if self.questions.asks_several(node):
            asked = self.questions.features(node)
            filled = any(self.questions.stand_in(i, absent) is not None for i in asked)
            return " (filled in)" if filled else ""
        value = self.questions.stand_in(j, absent)
        if value is None or self.fitted.missing.policies[j] == "category":
            return ""
        if not self.questions.asks_category(node):
            return f" (taken as {self.cut(j, value)})"
        return f" (taken as {self.category(j, int(value))})"

    def depends(self, condition: Side) -> str:
        """What decides whether a missing value fulfils a condition; empty if it always does."""
        if condition.missing is not None or isinstance(condition, Combination):
            return ""
        route = self.questions.missing_route[condition.feature]
        return " in part" if route == ROUTES["fractional"] else " by surrogates"

    def stops(self, node: int) -> str:
        """Which values stop at a question, as words to append to its node; mostly empty."""
        questions = self.questions
        kinds = ["missing"]
        if questions.asks_category(node):
            kinds.append("unknown")
        if questions.is_multiway(node) and self.has_unseen(node):
            kinds.append("unseen")
        found = [absent for absent in kinds if questions.way(node, absent) == "stop"]
        return f"; {' or '.join(found)} stops here" if found else ""

    def has_unseen(self, node: int) -> bool:
        """Whether there are categories that no training row of the node had."""
        if not self.questions.asks_category(node):
            return False
        n_levels = self.questions.n_levels(int(self.questions.feature[node]))
        return len(self.questions.level_children(node)) < n_levels

    def alternative(self, alternative: "_core.Alternative") -> str:
        """What a surrogate or competitor sends left."""
        return self.condition(alternative_sides(alternative)[0])

    def answer(self, node: int) -> str:
        """The node's prediction for every output: a class and its share, or a number."""
        return ", ".join(self.prediction(node, k) for k in range(self.value.shape[1]))

    def prediction(self, node: int, output: int) -> str:
        """The node's prediction for one output."""
        value = self.value[node, output]
        if self.best is None:
            return self.number(float(value[0]))
        best = int(self.best[node, output])
        return f"{self.class_name(output, best)} {share(float(value[best]))}"

    def class_name(self, output: int, index: int) -> str:
        """A class by its label."""
        return label_text(self.fitted.classes[output][index])

    def predicted(self, node: int) -> list[Any]:
        """The node's prediction for every output as a plain value: a class label or a number."""
        best = None if self.best is None else self.best[node]
        return self.fitted.plain_predictions(self.value[node], best)

    def shares(self, node: int) -> list[float]:
        """The share of the predicted class of every output; empty for numbers."""
        if self.best is None:
            return []
        return [float(self.value[node, k, best]) for k, best in enumerate(self.best[node])]


def names_of(fitted: FittedTree, feature_names: Sequence[str] | None = None) -> list[str]:
    """Names for all features: those given, those of the fit, or x0, x1, ..."""
    n_features = fitted.tree.n_features
    names = feature_names if feature_names is not None else fitted.schema.names
    if names is None:
        return [f"x{j}" for j in range(n_features)]
    if len(names) != n_features:
        raise ValueError(
            f"feature_names has {len(names)} names, but the tree has {n_features} features."
        )
    return [str(name) for name in names]


def check_whole(value: Any, name: str) -> Any:
    """The value, if it is a whole number from 0 on."""
    if not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a whole number from 0 on, got {value!r}.")
    return value
