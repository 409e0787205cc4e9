"""Which values the features of a row may take, and what each change costs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property
from typing import Any

import numpy as np

from ..data.codings import Coding, as_times
from ..data.columns import plain_label
from ..inspection.coded_values import time_zone
from .additive import Floats
from .cell_values import CellValues, NumberType, cell_values
from .model_cells import ModelCells
from .moments import moment_number

CATEGORY_COST = 1.0
"""Cost of another category, and of a value in place of a missing one."""


@dataclass(frozen=True)
class ChangeRules:
    """What may change, by index of the feature, and the unit of cost of each number."""

    cells: ModelCells
    immutable: frozenset[int]
    ranges: Mapping[int, Any]
    integers: frozenset[int]
    units: Floats
    """The change of each feature that costs 1 (before weights)."""
    weights: Floats
    norm: str

    def with_norm(self, norm: str, kept: frozenset[int]) -> "ChangeRules":
        """Return the rules with another norm, and more features that do not change."""
        return replace(self, norm=norm, immutable=self.immutable | kept)

    def values(self, j: int, number: NumberType) -> CellValues:
        """Return the allowed values of the cells of a numeric feature."""
        feature, given = self.cells.features[j], self.ranges.get(j)
        limits = (-np.inf, np.inf)
        if feature.kind == "ordered":
            limits = (0.0, len(feature.labels) - 1.0)
        elif feature.coding is None:
            limits = number.low, number.high
        if given is not None and not isinstance(given, str):
            limits = self.limits(j, given, limits)
        return cell_values(feature, float(self.units[j]), limits, number)

    def limits(self, j: int, given: Any, widest: tuple[float, float]) -> tuple[float, float]:
        """Return the limits of a number from (low, high); None is the widest."""
        feature = self.cells.features[j]
        low, high = (self.limit(j, value) for value in given)
        found = (
            widest[0] if low is None else max(widest[0], low),
            widest[1] if high is None else min(widest[1], high),
        )
        if found[0] > found[1]:
            raise ValueError(f"ranges: the range of {feature.name!r} is empty, got {given!r}.")
        return found

    def limit(self, j: int, value: Any) -> float | None:
        """Return a limit as a number; ordered categories, dates and times are converted."""
        feature = self.cells.features[j]
        if value is None or feature.kind != "ordered":
            return number_of(value, feature.coding, feature.name)
        if plain_label(value) not in feature.labels:
            raise ValueError(f"ranges: {value!r} is not a category of {feature.name!r}.")
        return float(feature.labels.index(plain_label(value)))

    @cached_property
    def category_costs(self) -> dict[int, Floats]:
        """The costs of the categories of each feature; infinite if they are not allowed."""
        found = {}
        for j, feature in enumerate(self.cells.features):
            if not feature.is_category:
                continue
            given = self.ranges.get(j)
            allowed = set(feature.labels) if given is None else {plain_label(v) for v in given}
            unknown = allowed - set(feature.labels)
            if unknown:
                raise ValueError(
                    f"ranges: {unknown.pop()!r} is not a category of {feature.name!r}."
                )
            found[j] = np.array(
                [
                    CATEGORY_COST
                    if label in allowed and not self.cells.is_missing_category(j, label)
                    else np.inf
                    for label in feature.labels
                ]
            )
        return found

    def costs(self, j: int, own: int, x: float, values: CellValues | None) -> Floats:
        """Return the cost of every cell for a row whose value x is in the cell ``own``."""
        feature = self.cells.features[j]
        n = feature.n_values
        costs = np.full(n + 2, np.inf)
        if j not in self.immutable and self.cells.uses(j):
            if values is None:
                costs[:n] = self.category_costs[j]
            elif own >= n:
                costs[:n] = np.where(np.isnan(values.low), np.inf, CATEGORY_COST)
            else:
                costs[:n] = self.number_costs(j, own, x, values)
            if self.norm == "l0":
                costs[np.isfinite(costs)] = 1
            costs *= self.weights[j]
        costs[own] = 0
        return costs

    def number_costs(self, j: int, own: int, x: float, values: CellValues) -> Floats:
        direction = self.ranges.get(j)
        costs = np.concatenate([x - values.high[: own + 1], values.low[own + 1 :] - x])
        costs = np.where(np.isnan(costs), np.inf, costs / self.units[j])
        if direction == "increase":
            costs[:own] = np.inf
        elif direction == "decrease":
            costs[own + 1 :] = np.inf
        return costs


def number_of(value: Any, coding: Coding | None, name: str) -> float | None:
    """Return a limit as a number; dates and times are converted."""
    if value is None:
        return None
    if coding is not None:
        return moment_number(value, coding, name, "ranges")
    if not isinstance(value, (int, float, np.number)) or value != value:
        raise ValueError(f"ranges: limits of {name!r} must be numbers, got {value!r}.")
    return float(value)


def new_value(cells: ModelCells, j: int, cell: int, number: float, kind: NumberType) -> Any:
    """Return the value of a cell as the user writes it: a number, label, date or time."""
    feature = cells.features[j]
    if feature.is_category:
        return feature.labels[cell]
    if feature.kind == "ordered":
        return feature.labels[int(number)]
    if feature.coding is not None:
        return plain_moment(as_times(np.array([number]), feature.coding)[0], feature.coding)
    if kind.boolean:
        return bool(number)
    return int(number) if kind.integer else float(number)


def plain_moment(moment: Any, coding: Coding) -> Any:
    """Return a date, time or duration as a Python object, in the time zone of the feature."""
    value = plain_label(moment)
    if coding.zone is None:
        return value
    return value.replace(tzinfo=UTC).astimezone(time_zone(coding.zone))
