"""Splits of models on two numeric features, drawn step by step."""

from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from .. import _core
from .._core import NodeKind
from ..adaboost.base import BaseAdaBoost
from ..boosting.base import BaseGradientBoosting
from ..inspection.tree_arrays import Tree
from ..pruning.tree_structure import best_first
from ..trees.base import BaseDecisionTree
from .axes import Size, panel_grid
from .decision_boundary import PANEL_SIZE, RegionPlot
from .grid import Grid, make_grid
from .palette import INK
from .stages import checked_counts, first_rounds, first_splits

LATEST_WIDTH = 3.5
"""Line width of the newest splits."""


class SplitLine(NamedTuple):
    """The line of a split in the plane."""

    feature: int
    threshold: float
    low: float
    high: float
    """The extent along the other feature."""

    def ends(self, grid: Grid) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return both ends of the line, clipped to the plot."""
        limits = grid.edges[1 - self.feature]
        low, high = np.clip([self.low, self.high], limits[0], limits[-1])
        if self.feature == 0:
            return (self.threshold, low), (self.threshold, high)
        return (low, self.threshold), (high, self.threshold)


class Panel(NamedTuple):
    """A partial model with its earlier and its newest splits."""

    title: str
    model: Any
    earlier: list[SplitLine]
    latest: list[SplitLine]


def splits(
    models: Any,
    X: Any,
    y: Any,
    *,
    steps: int | Sequence[int] = 4,
    resolution: int = 150,
    figsize: Size = None,
) -> NDArray[Any]:
    """Plot how models on two features split the plane step by step, one row per model.

    Regions have the color of the prediction so far; the newest splits are drawn thick. A split
    of a tree divides only the region of its node. The first split of each AdaBoost or boosting
    member divides the whole plane.

    Parameters
    ----------
    models : estimator or sequence of estimators
        Fitted trees, boosted trees or AdaBoost of trees of this library, all on the same two
        numeric features.
    X : array or dataframe of shape (n_samples, 2)
        The samples to show.
    y : array-like of shape (n_samples,)
        Class labels or target values.
    steps : int or sequence of int, default=4
        The numbers of splits of a tree, in best-first order, or of boosting rounds. An int stands
        for 1 up to it.
    resolution : int, default=150
        The number of cells per axis. Splits are drawn exactly.
    figsize : tuple of float, default=None
        Width and height of the figure in inches.

    Returns
    -------
    ndarray of Axes of shape (n_models, n_steps)
        The axes of a new figure. Panels beyond the last step of a model are empty.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = spinney.DecisionTreeClassifier().fit(X[:, 2:], y)
    >>> stumps = spinney.AdaBoostClassifier().fit(X[:, 2:], y)
    >>> spinney.plot.splits([stumps, tree], X[:, 2:], y, steps=3).shape
    (2, 3)
    """
    models = list(models) if isinstance(models, list | tuple) else [models]
    if not models:
        raise ValueError("models must contain at least one fitted model.")
    counts = list(range(1, steps + 1)) if isinstance(steps, int) else list(steps)
    table = [model_panels(model, counts) for model in models]
    panels = joined(table)
    grid = make_grid(X, [0, 1], models[0], resolution, thresholds(panels))
    regions = RegionPlot(grid, y, [panel.model for panel in panels])
    axes = panel_grid(len(models), len(counts), PANEL_SIZE, figsize)
    number = count()
    for row, own, model in zip(axes, table, models, strict=True):
        for ax, panel in zip(row, own, strict=False):
            draw_panel(ax, regions, panel, next(number))
        for unused in row[len(own) :]:
            unused.set_axis_off()
        row[0].set_title(f"{type(model).__name__}\n{row[0].get_title()}", fontsize=10)
    regions.add_legend(axes.ravel(), outside=True)
    return axes


def draw_panel(ax: Any, regions: RegionPlot, panel: Panel, k: int) -> None:
    """Draw the regions and the split lines of one partial model."""
    regions.draw(ax, k)
    for some, width in ((panel.earlier, 1.0), (panel.latest, LATEST_WIDTH)):
        lines = [split.ends(regions.grid) for split in some]
        ax.add_collection(LineCollection(lines, colors=INK, linewidths=width), autolim=False)
    ax.set_title(panel.title, fontsize=10, parse_math=False)


def model_panels(model: Any, counts: list[int]) -> list[Panel]:
    """Return the panels of a model, for the numbers of steps that it has."""
    if isinstance(model, BaseDecisionTree):
        per_step = [[line] for line in tree_split_lines(model._fitted().tree)]
        stages = first_splits
    elif isinstance(model, BaseAdaBoost | BaseGradientBoosting):
        members = np.ravel(np.array(model.estimators_, dtype=object))
        per_round = len(members) // len(model)
        lines = [tree_split_lines(tree_of(member)) for member in members]
        per_step = [joined(lines[i : i + per_round]) for i in range(0, len(lines), per_round)]
        stages = first_rounds
    else:
        raise ValueError(
            "models must be trees, boosted trees or AdaBoost of trees of this library, got "
            f"{type(model).__name__}."
        )
    available = [k for k in counts if k <= len(per_step)] or counts
    counts = checked_counts(available, len(per_step), "splits", "model", minimum=1)
    return [
        Panel(title, part, joined(per_step[: k - 1]), per_step[k - 1])
        for k, (title, part) in zip(counts, stages(model, counts), strict=True)
    ]


def joined(lists: Iterable[list[Any]]) -> list[Any]:
    """Return the concatenation of lists."""
    return list(chain.from_iterable(lists))


def tree_of(member: Any) -> _core.Tree:
    """Return the tree of an ensemble member."""
    if not isinstance(getattr(member, "tree_", None), Tree):
        raise ValueError(f"Ensemble members must be trees of this library, got {member!r}.")
    tree: _core.Tree = member._fitted().tree
    return tree


def tree_split_lines(tree: _core.Tree) -> list[SplitLine]:
    """Return the lines of all splits in best-first order, each within the box of its node."""
    kinds = tree.kind[tree.kind > 0]
    if tree.n_features != 2 or (kinds != NodeKind.number).any():
        raise ValueError(
            "splits draws models with two features and only numeric splits; this model has "
            f"{tree.n_features} features or other kinds of splits."
        )
    boxes = {0: ((-np.inf, np.inf), (-np.inf, np.inf))}
    lines = []
    for node in best_first(tree):
        box = boxes[node]
        feature, threshold = int(tree.feature[node]), float(tree.threshold[node])
        lines.append(SplitLine(feature, threshold, *box[1 - feature]))
        low, high = box[feature]
        for child, side in enumerate([(low, threshold), (threshold, high)]):
            inner = (side, box[1]) if feature == 0 else (box[0], side)
            boxes[int(tree.first_child[node]) + child] = inner
    return lines


def thresholds(panels: list[Panel]) -> dict[int, list[float]]:
    """Return all thresholds that are drawn, by feature."""
    lines = [line for panel in panels for line in [*panel.earlier, *panel.latest]]
    return {j: [line.threshold for line in lines if line.feature == j] for j in (0, 1)}
