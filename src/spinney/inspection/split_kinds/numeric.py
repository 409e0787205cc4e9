"""Splits of one numeric feature: at a threshold, or into intervals."""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

from ... import _core
from ..._core import NodeKind
from .base import (
    BinarySplit,
    CSplit,
    CTables,
    Formatter,
    MultiwaySplit,
    SqlColumns,
    UnivariateCondition,
    UnivariateSplit,
    common_bounds,
    register,
)


@dataclass(frozen=True, slots=True)
class NumericCondition(UnivariateCondition):
    """Values above ``low`` and up to ``high``.

    Attributes
    ----------
    feature : int
        Index of the feature.
    low, high : float
        Bounds; infinite where there is none. Both +inf: only missing values.
    missing : bool or None
        Whether a missing value satisfies it; None if that depends on other features, or holds for
        a part of the row.
    """

    feature: int
    low: float = -math.inf
    high: float = math.inf
    missing: bool | None = False

    def __and__(self, other: "NumericCondition") -> "NumericCondition":
        return replace(self, **common_bounds(self, other))

    def parts(self, formatter: Formatter, positive: bool = False) -> list[str]:
        name = formatter.names[self.feature]
        if self.low == math.inf:
            return [name, "is missing"]
        if -self.low == self.high == math.inf:
            return [name, "is not missing"]
        if math.isinf(self.high):
            above = formatter.threshold(self.feature, self.low)
            return [name, f"{formatter.style.greater} {above}"]
        below = f"{formatter.style.less_equal} {formatter.threshold(self.feature, self.high)}"
        if math.isinf(self.low):
            return [name, below]
        return [f"{formatter.threshold(self.feature, self.low)} <", name, below]

    def label(self, formatter: Formatter) -> str:
        if math.isfinite(self.low) and math.isfinite(self.high):
            bounds = (formatter.threshold(self.feature, x) for x in (self.low, self.high))
            return " to ".join(bounds)
        return self.parts(formatter)[1].removeprefix("is ")

    def mentions_missing(self, missing_code: float | None) -> bool:
        return self.low == math.inf


@dataclass(frozen=True, slots=True)
class NumericSplit(UnivariateSplit):
    """Child k receives values above threshold k - 1 and up to threshold k.

    Only missing values reach the child above an infinite threshold.
    """

    feature: int
    thresholds: tuple[float, ...]

    categorical = False
    c = CSplit(
        "THRESHOLDS",
        """\
      x = cells[s->feature];
      if (isnan(x)) return MISSING;
      for (k = 0; k < s->n && x > thresholds[s->start + k]; ++k) continue;
      return k;
""",
    )

    @property
    def finite(self) -> list[float]:
        return [value for value in self.thresholds if math.isfinite(value)]

    def conditions(self) -> list[NumericCondition]:
        bounds = pairwise([-math.inf, *self.thresholds, math.inf])
        return [NumericCondition(self.feature, low, high) for low, high in bounds]

    def child(self, values: Mapping[int, float]) -> int:
        return bisect_left(self.thresholds, values[self.feature])

    def isolates_missing(self) -> bool:
        return math.isinf(self.thresholds[-1])

    def value_text(self, formatter: Formatter, values: Mapping[int, float]) -> str:
        return formatter.threshold(self.feature, values[self.feature])

    def json(self, features: Sequence[Any], children: Sequence[int]) -> dict[str, Any]:
        return {
            "split": "threshold",
            "feature": features[self.feature].name,
            "thresholds": self.finite,
            "children": children,
        }

    def sql(self, columns: SqlColumns) -> list[tuple[str, int]]:
        bounds = pairwise([-math.inf, *self.finite, math.inf])
        conditions = [columns.between(self.feature, low, high) for low, high in bounds]
        return [(condition, k) for k, condition in enumerate(conditions) if condition]

    def c_fields(self, tables: CTables) -> str:
        start = tables.add("thresholds", [repr(value) for value in self.finite])
        return f"{self.feature}, {start}, {len(self.finite)}, 0"


@register(NodeKind.number)
class ThresholdSplit(BinarySplit, NumericSplit):
    """Values up to the threshold go left."""

    __slots__ = ()
    name = "threshold"

    @classmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        return cls(feature, (threshold,))

    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        [threshold] = self.thresholds
        return {
            **self.feature_dict(formatter),
            "threshold": threshold if math.isfinite(threshold) else None,
            "up_to_threshold": "right" if reverse else "left",
        }


@register(NodeKind.intervals)
class IntervalSplit(MultiwaySplit, NumericSplit):
    """A child per interval."""

    __slots__ = ()
    name = "intervals"

    @classmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        return cls(feature, tuple(tree.cuts(node).tolist()))

    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        return {
            **self.feature_dict(formatter),
            "thresholds": [v if math.isfinite(v) else None for v in self.thresholds],
        }
