"""The joint effect of two features as a map of colors."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..explain import Effect
from ..explain.row_contributions import output_text
from .axes import format_coded_ticks, format_ticks, label_categories
from .effect_axis import EffectAxis, Floats
from .palette import value_colormap, value_norm

GAP, STRIP = 0.03, 0.07
"""Distance and width of the strip of missing values, as shares of the range."""


def draw_map(ax: Axes, effect: Effect, axes: list[EffectAxis], k: int) -> None:
    """Draw the effect of a pair; missing values are strips beside the others."""
    values = effect.values[:, :, k]
    norm = value_norm(values)
    style: dict[str, Any] = {"cmap": value_colormap(), "norm": norm, "rasterized": True}
    for x_edges, x_part in blocks(axes[0]):
        for y_edges, y_part in blocks(axes[1]):
            mesh = ax.pcolormesh(x_edges, y_edges, values[x_part, y_part].T, **style)
    format_axis(ax, axes[0], "x")
    format_axis(ax, axes[1], "y")
    ax.spines[:].set_visible(False)
    figure = ax.get_figure()
    assert figure is not None
    bar = figure.colorbar(mesh, ax=ax, fraction=0.05, pad=0.02, aspect=30)
    bar.outline.set_visible(False)
    bar.ax.set_ylabel(f"{effect.method}: {output_text(effect, k)}", parse_math=False)
    format_ticks(bar.ax.yaxis)


def blocks(axis: EffectAxis) -> list[tuple[Floats, slice]]:
    """Return the edges and points of the known values, and those of the missing value."""
    found = [(axis.edges, slice(axis.n_known))]
    if axis.grid.has_missing:
        found.append((missing_edges(axis), slice(axis.n_known, None)))
    return found


def missing_edges(axis: EffectAxis) -> Floats:
    """Return the ends of the strip of missing values: beyond the categories, before numbers."""
    edges = axis.edges
    if axis.is_category:
        return np.array([axis.n_known - 0.5, axis.n_known + 0.5]) + GAP
    span = float(edges[-1] - edges[0])
    strip: Floats = edges[0] - span * np.array([GAP + STRIP, GAP])
    return strip


def format_axis(ax: Axes, axis: EffectAxis, name: str) -> None:
    """Set the ticks and the label of the x or y axis."""
    own = ax.xaxis if name == "x" else ax.yaxis
    own.set_label_text(axis.name, parse_math=False)
    if axis.is_category:
        labels, places = list(axis.ticks.values()), list(axis.ticks)
        if name == "x":
            label_categories(ax, labels, places)
            return
        own.set_ticks(places, labels)
        for label in own.get_ticklabels():
            label.set_parse_math(False)
        own.set_tick_params(length=0)
        return
    own.set_major_locator(MaxNLocator(6))
    if axis.grid.coding is None:
        format_ticks(own)
    else:
        format_coded_ticks(own, axis.grid.coding)
    if axis.grid.has_missing:
        label_strip(ax, axis, name)


def label_strip(ax: Axes, axis: EffectAxis, name: str) -> None:
    """Write "missing" beside the strip of missing values, and remove ticks below the numbers."""
    edges, low = missing_edges(axis), axis.edges[0]
    own = ax.xaxis if name == "x" else ax.yaxis
    own.set_ticks([t for t in own.get_ticklocs() if low <= t <= axis.edges[-1]])
    middle = float(edges.mean())
    place = (middle, 1) if name == "x" else (1, middle)
    ax.annotate(
        "missing",
        place,
        (0, 3) if name == "x" else (3, 0),
        xycoords=ax.get_xaxis_transform() if name == "x" else ax.get_yaxis_transform(),
        textcoords="offset points",
        ha="center" if name == "x" else "left",
        va="bottom" if name == "x" else "center",
        rotation=0 if name == "x" else 90,
        fontsize=8.5,
    )
