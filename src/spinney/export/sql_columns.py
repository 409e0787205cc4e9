"""Conditions of nodes on the columns of a SQL table; NULL is a missing value."""

from collections.abc import Callable, Iterable, Sequence

from ..data.missing.fills import MISSING_CATEGORY
from ..inspection.split_kinds import Destination
from .model import Feature, Node
from .sql_dialects import Dialect, case, quoted, total

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

    def numeric(self, feature: int) -> str:
        """Return the expression of a numeric feature."""
        name, fill = quoted(self.features[feature].name), self.features[feature].missing_as
        return name if fill is None else f"COALESCE({name}, {self.number(fill)})"

    def in_categories(self, feature: int, codes: set[int]) -> str:
        """Return the condition that a row has one of the categories; empty if none can."""
        column = self.features[feature]
        name, labels = quoted(column.name), self.labels(column, sorted(codes))
        conditions = [f"{name} IN ({labels})"] if labels else []
        if column.missing_as in codes:
            conditions.append(f"{name} IS NULL")
        if column.unknown_as in codes:
            conditions.append(f"{name} NOT IN ({self.labels(column)})")
        return " OR ".join(conditions)

    def labels(self, column: Feature, codes: Iterable[int] | None = None) -> str:
        """Return categories as a list of literals; None lists all."""
        known = column.labels or ()
        has_text = any(isinstance(label, str) and label != MISSING_CATEGORY for label in known)
        # The name of the category for missing values cannot occur in a column of numbers.
        labels = [known[code] for code in (range(len(known)) if codes is None else codes)]
        shown = [label for label in labels if has_text or label != MISSING_CATEGORY]
        return ", ".join(self.dialect.label(label, f"column {column.name!r}") for label in shown)

    def rejected(self) -> str:
        """Return the condition of rows that have no prediction; empty if all have one."""
        conditions = []
        for column in self.features:
            name = quoted(column.name)
            if column.rejects_missing:
                conditions.append(f"{name} IS NULL")
            if column.rejects_unknown:
                labels = self.labels(column)
                conditions.append(f"{name} NOT IN ({labels})" if labels else f"{name} IS NOT NULL")
        return " OR ".join(conditions)

    def case(self, node: Node, text: Text) -> str:
        """Return CASE with ``text`` of each destination, every destination once."""
        assert node.split is not None
        conditions: dict[Destination, list[str]] = {}
        for condition, child in node.split.sql(self):
            conditions.setdefault(child, []).append(condition)
        default = node.missing
        if node.split.categorical:
            default = self.add_absent_categories(node, conditions)
        branches = [
            (" OR ".join(found), text(allowed(destination)))
            for destination, found in conditions.items()
            if allowed(destination) != allowed(default)
        ]
        return case(branches, text(allowed(default)))

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
            conditions.setdefault(node.missing, []).append(f"{quoted(column.name)} IS NULL")
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
