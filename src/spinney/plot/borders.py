"""Lines between the regions of a model: along cells or, for our trees, where they cut."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from ..data.columns import as_numbers
from ..inspection.conditions import Combination
from ..inspection.split_table import Kind, SplitTable
from ..trees.base import BaseDecisionTree
from .grid import Floats, Grid

PIECES = 600
"""Pieces of a slanted or round cut; each is drawn or not."""
MOST_TIMES = 100
"""Ellipses larger than the picture have more pieces, up to so many times."""
ASIDE = 1e-6
"""How far from a cut its sides are looked at, in units of the picture."""


def cuts_of(*models: Any) -> dict[int, Floats]:
    """The cuts of our trees among the models, by feature; combinations of features aside."""
    found: dict[int, list[float]] = {}
    for model in models:
        if isinstance(model, BaseDecisionTree):
            questions = SplitTable(model._fitted())
            for j in range(questions.tree.n_features):
                found.setdefault(j, []).extend(questions.cuts_on(j))
    return {j: np.array(cuts) for j, cuts in found.items()}


class Borders:
    """The lines in the plane where the answers of one model may change."""

    def __init__(self, grid: Grid, model: Any) -> None:
        self.grid = grid
        self.curves: list[Floats] = []
        self.cuts: tuple[Any, Any] | None = None
        if isinstance(model, BaseDecisionTree):
            self.curves = list(curves(grid, model))
        if self.curves:
            own = cuts_of(model)
            self.cuts = (own[grid.features[0]], own[grid.features[1]])

    def between(
        self, cells: NDArray[Any], answers: Callable[[Any], Any], colour: str, width: float
    ) -> LineCollection:
        """Lines between neighbouring cells, and between the sides of curves, that differ."""
        lines = [*self.upright(cells), *self.level(cells), *self.slanted(answers)]
        return LineCollection(lines, colors=colour, linewidths=width, capstyle="projecting")

    def upright(self, cells: NDArray[Any]) -> Iterator[Any]:
        across, up = self.grid.edges
        differ = (cells[:, 1:] != cells[:, :-1]) & self.is_cut(0)
        for r, c in np.argwhere(differ):
            yield (across[c + 1], up[r]), (across[c + 1], up[r + 1])

    def level(self, cells: NDArray[Any]) -> Iterator[Any]:
        across, up = self.grid.edges
        differ = (cells[1:] != cells[:-1]) & self.is_cut(1)[:, None]
        for r, c in np.argwhere(differ):
            yield (across[c], up[r + 1]), (across[c + 1], up[r + 1])

    def is_cut(self, direction: int) -> NDArray[np.bool_]:
        """Which inner edges of cells may be drawn: beside curves only those that are cuts."""
        inner = self.grid.edges[direction][1:-1]
        if self.cuts is None:
            return np.ones(len(inner), dtype=bool)
        found: NDArray[np.bool_] = np.isin(inner, self.cuts[direction])
        return found

    def slanted(self, answers: Callable[[Any], Any]) -> Iterator[Any]:
        """The pieces of curves whose sides have different answers."""
        if not self.curves:
            return
        # Every other point is the middle of a piece, on the curve as the chord's is not.
        ends = np.concatenate([np.stack([c[:-2:2], c[2::2]], axis=1) for c in self.curves])
        middle = np.concatenate([c[1:-1:2] for c in self.curves])
        size = np.array([edges[-1] - edges[0] for edges in self.grid.edges])
        along = (ends[:, 1] - ends[:, 0]) / size
        normal = np.column_stack([-along[:, 1], along[:, 0]])
        aside = ASIDE * size * normal / np.maximum(np.hypot(*normal.T), 1e-300)[:, None]
        first, second = (
            np.asarray(answers(self.grid.rows(*np.ascontiguousarray((middle + shift).T))))
            for shift in (aside, -aside)
        )
        yield from ends[first != second]


def curves(grid: Grid, model: BaseDecisionTree) -> Iterator[Floats]:
    """Where the plane meets the cuts of combinations: points of lines and ellipses."""
    questions = SplitTable(model._fitted())
    nodes = np.flatnonzero(questions.tree.kind >= Kind.LINEAR).tolist()
    wholes = [questions.combination(node) for node in nodes]
    held = held_values(grid, model, questions, {j for whole in wholes for j in whole.features})
    for node, whole in zip(nodes, wholes, strict=True):
        left = float(questions.threshold[node]) - whole.total(held)
        found = line(grid, whole, left) if whole.kind == "linear" else ellipse(grid, whole, left)
        for points in found:
            yield from in_picture(grid, points)


def held_values(
    grid: Grid, model: BaseDecisionTree, questions: SplitTable, asked: set[int]
) -> dict[int, float]:
    """The numbers that the picture holds features at; NaN if one is missing and stays so."""
    corner = grid.rows(grid.edges[0][:1], grid.edges[1][:1])
    frame = model._fitted().schema.read(corner, type(model).__name__)
    held = {}
    for j in asked.difference(grid.features):
        value = float(as_numbers(frame.column(j), frame.column_name(j))[0])
        fill = questions.stand_in(j, "missing")
        held[j] = fill if math.isnan(value) and fill is not None else value
    return held


def in_picture(grid: Grid, points: Floats) -> Iterator[Floats]:
    """The runs of pieces that touch the picture."""
    low, high = (np.array([edges[end] for edges in grid.edges]) for end in (0, -1))
    inside = np.all((points >= low) & (points <= high), axis=1)
    shown = np.flatnonzero(inside[:-2:2] | inside[1:-1:2] | inside[2::2])
    for run in np.split(shown, np.flatnonzero(np.diff(shown) > 1) + 1):
        if len(run):
            yield points[2 * run[0] : 2 * run[-1] + 3]


def in_plane(grid: Grid, whole: Combination) -> list[tuple[float, float]]:
    """Factor and centre of the two features that are drawn; 0 if one is not asked for."""
    terms = dict(zip(whole.features, zip(whole.factors, whole.centres, strict=True), strict=True))
    return [terms.get(j, (0.0, 0.0)) for j in grid.features]


def line(grid: Grid, whole: Combination, left: float) -> Iterator[Floats]:
    """Points where a (x - c) + b (y - d) is what is left of the threshold."""
    (a, c), (b, d) = in_plane(grid, whole)
    across, up = (np.linspace(edges[0], edges[-1], 2 * PIECES + 1) for edges in grid.edges)
    if a == b == 0:
        return
    # Along the axis that the line is closer to.
    if abs(a) * np.ptp(across) <= abs(b) * np.ptp(up):
        yield np.column_stack([across, d + (left - a * (across - c)) / b])
    else:
        yield np.column_stack([c + (left - b * (up - d)) / a, up])


def ellipse(grid: Grid, whole: Combination, left: float) -> Iterator[Floats]:
    """Points where a (x - c)^2 + b (y - d)^2 is what is left of the threshold."""
    (a, c), (b, d) = in_plane(grid, whole)
    if left <= 0 or a == b == 0:
        return
    if a and b:
        wide, high = math.sqrt(left / a), math.sqrt(left / b)
        times = max(wide / np.ptp(grid.edges[0]), high / np.ptp(grid.edges[1]), 1.0)
        angle = np.linspace(0, 2 * np.pi, 2 * PIECES * math.ceil(min(times, MOST_TIMES)) + 1)
        yield np.column_stack([c + wide * np.cos(angle), d + high * np.sin(angle)])
        return
    across, up = (np.linspace(edges[0], edges[-1], 2 * PIECES + 1) for edges in grid.edges)
    for sign in (-1, 1):
        if a:
            yield np.column_stack([np.full_like(up, c + sign * math.sqrt(left / a)), up])
        else:
            yield np.column_stack([across, np.full_like(across, d + sign * math.sqrt(left / b))])
