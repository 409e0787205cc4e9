"""The rows of X as an additive model reads them, with columns that can be replaced."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .. import _core
from ..boosting.model import BoostedModel
from .additive import AdditiveModel, Floats, TreeSum
from .part_reader import PartReader


class PartOutput:
    """The output of a sum of trees for a table."""

    def __init__(self, part: TreeSum) -> None:
        self.part = part

    @cached_property
    def ensemble(self) -> _core.Ensemble | None:
        """The trees, if each has one value per leaf."""
        trees = self.part.trees
        if isinstance(trees, _core.Forest) or any(tree.value[0].size > 1 for tree in trees):
            return None
        return _core.Ensemble(list(trees), self.part.n_outputs)

    def __call__(self, table: _core.Table, n_threads: int) -> Floats:
        """Return the output: (rows, n_outputs)."""
        part = self.part
        if self.ensemble is not None:
            scores = np.zeros((part.n_outputs, table.n_rows))
            self.ensemble.add(table, scores, n_threads)
            return np.asarray(part.scale * scores.T)
        if isinstance(part.trees, _core.Forest):
            forest = part.trees
            widths = forest.n_classes or [1] * forest.n_outputs
            values = forest.predict(table, "mean", n_threads) * forest.n_trees
        else:
            widths = part.trees[0].n_classes or [1] * part.trees[0].n_outputs
            values = np.sum([tree.predict(table, n_threads) for tree in part.trees], axis=0)
        flat = np.hstack([values[:, k, :width] for k, width in enumerate(widths)])
        return np.asarray(part.scale * flat)


@dataclass(frozen=True)
class ModelRows:
    """A model, and a table for each of its sums of trees.

    Values of features are numbers; categories are their indices in the first part that has the
    feature, and NaN is missing.
    """

    model: AdditiveModel
    tables: tuple[_core.Table, ...]
    outputs: tuple[PartOutput, ...]
    n_threads: int

    @classmethod
    def read(cls, model: AdditiveModel, X: Any, owner: Any, n_jobs: int | None) -> "ModelRows":
        readers = [PartReader(part, type(owner).__name__, n_jobs) for part in model.parts]
        tables = tuple(reader.table(X) for reader in readers)
        n_threads = max(reader.n_threads(tables[0].n_rows) for reader in readers)
        return cls(model, tables, tuple(map(PartOutput, model.parts)), n_threads)

    @property
    def n_rows(self) -> int:
        return self.tables[0].n_rows

    def source(self, j: int) -> tuple[int, int]:
        """Return the first part that has a feature, and its column there."""
        for i, part in enumerate(self.model.parts):
            own = own_columns(part, j)
            if own:
                return i, own[0]
        raise ValueError(f"No member of the model uses the feature {j}.")

    def column(self, j: int) -> Floats:
        """Return the values of a feature."""
        i, own = self.source(j)
        values = self.tables[i].column(own)
        if self.model.parts[i].schema.kind(own) == "category":
            values[values < 0] = np.nan
        return values

    def part_values(self, i: int, j: int, values: Floats) -> Floats:
        """Convert values of a feature to those that a part uses."""
        part = self.model.parts[i]
        source, own = self.source(j)
        [first, *_] = own_columns(part, j)
        known = self.model.parts[source].schema.known(own)
        other = part.schema.known(first)
        if known is not None and other is not None and known != other:
            codes = np.array([*(other.get(label, len(other)) for label in known), len(other)])
            found = codes[np.clip(np.nan_to_num(values), 0, len(known)).astype(int)]
            values = np.where(np.isnan(values), np.nan, found)
        fill = part.missing.fills.get(first)
        if fill is not None and fill.missing is not None:
            values = np.where(np.isnan(values), fill.missing, values)
        return values

    def replaced(self, columns: Mapping[int, Floats | float]) -> "ModelRows":
        """Return the rows with other values of some features: one per row, or one for all."""
        tables = list(self.tables)
        for i, part in enumerate(self.model.parts):
            for j, values in columns.items():
                for own in own_columns(part, j):
                    cells = self.part_values(i, j, np.asarray(values, dtype=np.float64))
                    cells = np.broadcast_to(cells, (self.n_rows,))
                    tables[i] = tables[i].with_column(own, cells)
        return replace(self, tables=tuple(tables))

    def output(self) -> Floats:
        """Return the output of the model: (rows, outputs)."""
        total = np.tile(self.model.offset, (self.n_rows, 1))
        for i in range(len(self.tables)):
            total[:, self.outputs_of(i)] += self.part_output(i)
        return total

    def part_output(self, i: int) -> Floats:
        return self.outputs[i](self.tables[i], self.n_threads)

    def outputs_of(self, i: int) -> Any:
        """Return the outputs of the model that a part adds to."""
        part = self.model.parts[i]
        return slice(None) if part.outputs is None else part.outputs


def own_columns(part: TreeSum, j: int) -> list[int]:
    """Return the columns of a part that are a feature of the model."""
    return [j] if part.columns is None else np.flatnonzero(part.columns == j).tolist()


class OutputScale:
    """Outputs on the scale of the additive model, or of predictions."""

    def __init__(self, model: AdditiveModel, estimator: Any, scale: str) -> None:
        if scale not in ("additive", "prediction"):
            raise ValueError(f'scale must be "additive" or "prediction", got {scale!r}.')
        self.kind, self.labels = model.kind, list(model.labels)
        self.link: Any = None
        if scale == "additive" or model.kind != "raw score":
            return
        fitted = estimator._fitted()
        if not isinstance(fitted, BoostedModel):
            raise ValueError(
                f'scale="prediction" is not available for {type(estimator).__name__}: use '
                'scale="additive", the scale of its decision function.'
            )
        self.link = fitted.loss
        self.kind = "prediction" if fitted.classes is None else "probability"
        if fitted.classes is not None:
            self.labels = fitted.classes.tolist()

    def __call__(self, output: Floats) -> Floats:
        """Convert outputs of the additive model: (rows, outputs)."""
        if self.link is None:
            return output
        found = self.link.predict(np.ascontiguousarray(output.T))
        return np.asarray(found).reshape(len(output), -1)
