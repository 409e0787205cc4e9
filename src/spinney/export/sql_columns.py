"""Conditions of nodes on the columns of a SQL table; NULL is a missing value."""

from collections.abc import Callable, Iterable, Sequence

from ..data.missing.fills import MISSING_CATEGORY
from ..inspection.split_kinds import Destination, NumericSplit
from .model import Feature, Node
from .sql_dialects import Dialect
from .sql_text import case, total

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
        """Return the expression of a numeric feature."""
        name, fill = self.name(feature), self.features[feature].missing_as
        return name if fill is None else f"COALESCE({name}, {self.number(fill)})"

    def in_categories(self, feature: int, codes: set[int]) -> str:
        """Return the condition that a row has one of the categories; empty if none can."""
        column = self.features[feature]
        within = self.among(feature, sorted(codes))
        conditions = [within] if within else []
        if column.missing_as in codes:
            conditions.append(f"{self.name(feature)} IS NULL")
        if column.unknown_as in codes:
            conditions.append(self.is_unknown(feature))
        return " OR ".join(conditions)

    def is_unknown(self, feature: int) -> str:
        """Return the condition that a row has a category that was not seen in training."""
        return self.among(feature, None, "NOT IN") or f"{self.name(feature)} IS NOT NULL"

    def among(self, feature: int, codes: Iterable[int] | None, operator: str = "IN") -> str:
        """Return the condition that a value is one of the categories; None lists all.

        It is empty if there are no categories to list.
        """
        column = self.features[feature]
        known = column.labels or ()
        has_text = any(isinstance(label, str) and label != MISSING_CATEGORY for label in known)
        # The name of the category for missing values cannot occur in a column of numbers.
        labels = [known[code] for code in (range(len(known)) if codes is None else codes)]
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
        if default == child and isinstance(node.split, NumericSplit):
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


def allowed(destination: Destination) -> Destination:
    """Replace "error" by any child: rejected rows get NULL as their prediction."""
    return 0 if destination == "error" else destination
