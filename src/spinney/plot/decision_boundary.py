"""Decision regions of a model over two features."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from ..adaboost.base import BaseAdaBoost
from ..boosting.base import BaseGradientBoosting
from ..data.targets import class_targets, number_targets
from ..forests.base import BaseForest
from ..inspection.colors import class_color, tint
from ..trees.base import BaseDecisionTree
from .axes import Size, format_coded_ticks, panel_axes
from .grid import Grid, make_grid
from .palette import INK, value_colormap, value_norm
from .region_edges import RegionEdges, tree_thresholds
from .stages import Stage, first_rounds, first_splits, first_trees

SINGLE_SIZE, PANEL_SIZE = (5.2, 4.2), (3.7, 3.4)
"""Inches of a single plot, and of one of several panels."""
MAX_POINTS = 2000
MAX_LEGEND_CLASSES = 10


def boundary(
    model: Any,
    X: Any,
    y: Any,
    *,
    features: Sequence[int | str] | None = None,
    steps: int | Sequence[int] | None = None,
    compare_with: Any = None,
    resolution: int = 200,
    figsize: Size = None,
    ax: Any = None,
) -> Any:
    """Plot the decision regions of a model over two features, with the samples on top.

    Regions have the color of the predicted class, stronger for higher probability, or a color
    that shows the predicted value. Dark lines separate predictions; white lines separate the
    leaves of a tree. All other features have a value from X at their median or mode.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor. ``steps`` requires a tree, a boosted model or a forest
        of this library.
    X : array, dataframe or list of shape (n_samples, n_features)
        The samples to show, with all features of the model.
    y : array-like of shape (n_samples,)
        Class labels or target values.
    features : two of int or str, default=None
        The features on the x and y axis: numeric, or of ordered categories, dates or times. None
        selects the two most important of them.
    steps : int or sequence of int, default=None
        Draw partial models side by side, one per number k: a tree after its first k splits in
        best-first order, a boosted model after its first k rounds, a forest after its first k
        trees. An int stands for 1 up to it.
    compare_with : estimator, default=None
        Another fitted model, drawn next to the first.
    resolution : int, default=200
        The number of cells per axis. Splits of trees are drawn exactly.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.
    ax : matplotlib Axes or array of them, default=None
        The axes to draw into, one per panel; None creates a new figure.

    Returns
    -------
    matplotlib Axes or ndarray of Axes
        One per panel; an array if ``steps`` or ``compare_with`` is given.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    >>> axes = spinney.plot.boundary(model, X, y, features=[2, 3], steps=4)
    >>> len(axes)
    4
    """
    if resolution < 2:
        raise ValueError(f"resolution must be at least 2, got {resolution}.")
    panels = stages_to_draw(model, steps, compare_with)
    grid = make_grid(X, features, model, resolution, tree_thresholds(model, compare_with))
    regions = RegionPlot(grid, y, [panel for _, panel in panels])
    size = PANEL_SIZE if len(panels) > 1 else SINGLE_SIZE
    axes = panel_axes(ax, len(panels), "panels", size=size, figsize=figsize, sharex=True)
    for k, ((title, _), target) in enumerate(zip(panels, axes, strict=True)):
        regions.draw(target, k)
        if title:
            target.set_title(title, fontsize=10, parse_math=False)
    regions.add_legend(axes, outside=ax is None)
    return axes if len(panels) > 1 or steps is not None else axes[0]


def stages_to_draw(model: Any, steps: Any, compare_with: Any) -> list[Stage]:
    """Return the titles and models of all panels."""
    panels: list[Stage] = []
    if steps is None:
        panels.append((type(model).__name__ if compare_with is not None else "", model))
    else:
        panels += model_stages(model, steps)
    if compare_with is not None:
        panels.append((type(compare_with).__name__, compare_with))
    return panels


def model_stages(model: Any, steps: Any) -> list[Stage]:
    """Return the partial models after each number of steps."""
    if isinstance(model, BaseGradientBoosting | BaseAdaBoost):
        return first_rounds(model, steps)
    if isinstance(model, BaseForest):
        return first_trees(model, steps)
    if not isinstance(model, BaseDecisionTree):
        raise ValueError(
            "steps needs a tree, a boosted model or a forest of this library, got "
            f"{type(model).__name__}."
        )
    return first_splits(model, steps)


class RegionPlot:
    """Decision regions of several models over the same plane and samples."""

    def __init__(self, grid: Grid, y: Any, models: list[Any]) -> None:
        self.grid = grid
        self.models = models
        n_rows = len(grid.points[0])
        classes = [getattr(model, "classes_", None) for model in models]
        self.is_class = classes[0] is not None
        if any((known is not None) != self.is_class for known in classes):
            raise ValueError("model and compare_with must be both classifiers or both regressors.")
        self.predictions = [np.asarray(model.predict(grid.X)) for model in models]
        if any(p.ndim != 1 for p in self.predictions):
            raise ValueError("boundary draws only models with one output.")
        if self.is_class:
            targets = class_targets(y, n_rows)
            labels = [str(label) for k in classes for label in (k if k is not None else [])]
            labels += [str(label) for label in targets.classes[0]]
            self.labels = list(dict.fromkeys(labels))
            shown = [str(targets.classes[0][code]) for code in targets.values[:, 0]]
            self.target = np.array([self.labels.index(label) for label in shown])
        else:
            self.target = number_targets(y, n_rows).values[:, 0]
            self.norm = value_norm(np.concatenate([*self.predictions, self.target]))

    def draw(self, ax: Axes, k: int) -> None:
        """Draw the regions of model k, their edges and the samples."""
        model, prediction = self.models[k], self.predictions[k]
        cells = np.unique(prediction, return_inverse=True)[1].reshape(self.grid.shape)
        x, y = self.grid.edges
        ax.pcolormesh(x, y, self.cell_colors(model, prediction), shading="flat", zorder=0)
        edges = RegionEdges(self.grid, model)
        if isinstance(model, BaseDecisionTree):
            leaves = model.apply(self.grid.X).reshape(self.grid.shape)
            ax.add_collection(edges.lines(leaves, model.apply, "white", 1.0), autolim=False)
        if self.is_class:
            ax.add_collection(edges.lines(cells, model.predict, INK, 1.1), autolim=False)
        self.draw_samples(ax)
        ax.set(xlim=x[[0, -1]], ylim=y[[0, -1]])
        ax.set_xlabel(self.grid.names[0], parse_math=False)
        ax.set_ylabel(self.grid.names[1], parse_math=False)
        for axis, coding in zip((ax.xaxis, ax.yaxis), self.grid.codings, strict=True):
            format_coded_ticks(axis, coding)
        ax.label_outer()

    def cell_colors(self, model: Any, prediction: NDArray[Any]) -> NDArray[np.float64]:
        """Return the color of every cell: (rows, columns, RGB)."""
        if not self.is_class:
            shades = value_colormap()(self.norm(prediction))[:, :3]
            return np.asarray(shades).reshape(*self.grid.shape, 3)
        labels = [self.labels.index(str(label)) for label in np.unique(prediction)]
        codes = np.array(labels)[np.unique(prediction, return_inverse=True)[1]]
        full = np.array([to_rgb(class_color(k)) for k in range(len(self.labels))])[codes]
        strength = 0.12 + 0.4 * confidence(model, self.grid.X, len(self.labels))
        mixed = 1 - strength[:, None] * (1 - full)
        return np.asarray(mixed).reshape(*self.grid.shape, 3)

    def draw_samples(self, ax: Axes) -> None:
        """Draw the samples, at most MAX_POINTS of them."""
        x, y = self.grid.points
        size = 22.0 if len(x) <= 300 else 10.0
        every = slice(None, None, -(-len(x) // MAX_POINTS))
        if self.is_class:
            colors: Any = np.array([class_color(k) for k in range(len(self.labels))])[self.target]
        else:
            colors = value_colormap()(self.norm(self.target))
        style: Any = {"s": size, "edgecolors": INK, "linewidths": 0.5, "zorder": 3}
        ax.scatter(x[every], y[every], c=colors[every], **style)

    def add_legend(self, axes: NDArray[Any], outside: bool) -> None:
        """Add the legend of the classes, or the color bar of the values."""
        if not self.is_class:
            scale = ScalarMappable(self.norm, value_colormap())
            axes[0].get_figure().colorbar(scale, ax=list(axes), shrink=0.85)
            return
        if len(self.labels) > MAX_LEGEND_CLASSES:
            return
        handles = [
            Line2D([], [], marker="o", linestyle="", color=class_color(k), label=label)
            for k, label in enumerate(self.labels)
        ]
        style = {"handles": handles, "fontsize": 9, "edgecolor": tint(INK, 0.2)}
        if outside:
            axes[0].get_figure().legend(loc="outside right center", frameon=False, **style)
        else:
            axes[-1].legend(framealpha=0.9, **style)


def confidence(model: Any, X: Any, n_classes: int) -> NDArray[np.float64]:
    """Scale the largest probability to [0, 1]; 1 for models without probabilities."""
    if not hasattr(model, "predict_proba"):
        return np.ones(len(X))
    best, uniform = np.asarray(model.predict_proba(X)).max(axis=1), 1 / max(n_classes, 2)
    return np.asarray(np.clip((best - uniform) / (1 - uniform), 0.0, 1.0))
