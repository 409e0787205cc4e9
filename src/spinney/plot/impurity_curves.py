"""Impurity after a split, for all thresholds of a feature."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from .. import _core
from .._core import NodeKind
from ..data.coded_features import feature_numbers
from ..data.codings import Coding
from ..data.frames import read_frame
from ..data.schema import check_not_empty
from ..data.targets import class_targets, number_targets
from ..inspection.coded_values import format_coded
from ..inspection.colors import class_color
from ..inspection.impurity import ImpurityCurve, column_curve
from ..inspection.impurity import impurity as node_impurity
from ..inspection.numbers import format_number, format_threshold
from .axes import Size, format_coded_ticks, format_ticks, panel_axes
from .grid import axis_codings
from .palette import ACCENT, INK, LINE, PALE_INK, SECOND, value_colormap, value_norm
from .visible_nodes import fitted_tree

MAX_MARKERS = 60
"""Up to this many thresholds have a marker each."""
SINGLE_SIZE, PANEL_SIZE = (6.5, 4.2), (3.4, 3.2)
"""Inches of a single plot, and of one of several panels."""


def impurity(
    X: Any,
    y: Any,
    feature: int | str | Sequence[int | str],
    *,
    criterion: str = "gini",
    sample_weight: Any = None,
    model: Any = None,
    ax: Any = None,
    figsize: Size = None,
) -> Any:
    """Plot the impurity after a split at every threshold of a feature, and mark the best one.

    The dashed line is the impurity before the split. Ticks at the bottom are the samples in the
    color of their class or value. Several features are drawn side by side on one scale.

    Parameters
    ----------
    X : array, dataframe or list of shape (n_samples, n_features)
        The features.
    y : array-like of shape (n_samples,)
        Class labels, or target values with ``"squared_error"``.
    feature : int, str or sequence of them
        The feature or features, by index or name: numeric, or of ordered categories,
        dates or times.
    criterion : {"gini", "entropy", "misclassification", "squared_error"}, default="gini"
        The impurity; ``"entropy"`` is in bits.
    sample_weight : array-like of shape (n_samples,), default=None
        Sample weights.
    model : DecisionTreeClassifier or DecisionTreeRegressor, default=None
        A tree fitted on these samples, whose root split is marked. Its ``ordered_features`` apply
        to the plot.
    ax : matplotlib Axes or array of them, default=None
        The axes to draw into, one per feature; None creates a new figure.
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
    if not features:
        raise ValueError("feature must contain at least one feature.")
    size = PANEL_SIZE if len(features) > 1 else SINGLE_SIZE
    axes = panel_axes(ax, len(features), "features", size=size, figsize=figsize, sharex=False)
    before = node_impurity(y, criterion, sample_weight)
    colors = sample_colors(y, criterion)
    frame = read_frame(X)
    check_not_empty(frame)
    codings = axis_codings(frame, model)
    for target, j in zip(axes, features, strict=True):
        index = frame.feature_index(j, "feature")
        column = feature_numbers(frame, index, codings.get(index))
        curve = column_curve(column, j, y, criterion, sample_weight)
        name = f"x{index}" if frame.names is None else frame.names[index]
        draw_curve(target, name, curve, before, codings.get(index))
        draw_samples(target, column, colors)
        if model is not None:
            draw_root_split(target, index, fitted_tree(model).tree)
    axes[0].set_ylabel(f"{criterion.replace('_', ' ')} after the split")
    return axes if several else axes[0]


def draw_curve(
    ax: Axes, name: str, curve: ImpurityCurve, before: float, coding: Coding | None
) -> None:
    """Draw the curve, the impurity before the split, and the best threshold."""
    ax.axhline(before, color=PALE_INK, linestyle=(0, (4, 3)), linewidth=1.0, zorder=1)
    ax.set_xlabel(name, parse_math=False)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_ylim(-0.14 * before, 1.14 * before or 1.0)
    format_ticks(ax.xaxis, ax.yaxis)
    format_coded_ticks(ax.xaxis, coding)
    if not curve.thresholds.size:
        ax.set_title("no threshold: all values are equal", fontsize=9)
        return
    marker = "o" if len(curve.thresholds) <= MAX_MARKERS else ""
    ax.plot(*curve, color=ACCENT, marker=marker, markersize=3, linewidth=1.5, zorder=2)
    best = int(np.argmin(curve.impurities))
    threshold, lowest = float(curve.thresholds[best]), float(curve.impurities[best])
    ax.axvline(threshold, color=SECOND, linewidth=1.2, zorder=1)
    ax.plot([threshold], [lowest], marker="o", markersize=8, color=SECOND, zorder=3)
    shown = (
        format_threshold(threshold, curve.thresholds, 2)
        if coding is None
        else format_coded(threshold, coding)
    )
    title = f"best split: ≤ {shown}, impurity {format_number(lowest)}"
    ax.set_title(title, fontsize=9, color=INK)


def sample_colors(y: Any, criterion: str) -> Any:
    """Return the color of each sample."""
    n_rows = len(y)
    if criterion == "squared_error":
        values = number_targets(y, n_rows).values[:, 0]
        return value_colormap()(value_norm(values)(values))
    return np.array([class_color(int(code)) for code in class_targets(y, n_rows).values[:, 0]])


def draw_samples(ax: Axes, column: NDArray[np.float64], colors: Any) -> None:
    """Draw a tick per sample along the bottom."""
    present = ~np.isnan(column)
    margin = 0.04 * np.ptp(column[present])
    if margin:
        ax.set_xlim(column[present].min() - margin, column[present].max() + margin)
    ax.scatter(
        column[present],
        np.full(present.sum(), 0.045),
        s=90,
        marker="|",
        c=colors[present],
        linewidths=1.0,
        transform=ax.get_xaxis_transform(),
        zorder=2,
    )


def draw_root_split(ax: Axes, feature: int, tree: _core.Tree) -> None:
    """Mark the threshold of a tree's root, if it splits on this feature."""
    if tree.kind[0] != NodeKind.number or tree.feature[0] != feature:
        return
    threshold = float(tree.threshold[0])
    ax.axvline(threshold, color=LINE, linewidth=5, alpha=0.35, zorder=0)
    left = threshold < np.mean(ax.get_xlim())
    ax.annotate(
        "root split of the tree",
        (threshold, 1.0),
        xycoords=ax.get_xaxis_transform(),
        xytext=(5 if left else -5, -9),
        textcoords="offset points",
        ha="left" if left else "right",
        fontsize=8,
        color=PALE_INK,
    )
