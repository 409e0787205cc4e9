"""The words for a fitted tree, which text, rules, reports and plots share."""

import math
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any

from .. import _core
from ..fitted import FittedTree
from .conditions import Condition, Questions, alternative_sides

MOST_CATEGORIES = 8
LONGEST_LABEL = 40


class Words:
    """Puts the questions and answers of one tree into words.

    Parameters
    ----------
    fitted : FittedTree
        The tree.
    feature_names : sequence of str, default=None
        Names for the features; None takes those of the fit, or x0, x1, ...
    decimals : int, default=2
        Digits after the point, where more are not needed.
    """

    def __init__(
        self,
        fitted: FittedTree,
        feature_names: Sequence[str] | None = None,
        decimals: int = 2,
    ) -> None:
        self.fitted = fitted
        self.decimals: int = check_whole(decimals, "decimals")
        self.feature_names = names_of(fitted, feature_names)
        self.names = [one_line(name) for name in self.feature_names]
        self.questions = Questions(fitted)
        self.written_cuts: dict[tuple[int, float], str] = {}
        self.value = fitted.tree.value
        self.best = fitted.predicted_classes(self.value) if fitted.classes else None

    def sides(self, node: int, show_missing: bool = False) -> tuple[str, str]:
        """What holds for the rows of the left child, and of the right one."""
        left, right = map(self.condition, self.questions.sides(node))
        if not show_missing:
            return left, right
        left_note, right_note = self.absent(node)
        return left + left_note, right + right_note

    def condition(self, condition: Condition) -> str:
        """What a condition asks of its feature, missing values aside."""
        name = self.names[condition.feature]
        if condition.levels is not None:
            return name + self.category_set(condition)
        if condition.low == math.inf:
            return f"{name} is missing"
        if -condition.low == condition.high == math.inf:
            return f"{name} is known"
        above, up_to = "", ""
        if condition.high < math.inf:
            up_to = f" <= {self.cut(condition.feature, condition.high)}"
        if condition.low > -math.inf:
            low = self.cut(condition.feature, condition.low)
            above, up_to = (f"{low} < ", up_to) if up_to else ("", f" > {low}")
        return above + name + up_to

    def category_set(self, condition: Condition) -> str:
        """The categories that were seen: those that fulfil the condition or, if fewer, the rest."""
        seen = condition.seen or frozenset()
        allowed = sorted(seen & (condition.levels or frozenset()))
        others = sorted(seen - (condition.levels or frozenset()))
        if not allowed or not others:
            return " is known" if allowed else " is missing"
        if len(allowed) <= len(others):
            return f" in {self.categories(condition.feature, allowed)}"
        return f" not in {self.categories(condition.feature, others)}"

    def categories(self, j: int, indices: Sequence[int]) -> str:
        """A set of categories by their labels, a long one shortened."""
        labels = self.labels(j)
        shown = [label_text(labels[i]) for i in indices[:MOST_CATEGORIES]]
        if len(indices) > MOST_CATEGORIES:
            shown.append(f"... {len(indices) - MOST_CATEGORIES} more")
        return "{" + ", ".join(shown) + "}"

    def labels(self, j: int) -> list[Any]:
        """The labels of a category feature, in the order of their level indices."""
        levels = self.fitted.schema.levels
        return list((levels[j] if levels is not None else None) or ())

    def cut(self, j: int, threshold: float) -> str:
        """A threshold on a feature, with the digits that tell it from the others."""
        if (j, threshold) not in self.written_cuts:
            around = self.questions.cuts_around(j, threshold)
            self.written_cuts[j, threshold] = short(threshold, around, self.decimals)
        return self.written_cuts[j, threshold]

    def number(self, value: float) -> str:
        """A value with few digits."""
        return short(value, (), self.decimals)

    def absent(self, node: int) -> tuple[str, str]:
        """Which values that the question cannot use join each side, as words to append."""
        questions = self.questions
        if questions.asks_if_known(node):
            return "", ""
        left, right = self.joining(node, "missing")
        category = questions.kind[node] == 2
        if category and questions.way(node, "unknown") != questions.way(node, "missing"):
            more_left, more_right = self.joining(node, "unknown")
            return left + more_left, right + more_right
        return left, right

    def joining(self, node: int, absent: str) -> tuple[str, str]:
        """How missing values, or unknown categories, join the sides."""
        way = self.questions.way(node, absent)
        word = f" or {absent}"
        # A category of its own is in the set of its side.
        if way in ("stop", "error") or self.questions.own_category(node, absent):
            return "", ""
        if way == "both":
            part = self.questions.left_share(node)
            return f"{word} ({share(part)})", f"{word} ({share(1 - part)})"
        if way == "surrogate":
            mine, other = f"{word} (by surrogates, else here)", f"{word} (by surrogates)"
            return (mine, other) if self.questions.missing_left[node] else (other, mine)
        word += self.stand_in(node, absent)
        return (word, "") if way == "left" else ("", word)

    def stand_in(self, node: int, absent: str) -> str:
        """What an absent value is taken as, in parentheses; empty if it is left as it is."""
        j = int(self.questions.feature[node])
        value = self.questions.stand_in(j, absent)
        if value is None or self.fitted.missing.policies[j] == "category":
            return ""
        if self.questions.kind[node] == 1:
            return f" (taken as {self.cut(j, value)})"
        return f" (taken as {label_text(self.labels(j)[int(value)])})"

    def depends(self, condition: Condition) -> str:
        """What decides whether a missing value fulfils a condition; empty if it always does."""
        if condition.missing is not None:
            return ""
        route = self.questions.route(condition.feature, "missing")
        return " in part" if route == "fractional" else " by surrogates"

    def stops(self, node: int) -> str:
        """Which values stop at a question, as words to append to its node; mostly empty."""
        kinds = ("missing", "unknown")[: int(self.questions.kind[node])]
        found = [absent for absent in kinds if self.questions.way(node, absent) == "stop"]
        return f"; {' or '.join(found)} stops here" if found else ""

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


def one_line(text: str) -> str:
    """The text, clipped, with an escape for each character that does not print."""
    text = clip(text)
    return text if text.isprintable() else repr(text)[1:-1]


def label_text(label: Any) -> str:
    """A label as it prints; in quotes where one would not see where it ends."""
    if not isinstance(label, str):
        return one_line(str(label))
    text = clip(str(label))
    bare = text.isprintable() and text == text.strip() and not set(text) & set(",{}'\"")
    return text if text and bare else repr(text)


def clip(text: str) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 3] + "..."


def rows(count: int) -> str:
    """A number of rows."""
    return f"{count} row{'s' if count != 1 else ''}"


def share(value: float) -> str:
    """A share in percent; 100% only if it is all, 0% only if it is nothing."""
    text = f"{100 * value:.0f}%"
    if text == "100%" and value < 1 - 1e-9:
        return "99%"
    return "<1%" if text == "0%" and value > 0 else text


def listed(items: Iterable[str]) -> str:
    """Items in a sentence: a, b and c."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def short(number: float, others: Iterable[float], decimals: int) -> str:
    """The number with few digits, but enough to tell it from the others and from 0."""
    gaps = [abs(other - number) for other in (*others, 0.0) if other != number]
    error = min(*gaps, abs(number) / 25) / 4 if gaps else math.inf
    plain = number == 0 or 1e-4 <= abs(number) < 1e15
    for digits in range(decimals, 18):
        text = f"{number:.{digits}f}" if plain else f"{number:.{digits}g}"
        if abs(float(text) - number) <= error:
            break
    else:
        text = repr(number)
    return text.rstrip("0").rstrip(".") if plain and "." in text else text
