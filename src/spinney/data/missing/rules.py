"""The policies of a fitted model, and what they make of a table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

import numpy as np
import scipy.sparse as sp

from ... import _core
from ..columns import Array, Fill, Labelled, as_labels, is_missing
from ..frames import Frame
from ..schema import Schema
from ..weights import Weights
from .fills import category_fill, number_fill, with_missing_level
from .policies import missing_policies, unknown_policies

# How the core routes a value that a question cannot use.
ROUTES = {"learned": 0, "surrogate": 1, "fractional": 2, "stop": 3, "majority": 4}


@dataclass(frozen=True, slots=True)
class MissingRules:
    """The policies of all features, with what they learned at fit."""

    policies: tuple[str, ...]
    unknown: tuple[str, ...]
    fills: Mapping[int, Fill]
    """By feature, where something stands in for absent cells."""

    @classmethod
    def learn(
        cls, missing: Any, unknown: Any, schema: Schema, frame: Frame, weight: Weights | None
    ) -> "Learned":
        """Drop rows, add levels, and learn what to fill in from the rows that are left."""
        if missing == "learned" and unknown == "missing":  # nothing to do, and the usual case
            n = schema.n_features
            return Learned(cls((missing,) * n, (unknown,) * n, {}), schema, weight, {})
        policies = missing_policies(missing, schema)
        unknowns = tuple(
            "error" if (policy, asked) == ("error", "missing") else asked
            for policy, asked in zip(policies, unknown_policies(unknown, schema), strict=True)
        )
        weight, dropped = drop_rows(frame, dropping(policies), weight)
        schema = add_levels(schema, policies)
        fills = learn_fills(policies, unknowns, schema, frame, weight)
        return Learned(cls(policies, unknowns, fills), schema, weight, dropped)

    def kept_weight(self, frame: Frame, weight: Weights | None) -> Weights | None:
        """Weights that are 0 in the rows to drop."""
        return drop_rows(frame, dropping(self.policies), weight)[0]

    def table(self, schema: Schema, frame: Frame, n_threads: int) -> _core.Table:
        """The table of the core, with what the rules fill in; what they forbid is an error."""
        table = schema.table(frame, n_threads, self.fills)
        if "error" in self.policies or "error" in self.unknown:
            missing, unknown = table.absent_counts(n_threads).T
            for j in np.flatnonzero(missing + unknown).tolist():
                if missing[j] and self.policies[j] == "error":
                    refuse_missing(frame, j)
                if unknown[j] and self.unknown[j] == "error":
                    refuse_unknown(schema, frame, j)
        return table

    def routes(self) -> list[int] | None:
        """The core's route of a missing value, per feature; None if all are learned."""
        return routes_of(self.policies)

    def unknown_routes(self) -> list[int] | None:
        """The same for a category never seen."""
        pairs = zip(self.policies, self.unknown, strict=True)
        return routes_of(policy if asked == "missing" else asked for policy, asked in pairs)


class Learned(NamedTuple):
    """What the policies make of the training rows."""

    rules: MissingRules
    schema: Schema
    """With the levels that policies add."""
    weight: Weights | None
    """0 also in rows that are dropped."""
    dropped: dict[int, int]
    """By feature: rows that counted and were dropped."""


def routes_of(policies: Iterable[str]) -> list[int] | None:
    """Policies that leave nothing to the core have the route that costs nothing."""
    routes = [ROUTES.get("majority" if policy == "drop" else policy, 0) for policy in policies]
    return routes if any(routes) else None


def add_levels(schema: Schema, policies: tuple[str, ...]) -> Schema:
    if schema.levels is None or "category" not in policies:
        return schema
    levels = tuple(
        with_missing_level(known) if known is not None and policy == "category" else known
        for known, policy in zip(schema.levels, policies, strict=True)
    )
    return replace(schema, levels=levels)


def learn_fills(
    policies: tuple[str, ...],
    unknown: tuple[str, ...],
    schema: Schema,
    frame: Frame,
    weight: Weights | None,
) -> dict[int, Fill]:
    levels = schema.levels or (None,) * schema.n_features
    fills = {
        j: number_fill(policies[j], frame, j, weight)
        if known is None
        else category_fill(policies[j], unknown[j], frame, j, known, weight)
        for j, known in enumerate(levels)
    }
    return {j: fill for j, fill in fills.items() if fill != Fill()}


def dropping(policies: Iterable[str]) -> list[int]:
    """The features whose missing values cost the row."""
    return [j for j, policy in enumerate(policies) if policy == "drop"]


def drop_rows(
    frame: Frame, features: list[int], weight: Weights | None
) -> tuple[Weights | None, dict[int, int]]:
    """Weights that are 0 where a value is missing, and how many rows each feature cost."""
    before = np.ones(frame.n_rows) if weight is None else weight
    after, dropped = before.copy(), {}
    for j in features:
        rows = missing_rows(frame, j)
        after[rows] = 0
        dropped[j] = int(np.count_nonzero(before[rows]))
    dropped = {j: count for j, count in dropped.items() if count}
    if not dropped:
        return weight, dropped
    if not after.any():
        names = ", ".join(frame.column_name(j) for j in dropped)
        raise ValueError(f"missing='drop' leaves no row: values are missing in {names}.")
    return after, dropped


def missing_rows(frame: Frame, j: int) -> Array:
    """The rows without a value in a column."""
    cells = frame.cells
    if sp.issparse(cells):
        part = slice(cells.indptr[j], cells.indptr[j + 1])
        rows: Array = cells.indices[part][np.isnan(cells.data[part])]
        return rows
    column = frame.column(j)
    if isinstance(column, Labelled):
        absent = np.array([*map(is_missing, column.labels), True])  # the last answers code -1
        return np.flatnonzero(absent[column.codes])
    return np.flatnonzero(np.isnan(column))


def refuse_missing(frame: Frame, j: int) -> NoReturn:
    row = missing_rows(frame, j)[0]
    raise ValueError(
        f"Input X contains NaN or null: row {row}, {frame.column_name(j)}, and missing='error' "
        "allows no missing value there."
    )


def refuse_unknown(schema: Schema, frame: Frame, j: int) -> NoReturn:
    name = frame.column_name(j)
    known = (schema.levels or ())[j] or {}
    column = as_labels(frame.column(j), name, known)
    row = int(np.argmax(column.match(known) >= max(1, len(known))))
    raise ValueError(
        f"Row {row}, {name}: the category {column.labels[column.codes[row]]!r} was not seen at "
        "fit, and unknown='error' allows none."
    )
