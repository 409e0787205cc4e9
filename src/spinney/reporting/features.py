"""The features of the rows of a report, as the model reads them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base.fitted_schema import find_schema
from ..data.codings import Coding
from ..data.columns import Categories, EncodedColumn, plain_label
from ..data.schema import Schema
from ..inspection.coded_values import format_coded
from ..inspection.numbers import format_number
from ..inspection.phrases import label_text

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Feature:
    """A feature with its values in all rows.

    ``values`` are numbers, or positions in ``labels``; NaN is missing. A category that the model
    does not know has the position after the last label; ``exact`` numbers these as well, each with
    its own position.
    """

    name: str
    kind: str
    """ "number", "category" or the kind of its coding."""
    labels: tuple[Any, ...] | None
    coding: Coding | None
    values: Floats
    exact: Floats
    """The values with a position for each unknown label; the same in all tables of a report."""

    @property
    def present(self) -> Floats:
        return self.values[~np.isnan(self.values)]

    @property
    def n_distinct(self) -> int:
        """The number of distinct values, with labels that the model does not know."""
        return len(np.unique(self.exact[~np.isnan(self.exact)]))

    @property
    def unknown(self) -> Any:
        """Whether each value is a label that the model does not know."""
        if self.labels is None:
            return np.zeros(len(self.values), dtype=bool)
        return self.exact >= len(self.labels)

    @property
    def n_missing(self) -> int:
        return int(np.isnan(self.values).sum())

    def text(self, value: float) -> str:
        """Return a value as text."""
        if np.isnan(value):
            return "missing"
        if self.labels is not None:
            known = value < len(self.labels)
            return label_text(self.labels[int(value)]) if known else "other"
        return format_number(value) if self.coding is None else format_coded(value, self.coding)


class FeatureTable:
    """Reads rows of X as features, by the schema of the model or, without one, of the rows."""

    def __init__(self, model: Any, X: Any) -> None:
        schema = find_schema(model)
        n_features = getattr(model, "n_features_in_", None)
        if schema is None or (n_features is not None and schema.n_features != n_features):
            schema = Schema.learn(X)[0]
        self.schema: Schema = schema
        self.labels: dict[int, Categories] = {}
        """The labels of each category feature: those of the model, then all others that occur."""

    def names(self) -> list[str]:
        known = self.schema.names
        return [f"x{j}" for j in range(self.schema.n_features)] if known is None else list(known)

    def read(self, X: Any) -> list[Feature]:
        """Return all features of X."""
        frame = self.schema.read(X, "the model", warn_unnamed=False)
        features = []
        for j, name in enumerate(self.names()):
            known, coding = self.schema.known(j), self.schema.codings.get(j)
            if known is None:
                values = np.array(self.schema.column(frame, j), dtype=np.float64)
                exact = values
            else:
                # The column of ordered categories does not tell unknown from missing ones.
                exact = self.positions(j, frame.categories(j, known), known)
                values = np.where(exact < len(known), exact, max(1, len(known)))
                values[np.isnan(exact)] = np.nan
            labels = None if known is None else tuple(map(plain_label, known))
            features.append(Feature(name, self.schema.kind(j), labels, coding, values, exact))
        return features

    def positions(self, j: int, column: EncodedColumn, known: Categories) -> Floats:
        """Return the position of the label of each row; unknown labels come after known ones."""
        labels = self.labels.setdefault(j, dict(known))
        for label in column.categories():
            labels.setdefault(label, len(labels))
        found = np.array(column.encode(labels), dtype=np.float64)
        found[found < 0] = np.nan
        return found
