"""Axes for curves over rounds or trees."""

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

RING: dict[str, Any] = {
    "marker": "o",
    "markersize": 11,
    "markerfacecolor": "none",
    "markeredgewidth": 2,
}
"""Marks a point of a curve."""


def curve_axes(ax: Axes | None, figsize: tuple[float, float] | None) -> Axes:
    """The axes given, or those of a new figure."""
    if ax is None:
        _, ax = plt.subplots(figsize=figsize or (7.0, 4.4), layout="constrained")
    return ax


def finish_curves(ax: Axes, xlabel: str, ylabel: str) -> Axes:
    """Labels, grid and legend of axes whose curves are drawn; whole numbers count from left."""
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color="#E6E6E6", linewidth=0.7)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize=9)
    return ax
