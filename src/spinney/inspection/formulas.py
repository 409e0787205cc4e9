"""Text of splits on several features: a weighted sum, or a distance from a center."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from .conditions import Combination
from .numbers import format_threshold, parse
from .phrases import bracketed

ROUNDING = 0.01
"""The maximum rounding error of a number, relative to its distance from the boundary."""


class FormulaStyle(NamedTuple):
    """Symbols and length of a formula."""

    less_equal: str = "<="
    times: str = "*"
    max_terms: int = 8
    """Of more features, only those with the largest shares of the gain are shown."""


TEXT_STYLE = FormulaStyle()


class Formula(Protocol):
    """The text of a split on several features."""

    def parts(self, names: Sequence[str]) -> list[str]:
        """Return the pieces of the condition; lines may be broken between them."""

    def reading(self, values: Mapping[int, float]) -> str:
        """Return the value of a row."""


def formula(combination: Combination, decimals: int, style: FormulaStyle = TEXT_STYLE) -> Formula:
    """Return the formula of a linear or spherical split."""
    return (Sum if combination.kind == "linear" else Distance)(combination, decimals, style)


def shown_terms(order: list[int], style: FormulaStyle) -> list[int]:
    """Return the terms to show; a single term more than the maximum is not omitted."""
    return order if len(order) <= style.max_terms + 1 else order[: style.max_terms]


def by_share(combination: Combination) -> list[int]:
    """Return the terms by decreasing share of the gain; shares that differ by rounding are ties."""
    shares = [round(share, 9) for share in combination.shares]
    return sorted(range(len(shares)), key=lambda k: -shares[k])


def near(number: float, error: float, decimals: int) -> str:
    """Format a number with few digits and at most the given error."""
    return format_threshold(number, (number + 4 * error,) if error > 0 else (), decimals)


class Sum:
    """A weighted sum of features against a threshold.

    Coefficients are rounded first, and the centers are then moved into the threshold. Rounding
    therefore turns the boundary slightly about the center instead of shifting it.
    """

    def __init__(
        self, combination: Combination, decimals: int, style: FormulaStyle = TEXT_STYLE
    ) -> None:
        self.combination, self.decimals, self.style = combination, decimals, style
        self.order = by_share(combination)
        self.factors = [format_threshold(factor, (), decimals) for factor in combination.factors]
        self.shown = shown_terms(self.order, style)
        self.offset = math.fsum(
            (parse(self.factors[k]) if k in self.shown else combination.factors[k]) * centre
            for k, centre in enumerate(combination.centres)
        )

    def parts(self, names: Sequence[str]) -> list[str]:
        low, high = self.combination.low, self.combination.high
        terms = self.terms(names)
        if math.isinf(high):
            return [*terms, f"> {self.bound(low)}"]
        above = [f"{self.bound(low)} <"] if math.isfinite(low) else []
        return [*above, *terms, f"{self.style.less_equal} {self.bound(high)}"]

    def terms(self, names: Sequence[str]) -> list[str]:
        """Return the terms with their signs; the first has one only if it is negative."""
        found: list[str] = []
        for k in self.shown:
            factor, name = self.factors[k], names[self.combination.features[k]]
            sign, size = ("-", factor[1:]) if factor.startswith("-") else ("+", factor)
            term = name if size == "1" else f"{size} {self.style.times} {name}"
            lead = f"{sign} " if found else sign.replace("+", "")
            found.append(lead + term)
        omitted = len(self.order) - len(found)
        return found + ([f"+ ... {omitted} more"] if omitted else [])

    def bound(self, bound: float) -> str:
        """Return a bound of the sum, with the centers moved into it."""
        number = bound + self.offset
        return near(number, max(ROUNDING * abs(bound), 1e-4 * abs(number)), self.decimals)

    def reading(self, values: Mapping[int, float]) -> str:
        total = self.combination.total(values)
        bounds = (b for b in (self.combination.low, self.combination.high) if math.isfinite(b))
        gap = min(abs(total - bound) for bound in bounds)
        error = max(gap / 4, 1e-6 * abs(total + self.offset))
        return near(total + self.offset, error, self.decimals)


class Distance:
    """A distance from a center, with a unit per feature."""

    def __init__(
        self, combination: Combination, decimals: int, style: FormulaStyle = TEXT_STYLE
    ) -> None:
        self.combination, self.decimals = combination, decimals
        self.order = by_share(combination)
        self.shown = shown_terms(self.order, style)
        self.units = [1 / math.sqrt(factor) for factor in combination.factors]
        high = combination.high if math.isfinite(combination.high) else combination.low
        self.radius = math.sqrt(high)

    def parts(self, names: Sequence[str]) -> list[str]:
        low, high = self.combination.low, self.combination.high
        beyond = f"farther than {self.distance(low)} from" if math.isfinite(low) else ""
        within = f"within {self.distance(high)} of" if math.isfinite(high) else ""
        return [" but ".join(filter(None, (beyond, within))), *self.center(names)]

    def center(self, names: Sequence[str]) -> list[str]:
        """Return the center, and the units of the distances if they are not all 1."""
        omitted = len(self.order) - len(self.shown)
        more = [f"... {omitted} more"] if omitted else []
        found = bracketed([self.coordinate(k, names) for k in self.shown] + more, "()")
        units = [format_threshold(self.units[k], (), self.decimals) for k in self.shown]
        if set(units) == {"1"}:
            return found
        return [*found, "in units of", *bracketed(units + more, "()")]

    def coordinate(self, k: int, names: Sequence[str]) -> str:
        """Return a feature with its value at the center."""
        value, error = self.combination.centres[k], ROUNDING * self.units[k] * self.radius
        return f"{names[self.combination.features[k]]} {near(value, error, self.decimals)}"

    def distance(self, squared: float) -> str:
        """Return a squared bound as a distance."""
        return format_threshold(math.sqrt(squared), (), self.decimals)

    def reading(self, values: Mapping[int, float]) -> str:
        distance = math.sqrt(self.combination.total(values))
        return f"{format_threshold(distance, (self.radius,), self.decimals)} away"
