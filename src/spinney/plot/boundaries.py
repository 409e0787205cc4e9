"""What a model decides over the plane of two features."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
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
from ..inspection.colors import class_colour, tint
from ..trees.base import BaseDecisionTree
from .borders import Borders, cuts_of
from .grid import Grid, make_grid
from .growth import first_rounds, first_splits, first_trees
from .palette import INK, number_colours, number_norm

PANEL = (4.6, 4.2)
"""Inches of one panel."""
MOST_POINTS = 2000


def boundary(
    model: Any,
    X: Any,
    y: Any,
    *,
    features: Sequence[int | str] | None = None,
    steps: int | Sequence[int] | None = None,
    beside: Any = None,
    resolution: int = 200,
    figsize: tuple[float, float] | None = None,
    ax: Any = None,
) -> Any:
    """Draw what a model decides over two features, with the rows on top.

    Regions have the colour of the class they predict, stronger the surer the model is, or a colour
    that goes with the predicted number. Dark lines part predictions; pale lines part the leaves of
    a tree. All other features are held at a row's value that is their median or mode.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor; for ``steps`` a tree, a boosted model or a forest of this
        library.
    X : array, dataframe or list of shape (n_samples, n_features)
        The rows to show, with all features of the model.
    y : array-like of shape (n_samples,)
        Their classes or numbers.
    features : two of int or str, default=None
        Across and up. None takes the two features of numbers that the model finds most important.
    steps : int or sequence of int, default=None
        Draw the growth of the model side by side: a tree after its first k splits, best first, a
        boosted model after its first k rounds, a forest after its first k trees, for each k given;
        an int stands for 1 up to it.
    beside : estimator, default=None
        Another fitted model, drawn next to the first.
    resolution : int, default=200
        Cells in each direction. What parts the leaves of a tree is drawn exactly.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.
    ax : matplotlib Axes or array of them, default=None
        Where to draw, one per panel; None makes a new figure.

    Returns
    -------
    matplotlib Axes or ndarray of Axes
        One for each panel; an array if there are ``steps`` or a model ``beside``.

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
    panels = models_to_draw(model, steps, beside)
    grid = make_grid(X, features, model, resolution, cuts_of(model, beside))
    plane = Plane(grid, y, [panel for _, panel in panels])
    axes = panel_axes(ax, len(panels), figsize)
    for (title, panel), target in zip(panels, axes, strict=True):
        plane.draw(target, panel)
        if title:
            target.set_title(title, fontsize=10)
    plane.explain(axes, beside_panels=ax is None)
    return axes if len(panels) > 1 or steps is not None else axes[0]


def models_to_draw(model: Any, steps: Any, beside: Any) -> list[tuple[str, Any]]:
    """The models of all panels, with their titles."""
    panels: list[tuple[str, Any]] = []
    if steps is None:
        panels.append((type(model).__name__ if beside is not None else "", model))
    else:
        panels += steps_of(model, steps)
    if beside is not None:
        panels.append((type(beside).__name__, beside))
    return panels


def steps_of(model: Any, steps: Any) -> list[tuple[str, Any]]:
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


def panel_axes(ax: Any, n_panels: int, figsize: tuple[float, float] | None) -> NDArray[Any]:
    if ax is not None:
        axes = np.atleast_1d(np.asarray(ax, dtype=object)).ravel()
        if len(axes) != n_panels:
            raise ValueError(f"ax has {len(axes)} axes, but there are {n_panels} panels.")
        return axes
    columns = min(n_panels, 4)
    rows = -(-n_panels // columns)
    size = figsize or (PANEL[0] * columns, PANEL[1] * rows)
    if columns > 1 and figsize is None:
        size = (size[0] * 0.8, size[1] * 0.8)
    _, axes = plt.subplots(
        rows, columns, figsize=size, sharex=True, sharey=True, squeeze=False, layout="constrained"
    )
    for spare in axes.ravel()[n_panels:]:
        spare.set_axis_off()
    return np.asarray(axes.ravel()[:n_panels])


class Plane:
    """The plane of two features with the rows on it; each panel shows another model."""

    def __init__(self, grid: Grid, y: Any, models: list[Any]) -> None:
        self.grid = grid
        n_rows = len(grid.points[0])
        classes = [getattr(model, "classes_", None) for model in models]
        self.is_class = classes[0] is not None
        if any((known is not None) != self.is_class for known in classes):
            raise ValueError("model and beside must be both classifiers or both regressors.")
        self.predictions = [np.asarray(model.predict(grid.X)) for model in models]
        if any(p.ndim != 1 for p in self.predictions):
            raise ValueError("boundary draws models of one output.")
        if self.is_class:
            targets = class_targets(y, n_rows)
            labels = [str(label) for k in classes for label in (k if k is not None else [])]
            labels += [str(label) for label in targets.classes[0]]
            self.labels = list(dict.fromkeys(labels))
            shown = [str(targets.classes[0][code]) for code in targets.values[:, 0]]
            self.target = np.array([self.labels.index(label) for label in shown])
        else:
            self.target = number_targets(y, n_rows).values[:, 0]
            self.norm = number_norm(np.concatenate([*self.predictions, self.target]))
        self.models = models

    def draw(self, ax: Axes, model: Any) -> None:
        """The regions of one model, their edges and the rows."""
        prediction = self.predictions[self.models.index(model)]
        regions = np.unique(prediction, return_inverse=True)[1].reshape(self.grid.shape)
        across, up = self.grid.edges
        ax.pcolormesh(across, up, self.colours(model, prediction), shading="flat", zorder=0)
        lines = Borders(self.grid, model)
        if isinstance(model, BaseDecisionTree):
            leaves = model.apply(self.grid.X).reshape(self.grid.shape)
            ax.add_collection(lines.between(leaves, model.apply, "white", 1.0), autolim=False)
        if self.is_class:
            ax.add_collection(lines.between(regions, model.predict, INK, 1.1), autolim=False)
        self.draw_rows(ax)
        ax.set(xlim=across[[0, -1]], ylim=up[[0, -1]])
        ax.set(xlabel=self.grid.names[0], ylabel=self.grid.names[1])
        ax.label_outer()

    def colours(self, model: Any, prediction: NDArray[Any]) -> NDArray[np.float64]:
        """The colour of every cell: (rows, columns, RGB)."""
        if not self.is_class:
            shades = number_colours()(self.norm(prediction))[:, :3]
            return np.asarray(shades).reshape(*self.grid.shape, 3)
        labels = [self.labels.index(str(label)) for label in np.unique(prediction)]
        codes = np.array(labels)[np.unique(prediction, return_inverse=True)[1]]
        full = np.array([to_rgb(class_colour(k)) for k in range(len(self.labels))])[codes]
        strength = 0.12 + 0.4 * sureness(model, self.grid.X, len(self.labels))
        mixed = 1 - strength[:, None] * (1 - full)
        return np.asarray(mixed).reshape(*self.grid.shape, 3)

    def draw_rows(self, ax: Axes) -> None:
        across, up = self.grid.points
        size = 22.0 if len(across) <= 300 else 10.0
        every = slice(None, None, -(-len(across) // MOST_POINTS))
        if self.is_class:
            colours: Any = np.array([class_colour(k) for k in range(len(self.labels))])[self.target]
        else:
            colours = number_colours()(self.norm(self.target))
        ax.scatter(
            across[every], up[every], s=size, c=colours[every], edgecolors=INK, linewidths=0.5
        )

    def explain(self, axes: NDArray[Any], beside_panels: bool) -> None:
        """The legend of the classes, or the scale of the numbers."""
        if not self.is_class:
            scale = ScalarMappable(self.norm, number_colours())
            axes[0].get_figure().colorbar(scale, ax=list(axes), shrink=0.85)
            return
        if len(self.labels) > 10:
            return
        handles = [
            Line2D([], [], marker="o", linestyle="", color=class_colour(k), label=label)
            for k, label in enumerate(self.labels)
        ]
        style = {"handles": handles, "fontsize": 9, "edgecolor": tint(INK, 0.2)}
        if beside_panels:
            axes[0].get_figure().legend(loc="outside right center", frameon=False, **style)
        else:
            axes[-1].legend(framealpha=0.9, **style)


def sureness(model: Any, X: Any, n_classes: int) -> NDArray[np.float64]:
    """From 0, all classes alike, to 1, only one; 1 where the model does not say."""
    if not hasattr(model, "predict_proba"):
        return np.ones(len(X))
    best, even = np.asarray(model.predict_proba(X)).max(axis=1), 1 / max(n_classes, 2)
    return np.asarray(np.clip((best - even) / (1 - even), 0.0, 1.0))
