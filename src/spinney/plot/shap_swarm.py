"""SHAP values of all features: a beeswarm or bars."""

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, DrawingArea, HPacker, TextArea, VPacker
from matplotlib.patches import Circle

from ..explain import ShapResult
from ..explain.feature_values import FeatureValues
from ..explain.output_choice import default_output
from ..explain.row_contributions import output_text
from ..inspection.colors import class_color
from .axes import LEGEND, Size, format_ticks, label_bars, row_size, single_axes, single_plot
from .importance_bars import draw_bars
from .node_labels import squeeze
from .palette import INK, PALE_INK
from .shap_parts import (
    Floats,
    check_result,
    ranked_features,
    spread_rows,
    title_output,
)
from .value_colors import Key, category_keys, low_to_high_bar, missing_key, point_colors

KINDS = ("beeswarm", "bar")
MAX_POINTS = 3000
N_BINS, HALF_HEIGHT, MAX_STEP = 120, 0.42, 0.06
MAX_ROW_KEYS, MAX_LINES, KEY_LENGTH, LINE_LENGTH = 5, 3, 18, 42


@single_plot
def shap_summary(
    result: ShapResult,
    kind: str = "beeswarm",
    *,
    output: Any = None,
    top: int = 20,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot the SHAP values of all features, the most important ones first.

    Features are ordered by their mean absolute SHAP value.

    Parameters
    ----------
    result : ShapResult
        The result of ``spinney.explain.shap``.
    kind : {"beeswarm", "bar"}, default="beeswarm"
        "beeswarm" draws a point per row, colored by the value of the feature: from dark (low) to
        light (high), categories in colors of their own, missing values gray. With more than 3,000
        rows, evenly spaced ones are drawn. "bar" draws the means of absolute values.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes;
        bars show all outputs if there are more.
    top : int, default=20
        The maximum number of features to show.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> ax = spinney.plot.shap_summary(result, output="Gentoo")
    >>> ax.get_xlabel()
    'SHAP value: change of the probability of Gentoo'
    """
    check_result(result, top)
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {KINDS}, got {kind!r}.")
    if kind == "bar" and output is None and default_output(result.outputs, result.kind) is None:
        return stacked_bars(result, top, ax, figsize)
    k = result.output_index(output)
    values = result.values[:, :, k]
    order = ranked_features(values)[:top]
    names = [result.feature_names[j] for j in order]
    if kind == "bar":
        ax = single_axes(ax, figsize, row_size(names, 0.3, 1.1))
        means = np.abs(values).mean(axis=0)[order]
        draw_bars(ax, means, np.array([means, means]))
        ax.set_xlabel(f"mean |SHAP value|: {output_text(result, k)}", parse_math=False)
    else:
        keyed = any(result.reader.is_category(int(j)) for j in order)
        ax = single_axes(ax, figsize, row_size(names, 0.42, 1.3, 8.6 if keyed else 7.0))
        draw_swarms(ax, result, values, order)
        ax.locator_params(axis="x", nbins=6)
        ax.set_xlabel(f"SHAP value: change of the {output_text(result, k)}", parse_math=False)
    label_bars(ax, names)
    title_output(ax, result, k)
    format_ticks(ax.xaxis)
    return ax


def stacked_bars(result: ShapResult, top: int, ax: Axes | None, figsize: Size) -> Axes:
    """Draw the means of all outputs as parts of one bar per feature."""
    means = np.abs(result.values).mean(axis=0)
    order = np.argsort(-means.sum(axis=1), kind="stable")[:top]
    names = [result.feature_names[j] for j in order]
    ax = single_axes(ax, figsize, row_size(names, 0.3, 1.1))
    start = np.zeros(len(order))
    for k in range(len(result.outputs)):
        widths = means[order, k]
        style: dict[str, Any] = {"height": 0.72, "edgecolor": "white", "linewidth": 0.8}
        label = output_text(result, k).removeprefix(f"{result.kind} of ")
        ax.barh(
            np.arange(len(order)), widths, left=start, color=class_color(k), label=label, **style
        )
        start += widths
    label_bars(ax, names)
    ax.set_xlim(0, 1.05 * max(start.max(), 1e-12))
    ax.set_xlabel(f"mean |SHAP value|: {result.kind}, summed over outputs")
    format_ticks(ax.xaxis)
    legend = ax.legend(loc="lower right", **LEGEND)
    for text in legend.get_texts():
        text.set_parse_math(False)
    return ax


def draw_swarms(ax: Axes, result: ShapResult, values: Floats, order: Any) -> None:
    rows = spread_rows(len(values), MAX_POINTS)
    shown = values[np.ix_(rows, order)]
    span = float(np.ptp(shown)) or 1.0
    features = [result.feature_values(int(j)) for j in order]
    size = 14 if len(rows) <= 500 else 7
    ax.axvline(0, color=PALE_INK, linewidth=0.8, zorder=0)
    for i, feature in enumerate(features):
        x = shown[:, i]
        colors = point_colors(feature, len(values))[rows]
        is_missing = np.zeros(len(rows), bool)
        if feature is not None:
            is_missing = np.isnan(feature.numbers[rows])
        draw_first = np.argsort(~is_missing, kind="stable")  # missing values behind the others
        y = i + swarm(x, span)
        ax.scatter(
            x[draw_first],
            y[draw_first],
            s=size,
            c=colors[draw_first],
            linewidths=0,
            rasterized=len(rows) > 500,
        )
    ax.set_xlim(min(shown.min(), 0.0) - 0.04 * span, max(shown.max(), 0.0) + 0.04 * span)
    add_keys(ax, features)


def swarm(x: Floats, span: float) -> Floats:
    """Return vertical offsets that spread points of similar x evenly about 0."""
    bins = np.round((x - x.min()) / span * N_BINS).astype(np.intp)
    order = np.lexsort((x, bins))
    starts = np.r_[0, np.flatnonzero(np.diff(bins[order])) + 1]
    sizes = np.diff(np.r_[starts, len(x)])
    rank = np.arange(len(x)) - np.repeat(starts, sizes)
    layer = (rank + 1) // 2 * np.where(rank % 2, 1, -1)
    offsets = np.empty(len(x))
    offsets[order] = layer * min(MAX_STEP, 2 * HALF_HEIGHT / max(1, sizes.max()))
    return offsets


def add_keys(ax: Axes, features: list[FeatureValues | None]) -> None:
    """Add the key of each categorical feature to its row, and the color bar of numbers."""
    known = [feature for feature in features if feature is not None]
    numeric = [feature for feature in known if not feature.categories]
    for i, feature in enumerate(features):
        if feature is not None and feature.categories:
            add_row_key(ax, i, row_keys(feature))
    if numeric:
        low_to_high_bar(ax, any(missing_key(feature) for feature in numeric))


def row_keys(feature: FeatureValues) -> list[Key]:
    """Return the keys of the most frequent categories that fit beside a row."""
    found = (category_keys(feature, most) for most in range(MAX_ROW_KEYS, 0, -1))
    fitting = (keys for keys in found if len(keys) <= MAX_LINES * keys_per_line(key_texts(keys)))
    return next(fitting, category_keys(feature, 1))


def key_texts(keys: list[Key]) -> list[str]:
    return [squeeze(key.label, KEY_LENGTH) for key in keys]


def keys_per_line(texts: list[str]) -> int:
    return max(1, LINE_LENGTH // (3 + max(map(len, texts))))


def add_row_key(ax: Axes, row: int, keys: list[Key]) -> None:
    """Write the colors of categories to the right of a row."""
    style = {"fontsize": 7.5, "color": INK, "parse_math": False}
    parts: list[Artist] = []
    texts = key_texts(keys)
    for key, text in zip(keys, texts, strict=True):
        dot = DrawingArea(6, 6)
        if key.color != "none":
            dot.add_artist(Circle((3, 2.5), 2.6, color=key.color))
        parts.append(HPacker(children=[dot, TextArea(text, textprops=style)], pad=0, sep=1))
    per_line = keys_per_line(texts)
    lines: list[Artist] = [
        HPacker(children=parts[i : i + per_line], pad=0, sep=5)
        for i in range(0, len(parts), per_line)
    ]
    box = AnnotationBbox(
        VPacker(children=lines, pad=0, sep=1),
        (1, row),
        xybox=(4, 0),
        xycoords=ax.get_yaxis_transform(),
        boxcoords="offset points",
        box_alignment=(0, 0.5),
        frameon=False,
        pad=0,
        annotation_clip=False,
    )
    ax.add_artist(box)
