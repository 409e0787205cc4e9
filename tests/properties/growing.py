"""Small tables in the core's form, and trees grown on them without an estimator."""

from dataclasses import dataclass, replace

import numpy as np

from core_options import make_options
from spinney import _core


@dataclass(frozen=True)
class Sample:
    """Columns with their number of categories (0: numeric), targets, weights, class counts."""

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
        """The same table as a sparse matrix."""
        stored = [np.flatnonzero(column != 0) for column in self.columns]
        cells = [column[rows] for column, rows in zip(self.columns, stored, strict=True)]
        ends = np.cumsum([0, *map(len, stored)])
        data, indices = np.concatenate(cells), np.concatenate(stored)
        return _core.Table.from_csc(data, indices, ends, self.n_rows, self.levels)

    def rows(self, chosen):
        """Select rows by a mask or by indices."""
        weight = None if self.weight is None else self.weight[chosen]
        columns = [column[chosen] for column in self.columns]
        return replace(self, columns=columns, y=self.y[chosen], weight=weight)

    def weighted(self):
        """The rows of positive weight, with explicit weights."""
        weight = np.ones(self.n_rows) if self.weight is None else self.weight
        return replace(self, weight=weight).rows(weight > 0)


def grow(sample, criterion, table=None, **options):
    """Grow a tree in the core with scikit-learn's defaults, overridden by the options."""
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
    """Contents of a tree as bytes, to compare two trees bit for bit."""
    held = {name: np.ascontiguousarray(getattr(tree, name)).tobytes() for name in ARRAYS}
    sets = [tuple(tree.categories_left(node)) for node in np.flatnonzero(tree.kind == 2)]
    return {name: held[name] for name in ARRAYS if name not in but} | {"sets": sets}
