"""SHAP values of one row: a waterfall from the base value to the output."""

from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from ..explain import ShapResult
from ..explain.row_contributions import output_text, waterfall_steps
from ..inspection.numbers import format_number
from .axes import BAR_LABEL, Size, format_ticks, label_bars, row_size, single_axes, single_plot
from .palette import INK, LINE
from .shap_parts import (
    DECREASE,
    INCREASE,
    Floats,
    check_result,
    check_rows,
    title_output,
)

HALF_BAR, TIP_SHARE = 0.36, 0.015


@single_plot
def shap_waterfall(
    result: ShapResult,
    row: int,
    *,
    output: Any = None,
    top: int = 10,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot the contributions of the features to the output of one row.

    Bars lead from the base value, at the top, to the output of the model, at the bottom, the
    largest contribution first. Arrows show the direction.

    Parameters
    ----------
    result : ShapResult
        The result of ``spinney.explain.shap``.
    row : int
        Index of the row.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes.
    top : int, default=10
        The maximum number of features to show; the contributions of the others are summed.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> ax = spinney.plot.shap_waterfall(result, 0, output="Adelie", top=2)
    >>> [label.get_text() for label in ax.get_yticklabels()][1:4]
    ['bill_length_mm = 39.1', 'island = Torgersen', '5 other features']
    """
    check_result(result, top)
    [index] = check_rows(row, len(result.values), "row")
    k = result.output_index(output)
    names, steps = waterfall_steps(result, int(index), k, top)
    base = float(result.base_values[k])
    levels = base + np.r_[0.0, np.cumsum(steps)]
    names = ["base value", *names, output_text(result, k)]
    ax = single_axes(ax, figsize, row_size(names, 0.36, 1.4))
    draw_steps(ax, levels)
    label_bars(ax, names)
    title_output(ax, result, k)
    ax.set_xlabel(output_text(result, k), parse_math=False)
    format_ticks(ax.xaxis)
    return ax


def draw_steps(ax: Axes, levels: Floats) -> None:
    """Draw an arrow for each step between levels, and the first and the last level as points."""
    span = float(np.ptp(levels)) or 1.0
    n_steps = len(levels) - 1
    for i, (start, end) in enumerate(pairwise(levels), 1):
        ax.add_patch(arrow(start, end, i, TIP_SHARE * span))
        ax.plot([end, end], [i + HALF_BAR, i + 1 - HALF_BAR], color=LINE, linewidth=0.8)
        text = ("+" if end >= start else "\u2212") + format_number(abs(end - start), 3)
        ax.annotate(text, (max(start, end), i), (4, 0), **BAR_LABEL)
    ax.plot([levels[0]] * 2, [0, 1 - HALF_BAR], color=LINE, linewidth=0.8)
    ends = ((0, levels[0]), (n_steps + 1, levels[-1]))
    for y, level in ends:
        ax.plot(level, y, "o", color=INK, markersize=6)
        label = {**BAR_LABEL, "fontweight": "bold"}
        ax.annotate(format_number(float(level), 4), (level, y), (7, 0), **label)
    # Leave space for the numbers to the right of the bars.
    ax.set_xlim(levels.min() - 0.05 * span, levels.max() + 0.15 * span)


def arrow(start: float, end: float, y: float, tip: float) -> Polygon:
    """Return a bar with a pointed end."""
    up = end >= start
    neck = max(start, end - tip) if up else min(start, end + tip)
    low, high = y - HALF_BAR, y + HALF_BAR
    corners = [(start, low), (neck, low), (end, y), (neck, high), (start, high)]
    return Polygon(corners, facecolor=INCREASE if up else DECREASE, edgecolor="none")
