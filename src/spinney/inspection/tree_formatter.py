"""Text of the splits and predictions of a fitted tree, shared by all views of it."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

from .. import _core
from ..base.fitted_tree import FittedTree
from ..data.features import feature_index
from .coded_values import format_coded
from .numbers import fixed, format_date, format_threshold, is_plain
from .phrases import bracketed, label_text, one_line, share
from .split_kinds import MAX_CATEGORIES, TEXT_STYLE, Condition, FormulaStyle, read_alternative
from .split_table import SplitTable

LARGE_VALUE = 1000
"""From this magnitude on, predictions have two decimals fewer."""


class TreeFormatter:
    """Formats the splits and predictions of one tree.

    Parameters
    ----------
    fitted : FittedTree
        The tree.
    feature_names : sequence of str, default=None
        Names of the features; None uses those of the training data, or x0, x1, ...
    decimals : int, default=2
        Decimals of numbers; thresholds get more where that is needed to tell them apart.
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
        self.decimals: int = check_count(decimals, "decimals")
        self.feature_names = names_of(fitted, feature_names)
        self.names = [one_line(name) for name in self.feature_names]
        self.dates = {
            feature_index(feature, self.feature_names, len(self.names), "date_features")
            for feature in date_features or ()
        }
        self.splits = SplitTable(fitted)
        self.formatted_thresholds: dict[tuple[int, float], str] = {}
        self.value = fitted.tree.value
        self.best = fitted.predicted_classes(self.value) if fitted.classes else None

    def split(self, node: int) -> str:
        """Return the split of a node: the condition of its left child, or the feature."""
        return self.splits.split(node).text(self)

    def branches(self, node: int, show_missing: bool = False) -> list[str]:
        """Return the labels of the edges to the children: yes and no, intervals or categories."""
        labels = self.splits.split(node).branches(self)
        if not show_missing:
            return labels
        return [label + note for label, note in zip(labels, self.absent_notes(node), strict=True)]

    def conditions(self, node: int, show_missing: bool = False) -> list[str]:
        """Return the condition of each child."""
        texts = [condition.text(self) for condition in self.splits.conditions(node)]
        if not show_missing:
            return texts
        return [text + note for text, note in zip(texts, self.absent_notes(node), strict=True)]

    def alternative(self, alternative: "_core.Alternative") -> str:
        """Return the condition of the left side of a surrogate or competitor."""
        split, reverse = read_alternative(alternative)
        condition: Condition = split.conditions()[int(reverse)]
        return condition.text(self)

    def category_set(self, feature: int, codes: Sequence[int]) -> list[str]:
        """Return the pieces of a set of categories; a long set is shortened."""
        shown = self.shown_categories([self.category(feature, code) for code in codes])
        omitted = len(codes) - len(shown)
        return bracketed(shown + ([f"... {omitted:,} more"] if omitted else []), "{}")

    def shown_categories(self, labels: list[str]) -> list[str]:
        """Return the first categories of a set."""
        return labels[:MAX_CATEGORIES]

    def category(self, feature: int, code: int) -> str:
        """Return the label of a category as text."""
        return label_text(self.category_labels(feature)[code])

    def category_labels(self, feature: int) -> list[Any]:
        """Return the labels of a feature in the order of their codes; empty for numbers."""
        return list(self.fitted.schema.known(feature) or ())

    def threshold(self, feature: int, value: float) -> str:
        """Return a number on a feature's axis, with the digits that tell thresholds apart."""
        if (feature, value) not in self.formatted_thresholds:
            self.formatted_thresholds[feature, value] = self.format_value(feature, value)
        return self.formatted_thresholds[feature, value]

    def format_value(self, feature: int, value: float) -> str:
        coding = self.fitted.schema.codings.get(feature)
        if coding is not None:
            return format_coded(value, coding)
        if feature in self.dates:
            return format_date(value)
        around = self.splits.thresholds_around(feature, value)
        return format_threshold(value, around, self.decimals)

    def number(self, value: float) -> str:
        """Return a predicted number with few digits."""
        if abs(value) >= LARGE_VALUE and is_plain(value):
            return fixed(value, max(0, self.decimals - 2))
        return format_threshold(value, (), self.decimals)

    def absent_notes(self, node: int) -> list[str]:
        """Return, for each child, which absent values it receives, to append to its condition."""
        split = self.splits.split(node)
        if split.isolates_missing():
            return [""] * self.splits.n_children[node]
        notes = self.notes_on(node, "missing")
        destinations = {self.splits.destination(node, a) for a in ("missing", "unknown")}
        if split.categorical and len(destinations) > 1:
            unknown = self.notes_on(node, "unknown")
            return [first + second for first, second in zip(notes, unknown, strict=True)]
        return notes

    def notes_on(self, node: int, absent: str) -> list[str]:
        """Return, for each child, whether it receives missing values, or unknown categories."""
        splits = self.splits
        destination, n_children = splits.destination(node, absent), splits.n_children[node]
        several = splits.split(node).multivariate
        note = " or all missing" if several else f" or {absent}"
        # A category for missing values is named in the set of its child.
        if destination in ("stop", "error") or splits.is_own_category(node, absent):
            return [""] * n_children
        if destination == "all":
            return [f"{note} ({share(part)})" for part in splits.child_shares(node)]
        if destination == "surrogate":
            notes = [f"{note} (by surrogates)"] * n_children
            notes[splits.missing_child[node]] = f"{note} (by surrogates, else here)"
            return notes
        if imputed := self.imputed(node, absent):
            note += f" ({imputed})"
        return [note if child == destination else "" for child in range(n_children)]

    def imputed(self, node: int, absent: str) -> str:
        """Return the value that replaces an absent one, as text; empty if none does."""
        split, j = self.splits.split(node), self.splits.feature[node]
        if split.multivariate:
            fills = [self.splits.fill_value(i, absent) for i in split.features]
            return "imputed" if any(fill is not None for fill in fills) else ""
        value = self.splits.fill_value(j, absent)
        if value is None or self.fitted.missing.policies[j] == "category":
            return ""
        return f"imputed as {split.value_text(self, {j: value})}"

    def condition_with_missing(self, condition: Condition) -> str:
        """Return a condition that mentions missing values if they can satisfy it."""
        text = condition.text(self)
        features = condition.features
        code = self.splits.fill_value(features[0], "missing")
        if condition.missing is False or condition.mentions_missing(code):
            return text
        if len(features) > 1:
            return f"({text} or all missing)"
        if condition.missing:
            return f"({text} or missing)"
        fractional = self.fitted.missing.policies[features[0]] == "fractional"
        return f"({text} or missing {'in part' if fractional else 'by surrogates'})"

    def stop_note(self, node: int) -> str:
        """Return which absent values stop at a node, to append to its text; mostly empty."""
        split = self.splits.split(node)
        kinds = ["missing"]
        if split.categorical:
            kinds.append("unknown")
        if split.multiway and self.has_unseen(node):
            kinds.append("unseen")
        stopped = [absent for absent in kinds if self.splits.destination(node, absent) == "stop"]
        return f"; stops here if {' or '.join(stopped)}" if stopped else ""

    def has_unseen(self, node: int) -> bool:
        """Whether there are categories that no training row of the node had."""
        j, split = self.splits.feature[node], self.splits.split(node)
        codes = range(self.splits.n_categories(j)) if split.categorical else ()
        return any(split.child({j: code}) is None for code in codes)

    def prediction(self, node: int) -> str:
        """Return the predictions of a node for all outputs."""
        return ", ".join(self.output_prediction(node, k) for k in range(self.value.shape[1]))

    def output_prediction(self, node: int, output: int) -> str:
        """Return the prediction for one output: a class and its share, or a number."""
        value = self.value[node, output]
        if self.best is None:
            return self.number(float(value[0])) + self.leaf_terms(node)
        best = int(self.best[node, output])
        return f"{self.class_name(output, best)} {share(float(value[best]))}"

    def leaf_terms(self, node: int) -> str:
        """Return the terms that a linear leaf adds to its value; empty for other nodes."""
        if not self.splits.is_leaf(node):
            return ""
        terms = zip(*(part.tolist() for part in self.fitted.tree.terms(node)), strict=True)
        return "".join(
            f" {'-' if factor < 0 else '+'} {self.number(abs(factor))} "
            f"({self.names[j]} {'+' if center < 0 else '-'} {self.number(abs(center))})"
            for j, factor, center, _ in terms
        )

    def class_name(self, output: int, index: int) -> str:
        """Return the label of a class."""
        return label_text(self.fitted.classes[output][index])

    def predicted_values(self, node: int) -> list[Any]:
        """Return the prediction for every output as a plain class label or number."""
        best = None if self.best is None else self.best[node]
        return self.fitted.plain_predictions(self.value[node], best)

    def predicted_shares(self, node: int) -> list[float]:
        """Return the share of the predicted class of every output; empty for regression."""
        if self.best is None:
            return []
        return [float(self.value[node, k, best]) for k, best in enumerate(self.best[node])]


def names_of(fitted: FittedTree, feature_names: Sequence[str] | None = None) -> list[str]:
    """Return the given feature names, those of the training data, or x0, x1, ..."""
    n_features = fitted.tree.n_features
    names = feature_names if feature_names is not None else fitted.schema.names
    if names is None:
        return [f"x{j}" for j in range(n_features)]
    if len(names) != n_features:
        raise ValueError(
            f"feature_names has {len(names)} names, but the tree has {n_features} features."
        )
    return [str(name) for name in names]


def check_count(value: Any, name: str) -> Any:
    """Return the value if it is a non-negative integer."""
    if not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name} must be a non-negative integer, got {value!r}.")
    return value
