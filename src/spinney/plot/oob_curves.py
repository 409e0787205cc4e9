"""The out-of-bag error by the number of trees, and where more of them stop to help."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from sklearn.base import is_classifier

from ..inspection.colors import class_colour
from .curve_axes import RING, curve_axes, finish_curves

LEAST_FLAT_SHARE = 0.1
"""A curve that stays level for less than this share of its trees has not settled."""


def oob_curve(
    forest: Any,
    *,
    within: float = 0.05,
    ax: Axes | None = None,
    figsize: tuple[float, float] | None = None,
) -> Axes:
    """Draw the out-of-bag error of a forest after each of its trees.

    A ring marks where the curve becomes flat: from that number of trees on the error stays close to
    the last one. A curve without a ring has not settled, and more trees may help.

    Parameters
    ----------
    forest : estimator or mapping
        A fitted forest with ``oob_errors_`` (``oob_score=True``), or several of them by name.
    within : float, default=0.05
        How close is close: a share of the way from the largest error down to the last.
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
    >>> model = spinney.RandomForestClassifier(oob_score=True, random_state=0).fit(X, y)
    >>> ax = spinney.plot.oob_curve(model)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('trees', 'out-of-bag error')
    """
    forests = dict(forest) if isinstance(forest, Mapping) else {"": forest}
    if not forests:
        raise ValueError("forest must hold at least one forest.")
    if not 0 <= within < 1:
        raise ValueError(f"within must be a share from 0 to below 1, got {within}.")
    curves = {name: errors_of(one) for name, one in forests.items()}
    label = error_name(forests)
    ax = curve_axes(ax, figsize)
    for place, (name, errors) in enumerate(curves.items()):
        draw_curve(ax, errors, within, name, class_colour(place))
    return finish_curves(ax, "trees", label)


def errors_of(forest: Any) -> NDArray[np.float64]:
    if not hasattr(forest, "oob_errors_"):
        raise ValueError(
            f"This {type(forest).__name__} has no out-of-bag errors: fit a forest with "
            "oob_score=True."
        )
    return np.asarray(forest.oob_errors_, dtype=np.float64)


def error_name(forests: Mapping[str, Any]) -> str:
    kinds = {is_classifier(forest) for forest in forests.values()}
    if len(kinds) > 1:
        raise ValueError("forest must hold only classifiers or only regressors.")
    return "out-of-bag error" if kinds == {True} else "out-of-bag squared error"


def flat_from(errors: NDArray[np.float64], within: float) -> int | None:
    """The number of trees from which on the error stays close to the last; None if it does not."""
    distance = np.abs(errors - errors[-1])
    # Not "distance > ...": without rows out of bag the error is NaN.
    away = ~(distance <= within * np.nanmax(distance))
    first = int(np.flatnonzero(away)[-1]) + 1 if away.any() else 0
    settled = len(errors) - first > LEAST_FLAT_SHARE * len(errors)
    return first + 1 if settled else None


def draw_curve(
    ax: Axes, errors: NDArray[np.float64], within: float, name: str, colour: str
) -> None:
    """The errors, and a ring on the first of the flat stretch."""
    flat = flat_from(errors, within)
    label = f"{name}: {errors[-1]:.4g}" if name else f"{errors[-1]:.4g}"
    if flat is not None:
        label += f", flat from {flat} trees on"
        ax.plot(flat, errors[flat - 1], color=colour, **RING)
    trees = np.arange(1, len(errors) + 1)
    ax.plot(trees, errors, color=colour, linewidth=1.6, label=label)
