"""Cells of features: values that no split of a model separates."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import _core
from ..data.codings import Coding
from ..data.columns import Categories
from ..data.missing.fills import MISSING_CATEGORY
from .additive import AdditiveModel, Floats, TreeSum
from .feature_values import schema_of
from .model_rows import own_columns


@dataclass(frozen=True)
class FeatureCells:
    """The cells of a feature; two more follow, for missing values and unknown categories."""

    name: str
    kind: str
    cuts: Floats
    """Thresholds between the cells of a number."""
    labels: tuple[Any, ...]
    """The categories, each a cell of its own."""
    coding: Coding | None

    @property
    def is_category(self) -> bool:
        return self.kind == "category"

    @property
    def n_values(self) -> int:
        return len(self.labels) if self.is_category else len(self.cuts) + 1

    def cell(self, state: str, code: float) -> int:
        """Return the cell of a value: a number, or the position of a category."""
        if state != "known":
            return self.n_values + (state == "unknown" and self.is_category)
        return int(code) if self.is_category else int(np.searchsorted(self.cuts, code))


class ModelCells:
    """The features of a model as cells, and its trees on these cells."""

    def __init__(self, model: AdditiveModel, owner: str) -> None:
        self.model, self.schema = model, schema_of(model)
        tables = [empty_row(part) for part in model.parts]
        cuts = [
            tree_cuts(part, table, owner) for part, table in zip(model.parts, tables, strict=True)
        ]
        names = model.feature_names or tuple(f"x{j}" for j in range(model.n_features))
        self.features = [
            FeatureCells(
                names[j],
                self.schema.kind(j),
                merged_cuts(model, cuts, j),
                all_labels(model, j),
                self.schema.codings.get(j),
            )
            for j in range(model.n_features)
        ]
        self.trees = _core.CellTrees([f.n_values + 2 for f in self.features], model.n_outputs)
        for part, table in zip(model.parts, tables, strict=True):
            self._add(part, table)
        self.divided = set(self.trees.divided)

    def _add(self, part: TreeSum, table: _core.Table) -> None:
        columns = range(self.model.n_features) if part.columns is None else part.columns
        features = [int(j) for j in columns]
        values = [self._values(part, own, j) for own, j in enumerate(features)]
        outputs = range(part.n_outputs) if part.outputs is None else part.outputs.tolist()
        self.trees.add(part.core_trees, table, features, values, list(outputs), part.scale)

    def _values(self, part: TreeSum, own: int, j: int) -> list[float]:
        """Return the value of each cell as a column of some trees reads it."""
        feature = self.features[j]
        missing, unknown = part.missing.fills.get(own) or (None, None)
        absent = np.nan if missing is None else float(missing)
        if not feature.is_category:
            return [*feature.cuts.tolist(), np.inf, absent, np.nan]
        known: Categories = part.schema.known(own) or {}
        other = float(max(1, len(known)) if unknown is None else unknown)
        return [*(float(known.get(label, other)) for label in feature.labels), absent, other]

    def uses(self, j: int) -> bool:
        """Return whether some member of the model has a feature."""
        return any(own_columns(part, j) for part in self.model.parts)

    def is_missing_category(self, j: int, label: Any) -> bool:
        """Return whether a category stands for missing values."""
        return label == MISSING_CATEGORY and any(
            part.missing.policies[own] == "category"
            for part in self.model.parts
            for own in own_columns(part, j)
        )


def empty_row(part: TreeSum) -> _core.Table:
    """Return a table of one row, which tells how many categories the columns have."""
    schema = part.schema
    levels = [0 if known is None else max(1, len(known)) for known in schema.categories or ()]
    return _core.Table.from_columns([np.zeros(1)] * schema.n_features, 1, levels or None)


def tree_cuts(part: TreeSum, table: _core.Table, owner: str) -> list[Floats]:
    """Return the thresholds of each column of some trees; raise for oblique splits."""
    cuts, combined = _core.feature_cuts(part.core_trees, table)
    if not isinstance(part.trees, _core.Forest) and any(t.has_linear_leaves for t in part.trees):
        raise ValueError(
            f"Counterfactuals of this {owner} are not available: its leaves are linear functions "
            'of the features. Fit it with leaf="constant".'
        )
    if combined.any():
        raise ValueError(
            f"Counterfactuals of this {owner} are not available: its splits combine several "
            'features. Fit it with split_kind="binary".'
        )
    return cuts


def merged_cuts(model: AdditiveModel, cuts: list[list[Floats]], j: int) -> Floats:
    """Return the thresholds of a feature in all parts."""
    found = [
        own_cuts[own]
        for part, own_cuts in zip(model.parts, cuts, strict=True)
        for own in own_columns(part, j)
    ]
    merged = np.unique(np.concatenate(found)) if found else np.empty(0)
    return merged[np.isfinite(merged)]  # infinite ones separate missing values only


def all_labels(model: AdditiveModel, j: int) -> tuple[Any, ...]:
    """Return the categories of a feature in all parts, in the order of the first part."""
    labels: dict[Any, None] = {}
    for part in model.parts:
        for own in own_columns(part, j):
            labels.update(dict.fromkeys(part.schema.known(own) or ()))
    return tuple(labels)
