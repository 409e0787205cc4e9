"""Axes and styles shared by the plots."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, ScalarFormatter
from numpy.typing import NDArray

from ..data.codings import Coding
from ..inspection.coded_values import format_coded
from ..inspection.numbers import SEPARATED_FROM
from .node_labels import squeeze

Size = tuple[float, float] | None
MAX_COLUMNS = 4
MAX_TICKS = 12
"""Up to this many ordered categories have a tick each."""
MAX_CATEGORIES = 20
"""Up to this many categories are shown."""
CHARACTER, LINE_HEIGHT, SMALLEST_FONT = 6.0, 18.0, 6.5
"""Width of a character and distance of turned lines, in points; size of the smallest font."""
CURVE_SIZE = (7.0, 4.4)
MAX_NAME_LENGTH, SHORT_NAME = 40, 16
"""Characters of a row's label; those that do not widen the figure."""
RING: dict[str, Any] = {
    "marker": "o",
    "markersize": 11,
    "markerfacecolor": "none",
    "markeredgewidth": 2,
}
"""Style of the ring that marks a point of a curve."""
LEGEND: dict[str, Any] = {"fontsize": 9, "framealpha": 1.0, "edgecolor": "none"}
"""Style of a legend that covers grid lines."""
BAR_LABEL: dict[str, Any] = {"textcoords": "offset points", "va": "center", "fontsize": 8.5}
"""Style of the number beside a bar."""

AXES_TEXT = """    ax : matplotlib Axes, default=None
        The axes to draw into; None creates a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes
        The axes with the plot.
"""
"""What the docstrings of plots with single axes have in common."""
Function = TypeVar("Function", bound=Callable[..., Axes])


def single_plot(function: Function) -> Function:
    """Add ``ax``, ``figsize`` and the returned axes to the docstring of a plot."""
    start, heading, end = (function.__doc__ or "").partition("\n    Examples\n")
    function.__doc__ = f"{start}{AXES_TEXT}{heading}{end}"
    return function


class TickFormatter(ScalarFormatter):
    """Plain numbers without a common offset or power of ten, with thousands separators."""

    def __init__(self) -> None:
        super().__init__(useOffset=False)
        self.set_scientific(False)

    def __call__(self, x: float, pos: int | None = None) -> str:
        return f"{x:,.0f}" if abs(x) >= SEPARATED_FROM else super().__call__(x, pos)


def single_axes(ax: Axes | None, figsize: Size, default_size: tuple[float, float]) -> Axes:
    """Return ``ax``, or the axes of a new figure."""
    if ax is None:
        _, ax = plt.subplots(figsize=figsize or default_size, layout="constrained")
    return ax


def row_size(names: Sequence[str], per_row: float, rest: float, width: float = 6.5) -> Any:
    """Return the size of a figure with a row per name: wider for long names."""
    longest = min(MAX_NAME_LENGTH, max(map(len, names), default=0))
    return width + 0.07 * max(0, longest - SHORT_NAME), rest + per_row * len(names)


def panel_axes(
    ax: Any, n_panels: int, what: str, *, size: tuple[float, float], figsize: Size, sharex: bool
) -> NDArray[Any]:
    """Return one axes per panel: those of ``ax``, or of a new figure with panels of ``size``."""
    if ax is not None:
        axes = np.atleast_1d(np.asarray(ax, dtype=object)).ravel()
        if len(axes) != n_panels:
            raise ValueError(f"ax has {len(axes)} axes, but there are {n_panels} {what}.")
        return axes
    columns = min(n_panels, MAX_COLUMNS)
    axes = panel_grid(-(-n_panels // columns), columns, size, figsize, sharex).ravel()
    for unused in axes[n_panels:]:
        unused.set_axis_off()
    return np.asarray(axes[:n_panels])


def panel_grid(
    n_rows: int, n_columns: int, size: tuple[float, float], figsize: Size, sharex: bool = True
) -> NDArray[Any]:
    """Create a figure with a grid of panels that share the y axis."""
    _, axes = plt.subplots(
        n_rows,
        n_columns,
        figsize=figsize or (size[0] * n_columns, size[1] * n_rows),
        sharex=sharex,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    return np.asarray(axes)


def read_numbers(values: Any, argument: str) -> NDArray[np.float64]:
    """Return an array of numbers; raise if it has other values."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{argument} must be numbers, got {values!r:.100}.") from None


def finish_curves(ax: Axes, xlabel: str, ylabel: str) -> Axes:
    """Add labels, grid and legend to curves over an integer x axis."""
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    format_ticks(ax.xaxis, ax.yaxis)
    add_grid(ax)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(**LEGEND)
    return ax


def format_ticks(*axes: Axis) -> None:
    """Write large tick labels as plain numbers with thousands separators."""
    for axis in axes:
        axis.set_major_formatter(TickFormatter())


def format_coded_ticks(axis: Axis, coding: Coding | None, n_ticks: int = 5) -> None:
    """Write about ``n_ticks`` ticks as dates, times, durations or ordered categories."""
    if coding is None:
        return

    def label(x: float, _: int | None) -> str:
        return format_coded(x, coding).replace("$", r"\$")  # not math

    axis.set_major_formatter(FuncFormatter(label))
    n_categories = len(coding.categories)
    if 0 < n_categories <= MAX_TICKS:
        axis.set_major_locator(FixedLocator(range(n_categories)))
    else:
        axis.set_major_locator(MaxNLocator(n_ticks, integer=n_categories > 0))


def add_grid(ax: Axes) -> None:
    """Add horizontal grid lines behind the data."""
    ax.grid(axis="y", color="#E6E6E6", linewidth=0.7)
    ax.set_axisbelow(True)


def points_wide(ax: Axes) -> float:
    """Return the width of the axes in points, before the layout of a new figure."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return 72 * ax.bbox.width / figure.dpi


def limit_ticks(ax: Axes, largest: float, most: int = 6) -> None:
    """Set about as many ticks of the x axis as numbers up to ``largest`` have space for."""
    characters = len(f"{largest:,.0f}") + 2 if abs(largest) >= SEPARATED_FROM else 5
    ax.locator_params(axis="x", nbins=max(2, min(most, points_wide(ax) // (6 * characters))))


def label_categories(ax: Axes, labels: list[str], places: Sequence[float] | None = None) -> None:
    """Write labels at positions of the x axis; turn them if they are wider than their space."""
    space = points_wide(ax) / len(labels)
    style: dict[str, Any] = {}
    neighbors = [len(a) + len(b) for a, b in pairwise(labels)]
    if CHARACTER * (max(neighbors, default=0) / 2 + 1) > space:
        steep = space < LINE_HEIGHT
        style = {"rotation": 90, "va": "center"} if steep else {"rotation": 40, "va": "top"}
        size = min(10.0, max(SMALLEST_FONT, 0.9 * space))
        style |= {"ha": "right", "rotation_mode": "anchor", "fontsize": size}
    ax.set_xticks(np.arange(len(labels)) if places is None else places, labels, **style)
    for label in ax.get_xticklabels():
        label.set_parse_math(False)
    ax.tick_params(axis="x", length=0)


def label_bars(ax: Axes, names: list[str]) -> None:
    """Write the names of horizontal bars, shortened, without interpreting ``$`` as math."""
    ax.set_yticks(np.arange(len(names)), [squeeze(name, MAX_NAME_LENGTH) for name in names])
    for label in ax.get_yticklabels():
        label.set_parse_math(False)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
