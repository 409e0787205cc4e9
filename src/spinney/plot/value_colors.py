"""Points colored by the value of a feature, with a color bar or a key of categories."""

from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap, Normalize, to_rgba
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from ..explain.feature_values import FeatureValues
from ..inspection.colors import class_color
from .axes import LEGEND, format_coded_ticks, format_ticks
from .node_labels import category_text, shorten
from .palette import ACCENT, INK
from .shap_parts import MISSING_COLOR

Floats = NDArray[np.float64]
MAX_KEYS = 10
MAX_LABEL = 24
CENTRAL = (5, 95)
"""Percentiles at the ends of the color scale, so that outliers do not flatten it."""


class Key(NamedTuple):
    """A color with its label."""

    color: str
    label: str
    marker: str = "o"
    filled: bool = True


def point_colormap() -> ListedColormap:
    """Return a color map for points on white: dark to light, without the palest part."""
    return ListedColormap(mpl.colormaps["viridis"](np.linspace(0, 0.9, 256)), name="points")


def value_range(numbers: Floats) -> Normalize:
    """Return the scale of numbers, without outliers."""
    known = numbers[np.isfinite(numbers)]
    if not known.size:
        return Normalize(0, 1)
    low, high = np.percentile(known, CENTRAL)
    if low == high:
        low, high = known.min(), known.max()
    return Normalize(low - 0.5, high + 0.5) if low == high else Normalize(low, high, clip=True)


def point_colors(feature: FeatureValues | None, n_rows: int) -> Floats:
    """Return the color of each row; all the same for a group of features."""
    if feature is None:
        return np.tile(to_rgba(ACCENT), (n_rows, 1))
    numbers = feature.numbers
    known = ~np.isnan(numbers)
    colors = np.tile(to_rgba(MISSING_COLOR), (n_rows, 1))
    if feature.categories:
        table = np.array([to_rgba(class_color(k)) for k in range(len(feature.categories))])
        colors[known] = table[numbers[known].astype(np.intp)]
    else:
        colors[known] = point_colormap()(value_range(numbers)(numbers[known]))
    return colors


def category_keys(feature: FeatureValues, most: int = MAX_KEYS) -> list[Key]:
    """Return a key of the categories that occur, the most frequent ones if there are many."""
    numbers = feature.numbers
    codes, counts = np.unique(numbers[~np.isnan(numbers)].astype(np.intp), return_counts=True)
    shown = np.sort(codes[np.argsort(-counts, kind="stable")[:most]])
    keys = [Key(class_color(k), category_text(feature.categories[k], MAX_LABEL)) for k in shown]
    if len(codes) > len(shown):
        keys.append(Key("none", f"{len(codes) - len(shown)} more"))
    return keys + missing_key(feature)


def missing_key(feature: FeatureValues) -> list[Key]:
    return [Key(MISSING_COLOR, "missing")] if np.isnan(feature.numbers).any() else []


def add_color_bar(ax: Axes, feature: FeatureValues) -> None:
    """Add the color bar of a numeric feature, or a legend of categories, beside the axes."""
    if feature.categories:
        add_legend(ax, category_keys(feature), feature.name)
        return
    bar = mappable_bar(ax, value_range(feature.numbers))
    bar.ax.set_ylabel(shorten(feature.name, 40), parse_math=False)
    if feature.coding is None:
        format_ticks(bar.ax.yaxis)
    else:
        format_coded_ticks(bar.ax.yaxis, feature.coding)
    if missing_key(feature):
        note_missing(bar)


def low_to_high_bar(ax: Axes, missing: bool) -> None:
    """Add a color bar without numbers, for features of different scales."""
    bar = mappable_bar(ax, Normalize(0, 1))
    bar.set_ticks([0, 1], labels=["low", "high"])
    bar.ax.tick_params(length=0)
    bar.ax.set_ylabel("value of the feature", labelpad=-8)
    if missing:
        note_missing(bar)


def mappable_bar(ax: Axes, norm: Normalize) -> Any:
    figure = ax.get_figure()
    assert figure is not None
    mappable = ScalarMappable(norm, point_colormap())
    bar = figure.colorbar(mappable, ax=ax, aspect=35, pad=0.02, fraction=0.05)
    bar.outline.set_visible(False)
    return bar


def note_missing(bar: Any) -> None:
    bar.ax.set_xlabel("\u25cf missing", color=MISSING_COLOR, fontsize=8.5, labelpad=9)


def add_legend(ax: Axes, keys: list[Key], title: str, outside: bool = True) -> None:
    """Add a legend to the right of the axes, or inside."""
    dots = [
        Line2D(
            [],
            [],
            marker=key.marker,
            linestyle="",
            color=key.color,
            markerfacecolor=key.color if key.filled else "none",
            label=key.label,
        )
        for key in keys
    ]
    place: dict[str, Any] = {"loc": "best"}
    if outside:
        place = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0}
    legend = ax.legend(
        handles=dots,
        title=shorten(title, 40),
        alignment="left",
        handletextpad=0.3,
        **place,
        **LEGEND,
    )
    for text in (legend.get_title(), *legend.get_texts()):
        text.set_parse_math(False)
        text.set_color(INK)
