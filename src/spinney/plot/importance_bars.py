"""Feature importances as bars."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from ..boosting.base import BaseGradientBoosting
from ..explain import HStatistic, Importance
from ..forests.importances import Importances
from ..inspection.numbers import format_number
from ..inspection.tree_formatter import names_of
from .axes import BAR_LABEL, Size, format_ticks, label_bars, row_size, single_axes, single_plot
from .palette import ACCENT, INK

TREE_KINDS = {"gain": "importance", "surrogates": "importance, including surrogates"}
BOOSTED_KINDS = {
    "gain": "average gain per split",
    "total_gain": "total gain of all splits",
    "cover": "average cover per split",
    "total_cover": "total cover of all splits",
    "count": "number of splits",
}
FOREST_KINDS = {
    "gini": "share of the total impurity decrease",
    "corrected": "impurity decrease, evaluated out of bag",
    "permutation": "increase of the out-of-bag error",
}
MODEL_KINDS = BOOSTED_KINDS | {
    "permutation": "decrease of the score when permuted",
    "shap": "mean |SHAP value|",
    "drop_column": "decrease of the score without the feature",
    "oob": "increase of the out-of-bag error when permuted",
}
"""Kinds of ``explain.importance``."""
WHISKER: dict[str, Any] = {"ecolor": INK, "elinewidth": 1.1, "capsize": 2.5}
Floats = NDArray[np.float64]


@single_plot
def importance(
    model_or_values: Any,
    *,
    top: int = 20,
    kind: str | None = None,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot feature importances as bars, the largest first.

    Importances of a forest have 95 % confidence intervals of their mean over the trees, those of
    ``explain.importance`` of their mean over repeats, rows, folds or members.

    Parameters
    ----------
    model_or_values : estimator, Importance, HStatistic, mapping or Series
        A fitted model with ``feature_importances_``, the result of ``explain.importance``, of a
        forest's method ``importances`` or of ``explain.h_statistic`` for one output, or values by
        feature name.
    top : int, default=20
        The maximum number of features to show.
    kind : str, default=None
        The importance to plot; None selects ``feature_importances_``. For a tree of this library
        "gain" is the impurity decrease of the splits on a feature, and "surrogates" also counts
        its surrogate splits. For a boosted model the kinds of its method ``importance``: "gain",
        "total_gain", "cover", "total_cover" and "count".

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    >>> ax = spinney.plot.importance(model, top=5)
    >>> [label.get_text() for label in ax.get_yticklabels()][0]
    'flipper_length_mm'
    """
    label = axis_label(model_or_values, kind)
    if top < 1:
        raise ValueError(f"top must be at least 1, got {top}.")
    names, values = named_values(model_or_values, kind)
    ends = interval_ends(model_or_values, values)
    order = np.argsort(-values, kind="stable")[:top]
    names = [names[j] for j in order]
    ax = single_axes(ax, figsize, row_size(names, 0.3, 0.9))
    draw_bars(ax, values[order], ends[:, order])
    label_bars(ax, names)
    ax.set_xlabel(label)
    format_ticks(ax.xaxis)
    return ax


def draw_bars(ax: Axes, values: Floats, ends: Floats) -> None:
    """Draw bars with intervals, and a number to the right of each."""
    known = (ends[0] < ends[1]).any()
    errors = np.abs(ends - values) if known else None
    bars = np.arange(len(values))
    ax.barh(bars, values, height=0.72, color=ACCENT, xerr=errors, error_kw=WHISKER)
    for bar, value, end in zip(bars, values, ends[1], strict=True):
        ax.annotate(format_number(float(value), 3), (max(end, 0.0), bar), (4, 0), **BAR_LABEL)
    if ends.min() < 0:
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.spines["left"].set_visible(False)
    # Leave space for the numbers beyond the longest bar.
    ax.set_xlim(min(0.0, 1.05 * ends.min()), 1.15 * max(ends.max(), 1e-12))


def interval_ends(source: Any, values: Floats) -> Floats:
    """Return the ends of all intervals, shape (2, n_features); the values without an interval."""
    without = np.array([values, values])
    if not isinstance(source, Importances):
        return without
    ends = np.array([source.low, source.high])
    return np.where(np.isnan(ends), without, ends)


def axis_label(source: Any, kind: str | None) -> str:
    """Return the name of the importance; raise if the source does not have this kind."""
    if isinstance(source, Importances):
        if kind is not None:
            raise ValueError(f"kind={kind!r}, but these importances have kind={source.kind!r}.")
        return (MODEL_KINDS if isinstance(source, Importance) else FOREST_KINDS)[source.kind]
    if isinstance(source, HStatistic):
        return "H statistic: strength of the interaction"
    if kind is None:
        return "importance"
    if hasattr(source, "importances"):
        raise ValueError(
            f"kind={kind!r}: pass the result of model.importances({kind!r}, ...) instead."
        )
    kinds = BOOSTED_KINDS if isinstance(source, BaseGradientBoosting) else TREE_KINDS
    if kind not in kinds:
        raise ValueError(f"kind must be one of {tuple(kinds)}, got {kind!r}.")
    return kinds[kind]


def named_values(source: Any, kind: str | None) -> tuple[list[str], Floats]:
    """Return the names and importances of all features."""
    fitted = source._fitted() if hasattr(source, "_fitted") else None
    if isinstance(source, Importances):
        names, values = list(source.names), source.mean
    elif isinstance(source, HStatistic):
        frame = source.to_frame("dict")
        if "value" not in frame:
            raise ValueError(
                "model_or_values: H statistics of several outputs; plot a column of to_frame()."
            )
        names, values = frame["name"], np.array(frame["value"])
    elif isinstance(fitted, FittedTree):
        values = fitted.tree.feature_importances(surrogates=kind == "surrogates")
        return names_of(fitted), values
    elif hasattr(source, "feature_importances_"):
        boosted = isinstance(source, BaseGradientBoosting) and kind is not None
        values = source.importance(kind) if boosted else source.feature_importances_
        values = np.asarray(values, dtype=np.float64)
        names = getattr(source, "feature_names_in_", [f"x{j}" for j in range(len(values))])
    elif isinstance(source, Mapping):
        names, values = list(source), np.array(list(source.values()), dtype=np.float64)
    elif hasattr(source, "index") and hasattr(source, "to_numpy"):
        names, values = list(source.index), source.to_numpy(dtype=np.float64)
    else:
        raise ValueError(
            "model_or_values must be a fitted model with feature_importances_, a mapping or a "
            f"Series; got {type(source).__name__}."
        )
    if not len(values) or not np.isfinite(values).all():
        raise ValueError("model_or_values must contain at least one value, and only finite values.")
    return [str(name) for name in names], values
