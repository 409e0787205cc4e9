"""The values of features in the rows that are explained, read as the model reads them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.result_frames import ShortRepr
from ..data.codings import Coding
from ..data.columns import Categories, is_missing, plain_label
from ..data.frames import Frame
from ..data.number_rules import NumberRules
from ..data.schema import Schema
from ..inspection.coded_values import format_coded
from ..inspection.numbers import format_number
from ..inspection.phrases import label_text
from .additive import AdditiveModel
from .feature_groups import Players

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class FeatureValues(ShortRepr):
    """The values of a feature in all rows.

    Attributes
    ----------
    name : str
        Name of the feature.
    numbers : ndarray of shape (n_samples,)
        Numbers, or positions in ``categories``; NaN is missing.
    categories : tuple
        The categories of the model, then unknown ones of the rows; empty for numbers.
    coding : Coding or None
        What numbers stand for: dates, times, durations or ordered categories.
    """

    name: str
    numbers: Floats
    categories: tuple[Any, ...] = ()
    coding: Coding | None = None

    def text(self, row: int) -> str:
        """Return the value of a row as text."""
        return self.value_text(float(self.numbers[row]))

    def value_text(self, value: float) -> str:
        """Return a number, or the category at a position, as text."""
        if np.isnan(value):
            return "missing"
        if self.categories:
            return label_text(self.categories[int(value)])
        return format_number(value) if self.coding is None else format_coded(value, self.coding)


@dataclass(frozen=True)
class FeatureReader:
    """Reads the features of a model from rows of any container."""

    schema: Schema
    number_rules: NumberRules
    columns: list[int | None]
    """The column of each feature; None for a group of features."""

    @classmethod
    def of(cls, model: AdditiveModel, players: Players) -> "FeatureReader":
        members = [np.flatnonzero(players.of_feature == p) for p in range(len(players.names))]
        columns = [int(own[0]) if len(own) == 1 else None for own in members]
        return cls(schema_of(model), model.parts[0].number_rules, columns)

    def frame(self, X: Any) -> Frame:
        return self.schema.read(X, rules=self.number_rules, warn_unnamed=False)

    def is_category(self, feature: int) -> bool:
        j = self.columns[feature]
        return j is not None and self.schema.kind(j) == "category"

    def read(self, frame: Frame, feature: int, name: str) -> FeatureValues | None:
        """Return the values of a feature; None for a group."""
        j = self.columns[feature]
        if j is None:
            return None
        if self.is_category(feature):
            return FeatureValues(name, *read_categories(frame, j, self.schema.known(j) or {}))
        numbers = np.asarray(self.schema.column(frame, j), dtype=np.float64)
        return FeatureValues(name, numbers, coding=self.schema.codings.get(j))


def schema_of(model: AdditiveModel) -> Schema:
    """Return the schema of all columns, also if each part uses some of them."""
    if model.parts[0].columns is None:
        return model.parts[0].schema
    categories: list[Categories | None] = [None] * model.n_features
    codings: dict[int, Coding] = {}
    for part in model.parts:
        own = range(model.n_features) if part.columns is None else part.columns
        for i, j in enumerate(own):
            if part.schema.categories is not None:
                categories[j] = part.schema.categories[i]
            if i in part.schema.codings:
                codings[int(j)] = part.schema.codings[i]
    known = tuple(categories) if any(entry is not None for entry in categories) else None
    return Schema(model.n_features, model.feature_names, known, codings)


def read_categories(frame: Frame, j: int, known: Categories) -> tuple[Floats, tuple[Any, ...]]:
    """Return the position of the category of each row, and all categories."""
    encoded = frame.categories(j, known).compact()
    positions: dict[Any, int] = dict(known)
    found = np.full(len(encoded.values) + 1, np.nan)  # code -1 takes the last entry
    for code, value in enumerate(encoded.values):
        if not is_missing(value):
            found[code] = positions.setdefault(plain_label(value), len(positions))
    return found[encoded.codes], tuple(positions)
