"""SHAP values of one feature against its values."""

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from ..explain import ShapResult
from ..explain.feature_values import FeatureValues
from ..explain.row_contributions import output_text
from ..explain.sparse_interactions import interactions_with
from .axes import (
    MAX_CATEGORIES,
    Size,
    add_grid,
    format_coded_ticks,
    format_ticks,
    label_categories,
    single_axes,
    single_plot,
)
from .missing_zone import add_missing_zone
from .node_labels import category_text, shorten
from .palette import ACCENT, PALE_INK
from .shap_parts import Floats, check_result, ranked_features, title_output
from .value_colors import MAX_LABEL, add_color_bar, point_colors

JITTER = 0.22


@single_plot
def shap_dependence(
    result: ShapResult,
    feature: int | str,
    color: int | str | None = "auto",
    *,
    output: Any = None,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot the SHAP values of a feature against its values.

    Missing values are lines at the left side, categories are strips of points.

    Parameters
    ----------
    result : ShapResult
        The result of ``spinney.explain.shap``.
    feature : int or str
        Name or index of the feature.
    color : int, str or None, default="auto"
        The feature that colors the points. "auto" is the one with the strongest interaction if
        the result has interactions, and none otherwise.
    output : object, default=None
        The class, or the index of an output. None: the only output, or the second of two classes.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> ax = spinney.plot.shap_dependence(result, "bill_length_mm", "island", output="Adelie")
    >>> ax.get_xlabel(), ax.get_legend().get_title().get_text()
    ('bill_length_mm', 'island')
    """
    check_result(result)
    k = result.output_index(output)
    j = result.feature_index(feature)
    shown = result.feature_values(j)
    if shown is None:
        raise ValueError(
            f"feature={feature!r} is a group of features, which has no value to plot. Choose a "
            "feature outside of groups."
        )
    other = color_feature(result, j, k, color)
    ax = single_axes(ax, figsize, (6.8, 4.4))
    colors = np.tile(to_rgba(ACCENT), (len(result.values), 1))
    if other is not None:
        colors = point_colors(other, len(colors))
    if shown.coding is not None and shown.coding.categories:
        shown = replace(shown, categories=shown.coding.categories)
    draw = draw_strips if shown.categories else draw_points
    ax.axhline(0, color=PALE_INK, linewidth=0.8, zorder=0)
    draw(ax, shown, result.values[:, j, k], colors)
    add_grid(ax)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel(shorten(shown.name, 60), parse_math=False)
    ax.set_ylabel(f"SHAP value: change of the\n{output_text(result, k)}", parse_math=False)
    format_ticks(ax.yaxis)
    title_output(ax, result, k)
    if other is not None:
        add_color_bar(ax, other)
    return ax


def color_feature(
    result: ShapResult, j: int, k: int, color: int | str | None
) -> FeatureValues | None:
    """Return the feature that colors the points; None if there is none."""
    automatic = color == "auto" and "auto" not in result.feature_names
    if color is None or (automatic and result.interactions is None):
        return None
    if not automatic:
        assert color is not None
        other = result.feature_values(result.feature_index(color, "color"))
        if other is None:
            raise ValueError(f"color={color!r} is a group of features, which has no value.")
        return other
    assert result.interactions is not None
    pairs = interactions_with(result.interactions, j)[:, :, k]
    candidates = [g for g in ranked_features(pairs) if g != j and np.any(pairs[:, g])]
    found = (result.feature_values(int(g)) for g in candidates)
    return next((other for other in found if other is not None), None)


def point_style(n_rows: int) -> dict[str, Any]:
    size = 18 if n_rows <= 500 else 9 if n_rows <= 5000 else 4
    return {"s": size, "linewidths": 0, "alpha": 0.85, "rasterized": n_rows > 2000}


def draw_points(ax: Axes, feature: FeatureValues, values: Floats, colors: Floats) -> None:
    """Draw numbers as points, and missing values as lines at the left side."""
    x = feature.numbers
    known = np.isfinite(x)
    ax.scatter(x[known], values[known], c=colors[known], **point_style(len(x)))
    if feature.coding is None:
        ax.locator_params(axis="x", nbins=6)
        format_ticks(ax.xaxis)
    else:
        format_coded_ticks(ax.xaxis, feature.coding)
    missing = np.isnan(x)
    if not missing.any():
        return
    low, high = (x[known].min(), x[known].max()) if known.any() else (0.0, 1.0)
    ends = add_missing_zone(ax, low, high)
    ax.hlines(values[missing], *ends, colors=list(map(tuple, colors[missing])), linewidth=1.2)


def draw_strips(ax: Axes, feature: FeatureValues, values: Floats, colors: Floats) -> None:
    """Draw a strip of points for each category, the last one for missing values."""
    labels, strip = strips(feature)
    noise = np.random.default_rng(0).uniform(-JITTER, JITTER, len(strip))
    ax.scatter(strip + noise, values, c=colors, **point_style(len(strip)))
    label_categories(ax, labels)
    ax.set_xlim(-0.6, len(labels) - 0.4)


def strips(feature: FeatureValues) -> tuple[list[str], Floats]:
    """Return the labels of strips and the strip of each row; rare categories share one."""
    numbers = feature.numbers
    missing = np.isnan(numbers)
    codes, counts = np.unique(numbers[~missing].astype(np.intp), return_counts=True)
    frequent = np.sort(codes[np.argsort(-counts, kind="stable")[:MAX_CATEGORIES]])
    labels = [category_text(feature.categories[code], MAX_LABEL) for code in frequent]
    strip = np.full(len(numbers), float(len(frequent)))
    own = np.isin(numbers, frequent)
    strip[own] = np.searchsorted(frequent, numbers[own])
    if len(codes) > len(frequent):
        labels.append(f"{len(codes) - len(frequent)} others")
    if missing.any():
        strip[missing] = len(labels)
        labels.append("missing")
    return labels, strip
