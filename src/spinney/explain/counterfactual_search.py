"""The search for counterfactuals of rows of one model."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..data.columns import plain_label
from ..inspection.coded_values import format_coded
from ..inspection.numbers import format_number
from ..inspection.phrases import label_text
from ..inspection.row import Cell, read_cell, read_row
from .additive import Floats
from .cell_values import CellValues, NumberType
from .change_costs import ChangeRules, new_value
from .counterfactual_result import Change, Counterfactual
from .model_cells import ModelCells
from .outcomes import Outcome
from .row_container import RowContainer


class Limits(NamedTuple):
    """Limits of a search."""

    max_changes: int
    time_limit: float


class RowSearch:
    """One row with the costs of its changes."""

    def __init__(self, finder: "CounterfactualFinder", row: Any) -> None:
        self.rules, self.cells, self.owner = finder.rules, finder.cells, finder.owner
        name, advice = "counterfactual", ", or call counterfactuals"
        frame = read_row(row, self.cells.schema, self.owner, name, advice)
        self.container = RowContainer.read(row, self.cells.schema, self.owner)
        features = self.cells.features
        self.given = [read_cell(frame, j, self.cells.schema) for j in range(len(features))]
        self.own = [f.cell(c.state, c.code) for f, c in zip(features, self.given, strict=True)]
        self.types = [
            number._replace(integer=True) if j in self.rules.integers else number
            for j, number in enumerate(self.container.number_types())
        ]
        self.values = [finder.values(j, number) for j, number in enumerate(self.types)]
        self.check_divided()

    def costs(self, norm: str | None = None, kept: frozenset[int] = frozenset()) -> list[Floats]:
        """Return the costs of all cells; features in ``kept`` do not change."""
        rules = self.rules
        if norm is not None:
            rules = rules.with_norm(norm, kept)
        return [
            rules.costs(j, own, cell.code, values)
            for j, (own, cell, values) in enumerate(
                zip(self.own, self.given, self.values, strict=True)
            )
        ]

    def check_divided(self) -> None:
        """Raise if a value of the row is sent to several children of a split."""
        for j, own in enumerate(self.own):
            if (j, own) in self.cells.divided:
                name = self.cells.features[j].name
                raise ValueError(
                    f"The value of {name!r} is missing or unknown, and the model divides such rows "
                    "among children: replace the value, or fit with another policy than missing="
                    '"fractional".'
                )

    def number(self, j: int, cell: int) -> float:
        """Return the number of a cell that is nearest to the row."""
        values = self.values[j]
        if values is None:
            return np.nan
        own, n = self.own[j], self.cells.features[j].n_values
        below = cell < own and own < n
        return float((values.high if below else values.low)[cell])

    def new_values(self, point: list[int]) -> dict[int, Any]:
        """Return the values of the features that change."""
        changed = [
            j for j, (cell, own) in enumerate(zip(point, self.own, strict=True)) if cell != own
        ]
        return {
            j: new_value(self.cells, j, point[j], self.number(j, point[j]), self.types[j])
            for j in changed
        }

    def table(self, values: dict[int, Any]) -> tuple[Any, Any]:
        """Return the changed row, and as a table that the model reads."""
        row = self.container.replaced(values)
        return row, RowContainer.read(row, self.cells.schema, self.owner).table()

    def change(self, j: int, cell: int, value: Any, cost: float) -> Change:
        feature, given = self.cells.features[j], self.given[j]
        is_number = given.state == "known" and not feature.is_category
        return Change(
            feature.name,
            plain_label(given.given),
            value,
            cost,
            int(np.sign(cell - self.own[j])) if is_number else 0,
            cell_text(given, feature.coding is not None),
            value_text(value, self.number(j, cell), feature),
        )


def cell_text(given: Cell, coded: bool) -> str:
    if given.given is None:
        return "missing"
    if coded:
        return str(given.given)
    return format_number(given.given) if isinstance(given.given, float) else label_text(given.given)


def value_text(value: Any, number: float, feature: Any) -> str:
    if feature.is_category:
        return label_text(value)
    if feature.coding is not None:
        return format_coded(number, feature.coding)
    return format_number(number, 15) if abs(number) < 1e15 else repr(number)


class CounterfactualFinder:
    """Finds counterfactuals of the rows of one model."""

    def __init__(
        self,
        model: Any,
        cells: ModelCells,
        rules: ChangeRules,
        outcomes: list[Outcome],
        limits: Limits,
    ) -> None:
        self.model, self.owner = model, type(model).__name__
        self.cells, self.rules, self.outcomes, self.limits = cells, rules, outcomes, limits
        self.goals = [
            _core.MarginGoal(
                cells.trees,
                o.factors.ravel().tolist(),
                cells.model.offset.tolist(),
                o.limits.tolist(),
                o.strict,
            )
            for o in outcomes
        ]
        self._values: dict[tuple[int, NumberType], CellValues | None] = {}

    def values(self, j: int, number: NumberType) -> CellValues | None:
        """Return the values of the cells of a feature; None for categories."""
        if (j, number) not in self._values:
            is_category = self.cells.features[j].is_category
            self._values[j, number] = None if is_category else self.rules.values(j, number)
        return self._values[j, number]

    def find(self, row: Any) -> Counterfactual:
        """Return the counterfactual of a row."""
        search = RowSearch(self, row)
        before = self.predict(search.container.table())
        wanted = self.wanted(before)
        costs = search.costs()
        end = time.monotonic() + self.limits.time_limit
        point, cost, bound, goal, n_boxes = self._run(search, wanted, costs, end)
        if point and self.rules.norm == "l0" and point != search.own:
            kept = frozenset(j for j, cell in enumerate(point) if cell == search.own[j])
            refined = self._run(search, [wanted[goal]], search.costs("l1", kept), end)[0]
            point = refined or point
        text = " or ".join(self.outcomes[k].text for k in wanted)
        optimal = bound >= cost * (1 - 1e-8)
        if not point:
            return Counterfactual(
                None, (), np.inf, bound, bool(np.isinf(bound)), None, before, text, n_boxes
            )
        values = search.new_values(point)
        changed, table = search.table(values)
        outcome, after = self.outcomes[wanted[goal]], self.predict(table)
        if not outcome.accepts(after, table):
            raise RuntimeError(
                f"The counterfactual of this {self.owner} is not confirmed by predict: its margin "
                "is within rounding errors. Please report this."
            )
        changes = [
            search.change(j, point[j], value, float(costs[j][point[j]]))
            for j, value in values.items()
        ]
        changes.sort(key=lambda change: -change.cost)
        bound = cost if optimal else bound
        return Counterfactual(
            changed, tuple(changes), cost, bound, optimal, after, before, outcome.text, n_boxes
        )

    def _run(
        self, search: RowSearch, wanted: list[int], costs: list[Floats], end: float
    ) -> tuple[list[int], float, float, int, int]:
        check = self._checker(search, wanted)
        return _core.find_counterfactual(
            self.cells.trees,
            [self.goals[k] for k in wanted],
            [c.tolist() for c in costs],
            search.own,
            self.limits.max_changes,
            end - time.monotonic(),
            check,
        )

    def _checker(self, search: RowSearch, wanted: list[int]) -> Callable[[int, list[int]], bool]:
        def check(goal: int, point: list[int]) -> bool:
            table = search.table(search.new_values(point))[1]
            return self.outcomes[wanted[goal]].accepts(self.predict(table), table)

        return check

    def predict(self, table: Any) -> Any:
        """Return the prediction for a table of one row as Python objects."""
        found = np.asarray(self.model.predict(table))[0]
        return found.tolist() if np.ndim(found) else plain_label(found)

    def wanted(self, before: Any) -> list[int]:
        """Return the outcomes to search: those of other classes, unless one was chosen."""
        if len(self.outcomes) == 1:
            return [0]
        classes = [plain_label(label) for label in self.model.classes_]
        return [k for k, label in enumerate(classes) if label != before]
