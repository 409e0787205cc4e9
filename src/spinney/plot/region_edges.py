"""Edges between the regions of a model: along grid cells, or exactly along a tree's splits."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from ..data.columns import as_numbers
from ..inspection.split_kinds import Combination, CombinationSplit
from ..inspection.split_table import SplitTable
from ..trees.base import BaseDecisionTree
from .grid import Floats, Grid, is_ordered

N_SEGMENTS = 600
"""Segments of an oblique or spherical boundary; each is drawn only if its sides differ."""
MAX_SEGMENT_FACTOR = 100
"""Maximum multiple of N_SEGMENTS for ellipses larger than the plot."""
PROBE_DISTANCE = 1e-6
"""Distance from a curve at which its two sides are compared, relative to the plot size."""


def tree_thresholds(*models: Any) -> dict[int, Floats]:
    """Return the thresholds of the trees among the models, by feature."""
    found: dict[int, list[float]] = {}
    for model in models:
        if isinstance(model, BaseDecisionTree):
            splits = SplitTable(model._fitted())
            for j in range(splits.tree.n_features):
                found.setdefault(j, []).extend(splits.thresholds_on(j))
    return {j: np.array(thresholds) for j, thresholds in found.items()}


class RegionEdges:
    """Lines in the plane where the output of one model changes."""

    def __init__(self, grid: Grid, model: Any) -> None:
        self.grid = grid
        self.curves: list[Floats] = []
        self.thresholds: tuple[Any, Any] | None = None
        # Between two categories, there is no curve: the edges of their cells are drawn.
        if isinstance(model, BaseDecisionTree) and not any(map(is_ordered, grid.codings)):
            self.curves = list(split_curves(grid, model))
        if self.curves:
            own = tree_thresholds(model)
            self.thresholds = (own[grid.features[0]], own[grid.features[1]])

    def lines(
        self, cells: NDArray[Any], output: Callable[[Any], Any], color: str, width: float
    ) -> LineCollection:
        """Return the edges between cells, and between the sides of curves, that differ."""
        segments = [*self.vertical(cells), *self.horizontal(cells), *self.curved(output)]
        return LineCollection(segments, colors=color, linewidths=width, capstyle="projecting")

    def vertical(self, cells: NDArray[Any]) -> Iterator[Any]:
        """Yield the vertical edges between cells that differ."""
        x, y = self.grid.edges
        differ = (cells[:, 1:] != cells[:, :-1]) & self.may_differ(0)
        for r, c in np.argwhere(differ):
            yield (x[c + 1], y[r]), (x[c + 1], y[r + 1])

    def horizontal(self, cells: NDArray[Any]) -> Iterator[Any]:
        """Yield the horizontal edges between cells that differ."""
        x, y = self.grid.edges
        differ = (cells[1:] != cells[:-1]) & self.may_differ(1)[:, None]
        for r, c in np.argwhere(differ):
            yield (x[c], y[r + 1]), (x[c + 1], y[r + 1])

    def may_differ(self, axis: int) -> NDArray[np.bool_]:
        """Mask of the inner cell edges to draw; only thresholds if the tree also has curves."""
        inner = self.grid.edges[axis][1:-1]
        if self.thresholds is None:
            return np.ones(len(inner), dtype=bool)
        found: NDArray[np.bool_] = np.isin(inner, self.thresholds[axis])
        return found

    def curved(self, output: Callable[[Any], Any]) -> Iterator[Any]:
        """Yield the segments of curves whose two sides have different output."""
        if not self.curves:
            return
        # Every other point is the middle of a segment and lies exactly on the curve.
        ends = np.concatenate([np.stack([c[:-2:2], c[2::2]], axis=1) for c in self.curves])
        middle = np.concatenate([c[1:-1:2] for c in self.curves])
        size = np.array([edges[-1] - edges[0] for edges in self.grid.edges])
        direction = (ends[:, 1] - ends[:, 0]) / size
        normal = np.column_stack([-direction[:, 1], direction[:, 0]])
        length = np.maximum(np.hypot(*normal.T), 1e-300)[:, None]
        shift = PROBE_DISTANCE * size * normal / length
        first, second = (
            np.asarray(output(self.grid.rows(*np.ascontiguousarray(side.T))))
            for side in (middle + shift, middle - shift)
        )
        yield from ends[first != second]


def split_curves(grid: Grid, model: BaseDecisionTree) -> Iterator[Floats]:
    """Yield points of the lines and ellipses where splits on several features meet the plane."""
    table = SplitTable(model._fitted())
    nodes = np.flatnonzero(table.kind).tolist()
    splits = [split for split in map(table.split, nodes) if split.multivariate]
    fixed = fixed_values(grid, model, table, {j for split in splits for j in split.features})
    for split in splits:
        assert isinstance(split, CombinationSplit)
        bound = split.threshold - split.combination.total(fixed)
        curve = ellipse if split.combination.squared else line
        for points in curve(grid, split.combination, bound):
            yield from clip_to_plot(grid, points)


def fixed_values(
    grid: Grid, model: BaseDecisionTree, splits: SplitTable, used: set[int]
) -> dict[int, float]:
    """Return the values of the features that are not on an axis; NaN if missing and not filled."""
    corner = grid.rows(grid.edges[0][:1], grid.edges[1][:1])
    frame = model._fitted().schema.read(corner, type(model).__name__)
    fixed = {}
    for j in used.difference(grid.features):
        value = float(as_numbers(frame.column(j), frame.column_name(j))[0])
        fill = splits.fill_value(j, "missing")
        fixed[j] = fill if math.isnan(value) and fill is not None else value
    return fixed


def clip_to_plot(grid: Grid, points: Floats) -> Iterator[Floats]:
    """Yield the runs of segments that touch the plot."""
    low, high = (np.array([edges[end] for edges in grid.edges]) for end in (0, -1))
    inside = np.all((points >= low) & (points <= high), axis=1)
    shown = np.flatnonzero(inside[:-2:2] | inside[1:-1:2] | inside[2::2])
    for run in np.split(shown, np.flatnonzero(np.diff(shown) > 1) + 1):
        if len(run):
            yield points[2 * run[0] : 2 * run[-1] + 3]


def plane_terms(grid: Grid, combination: Combination) -> list[tuple[float, float]]:
    """Return coefficient and center of the two plotted features; 0 if a feature is not used."""
    terms = zip(combination.factors, combination.centers, strict=True)
    by_feature = dict(zip(combination.features, terms, strict=True))
    return [by_feature.get(j, (0.0, 0.0)) for j in grid.features]


def even_points(grid: Grid) -> Iterator[Floats]:
    """Yield evenly spaced coordinates along each axis."""
    for edges in grid.edges:
        yield np.linspace(edges[0], edges[-1], 2 * N_SEGMENTS + 1)


def line(grid: Grid, combination: Combination, bound: float) -> Iterator[Floats]:
    """Yield points where a (x - c) + b (y - d) equals the bound."""
    (a, c), (b, d) = plane_terms(grid, combination)
    if a == b == 0:
        return
    x, y = even_points(grid)
    # Parameterize by the axis with the smaller slope.
    if abs(a) * np.ptp(x) <= abs(b) * np.ptp(y):
        yield np.column_stack([x, d + (bound - a * (x - c)) / b])
    else:
        yield np.column_stack([c + (bound - b * (y - d)) / a, y])


def ellipse(grid: Grid, combination: Combination, bound: float) -> Iterator[Floats]:
    """Yield points where a (x - c)^2 + b (y - d)^2 equals the bound."""
    (a, c), (b, d) = plane_terms(grid, combination)
    if bound <= 0 or a == b == 0:
        return
    x, y = even_points(grid)
    if a and b:
        width, height = math.sqrt(bound / a), math.sqrt(bound / b)
        factor = max(width / np.ptp(x), height / np.ptp(y), 1.0)
        n_points = 2 * N_SEGMENTS * math.ceil(min(factor, MAX_SEGMENT_FACTOR)) + 1
        angle = np.linspace(0, 2 * np.pi, n_points)
        yield np.column_stack([c + width * np.cos(angle), d + height * np.sin(angle)])
        return
    for sign in (-1, 1):
        if a:
            yield np.column_stack([np.full_like(y, c + sign * math.sqrt(bound / a)), y])
        else:
            yield np.column_stack([x, np.full_like(x, d + sign * math.sqrt(bound / b))])
