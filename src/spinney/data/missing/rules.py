"""The policies of a fitted model: rows to drop, values to impute, routes in the tree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

import numpy as np
import scipy.sparse as sp

from ... import _core
from ..codings import TimeColumn
from ..columns import Array, EncodedColumn, Fill, is_missing
from ..features import column_label
from ..frames import Frame
from ..schema import Schema
from ..weights import Weights
from .fills import category_fill, number_fill, with_missing_category
from .policies import missing_policies, unknown_policies

ROUTES = _core.MissingRoute.__members__


@dataclass(frozen=True, slots=True)
class MissingRules:
    """The policies of all features, and the values that they impute."""

    policies: tuple[str, ...]
    unknown: tuple[str, ...]
    fills: Mapping[int, Fill]
    """By feature index; only features with imputed values."""

    @classmethod
    def learn(
        cls, missing: Any, unknown: Any, schema: Schema, frame: Frame, weight: Weights | None
    ) -> "LearnedRules":
        """Drop rows, add categories, and learn the imputed values from the remaining rows."""
        if missing == "learned" and unknown == "missing":  # the default: nothing to learn
            n = schema.n_features
            return LearnedRules(cls((missing,) * n, (unknown,) * n, {}), schema, weight, {})
        policies, unknowns = cls.policies_of(missing, unknown, schema)
        weight, dropped = drop_rows(frame, dropping(policies), weight)
        check_ordered(schema, policies, unknowns)
        schema = add_missing_categories(schema, policies)
        fills = learn_fills(policies, unknowns, schema, frame, weight)
        return LearnedRules(cls(policies, unknowns, fills), schema, weight, dropped)

    @staticmethod
    def policies_of(
        missing: Any, unknown: Any, schema: Schema
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the policies of each feature for missing values and unknown categories."""
        policies = missing_policies(missing, schema)
        categories = schema.categories or (None,) * schema.n_features
        unknowns = zip(policies, unknown_policies(unknown, schema), categories, strict=True)
        return policies, tuple(
            unknown_policy(policy, of_unknown, known is not None)
            for policy, of_unknown, known in unknowns
        )

    def select(self, features: Array) -> "MissingRules":
        """Return the rules of some features."""
        numbers = {int(j): i for i, j in enumerate(features)}
        return MissingRules(
            tuple(self.policies[j] for j in features),
            tuple(self.unknown[j] for j in features),
            {numbers[j]: fill for j, fill in self.fills.items() if j in numbers},
        )

    def kept_weight(self, frame: Frame, weight: Weights | None) -> Weights | None:
        """Return the weights with 0 for the rows to drop."""
        return drop_rows(frame, dropping(self.policies), weight)[0]

    def table(self, schema: Schema, frame: Frame, n_threads: int) -> _core.Table:
        """Build the table of the core with imputed values; raise for values under "error"."""
        for j in schema.codings if "error" in self.unknown else ():
            if self.unknown[j] == "error":
                raise_unknown(schema, frame, j)
        table = schema.table(frame, n_threads, self.fills)
        if "error" in self.policies or "error" in self.unknown:
            missing, unknown = table.absent_counts(n_threads).T
            for j in np.flatnonzero(missing + unknown).tolist():
                if missing[j] and self.policies[j] == "error":
                    raise_missing(frame, j)
                if unknown[j] and self.unknown[j] == "error":
                    raise_unknown(schema, frame, j)
        return table

    def routes(self) -> list[_core.MissingRoute] | None:
        """Return the core's route for missing values of each feature; None if all are learned."""
        return routes_of(self.policies)

    def unknown_routes(self) -> list[_core.MissingRoute] | None:
        """Return the same for categories that were not seen during fit."""
        pairs = zip(self.policies, self.unknown, strict=True)
        return routes_of(
            policy if of_unknown == "missing" else of_unknown for policy, of_unknown in pairs
        )


def unknown_policy(missing: str, unknown: str, categorical: bool) -> str:
    """Return the policy for unknown categories, given that for missing values.

    "auto" does not follow a learned direction: what was learned from missing values says nothing
    about unknown categories.
    """
    if unknown == "auto":
        unknown = "majority" if categorical and missing == "learned" else "missing"
    return "error" if (missing, unknown) == ("error", "missing") else unknown


class LearnedRules(NamedTuple):
    """The rules learned from the training data, and their effect on it."""

    rules: MissingRules
    schema: Schema
    """With the categories that the policies add."""
    weight: Weights | None
    """0 for dropped rows."""
    dropped: dict[int, int]
    """By feature index: number of dropped rows that had a weight above 0."""


def routes_of(policies: Iterable[str]) -> list[_core.MissingRoute] | None:
    """Return the routes of policies; policies applied before growth get the route ``learned``."""
    learned = _core.MissingRoute.learned
    routes = [ROUTES.get("majority" if p == "drop" else p, learned) for p in policies]
    return routes if any(routes) else None


def add_missing_categories(schema: Schema, policies: tuple[str, ...]) -> Schema:
    if schema.categories is None or "category" not in policies:
        return schema
    categories = tuple(
        with_missing_category(known) if known is not None and policy == "category" else known
        for known, policy in zip(schema.categories, policies, strict=True)
    )
    return replace(schema, categories=categories)


def check_ordered(schema: Schema, policies: tuple[str, ...], unknown: tuple[str, ...]) -> None:
    """Raise for a policy for unknown categories that ordered categories cannot have.

    Their splits are thresholds: an unknown category is imputed, rejected, or treated as missing.
    """
    for j in schema.codings:
        if schema.known(j) is None or unknown[j] in ("missing", "mode", "error", policies[j]):
            continue
        name = column_label(j, schema.names)
        raise ValueError(
            f"unknown={unknown[j]!r} is not supported for ordered categories ({name}) unless "
            "missing is the same. Use 'missing', 'mode' or 'error' there, the same policy in "
            "missing, or treat the feature as unordered in categorical_features."
        )


def learn_fills(
    policies: tuple[str, ...],
    unknown: tuple[str, ...],
    schema: Schema,
    frame: Frame,
    weight: Weights | None,
) -> dict[int, Fill]:
    fills = {
        j: number_fill(policies[j], frame, j, weight)
        if known is None
        else category_fill(policies[j], unknown[j], frame, j, known, weight, j in schema.codings)
        for j, known in enumerate(map(schema.known, range(schema.n_features)))
    }
    return {j: fill for j, fill in fills.items() if fill != Fill()}


def dropping(policies: Iterable[str]) -> list[int]:
    """Return the features whose missing values drop the row."""
    return [j for j, policy in enumerate(policies) if policy == "drop"]


def drop_rows(
    frame: Frame, features: list[int], weight: Weights | None
) -> tuple[Weights | None, dict[int, int]]:
    """Return weights with 0 for rows to drop, and the number of dropped rows by feature."""
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
        raise ValueError(f"missing='drop' drops every row: values are missing in {names}.")
    return after, dropped


def missing_rows(frame: Frame, j: int) -> Array:
    """Return the rows in which a column has no value."""
    cells = frame.cells
    if sp.issparse(cells):
        part = slice(cells.indptr[j], cells.indptr[j + 1])
        rows: Array = cells.indices[part][np.isnan(cells.data[part])]
        return rows
    column = frame.column(j)
    if isinstance(column, EncodedColumn):
        absent = np.array([*map(is_missing, column.values), True])  # code -1 takes the last entry
        return np.flatnonzero(absent[column.codes])
    return np.flatnonzero(np.isnan(column.numbers if isinstance(column, TimeColumn) else column))


def raise_missing(frame: Frame, j: int) -> NoReturn:
    row = missing_rows(frame, j)[0]
    raise ValueError(
        f"Input X contains NaN or null: row {row}, {frame.column_name(j)}, and missing='error' "
        "does not allow missing values there."
    )


def raise_unknown(schema: Schema, frame: Frame, j: int) -> None:
    """Raise if a row of a column has an unknown category."""
    name, known = frame.column_name(j), schema.known(j)
    if known is None:
        return
    column = frame.categories(j, known)
    is_unknown = column.encode(known) >= max(1, len(known))
    if not is_unknown.any():
        return
    row = int(is_unknown.argmax())
    raise ValueError(
        f"Row {row}, {name}: the category {column.values[column.codes[row]]!r} was not seen at "
        "fit, and unknown='error' does not allow unknown categories."
    )
