"""The categories that are shown if a feature has many: those with the largest effects."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..explain import Effect, FeatureGrid, IceResult
from .axes import MAX_CATEGORIES

Floats = NDArray[np.float64]


def with_fewer_categories(result: Any, outputs: list[int]) -> Any:
    """Return a result without the categories of small effects if a feature has many."""
    if isinstance(result, IceResult):
        kept = chosen_points(result.grid, result.values.mean(axis=0)[:, outputs])
        return replace(result, grid=part_of(result.grid, kept), values=result.values[:, kept])
    grids, values = list(result.grids), result.values
    for axis, grid in enumerate(grids):
        kept = chosen_points(grid, np.moveaxis(values[..., outputs], axis, 0))
        grids[axis], values = part_of(grid, kept), np.take(values, kept, axis)
    return replace(result, grids=tuple(grids), values=values)


def chosen_points(grid: FeatureGrid, values: Floats) -> NDArray[np.intp]:
    """Return points in their order: all, or the categories farthest from the mean effect.

    ``values`` has the points on its first axis. Ordered categories and a missing value are kept.
    """
    points = np.arange(len(grid))
    n_known = len(grid) - grid.has_missing
    if grid.kind != "category" or n_known <= MAX_CATEGORIES:
        return points
    known = values[:n_known].reshape(n_known, -1)
    distance = np.abs(known - known.mean(axis=0)).max(axis=1)
    largest = np.sort(np.argsort(-distance, kind="stable")[:MAX_CATEGORIES])
    return np.append(largest, points[n_known:])


def part_of(grid: FeatureGrid, kept: NDArray[np.intp]) -> FeatureGrid:
    if len(kept) == len(grid):
        return grid
    return replace(grid, points=[grid.points[i] for i in kept], codes=grid.codes[kept])


def n_hidden(before: Any, after: Any) -> list[int]:
    """Return the number of categories of each feature that are not shown."""
    pairs = zip(grids_of(before), grids_of(after), strict=True)
    return [len(all_points) - len(shown) for all_points, shown in pairs]


def grids_of(result: Any) -> tuple[FeatureGrid, ...]:
    return result.grids if isinstance(result, Effect) else (result.grid,)
