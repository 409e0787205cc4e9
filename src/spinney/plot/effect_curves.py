"""Effects of features: partial dependence, accumulated local effects and individual curves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..explain import Effect, IceResult
from ..explain.output_choice import default_output, output_index
from ..explain.row_contributions import output_text
from ..inspection.colors import class_color
from ..inspection.phrases import label_text
from .axes import CURVE_SIZE, LEGEND, Size, add_grid, format_ticks, panel_axes, single_axes
from .category_choice import grids_of, n_hidden, with_fewer_categories
from .effect_axis import EffectAxis, Floats
from .effect_map import draw_map
from .palette import ACCENT, PALE_INK
from .shap_parts import spread_rows, title_output

PANEL, CATEGORY_PANEL = (3.4, 3.0), (3.4, 3.7)
THIN: dict[str, Any] = {"color": PALE_INK, "linewidth": 0.6, "alpha": 0.35}


def effect(
    result: Any,
    *,
    output: Any = None,
    max_curves: int = 200,
    ax: Any = None,
    figsize: Size = None,
) -> Any:
    """Plot the effect of a feature, or of a pair of features.

    A number is a line with a step at each threshold, a category a point, a missing value a point
    beside the others. A pair is a map of colors. Individual curves are thin lines, their mean a
    thick one. Several features become panels with the same y axis. Of more than 20 categories
    those with the largest effects are shown.

    Parameters
    ----------
    result : Effect, IceResult or list of those
        A result of ``spinney.explain.partial_dependence``, ``ale`` or ``ice``.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes.
        If there are more, a single feature shows all; a pair and individual curves show one.
    max_curves : int, default=200
        The maximum number of individual curves; evenly spaced rows are shown if there are more.
    ax : matplotlib Axes or array of them, default=None
        The axes to draw into, one per result; None creates a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes or ndarray of Axes
        The axes with the plot; an array for a list.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> found = spinney.explain.partial_dependence(model, X, "bill_length_mm")
    >>> ax = spinney.plot.effect(found)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['Adelie', 'Chinstrap', 'Gentoo']
    """
    if max_curves < 1:
        raise ValueError(f"max_curves must be at least 1, got {max_curves}.")
    if not isinstance(result, (list, tuple)):
        check_effect(result)
        ax = single_axes(ax, figsize, CURVE_SIZE)
        draw_effect(ax, result, output, max_curves)
        return ax
    return draw_panels(result, output, max_curves, ax, figsize)


def check_effect(result: Any) -> None:
    if not isinstance(result, (Effect, IceResult)):
        raise TypeError(
            "result must be a result of spinney.explain.partial_dependence, ale or ice, got "
            f"{type(result).__name__}."
        )


def draw_panels(
    results: Sequence[Any], output: Any, max_curves: int, ax: Any, figsize: Size
) -> NDArray[Any]:
    """Draw each result into a panel; the first one has the label of the y axis and the legend."""
    for one in results:
        check_effect(one)
        if isinstance(one, Effect) and len(one.grids) > 1:
            raise ValueError("result: plot pairs of features one by one.")
    if not results:
        raise ValueError("result is empty.")
    size = CATEGORY_PANEL if any(EffectAxis(one.grid).is_category for one in results) else PANEL
    axes = panel_axes(ax, len(results), "results", size=size, figsize=figsize, sharex=False)
    for i, (panel, one) in enumerate(zip(axes, results, strict=True)):
        draw_effect(panel, one, output, max_curves)
        if i > 0:
            panel.set_ylabel("")
            panel.set_title("", loc="left")
            if panel.get_legend() is not None:
                panel.get_legend().remove()
    return axes


def draw_effect(ax: Axes, result: Any, output: Any, max_curves: int) -> None:
    outputs = chosen_outputs(result, output)
    full, result = result, with_fewer_categories(result, outputs)
    axes = list(map(EffectAxis, grids_of(result), n_hidden(full, result)))
    if len(outputs) == 1:
        title_output(ax, result, outputs[0])
    if len(axes) > 1:
        draw_map(ax, result, axes, outputs[0])
        return
    axis = axes[0]
    missing_at = axis.format_x(ax)
    if isinstance(result, IceResult):
        values = result.values[:, :, outputs[0]]
        for row in spread_rows(len(values), max_curves):
            draw_curve(ax, axis, values[row], missing_at, joined=True, **THIN)
        mean = {"color": ACCENT, "linewidth": 2, "label": "mean"}
        draw_curve(ax, axis, values.mean(axis=0), missing_at, joined=True, **mean)
    else:
        for k in outputs:
            color = class_color(k) if len(outputs) > 1 else ACCENT
            label = label_text(result.outputs[k])
            draw_curve(ax, axis, result.values[:, k], missing_at, color=color, label=label)
    add_grid(ax)
    ax.spines[["top", "right"]].set_visible(False)
    format_ticks(ax.yaxis)
    ax.set_ylabel(value_label(result, outputs), parse_math=False)
    if len(outputs) > 1 or isinstance(result, IceResult):
        legend = ax.legend(**LEGEND)
        for text in legend.get_texts():
            text.set_parse_math(False)


def draw_curve(
    ax: Axes,
    axis: EffectAxis,
    values: Floats,
    missing_at: float | None,
    joined: bool = False,
    **style: Any,
) -> None:
    """Draw the effect of numbers as a line, and of categories as points, joined if ``joined``."""
    known = values[: axis.n_known]
    if axis.is_category:
        marker = "" if joined and "label" not in style else "o"
        ax.plot(axis.places, known, marker=marker, linestyle="-" if joined else "", **style)
    elif axis.grid.cuts is not None:
        edges = axis.edges
        ax.plot(np.repeat(edges, 2)[1:-1], np.repeat(known, 2), **style)
    else:
        ax.plot(axis.places, known, **style)
    if missing_at is not None:
        style.pop("label", None)
        ax.plot([missing_at], values[-1:], marker="_" if "alpha" in style else "o", **style)


def chosen_outputs(result: Any, output: Any) -> list[int]:
    """Return the positions of the outputs to show."""
    several = isinstance(result, Effect) and len(result.grids) == 1
    if several and output is None and default_output(result.outputs, result.kind) is None:
        return list(range(len(result.outputs)))
    return [output_index(result.outputs, result.kind, output)]


def value_label(result: Any, outputs: list[int]) -> str:
    """Return the label of the effect."""
    method = result.method if isinstance(result, Effect) else "individual curves"
    if isinstance(result, IceResult) and result.centered:
        method = "change from the first point"
    what = output_text(result, outputs[0]) if len(outputs) == 1 else result.kind
    return f"{method}:\n{what}"
