"""Models of two numbers cut by cut: where each new question cuts the plane."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from .. import _core
from ..adaboost.base import BaseAdaBoost
from ..boosting.base import BaseGradientBoosting
from ..pruning.shape import best_first
from ..trees.base import BaseDecisionTree
from .boundaries import PANEL, Plane
from .grid import Grid, make_grid
from .growth import checked_counts, first_rounds, first_splits
from .palette import INK

NUMBER = 1
"""The kind of a node that compares a number with a threshold."""
THICK = 3.5
"""Width of the newest cuts."""


class Cut(NamedTuple):
    """Where a question cuts the plane."""

    feature: int
    threshold: float
    low: float
    high: float
    """From where to where, along the other feature."""

    def ends(self, grid: Grid) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends, within the picture."""
        along = grid.edges[1 - self.feature]
        low, high = np.clip([self.low, self.high], along[0], along[-1])
        if self.feature == 0:
            return (self.threshold, low), (self.threshold, high)
        return (low, self.threshold), (high, self.threshold)


class Panel(NamedTuple):
    """A model half grown, with the cuts that it had before and the new ones."""

    title: str
    model: Any
    earlier: list[Cut]
    latest: list[Cut]


def cuts(
    models: Any,
    X: Any,
    y: Any,
    *,
    steps: int | Sequence[int] = 4,
    resolution: int = 150,
    figsize: tuple[float, float] | None = None,
) -> NDArray[Any]:
    """Draw models of two features cut by cut, a row of panels for each.

    Regions have the colour of what the model predicts so far, the newest cuts are thick. A tree
    cuts within the branch of a node only; each member of AdaBoost or of boosting begins with a cut
    across the whole plane.

    Parameters
    ----------
    models : estimator or sequence of estimators
        Fitted trees, boosted trees or AdaBoost of trees of this library, all of the same two
        features, which are numbers.
    X : array or dataframe of shape (n_samples, 2)
        The rows to show.
    y : array-like of shape (n_samples,)
        Their classes or numbers.
    steps : int or sequence of int, default=4
        The numbers of cuts of a tree, best first, or of rounds; an int stands for 1 up to it.
    resolution : int, default=150
        Cells in each direction. Cuts are drawn exactly.
    figsize : tuple of float, default=None
        Width and height of the figure in inches.

    Returns
    -------
    ndarray of Axes of shape (n_models, n_steps)
        Of a new figure. A model that has fewer steps leaves its last panels empty.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = spinney.DecisionTreeClassifier().fit(X[:, 2:], y)
    >>> stumps = spinney.AdaBoostClassifier().fit(X[:, 2:], y)
    >>> spinney.plot.cuts([stumps, tree], X[:, 2:], y, steps=3).shape
    (2, 3)
    """
    models = list(models) if isinstance(models, list | tuple) else [models]
    if not models:
        raise ValueError("models must hold at least one fitted model.")
    counts = list(range(1, steps + 1)) if isinstance(steps, int) else list(steps)
    table = [panels_of(model, counts) for model in models]
    shown = [panel for panels in table for panel in panels]
    grid = make_grid(X, [0, 1], models[0], resolution, thresholds(shown))
    plane = Plane(grid, y, [panel.model for panel in shown])
    axes = empty_panels(len(models), len(counts), figsize)
    for row, panels, model in zip(axes, table, models, strict=True):
        for ax, panel in zip(row, panels, strict=False):
            draw_panel(ax, plane, panel)
        for spare in row[len(panels) :]:
            spare.set_axis_off()
        row[0].set_title(f"{type(model).__name__}\n{row[0].get_title()}", fontsize=10)
    plane.explain(axes.ravel(), beside_panels=True)
    return axes


def empty_panels(n_rows: int, n_columns: int, figsize: Any) -> NDArray[Any]:
    size = figsize or (0.7 * PANEL[0] * n_columns, 0.75 * PANEL[1] * n_rows)
    _, axes = plt.subplots(
        *(n_rows, n_columns),
        figsize=size,
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    return np.asarray(axes)


def draw_panel(ax: Any, plane: Plane, panel: Panel) -> None:
    plane.draw(ax, panel.model)
    for some, width in ((panel.earlier, 1.0), (panel.latest, THICK)):
        lines = [cut.ends(plane.grid) for cut in some]
        ax.add_collection(LineCollection(lines, colors=INK, linewidths=width), autolim=False)
    ax.set_title(panel.title, fontsize=10)


def panels_of(model: Any, counts: list[int]) -> list[Panel]:
    """The steps that the model has."""
    if isinstance(model, BaseDecisionTree):
        tree = model._fitted().tree
        parts = [[cut] for cut in tree_cuts(tree)]
        grown = first_splits
    elif isinstance(model, BaseAdaBoost | BaseGradientBoosting):
        members = np.ravel(np.array(model.estimators_, dtype=object))
        per_round = len(members) // len(model)
        each = [tree_cuts(tree_of(member)) for member in members]
        parts = [joined(each[i : i + per_round]) for i in range(0, len(each), per_round)]
        grown = first_rounds
    else:
        raise ValueError(
            "cuts draws trees, boosted trees and AdaBoost of trees of this library, got "
            f"{type(model).__name__}."
        )
    counts = checked_counts(
        [k for k in counts if k <= len(parts)] or counts, len(parts), "cuts", "model", least=1
    )
    return [
        Panel(title, part, joined(parts[: k - 1]), parts[k - 1])
        for k, (title, part) in zip(counts, grown(model, counts), strict=True)
    ]


def joined(lists: Iterable[list[Cut]]) -> list[Cut]:
    return list(chain.from_iterable(lists))


def tree_of(member: Any) -> _core.Tree:
    tree = getattr(member, "tree_", None)
    if not isinstance(tree, _core.Tree):
        raise ValueError(f"cuts needs members that are trees of this library, got {member!r}.")
    return tree


def tree_cuts(tree: _core.Tree) -> list[Cut]:
    """The cuts of a tree, best first, each as wide as the box of its node."""
    asked = tree.kind[tree.kind > 0]
    if tree.n_features != 2 or (asked != NUMBER).any():
        raise ValueError(
            "cuts draws models of two features that are numbers, asked one at a time; this one "
            f"has {tree.n_features} features or other questions."
        )
    boxes = {0: ((-np.inf, np.inf), (-np.inf, np.inf))}
    found = []
    for node in best_first(tree):
        box = boxes[node]
        feature, threshold = int(tree.feature[node]), float(tree.threshold[node])
        found.append(Cut(feature, threshold, *box[1 - feature]))
        low, high = box[feature]
        for child, side in enumerate([(low, threshold), (threshold, high)]):
            inner = (side, box[1]) if feature == 0 else (box[0], side)
            boxes[int(tree.first_child[node]) + child] = inner
    return found


def thresholds(panels: list[Panel]) -> dict[int, list[float]]:
    """All thresholds that are drawn, by feature."""
    drawn = [cut for panel in panels for cut in [*panel.earlier, *panel.latest]]
    return {j: [cut.threshold for cut in drawn if cut.feature == j] for j in (0, 1)}
