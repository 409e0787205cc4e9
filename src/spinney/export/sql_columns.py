"""Conditions of nodes on the columns of a SQL table; NULL is a missing value."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..data.codings import Coding
from ..data.missing.fills import MISSING_CATEGORY
from ..inspection.split_kinds import Destination, NumericSplit
from .model import Feature, Node
from .sql_dialects import Dialect
from .sql_text import case, total
from .sql_times import within

Text = Callable[[Destination], str]


class SqlColumns:
    """Writes the conditions of nodes as SQL."""

    def __init__(self, features: tuple[Feature, ...], dialect: Dialect) -> None:
        self.features = features
        self.dialect = dialect

    def number(self, value: float) -> str:
        return self.dialect.number(value)

    def total(self, terms: Sequence[str]) -> str:
        return total(terms)

    def name(self, feature: int) -> str:
        return self.dialect.quoted(self.features[feature].name)

    def numeric(self, feature: int) -> str:
        """Return a feature as a number; dates, times and ordered categories are converted."""
        column = self.features[feature]
        x = self.name(feature) if column.coding is None else self.as_number(feature, column.coding)
        return (
            x if column.missing_as is None else f"COALESCE({x}, {self.number(column.missing_as)})"
        )

    def as_number(self, feature: int, coding: Coding) -> str:
        x = self.name(feature)
        if coding.kind == "ordered":
            categories = enumerate(coding.categories)
            found = [(self.among(feature, [label]), self.number(k)) for k, label in categories]
            if (unknown := self.features[feature].unknown_as) is not None:
                found.append((self.is_unknown(feature), self.number(unknown)))
            return case(found, "NULL")
        if coding.kind == "date":
            x = f"CAST({x} AS DATE)" if self.dialect.name != "sqlite" else f"DATE({x})"
        if coding.kind in ("date", "datetime"):
            return self.dialect.times.days.format(x)
        if coding.kind == "duration" and not self.dialect.times.duration:
            return x
        raise ValueError(
            f"SQL cannot be written: a split combines {self.features[feature].name!r}, which holds "
            f"{coding.noun}, with other features. Convert it to seconds before training."
        )

    def between(self, feature: int, low: float, high: float) -> str:
        """Return the condition that a number is above ``low`` and up to ``high``."""
        column = self.features[feature]
        fill, coding, x = column.missing_as, column.coding, self.name(feature)
        if coding is None or (coding.kind == "duration" and not self.dialect.times.duration):
            return number_between(self.numeric(feature), low, high, self.number)
        if coding.kind == "ordered":
            codes = {k for k in range(len(coding.categories)) if low < k <= high}
            return self.in_categories(feature, codes)
        found = within(x, coding, low, high, self.dialect.times)
        if fill is None or not low < fill <= high:
            return found
        return f"{found} OR {x} IS NULL" if found else f"{x} IS NULL"

    def in_categories(self, feature: int, codes: set[int]) -> str:
        """Return the condition that a row has one of the categories; empty if none can."""
        column = self.features[feature]
        known = column.labels or ()
        found = self.among(feature, [known[code] for code in sorted(codes)])
        conditions = [found] if found else []
        if column.missing_as in codes:
            conditions.append(f"{self.name(feature)} IS NULL")
        if column.unknown_as in codes:
            conditions.append(self.is_unknown(feature))
        return " OR ".join(conditions)

    def is_unknown(self, feature: int) -> str:
        """Return the condition that a row has a category that was not seen in training."""
        known = self.features[feature].labels or ()
        return self.among(feature, known, "NOT IN") or f"{self.name(feature)} IS NOT NULL"

    def among(self, feature: int, labels: Iterable[Any], operator: str = "IN") -> str:
        """Return the condition that a value is one of the labels; empty if there are none."""
        column = self.features[feature]
        known = column.labels or ()
        has_text = any(isinstance(label, str) and label != MISSING_CATEGORY for label in known)
        # The name of the category for missing values cannot occur in a column of numbers.
        shown = [label for label in labels if has_text or label != MISSING_CATEGORY]
        if not shown:
            return ""
        name = self.name(feature)
        literals = [self.dialect.category(label, f"column {column.name!r}") for label in shown]
        compared = self.dialect.text_column(name) if has_text else name
        return f"{compared} {operator} ({', '.join(literals)})"

    def rejected(self) -> str:
        """Return the condition of rows that have no prediction; empty if all have one."""
        conditions = []
        for j, column in enumerate(self.features):
            if column.rejects_missing:
                conditions.append(f"{self.name(j)} IS NULL")
            if column.rejects_unknown:
                conditions.append(self.is_unknown(j))
        return " OR ".join(conditions)

    def case(self, node: Node, text: Text) -> str:
        """Return CASE with ``text`` of each destination, every destination once."""
        branches, default = self.branches(node)
        return case([(condition, text(found)) for found, condition in branches], text(default))

    def goes_to(self, node: Node, child: int) -> str:
        """Return the condition that a row goes from a node, which has no surrogates, to a child."""
        assert node.split is not None
        branches, default = self.branches(node)
        if (
            default == child
            and isinstance(node.split, NumericSplit)
            and not self.features[node.split.feature].is_ordered
        ):
            found = [condition for condition, k in node.split.sql(self) if k == child]
            if self.features[node.split.feature].missing_as is None:
                found.append(f"{self.name(node.split.feature)} IS NULL")
            return " OR ".join(found)
        if default == child:
            others = [(condition, "0") for _, condition in branches]
            return f"{case(others, '1')} = 1"
        return dict(branches).get(child, "1 = 0")

    def branches(self, node: Node) -> tuple[list[tuple[Destination, str]], Destination]:
        """Return the conditions of the destinations, and the destination of all other rows."""
        assert node.split is not None
        conditions: dict[Destination, list[str]] = {}
        for condition, child in node.split.sql(self):
            conditions.setdefault(child, []).append(condition)
        default = node.missing
        if node.split.categorical:
            default = self.add_absent_categories(node, conditions)
        merged: dict[Destination, list[str]] = {}
        for destination, found in conditions.items():
            merged.setdefault(allowed(destination), []).extend(found)
        merged.pop(allowed(default), None)
        branches = [(destination, " OR ".join(found)) for destination, found in merged.items()]
        return branches, allowed(default)

    def add_absent_categories(
        self, node: Node, conditions: dict[Destination, list[str]]
    ) -> Destination:
        """Add conditions of missing and unseen values; return the destination of unknown ones."""
        assert node.split is not None
        [j] = node.split.features
        column, child = self.features[j], node.split.child
        codes = range(len(column.labels or ()))
        unseen = self.in_categories(j, {code for code in codes if child({j: code}) is None})
        if unseen:
            conditions.setdefault(node.unseen, []).append(unseen)
        if column.missing_as is None:
            conditions.setdefault(node.missing, []).append(f"{self.name(j)} IS NULL")
        if column.unknown_as is None:
            return node.unknown
        filled = child({j: column.unknown_as})
        return node.unseen if filled is None else filled

    def surrogate_case(self, node: Node, text: Text) -> str:
        """Return CASE with ``text`` of the child that the first usable surrogate chooses."""
        branches = [
            (condition, text(surrogate.order[child]))
            for surrogate in node.surrogates
            for condition, child in surrogate.split.sql(self)
        ]
        return case(branches, text(node.fallback))


def number_between(x: str, low: float, high: float, number: Callable[[float], str]) -> str:
    """Return the condition that an expression is above ``low`` and up to ``high``."""
    conditions = [f"{x} > {number(low)}"] if math.isfinite(low) else []
    if math.isfinite(high):
        conditions.append(f"{x} <= {number(high)}")
    return " AND ".join(conditions) or f"{x} IS NOT NULL"


def allowed(destination: Destination) -> Destination:
    """Replace "error" by any child: rejected rows get NULL as their prediction."""
    return 0 if destination == "error" else destination
