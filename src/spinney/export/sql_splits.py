"""SplitTable of trees as SQL conditions; NULL is a missing value."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..data.missing.fills import MISSING_CATEGORY
from .program import Feature, Levels, Node, Numbers, Sum, Way
from .sql_words import Dialect, case, quoted, total

Text = Callable[[Way], str]
Branch = tuple[str, str]


class SplitTable:
    """Writes what nodes ask."""

    def __init__(self, features: tuple[Feature, ...], dialect: Dialect) -> None:
        self.features = features
        self.dialect = dialect
        self.number = dialect.number
        self.numbers = [self.column_of_numbers(feature) for feature in features]

    def column_of_numbers(self, feature: Feature) -> str:
        name = quoted(feature.name)
        if feature.labels is not None or feature.missing_as is None:
            return name
        return f"COALESCE({name}, {self.number(feature.missing_as)})"

    def refused(self) -> str:
        """The condition under which a row has no answer; empty if every row has one."""
        found = []
        for feature in self.features:
            if feature.refuses_missing:
                found.append(f"{quoted(feature.name)} IS NULL")
            if feature.refuses_unknown:
                labels = self.labels(feature, range(len(feature.labels or ())))
                found.append(
                    f"{quoted(feature.name)} NOT IN ({labels})"
                    if labels
                    else f"{quoted(feature.name)} IS NOT NULL"
                )
        return " OR ".join(found)

    def labels(self, feature: Feature, levels: Iterable[int]) -> str:
        known = feature.labels or ()
        has_text = any(isinstance(label, str) and label != MISSING_CATEGORY for label in known)
        # The level of missing values has a name that a column of numbers cannot hold.
        chosen = [known[i] for i in levels if has_text or known[i] != MISSING_CATEGORY]
        return ", ".join(self.dialect.label(label, f"column {feature.name!r}") for label in chosen)

    def in_levels(self, j: int, levels: set[int], missing: bool) -> str:
        """Whether a row has one of some levels, or its value is missing if ``missing``."""
        feature = self.features[j]
        name, labels = quoted(feature.name), self.labels(feature, sorted(levels))
        found = [f"{name} IN ({labels})"] if labels else []
        if missing or (feature.missing_as is not None and feature.missing_as in levels):
            found.append(f"{name} IS NULL")
        if feature.unknown_as is not None and feature.unknown_as in levels:
            known = self.labels(feature, range(len(feature.labels or ())))
            found.append(f"{name} NOT IN ({known})")
        return " OR ".join(found)

    def turn(self, node: Node, text: Text) -> str:
        """CASE with ``text`` of the way that a row goes, each way once."""
        question = node.question
        if isinstance(question, Numbers):
            return self.turn_by_number(node, question, text)
        if isinstance(question, Levels):
            return self.turn_by_level(node, question, text)
        assert question is not None
        return self.turn_by_sum(node, question, text)

    def turn_by_number(self, node: Node, question: Numbers, text: Text) -> str:
        x, cuts = self.numbers[question.feature], [self.number(cut) for cut in question.cuts]
        rest = allowed(node.missing)
        # NULL meets no condition: the children before that of missing values are told by their
        # upper cuts, those behind it, from the last one on, by their lower cuts.
        if not isinstance(rest, int):
            last = (f"{x} > {cuts[-1]}" if cuts else f"{x} IS NOT NULL", text(len(cuts)))
            below = [(f"{x} <= {cut}", text(k)) for k, cut in enumerate(cuts)]
            return case([*below, last], text(rest))
        if rest > len(cuts):  # a child for missing values alone
            below = [(f"{x} <= {cut}", text(k)) for k, cut in enumerate(cuts)]
            return case([(f"{x} IS NULL", text(rest)), *below], text(len(cuts)))
        below = [(f"{x} <= {cuts[k]}", text(k)) for k in range(rest)]
        above = [(f"{x} > {cuts[k - 1]}", text(k)) for k in range(len(cuts), rest, -1)]
        return case([*below, *above], text(rest))

    def turn_by_level(self, node: Node, question: Levels, text: Text) -> str:
        """What is left for ELSE is where unknown categories go."""
        j = question.feature
        feature, missing = self.features[j], allowed(node.missing)
        ways = [
            question.children.get(level, allowed(node.unseen))
            for level in range(len(feature.labels or ()))
        ]
        sets: dict[Way, set[int]] = {missing: set()} if feature.missing_as is None else {}
        for level, way in enumerate(ways):
            sets.setdefault(way, set()).add(level)
        rest = allowed(node.unknown) if feature.unknown_as is None else ways[feature.unknown_as]
        branches = [
            (self.in_levels(j, levels, feature.missing_as is None and way == missing), text(way))
            for way, levels in sets.items()
            if way != rest
        ]
        return case(branches, text(rest))

    def turn_by_sum(self, node: Node, question: Sum, text: Text) -> str:
        terms = [self.term(question, *term) for term in question.terms]
        below = f"{total(terms)} <= {self.number(question.threshold)}"
        columns = [self.numbers[term.feature] for term in question.terms]
        first = f"COALESCE({', '.join(columns)})" if len(columns) > 1 else columns[0]
        missing = allowed(node.missing)
        if missing == 0:
            return case([(f"{first} IS NULL OR {below}", text(0))], text(1))
        return case([(f"{first} IS NOT NULL AND {below}", text(0))], text(1))

    def term(self, question: Sum, feature: int, factor: float, centre: float) -> str:
        x, by, centre_ = self.numbers[feature], self.number(factor), self.number(centre)
        away = f"({x} - {centre_})"
        product = f"{by} * ({away} * {away})" if question.squared else f"{by} * {away}"
        return f"COALESCE({product}, {self.number(0.0)})"

    def turn_by_surrogates(self, node: Node, text: Text) -> str:
        return case(list(self.surrogate_branches(node, text)), text(node.otherwise))

    def surrogate_branches(self, node: Node, text: Text) -> Iterator[Branch]:
        for question, order in node.surrogates:
            if isinstance(question, Numbers):
                x = self.numbers[question.feature]
                cuts = [self.number(cut) for cut in question.cuts]
                yield (f"{x} <= {cuts[0]}" if cuts else f"{x} IS NOT NULL"), text(order[0])
                if cuts:
                    yield f"{x} > {cuts[0]}", text(order[1])
                continue
            for child in (0, 1):
                levels = {i for i, k in question.children.items() if k == child}
                condition = self.in_levels(question.feature, levels, False)
                if condition:
                    yield condition, text(order[child])


def allowed(way: Any) -> Any:
    """The way of a row that comes this far: refused rows get no answer, wherever they go."""
    return 0 if way == "error" else way
