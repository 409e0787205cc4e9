"""Mean outputs with some features replaced: exact sums over leaves, or by prediction."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from .. import _core
from ..data.weights import Weights
from .additive import Floats
from .effect_grid import FeatureGrid
from .model_rows import ModelRows, OutputScale, own_columns

Target = tuple[int, ...]
"""One feature or two."""
Mean = Callable[[ModelRows], Floats]


class PartEffects:
    """Partial dependence of one sum of trees for some targets, relative to its mean."""

    def __init__(self, rows: ModelRows, i: int, targets: Sequence[Target], weight: Weights | None):
        self.rows, self.i, self.weight = rows, i, weight
        part = rows.model.parts[i]
        features = sorted({j for target in targets for j in target})
        self.column = {j: own[0] for j in features if (own := own_columns(part, j))}
        doubled = any(len(own_columns(part, j)) > 1 for j in features)
        place = {j: k for k, j in enumerate(self.column)}
        self.pairs = [t for t in targets if len(t) == 2 and set(t) <= place.keys()]
        own_pairs = [(self.column[a], self.column[b]) for a, b in self.pairs]
        columns, table = list(self.column.values()), rows.tables[i]
        arguments = (columns, own_pairs, weight, rows.n_threads)
        if isinstance(part.trees, _core.Forest):
            found = _core.partial_dependence(part.trees, table, *arguments)
        else:
            found = _core.partial_dependence(list(part.trees), table, part.n_outputs, *arguments)
        self.cuts, self.combined, sums = found
        self.exact = sums is not None and not doubled
        if sums is not None:
            self.base, singles, pairs = sums
            self.singles = dict(zip(self.column, singles, strict=True))
            self.joint = dict(zip(self.pairs, pairs, strict=True))

    def values(self, grids: Sequence[FeatureGrid]) -> Floats:
        """Return the mean output on the product of grids: (points, [points,] outputs)."""
        part = self.rows.model.parts[self.i]
        shape = tuple(map(len, grids))
        if not self.exact:
            return brute_force(self.rows, grids, self.rows.model.parts[self.i].n_outputs, self.mean)
        result = np.tile(self.base, (*shape, 1))
        cells = [self.cells(grid) for grid in grids]
        for axis, (grid, cell) in enumerate(zip(grids, cells, strict=True)):
            if cell is not None:
                along = [1] * len(shape)
                along[axis] = len(grid)
                result += self.singles[grid.index][cell].reshape(*along, -1)
        target = tuple(grid.index for grid in grids)
        if target in self.joint:
            result += self.joint[target][np.ix_(*cells)]
        return np.asarray(part.scale * result)

    def mean(self, rows: ModelRows) -> Floats:
        return np.average(rows.part_output(self.i), axis=0, weights=self.weight)

    def cells(self, grid: FeatureGrid) -> np.ndarray | None:
        """Return the cell of each point; None if the part does not use the feature."""
        j = grid.index
        if j not in self.column:
            return None
        own, schema = self.column[j], self.rows.model.parts[self.i].schema
        values = self.rows.part_values(self.i, j, grid.codes)
        missing = np.isnan(values)
        if schema.kind(own) == "category":
            n_values = max(1, len(schema.known(own) or ()))
            found = np.where(values >= n_values, n_values + 1, np.nan_to_num(values))
        else:
            n_values = len(self.cuts[own]) + 1
            found = np.searchsorted(self.cuts[own], values, side="left")
        return np.where(missing, n_values, found).astype(np.intp)


def brute_force(
    rows: ModelRows, grids: Sequence[FeatureGrid], n_outputs: int, mean: Mean
) -> Floats:
    """Return ``mean(rows)`` for all points of the product of grids."""
    result = np.empty((*map(len, grids), n_outputs))
    for place in product(*(range(len(grid)) for grid in grids)):
        columns = {grid.index: float(grid.codes[k]) for grid, k in zip(grids, place, strict=True)}
        result[place] = mean(rows.replaced(columns))
    return result


class Effects:
    """Partial dependence of a model for some targets."""

    def __init__(self, rows: ModelRows, targets: Sequence[Target], weight: Weights | None):
        self.rows, self.weight = rows, weight
        self.parts = [PartEffects(rows, i, targets, weight) for i in range(len(rows.tables))]

    def cuts(self, j: int) -> Floats | None:
        """Return all thresholds of a feature; None if splits combine it with others."""
        cuts = []
        for part in self.parts:
            for own in own_columns(self.rows.model.parts[part.i], j):
                if part.combined[own]:
                    return None
                cuts.append(part.cuts[own])
        found = np.unique(np.concatenate(cuts)) if cuts else np.empty(0)
        return found[np.isfinite(found)]  # infinite ones separate missing values only

    def values(self, grids: Sequence[FeatureGrid]) -> Floats:
        """Return the mean output on the product of grids."""
        model = self.rows.model
        total = np.tile(model.offset, (*map(len, grids), 1))
        for part in self.parts:
            total[..., self.rows.outputs_of(part.i)] += part.values(grids)
        return total

    def transformed(self, grids: Sequence[FeatureGrid], scale: OutputScale) -> Floats:
        """Return the mean of transformed outputs on the product of grids, by prediction."""

        def mean(rows: ModelRows) -> Floats:
            return np.asarray(np.average(scale(rows.output()), axis=0, weights=self.weight))

        return brute_force(self.rows, grids, len(scale.labels), mean)
