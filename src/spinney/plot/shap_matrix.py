"""Interactions of pairs of features as a matrix."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from ..explain import ShapResult
from ..explain.row_contributions import output_text
from ..explain.sparse_interactions import cells_of
from ..inspection.numbers import format_number
from .axes import MAX_NAME_LENGTH, Size, format_ticks, label_bars, single_axes, single_plot
from .node_labels import squeeze
from .palette import PALE_INK, text_color, value_colormap, value_norm
from .shap_parts import Floats, check_result

MAX_COLUMN_NAME = 20
MAX_NUMBERED = 15
"""Up to this many features have a number in each cell."""


@single_plot
def shap_interactions(
    result: ShapResult,
    *,
    output: Any = None,
    top: int = 10,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot the mean absolute interaction of each pair of features.

    A cell off the diagonal is the mean over rows of the absolute interaction of two features (both
    halves together). The diagonal, without color, has the main effects.

    Parameters
    ----------
    result : ShapResult
        The result of ``spinney.explain.shap(model, X, interactions=True)``.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes.
    top : int, default=10
        The maximum number of features to show, by mean absolute SHAP value.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X, interactions=True)
    >>> ax = spinney.plot.shap_interactions(result, output="Adelie")
    >>> ax.images[0].get_array().shape
    (7, 7)
    """
    check_result(result, top)
    if result.interactions is None:
        raise ValueError(
            "result has no interactions: compute them with explain.shap(..., interactions=True)."
        )
    k = result.output_index(output)
    strength = np.abs(result.values[:, :, k]).mean(axis=0)
    order = np.argsort(-strength, kind="stable")[:top]
    # Select before the absolute value, which copies.
    cells = cells_of(result.interactions, order.tolist())[..., k]
    means = np.abs(cells).mean(axis=0) * (2 - np.eye(len(order)))
    names = [result.feature_names[j] for j in order]
    side = 1.6 + 0.5 * len(names)
    width = side + 0.6 + 0.07 * min(MAX_NAME_LENGTH, max(map(len, names)))
    ax = single_axes(ax, figsize, (width, side))
    draw_matrix(ax, means, names)
    ax.set_title(f"mean |interaction|: {output_text(result, k)}", fontsize=10, parse_math=False)
    return ax


def draw_matrix(ax: Axes, means: Floats, names: list[str]) -> None:
    n = len(names)
    off_diagonal = ~np.eye(n, dtype=bool)
    norm = value_norm(np.append(means[off_diagonal], 0.0))
    shades = np.ma.masked_array(means, ~off_diagonal)
    image = ax.imshow(shades, cmap=value_colormap(), norm=norm, aspect="equal")
    if n <= MAX_NUMBERED:
        for i, j in np.ndindex(n, n):
            shade = to_hex(tuple(image.to_rgba(means[i, j])))
            color = text_color(shade) if i != j else PALE_INK
            number = format_number(float(means[i, j]), 2)
            ax.text(j, i, number, ha="center", va="center", fontsize=8, color=color)
    label_bars(ax, names)
    ax.set_xticks(
        np.arange(n),
        [squeeze(name, MAX_COLUMN_NAME) for name in names],
        rotation=40,
        ha="right",
        rotation_mode="anchor",
    )
    for label in ax.get_xticklabels():
        label.set_parse_math(False)
    ax.set_xlim(-0.5, n - 0.5)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    figure = ax.get_figure()
    assert figure is not None
    bar = figure.colorbar(image, ax=ax, fraction=0.05, pad=0.02, aspect=30)
    bar.outline.set_visible(False)
    format_ticks(bar.ax.yaxis)
