"""Splits on several numeric features: a weighted sum, or a distance from a center."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ... import _core
from ..._core import NodeKind
from ..phrases import listed
from .base import (
    BinarySplit,
    Condition,
    CSplit,
    CTables,
    Formatter,
    SqlColumns,
    common_bounds,
    register,
)
from .formulas import Combination, DistanceFormula, Formula, FormulaStyle, LinearFormula

C_CODE = """\
      for (k = s->start; k < s->start + s->n; ++k) {
        x = cells[terms[k].feature];
        if (isnan(x)) continue;
        any = 1;
        d = x - terms[k].center;
        sum += terms[k].factor * @TERM@;
      }
      return any ? !(sum <= s->threshold) : MISSING;
"""


@dataclass(frozen=True, slots=True)
class CombinationCondition(Condition):
    """Sums above ``low`` and up to ``high``.

    Attributes
    ----------
    combination : Combination
        The sum over several features.
    low, high : float
        Bounds; infinite where there is none.
    missing : bool or None
        Whether a row satisfies it that has none of the values.
    """

    combination: Combination
    low: float = -math.inf
    high: float = math.inf
    missing: bool | None = False

    @property
    def features(self) -> tuple[int, ...]:
        return self.combination.features

    @property
    def key(self) -> Hashable:
        return self.combination

    def __and__(self, other: "CombinationCondition") -> "CombinationCondition":
        return replace(self, **common_bounds(self, other))

    def formula(self, decimals: int, style: FormulaStyle) -> Formula:
        kind = DistanceFormula if self.combination.squared else LinearFormula
        return kind(self.combination, self.low, self.high, decimals, style)

    def parts(self, formatter: Formatter, positive: bool = False) -> list[str]:
        return self.formula(formatter.decimals, formatter.style).parts(formatter.names)

    def mentions_missing(self, missing_code: float | None) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class CombinationSplit(BinarySplit):
    """Rows with a sum up to the threshold go left."""

    combination: Combination
    threshold: float

    categorical = False
    multivariate = True

    @classmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        parts = (tuple(part.tolist()) for part in tree.terms(node))
        return cls(Combination(cls.name == "sphere", *parts), threshold)

    @property
    def features(self) -> tuple[int, ...]:
        return self.combination.features

    def conditions(self) -> list[CombinationCondition]:
        return [
            CombinationCondition(self.combination, high=self.threshold),
            CombinationCondition(self.combination, low=self.threshold),
        ]

    def child(self, values: Mapping[int, float]) -> int:
        return int(self.combination.total(values) > self.threshold)

    def isolates_missing(self) -> bool:
        return False

    def value_text(self, formatter: Formatter, values: Mapping[int, float]) -> str:
        text = self.conditions()[0].formula(formatter.decimals, formatter.style).value_text(values)
        absent = [formatter.names[j] for j in self.features if math.isnan(values[j])]
        return f"{text}; {listed(absent)} missing" if absent else text

    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        terms = [
            {"feature": formatter.feature_names[j], "index": j, "factor": factor, "center": center}
            for j, factor, center in self.terms()
        ]
        return {self.name: terms, "threshold": self.threshold}

    def terms(self) -> list[tuple[int, float, float]]:
        """Return feature, factor and center of each term."""
        c = self.combination
        return list(zip(c.features, c.factors, c.centers, strict=True))

    def json(self, features: Sequence[Any], children: Sequence[int]) -> dict[str, Any]:
        terms = [
            {"feature": features[j].name, "factor": factor, "center": center}
            for j, factor, center in self.terms()
        ]
        return {
            "split": self.name,
            "terms": terms,
            "threshold": self.threshold,
            "children": children,
        }

    def sql(self, columns: SqlColumns) -> list[tuple[str, int]]:
        total = columns.total([self.sql_term(columns, *term) for term in self.terms()])
        cells = [columns.numeric(j) for j in self.features]
        first = f"COALESCE({', '.join(cells)})" if len(cells) > 1 else cells[0]
        threshold = columns.number(self.threshold)
        return [
            (f"{first} IS NOT NULL AND {total} <= {threshold}", 0),
            (f"{first} IS NOT NULL AND {total} > {threshold}", 1),
        ]

    def sql_term(self, columns: SqlColumns, feature: int, factor: float, center: float) -> str:
        offset = f"({columns.numeric(feature)} - {columns.number(center)})"
        product = f"({offset} * {offset})" if self.combination.squared else offset
        return f"COALESCE({columns.number(factor)} * {product}, {columns.number(0.0)})"

    def c_fields(self, tables: CTables) -> str:
        entries = [f"{{{j}, {factor!r}, {center!r}, 0}}" for j, factor, center in self.terms()]
        return f"0, {tables.add('terms', entries)}, {len(entries)}, {self.threshold!r}"


@register(NodeKind.linear)
class LinearSplit(CombinationSplit):
    """A weighted sum of features."""

    __slots__ = ()
    name = "linear"
    c = CSplit("LINEAR", C_CODE.replace("@TERM@", "d"))


@register(NodeKind.sphere)
class SphereSplit(CombinationSplit):
    """A weighted squared distance from a center."""

    __slots__ = ()
    name = "sphere"
    c = CSplit("SPHERE", C_CODE.replace("@TERM@", "(d * d)"))
