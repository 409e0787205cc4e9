"""The features that matter most, as bars."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from ..boosting.base import BaseGradientBoosting
from ..forests.importances import Importances
from ..inspection.tree_formatter import names_of
from .palette import ACCENT, INK
from .tree_cards import shorten

TREE_KINDS = {"gain": "importance", "surrogates": "importance, with surrogates"}
BOOSTED_KINDS = {
    "gain": "average gain of a split",
    "total_gain": "gain of all splits",
    "cover": "average cover of a split",
    "total_cover": "cover of all splits",
    "count": "number of splits",
}
FOREST_KINDS = {
    "gini": "share in the decrease of impurity",
    "corrected": "decrease of impurity, judged out of bag",
    "permutation": "increase of the out-of-bag error",
}
LONGEST_NAME = 40
WHISKER: dict[str, Any] = {"ecolor": INK, "elinewidth": 1.1, "capsize": 2.5}
NUMBER: dict[str, Any] = {"textcoords": "offset points", "va": "center", "fontsize": 8.5}
Floats = NDArray[np.float64]


def importance(
    model_or_values: Any,
    *,
    top: int = 20,
    kind: str | None = None,
    ax: Axes | None = None,
    figsize: tuple[float, float] | None = None,
) -> Axes:
    """Draw the importance of the features as bars, the largest first.

    Importances of a forest have 95 % confidence intervals of their mean over the trees.

    Parameters
    ----------
    model_or_values : estimator, Importances, mapping or Series
        A fitted model with ``feature_importances_``, what a forest's method ``importances`` gave,
        or values by feature name.
    top : int, default=20
        Most features to show.
    kind : str, default=None
        What counts; None takes ``feature_importances_``. In a tree of this library "gain" is the
        decrease of impurity by a feature's own splits, "surrogates" also what it could do as a
        surrogate of others. A boosted model has the kinds of its method ``importance``: "gain",
        "total_gain", "cover", "total_cover" and "count".
    ax : matplotlib Axes, default=None
        Where to draw; None makes a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes
        The axes with the drawing.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins()
    >>> model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    >>> ax = spinney.plot.importance(model, top=5)
    >>> [label.get_text() for label in ax.get_yticklabels()][0]
    'flipper_length_mm'
    """
    quantity = label_of(model_or_values, kind)
    if top < 1:
        raise ValueError(f"top must be at least 1, got {top}.")
    names, values = named_values(model_or_values, kind)
    ends = interval_ends(model_or_values, values)
    order = np.argsort(-values, kind="stable")[:top]
    if ax is None:
        height = 0.9 + 0.3 * len(order)
        _, ax = plt.subplots(figsize=figsize or (6.5, height), layout="constrained")
    draw_bars(ax, values[order], ends[:, order])
    ax.set_yticks(np.arange(len(order)), [shorten(names[j], LONGEST_NAME) for j in order])
    for label in ax.get_yticklabels():
        label.set_parse_math(False)
    ax.invert_yaxis()
    ax.set_xlabel(quantity)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    return ax


def draw_bars(ax: Axes, values: Floats, ends: Floats) -> None:
    """Bars with a number each, to the right of the bar and of its interval if there is one."""
    known = (ends[0] < ends[1]).any()
    reach = np.abs(ends - values) if known else None
    ax.barh(np.arange(len(values)), values, height=0.72, color=ACCENT, xerr=reach, error_kw=WHISKER)
    for place, (value, end) in enumerate(zip(values, ends[1], strict=True)):
        ax.annotate(f"{value:.3g}", (max(end, 0.0), place), (4, 0), **NUMBER)
    if ends.min() < 0:
        ax.axvline(0, color=INK, linewidth=0.8)
    # Room for the numbers beyond the longest bar.
    ax.set_xlim(min(0.0, 1.05 * ends.min()), 1.15 * max(ends.max(), 1e-12))


def interval_ends(source: Any, values: Floats) -> Floats:
    """The lower and upper ends of all intervals: (2, features); the values where none is known."""
    alone = np.array([values, values])
    if not isinstance(source, Importances):
        return alone
    ends = np.array([source.low, source.high])
    return np.where(np.isnan(ends), alone, ends)


def label_of(source: Any, kind: str | None) -> str:
    """What the numbers are; refuses kinds that the source does not have."""
    if isinstance(source, Importances):
        if kind is not None:
            raise ValueError(f"kind={kind!r}: these importances are of the kind {source.kind!r}.")
        return FOREST_KINDS[source.kind]
    if kind is None:
        return "importance"
    if hasattr(source, "importances"):
        raise ValueError(f"kind={kind!r}: draw what model.importances({kind!r}, ...) gives.")
    kinds = BOOSTED_KINDS if isinstance(source, BaseGradientBoosting) else TREE_KINDS
    if kind not in kinds:
        raise ValueError(f"kind must be one of {tuple(kinds)}, got {kind!r}.")
    return kinds[kind]


def named_values(source: Any, kind: str | None) -> tuple[list[str], Floats]:
    """The names and values of all features."""
    fitted = source._fitted() if hasattr(source, "_fitted") else None
    if isinstance(source, Importances):
        names, values = list(source.names), source.mean
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
        raise ValueError("model_or_values must hold at least one value, and only finite ones.")
    return [str(name) for name in names], values
