"""Text of splits on several features: a weighted sum, or a distance from a center."""

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from .conditions import Combination
from .phrases import short

MOST_TERMS = 8
"""Of more features, only those with the largest shares are named."""
ROUNDING = 0.01
"""What rounding may take from a number, seen from where it is cut."""


class Formula(Protocol):
    """A combination in words."""

    def text(self, names: Sequence[str]) -> str:
        """What the combination asks."""

    def reading(self, values: Mapping[int, float]) -> str:
        """What a row has of it."""


def formula(combination: Combination, decimals: int) -> Formula:
    """The words for a combination, with few digits."""
    return (Sum if combination.kind == "linear" else Distance)(combination, decimals)


def by_share(combination: Combination) -> list[int]:
    """The places of the features, that with the largest share first; rounding makes no order."""
    shares = [round(share, 9) for share in combination.shares]
    return sorted(range(len(shares)), key=lambda place: -shares[place])


def near(number: float, error: float, decimals: int) -> str:
    """The number with few digits, off by no more than an error."""
    return short(number, (number + 4 * error,) if error > 0 else (), decimals)


class Sum:
    """A weighted sum against a threshold, all features counted from 0.

    Factors are rounded first and then move the centres into the threshold, so that rounding turns
    the boundary a little about the centre instead of shifting it.
    """

    def __init__(self, combination: Combination, decimals: int) -> None:
        self.combination, self.decimals = combination, decimals
        self.order = by_share(combination)
        self.factors = {
            place: short(combination.factors[place], (), decimals) for place in self.order
        }
        shown = set(self.order[:MOST_TERMS])
        self.offset = math.fsum(
            (float(self.factors[k]) if k in shown else combination.factors[k]) * centre
            for k, centre in enumerate(combination.centres)
        )

    def text(self, names: Sequence[str]) -> str:
        terms = " ".join(self.terms(names))
        low, high = self.combination.low, self.combination.high
        if math.isinf(low):
            return f"{terms} <= {self.cut(high)}"
        above = (
            f"{self.cut(low)} < {terms}" if math.isfinite(high) else f"{terms} > {self.cut(low)}"
        )
        return f"{above} <= {self.cut(high)}" if math.isfinite(high) else above

    def terms(self, names: Sequence[str], most: int = MOST_TERMS, times: str = "*") -> list[str]:
        """The terms with their signs; the first has one only if it is negative."""
        found: list[str] = []
        for place in self.order[:most]:
            factor, name = self.factors[place], names[self.combination.features[place]]
            sign, size = ("-", factor[1:]) if factor.startswith("-") else ("+", factor)
            term = name if size == "1" else f"{size} {times} {name}"
            lead = f"{sign} " if found else sign.replace("+", "")
            found.append(lead + term)
        left_out = len(self.order) - len(found)
        return found + ([f"+ ... {left_out} more"] if left_out else [])

    def cut(self, bound: float) -> str:
        """A bound of the sum, counted from 0."""
        number = bound + self.offset
        return near(number, max(ROUNDING * abs(bound), 1e-4 * abs(number)), self.decimals)

    def reading(self, values: Mapping[int, float]) -> str:
        total = self.combination.total(values)
        bounds = (b for b in (self.combination.low, self.combination.high) if math.isfinite(b))
        gap = min(abs(total - bound) for bound in bounds)
        error = max(gap / 4, 1e-6 * abs(total + self.offset))
        return near(total + self.offset, error, self.decimals)


class Distance:
    """A distance from a centre, each feature in a unit of its own."""

    def __init__(self, combination: Combination, decimals: int) -> None:
        self.combination, self.decimals = combination, decimals
        self.order = by_share(combination)
        self.units = [1 / math.sqrt(factor) for factor in combination.factors]
        high = combination.high if math.isfinite(combination.high) else combination.low
        self.radius = math.sqrt(high)

    def text(self, names: Sequence[str]) -> str:
        low, high = self.combination.low, self.combination.high
        beyond = f"farther than {self.number(low)} from" if math.isfinite(low) else ""
        within = f"within {self.number(high)} of" if math.isfinite(high) else ""
        return f"{' but '.join(filter(None, (beyond, within)))} {self.place(names)}"

    def place(self, names: Sequence[str]) -> str:
        """The centre, and the units of the distances if they are not all 1."""
        centre, units = self.terms(names)
        left_out = len(self.order) - len(centre)
        more = [f"... {left_out} more"] if left_out else []
        text = f"({', '.join(centre + more)})"
        return text if set(units) == {"1"} else f"{text} in units of ({', '.join(units + more)})"

    def terms(self, names: Sequence[str], most: int = MOST_TERMS) -> tuple[list[str], list[str]]:
        """The feature with its value in the centre, and its unit, of each term."""
        chosen = self.order[:most]
        features, centres = self.combination.features, self.combination.centres
        return (
            [f"{names[features[k]]} {self.centre(centres[k], self.units[k])}" for k in chosen],
            [short(self.units[k], (), self.decimals) for k in chosen],
        )

    def centre(self, value: float, unit: float) -> str:
        return near(value, ROUNDING * unit * self.radius, self.decimals)

    def number(self, squared: float) -> str:
        """A bound as a distance."""
        return short(math.sqrt(squared), (), self.decimals)

    def reading(self, values: Mapping[int, float]) -> str:
        distance = math.sqrt(self.combination.total(values))
        return f"{short(distance, (self.radius,), self.decimals)} away"
