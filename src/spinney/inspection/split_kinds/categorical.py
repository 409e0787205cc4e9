"""Splits of one categorical feature: two sets of categories, or a child per category."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ... import _core
from ..._core import NodeKind
from ..phrases import json_value
from .base import (
    BinarySplit,
    CSplit,
    CTables,
    Formatter,
    MultiwaySplit,
    SqlColumns,
    UnivariateCondition,
    UnivariateSplit,
    both,
    register,
)

MAX_CATEGORIES = 8
"""The number of categories of a set that are named."""


@dataclass(frozen=True, slots=True)
class CategoryCondition(UnivariateCondition):
    """A set of categories.

    Attributes
    ----------
    feature : int
        Index of the feature.
    codes : frozenset of int
        Codes of the categories that satisfy the condition.
    seen : frozenset of int
        Codes that the training rows of the first node with such a split had.
    missing, unknown : bool or None
        Whether a missing value, or a category not seen in training, satisfies it; None if that
        depends on other features, or holds for a part of the row.
    single : bool
        Whether the condition comes from a split with a child per category.
    """

    feature: int
    codes: frozenset[int]
    seen: frozenset[int]
    missing: bool | None = False
    unknown: bool | None = False
    single: bool = False

    def __and__(self, other: "CategoryCondition") -> "CategoryCondition":
        return replace(
            self,
            codes=self.codes & other.codes,
            missing=both(self.missing, other.missing),
            unknown=both(self.unknown, other.unknown),
            single=self.single or other.single,
        )

    def parts(self, formatter: Formatter, positive: bool = False) -> list[str]:
        return [formatter.names[self.feature], *self.set_parts(formatter, positive)]

    def set_parts(self, formatter: Formatter, positive: bool) -> list[str]:
        """Return the set, or its complement if only that is short enough to be shown."""
        codes, others = sorted(self.seen & self.codes), sorted(self.seen - self.codes)
        if not codes or not others:
            return ["is not missing" if codes else "is missing"]
        if self.single and len(codes) == 1:
            return [f"= {formatter.category(self.feature, codes[0])}"]
        included = positive or len(codes) <= max(MAX_CATEGORIES, len(others))
        first, *rest = formatter.category_set(self.feature, codes if included else others)
        return [f"{'in' if included else 'not in'} {first}", *rest]

    def label(self, formatter: Formatter) -> str:
        text = " ".join(self.set_parts(formatter, positive=True))
        return text.removeprefix("= ").removeprefix("is ")

    def mentions_missing(self, missing_code: float | None) -> bool:
        codes = self.codes & self.seen
        return not codes or missing_code in codes


@dataclass(frozen=True, slots=True)
class CategoricalSplit(UnivariateSplit):
    """``children`` holds the child of each category that the node's training rows had."""

    feature: int
    children: Mapping[int, int]
    n_children: int = 2

    categorical = True
    c = CSplit(
        "CATEGORIES",
        """\
      x = cells[s->feature];
      if (isnan(x)) return MISSING;
      if (x >= features[s->feature].n_categories) return UNKNOWN;
      return category_children[s->start + (int)x];
""",
    )

    def groups(self) -> list[list[int]]:
        """Return the codes of each child, in ascending order."""
        groups: list[list[int]] = [[] for _ in range(self.n_children)]
        for code in sorted(self.children):
            groups[self.children[code]].append(code)
        return groups

    def conditions(self) -> list[CategoryCondition]:
        seen = frozenset(self.children)
        return [
            CategoryCondition(self.feature, frozenset(codes), seen, single=self.multiway)
            for codes in self.groups()
        ]

    def child(self, values: Mapping[int, float]) -> int | None:
        return self.children.get(int(values[self.feature]))

    def isolates_missing(self) -> bool:
        return len(set(self.children.values())) < self.n_children

    def value_text(self, formatter: Formatter, values: Mapping[int, float]) -> str:
        return formatter.category(self.feature, int(values[self.feature]))

    def json(self, features: Sequence[Any], children: Sequence[int]) -> dict[str, Any]:
        feature = features[self.feature]
        groups = [[json_value(feature.labels[code]) for code in codes] for codes in self.groups()]
        return {
            "split": "category",
            "feature": feature.name,
            "groups": groups,
            "children": children,
        }

    def sql(self, columns: SqlColumns) -> list[tuple[str, int]]:
        conditions = [columns.in_categories(self.feature, set(codes)) for codes in self.groups()]
        return [(condition, k) for k, condition in enumerate(conditions) if condition]

    def c_fields(self, tables: CTables) -> str:
        n = tables.n_categories(self.feature)
        entries = [str(self.children.get(code, "UNSEEN")) for code in range(n)]
        return f"{self.feature}, {tables.add('category_children', entries)}, {n}, 0"

    def labels(self, formatter: Formatter) -> list[list[Any]]:
        """Return the labels of each child as plain values."""
        labels = formatter.category_labels(self.feature)
        return [[json_value(labels[code]) for code in codes] for codes in self.groups()]


@register(NodeKind.category)
class CategorySetSplit(BinarySplit, CategoricalSplit):
    """A set of categories goes left."""

    __slots__ = ()
    name = "category_set"

    @classmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        left = set(tree.categories_left(node).tolist())
        seen = tree.categories_seen(node).tolist()
        return cls(feature, {code: int(code not in left) for code in seen})

    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        left, right = self.labels(formatter)
        return {
            **self.feature_dict(formatter),
            "left": right if reverse else left,
            "right": left if reverse else right,
        }


@register(NodeKind.levels)
class CategoriesSplit(MultiwaySplit, CategoricalSplit):
    """A child per category."""

    __slots__ = ()
    name = "categories"

    @classmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        found = enumerate(tree.level_children(node).tolist())
        children = {code: child for code, child in found if child >= 0}
        return cls(feature, children, int(tree.n_children[node]))

    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        return {
            **self.feature_dict(formatter),
            "categories": self.labels(formatter),
        }
