"""SHAP values of several rows: lines from the base value to the output."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from ..explain import ShapResult
from ..explain.row_contributions import others_text, output_text
from .axes import Size, format_ticks, label_bars, row_size, single_axes, single_plot
from .palette import PALE_INK
from .shap_parts import (
    Floats,
    check_result,
    check_rows,
    ranked_features,
    spread_rows,
    title_output,
)
from .value_colors import point_colormap, value_range

MAX_LINES = 300


@single_plot
def shap_decision(
    result: ShapResult,
    rows: Any = None,
    *,
    output: Any = None,
    top: int = 20,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot how the outputs of rows arise from the base value, feature by feature.

    Each line starts at the base value at the bottom, adds the contributions of the features, the
    most important ones last, and ends at the output of its row, which also colors it.

    Parameters
    ----------
    result : ShapResult
        The result of ``spinney.explain.shap``.
    rows : int or sequence of int, default=None
        Indices of the rows to draw; None draws all, or 300 evenly spaced ones if there are more.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes.
    top : int, default=20
        The maximum number of features to show; the contributions of the others are summed.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> ax = spinney.plot.shap_decision(result, range(20), output="Adelie", top=3)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['bill_length_mm', 'island', 'flipper_length_mm', '4 other features']
    """
    check_result(result, top)
    k = result.output_index(output)
    n_rows = len(result.values)
    chosen = spread_rows(n_rows, MAX_LINES) if rows is None else check_rows(rows, n_rows, "rows")
    names, values = merged_values(result, k, chosen, top)
    # From the bottom: the base value, then the sums of contributions.
    steps = np.cumsum(values[:, ::-1], axis=1)
    levels = np.pad(steps, ((0, 0), (1, 0))) + result.base_values[k]
    ax = single_axes(ax, figsize, row_size(names, 0.34, 1.4))
    draw_lines(ax, levels)
    label_bars(ax, names)
    title_output(ax, result, k)
    ax.axvline(result.base_values[k], color=PALE_INK, linewidth=0.8, linestyle=":", zorder=0)
    ax.set_xlabel(output_text(result, k), parse_math=False)
    format_ticks(ax.xaxis)
    return ax


def merged_values(result: ShapResult, k: int, rows: Any, top: int) -> tuple[list[str], Floats]:
    """Return names and values of the most important features, and the sum of the others last."""
    values = result.values[rows, :, k]
    order = ranked_features(values)
    shown, rest = order[:top], order[top:]
    names = [result.feature_names[j] for j in shown]
    if not rest.size:
        return names, values[:, shown]
    others = values[:, rest].sum(axis=1, keepdims=True)
    return [*names, others_text(len(rest))], np.hstack([values[:, shown], others])


def draw_lines(ax: Axes, levels: Floats) -> None:
    """Draw a line per row; each crosses the band of a feature while it adds its contribution."""
    n = levels.shape[1] - 1
    heights = np.arange(n, -1, -1) - 0.5
    lines = np.stack([levels, np.broadcast_to(heights, levels.shape)], axis=-1)
    outputs = levels[:, -1]
    style = {"linewidths": 1.8 if len(lines) <= 20 else 0.9, "alpha": 0.9}
    colors = point_colormap()(value_range(outputs)(outputs))
    ax.add_collection(LineCollection(list(lines), colors=colors, **style))
    for height in heights:
        ax.axhline(height, color="#E6E6E6", linewidth=0.7, zorder=0)
    span = float(np.ptp(levels)) or 1.0
    ax.set_xlim(levels.min() - 0.04 * span, levels.max() + 0.04 * span)
