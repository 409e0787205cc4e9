"""Text of splits on several features: a weighted sum, or a distance from a center."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..numbers import format_threshold, parse
from ..phrases import bracketed

ROUNDING = 0.01
"""The maximum rounding error of a number, relative to its distance from the boundary."""


class FormulaStyle(NamedTuple):
    """Symbols and length of a formula."""

    less_equal: str = "<="
    greater: str = ">"
    times: str = "*"
    max_terms: int = 8
    """Of more features, only those with the largest shares of the gain are shown."""


TEXT_STYLE = FormulaStyle()


@dataclass(frozen=True, slots=True)
class Combination:
    """A sum over several numeric features.

    Attributes
    ----------
    squared : bool
        Whether factor * (x - center)**2 is summed instead of factor * (x - center).
    features : tuple of int
        Indices of the features, in ascending order.
    factors, centers : tuple of float
        One per feature. A missing value adds nothing, as if it were at the center.
    shares : tuple of float
        The share of the gain that is credited to each feature.
    """

    squared: bool
    features: tuple[int, ...]
    factors: tuple[float, ...]
    centers: tuple[float, ...]
    shares: tuple[float, ...] = field(compare=False)

    def total(self, values: Mapping[int, float]) -> float:
        """Return the sum for a row, over the features that it has."""
        power = 2 if self.squared else 1
        terms = zip(self.features, self.factors, self.centers, strict=True)
        return sum(
            factor * (values[j] - center) ** power
            for j, factor, center in terms
            if not math.isnan(values.get(j, math.nan))
        )

    def by_share(self) -> list[int]:
        """Positions of the features, largest share first; rounding errors do not reorder ties."""
        shares = [round(share, 9) for share in self.shares]
        return sorted(range(len(shares)), key=lambda position: -shares[position])

    def shown_terms(self, limit: int) -> list[int]:
        """Return the terms to show, largest share first; a single further one is not omitted."""
        order = self.by_share()
        return order if len(order) <= limit + 1 else order[:limit]


@dataclass
class Formula(ABC):
    """The text of a combination between two bounds."""

    combination: Combination
    low: float
    high: float
    decimals: int
    style: FormulaStyle = TEXT_STYLE

    def __post_init__(self) -> None:
        self.shown = self.combination.shown_terms(self.style.max_terms)
        n_omitted = len(self.combination.features) - len(self.shown)
        self.more = [f"... {n_omitted} more"] if n_omitted else []

    @abstractmethod
    def parts(self, names: Sequence[str]) -> list[str]:
        """Return the pieces of the condition; lines may be broken between them."""

    @abstractmethod
    def value_text(self, values: Mapping[int, float]) -> str:
        """Return the sum or distance of a row."""


def rounded(number: float, error: float, decimals: int) -> str:
    """Format a number with few digits and at most the given error."""
    return format_threshold(number, (number + 4 * error,) if error > 0 else (), decimals)


class LinearFormula(Formula):
    """A weighted sum of features against a threshold.

    Factors are rounded first, and the centers are then moved into the threshold. Rounding
    therefore turns the boundary slightly about the center instead of shifting it.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        factors = self.combination.factors
        self.factors = [format_threshold(factor, (), self.decimals) for factor in factors]
        self.offset = math.fsum(
            (parse(self.factors[k]) if k in self.shown else factors[k]) * center
            for k, center in enumerate(self.combination.centers)
        )

    def parts(self, names: Sequence[str]) -> list[str]:
        terms = self.terms(names)
        if math.isinf(self.high):
            return [*terms, f"{self.style.greater} {self.threshold(self.low)}"]
        above = [f"{self.threshold(self.low)} <"] if math.isfinite(self.low) else []
        return [*above, *terms, f"{self.style.less_equal} {self.threshold(self.high)}"]

    def terms(self, names: Sequence[str]) -> list[str]:
        """Return the terms with their signs; the first has one only if it is negative."""
        terms: list[str] = []
        for k in self.shown:
            factor, name = self.factors[k], names[self.combination.features[k]]
            sign, size = ("-", factor[1:]) if factor.startswith("-") else ("+", factor)
            term = name if size == "1" else f"{size} {self.style.times} {name}"
            terms.append(f"{sign} {term}" if terms else sign.replace("+", "") + term)
        return [*terms, *(f"+ {more}" for more in self.more)]

    def threshold(self, bound: float) -> str:
        """Return a bound of the sum, with the centers moved into it."""
        number = bound + self.offset
        return rounded(number, max(ROUNDING * abs(bound), 1e-4 * abs(number)), self.decimals)

    def value_text(self, values: Mapping[int, float]) -> str:
        total = self.combination.total(values)
        gap = min(abs(total - bound) for bound in (self.low, self.high) if math.isfinite(bound))
        error = max(gap / 4, 1e-6 * abs(total + self.offset))
        return f"sum {rounded(total + self.offset, error, self.decimals)}"


class DistanceFormula(Formula):
    """A distance from a center, with a unit per feature."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.units = [1 / math.sqrt(factor) for factor in self.combination.factors]
        self.radius = math.sqrt(self.high if math.isfinite(self.high) else self.low)

    def parts(self, names: Sequence[str]) -> list[str]:
        beyond = f"farther than {self.distance(self.low)} from" if math.isfinite(self.low) else ""
        within = f"within {self.distance(self.high)} of" if math.isfinite(self.high) else ""
        return [" but ".join(filter(None, (beyond, within))), *self.center(names)]

    def center(self, names: Sequence[str]) -> list[str]:
        """Return the center, and the units of the distances if they are not all 1."""
        center = bracketed([self.coordinate(k, names) for k in self.shown] + self.more, "()")
        units = [format_threshold(self.units[k], (), self.decimals) for k in self.shown]
        if set(units) == {"1"}:
            return center
        return [*center, "in units of", *bracketed(units + self.more, "()")]

    def coordinate(self, k: int, names: Sequence[str]) -> str:
        """Return a feature with its value at the center."""
        value, error = self.combination.centers[k], ROUNDING * self.units[k] * self.radius
        return f"{names[self.combination.features[k]]} {rounded(value, error, self.decimals)}"

    def distance(self, squared: float) -> str:
        """Return a squared bound as a distance."""
        return format_threshold(math.sqrt(squared), (), self.decimals)

    def value_text(self, values: Mapping[int, float]) -> str:
        distance = math.sqrt(self.combination.total(values))
        return f"distance {format_threshold(distance, (self.radius,), self.decimals)}"
