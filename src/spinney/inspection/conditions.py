"""What holds for the rows that come to a child of a question, before it is put into words."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from .. import _core


@dataclass(frozen=True, slots=True)
class Condition:
    """What one or more questions on a feature leave of its values.

    Attributes
    ----------
    feature : int
        Index of the feature.
    missing, unknown : bool or None
        Whether a missing value, a category never seen at fit, fulfils it. None if that depends on
        other features (surrogates), or if a part of the row does (fractional).
    low, high : float
        Numbers above ``low`` and up to ``high`` fulfil the condition.
    levels : frozenset of int or None
        Level indices that are sure to fulfil it; None if the feature is a number.
    seen : frozenset of int or None
        Level indices that the rows of the first node to ask had at fit.
    level_by_level : bool
        Whether a question asked for it that has a child for each level.
    """

    feature: int
    missing: bool | None = False
    unknown: bool | None = False
    low: float = -math.inf
    high: float = math.inf
    levels: frozenset[int] | None = None
    seen: frozenset[int] | None = None
    level_by_level: bool = False

    @property
    def key(self) -> Hashable:
        """Conditions with the same key are about the same thing."""
        return self.feature

    def __and__(self, other: "Condition") -> "Condition":
        """What fulfils this condition and then another on the same feature."""
        levels = self.levels
        if levels is not None and other.levels is not None:
            levels = levels & other.levels
        return Condition(
            self.feature,
            both(self.missing, other.missing),
            both(self.unknown, other.unknown),
            max(self.low, other.low),
            min(self.high, other.high),
            levels,
            self.seen,
            self.level_by_level or other.level_by_level,
        )


@dataclass(frozen=True, slots=True)
class Combination:
    """What a question on several features at once asks of a row.

    Attributes
    ----------
    kind : {"linear", "sphere"}
        Whether factor * (x - centre) is summed up, or factor * (x - centre)**2.
    features : tuple of int
        Indices of the features, all numbers, in rising order.
    factors, centres : tuple of float
        Those of each feature. A missing value adds nothing: the centre stands in for it.
    shares : tuple of float
        Each feature's share of the credit for the split.
    missing : bool or None
        Whether a row without any of the values fulfils it.
    low, high : float
        Sums above ``low`` and up to ``high`` fulfil the condition.
    """

    kind: str
    features: tuple[int, ...]
    factors: tuple[float, ...]
    centres: tuple[float, ...]
    shares: tuple[float, ...]
    missing: bool | None = False
    low: float = -math.inf
    high: float = math.inf

    @property
    def key(self) -> Hashable:
        """Conditions with the same key are about the same thing."""
        return self.kind, self.features, self.factors, self.centres

    def __and__(self, other: "Combination") -> "Combination":
        """What fulfils this condition and then another on the same sum."""
        return replace(
            self,
            missing=both(self.missing, other.missing),
            low=max(self.low, other.low),
            high=min(self.high, other.high),
        )

    def total(self, values: Mapping[int, float]) -> float:
        """The sum for a row, of the features that it has."""
        power = 2 if self.kind == "sphere" else 1
        terms = zip(self.features, self.factors, self.centres, strict=True)
        return sum(
            factor * (values[j] - centre) ** power
            for j, factor, centre in terms
            if not math.isnan(values.get(j, math.nan))
        )


Side = Condition | Combination


def both(a: bool | None, b: bool | None) -> bool | None:
    """``a and b``, where None is not known."""
    if a is False or b is False:
        return False
    return None if a is None or b is None else True


def alternative_sides(alternative: "_core.Alternative") -> tuple[Condition, Condition]:
    """What a surrogate or competitor sends left, and what right."""
    j = alternative.feature
    if math.isnan(alternative.threshold):
        left = frozenset(alternative.categories_left.tolist())
        right = frozenset(alternative.categories_right.tolist())
        seen = left | right
        return Condition(j, levels=left, seen=seen), Condition(j, levels=right, seen=seen)
    below = Condition(j, high=alternative.threshold)
    above = Condition(j, low=alternative.threshold)
    return (above, below) if alternative.above_left else (below, above)
