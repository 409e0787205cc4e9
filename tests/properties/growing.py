"""Small tables as the core takes them, and trees grown on them without the estimators."""

from dataclasses import dataclass, replace

import numpy as np

from core_options import make_options
from spinney import _core


@dataclass(frozen=True)
class Sample:
    """Columns with their levels (0: numbers), targets (rows, outputs), weights and class counts."""

    columns: list[np.ndarray]
    levels: list[int]
    y: np.ndarray
    weight: np.ndarray | None = None
    n_classes: tuple[int, ...] = ()

    @property
    def n_rows(self):
        return len(self.y)

    @property
    def table(self):
        return _core.Table.from_columns(self.columns, self.n_rows, self.levels)

    @property
    def sparse_table(self):
        """The same cells, those that are not 0 stored column by column."""
        stored = [np.flatnonzero(column != 0) for column in self.columns]
        cells = [column[rows] for column, rows in zip(self.columns, stored, strict=True)]
        ends = np.cumsum([0, *map(len, stored)])
        data, indices = np.concatenate(cells), np.concatenate(stored)
        return _core.Table.from_csc(data, indices, ends, self.n_rows, self.levels)

    def rows(self, chosen):
        """The sample made of the rows chosen by a mask or by indices."""
        weight = None if self.weight is None else self.weight[chosen]
        columns = [column[chosen] for column in self.columns]
        return replace(self, columns=columns, y=self.y[chosen], weight=weight)

    def weighted(self):
        """The rows that count, with their weights written out."""
        weight = np.ones(self.n_rows) if self.weight is None else self.weight
        return replace(self, weight=weight).rows(weight > 0)


def grow(sample, criterion, table=None, **options):
    """The core's tree with scikit-learn's defaults, changed by the options."""
    return _core.grow_tree(
        sample.table if table is None else table,
        sample.y,
        sample.weight,
        sample.n_classes,
        make_options(_core.TreeOptions, criterion=criterion, **options),
    )


ARRAYS = [
    *("kind", "feature", "threshold", "first_child", "children_left", "children_right"),
    *("missing_go_to_left", "impurity", "gain", "value"),
    *("n_node_samples", "weighted_n_node_samples"),
]


def bits(tree, but=()):
    """Everything a tree holds as bytes, to compare two trees to the last bit."""
    held = {name: np.ascontiguousarray(getattr(tree, name)).tobytes() for name in ARRAYS}
    sets = [tuple(tree.categories_left(node)) for node in np.flatnonzero(tree.kind == 2)]
    return {name: held[name] for name in ARRAYS if name not in but} | {"sets": sets}
