"""Why a threshold was chosen: the impurity after the split for all of them."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from .. import _core
from ..data.frames import read_frame
from ..data.targets import class_targets, number_targets
from ..inspection.colors import class_colour
from ..inspection.impurity import ImpurityCurve, impurity_curve, number_column
from ..inspection.impurity import impurity as impurity_of
from ..inspection.phrases import short
from .palette import ACCENT, INK, LINE, PALE_INK, SECOND, number_colours, number_norm
from .tree_nodes import own_tree

MOST_MARKED = 60
"""Up to this many thresholds each has its point."""
MOST_COLUMNS = 4


def impurity(
    X: Any,
    y: Any,
    feature: int | str | Sequence[int | str],
    *,
    criterion: str = "gini",
    sample_weight: Any = None,
    model: Any = None,
    ax: Any = None,
    figsize: tuple[float, float] | None = None,
) -> Any:
    """Draw the impurity after a split at every threshold of a feature, with the best one marked.

    The broken line is the impurity before the split, and ticks at the foot are the rows in the
    colours of their classes or numbers. Several features are drawn side by side on one scale.

    Parameters
    ----------
    X : array, dataframe or list of shape (n_samples, n_features)
        The features.
    y : array-like of shape (n_samples,)
        Class labels, or numbers with ``"squared_error"``.
    feature : int, str or sequence of them
        The feature, or features, by index or name; they must be numbers.
    criterion : {"gini", "entropy", "misclassification", "squared_error"}, default="gini"
        The impurity; ``"entropy"`` is in bits.
    sample_weight : array-like of shape (n_samples,), default=None
        Weight of each row.
    model : DecisionTreeClassifier or DecisionTreeRegressor, default=None
        A tree fitted on these rows: the threshold of its root is drawn where it is on the feature.
    ax : matplotlib Axes or array of them, default=None
        Where to draw, one per feature; None makes a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes or ndarray of Axes
        An array if ``feature`` is a sequence.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> ax = spinney.plot.impurity(X, y, "petal length (cm)")
    >>> ax.get_ylabel()
    'gini after the split'
    """
    several = not isinstance(feature, Integral | str)
    features: list[Any] = list(feature) if several else [feature]  # type: ignore[arg-type]
    axes = feature_axes(ax, len(features), figsize)
    before = impurity_of(y, criterion, sample_weight)
    colours = row_colours(y, criterion)
    for target, j in zip(axes, features, strict=True):
        name, column = number_column(X, j)
        curve = impurity_curve(X, y, j, criterion=criterion, sample_weight=sample_weight)
        draw_curve(target, name, curve, before)
        draw_rows(target, column, colours)
        if model is not None:
            draw_root(target, read_frame(X).feature_index(j, "feature"), own_tree(model).tree)
    axes[0].set_ylabel(f"{criterion.replace('_', ' ')} after the split")
    return axes if several else axes[0]


def feature_axes(ax: Any, n_features: int, figsize: tuple[float, float] | None) -> NDArray[Any]:
    if n_features == 0:
        raise ValueError("feature must name at least one feature.")
    if ax is not None:
        axes = np.atleast_1d(np.asarray(ax, dtype=object)).ravel()
        if len(axes) != n_features:
            raise ValueError(f"ax has {len(axes)} axes, but there are {n_features} features.")
        return axes
    columns = min(n_features, MOST_COLUMNS)
    rows = -(-n_features // columns)
    size = (6.5, 4.2) if n_features == 1 else (3.4 * columns, 3.2 * rows)
    _, axes = plt.subplots(
        rows, columns, figsize=figsize or size, sharey=True, squeeze=False, layout="constrained"
    )
    for spare in axes.ravel()[n_features:]:
        spare.set_axis_off()
    return np.asarray(axes.ravel()[:n_features])


def draw_curve(ax: Axes, name: str, curve: ImpurityCurve, before: float) -> None:
    """The curve, the impurity before the split, and the best threshold with its numbers."""
    ax.axhline(before, color=PALE_INK, linestyle=(0, (4, 3)), linewidth=1.0, zorder=1)
    ax.set_xlabel(name, parse_math=False)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_ylim(-0.14 * before, 1.12 * before or 1.0)
    if not curve.thresholds.size:
        ax.set_title("no threshold: all values are equal", fontsize=9)
        return
    marker = "o" if len(curve.thresholds) <= MOST_MARKED else ""
    ax.plot(*curve, color=ACCENT, marker=marker, markersize=3, linewidth=1.5, zorder=2)
    best = int(np.argmin(curve.impurities))
    cut, least = float(curve.thresholds[best]), float(curve.impurities[best])
    ax.axvline(cut, color=SECOND, linewidth=1.2, zorder=1)
    ax.plot([cut], [least], marker="o", markersize=8, color=SECOND, zorder=3)
    ax.set_title(f"best: ≤ {short(cut, curve.thresholds, 2)}, {least:.4g}", fontsize=9, color=INK)


def row_colours(y: Any, criterion: str) -> Any:
    """The colour of each row."""
    n_rows = len(y)
    if criterion == "squared_error":
        values = number_targets(y, n_rows).values[:, 0]
        return number_colours()(number_norm(values)(values))
    return np.array([class_colour(int(code)) for code in class_targets(y, n_rows).values[:, 0]])


def draw_rows(ax: Axes, column: NDArray[np.float64], colours: Any) -> None:
    """A tick per row along the foot."""
    present = ~np.isnan(column)
    ax.scatter(
        column[present],
        np.full(present.sum(), 0.045),
        s=90,
        marker="|",
        c=colours[present],
        linewidths=1.0,
        transform=ax.get_xaxis_transform(),
        zorder=2,
    )


def draw_root(ax: Axes, feature: int, tree: _core.Tree) -> None:
    """The threshold of a tree's root, if it is on this feature."""
    if tree.kind[0] == 1 and tree.feature[0] == feature:
        ax.axvline(float(tree.threshold[0]), color=LINE, linewidth=5, alpha=0.35, zorder=0)
        ax.annotate(
            "the tree's root",
            (float(tree.threshold[0]), 1.0),
            xycoords=ax.get_xaxis_transform(),
            xytext=(4, -10),
            textcoords="offset points",
            fontsize=8,
            color=PALE_INK,
        )
