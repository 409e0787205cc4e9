"""Out-of-bag error by the number of trees."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from sklearn.base import is_classifier

from ..inspection.colors import class_color
from ..inspection.numbers import format_number
from .axes import CURVE_SIZE, RING, Size, finish_curves, single_axes, single_plot

MIN_FLAT_SHARE = 0.1
"""The minimum share of the trees on the flat part of a converged curve."""


@single_plot
def oob_curve(
    forest: Any, *, tolerance: float = 0.05, ax: Axes | None = None, figsize: Size = None
) -> Axes:
    """Plot the out-of-bag error of a forest after each of its trees.

    A ring marks the number of trees from which on the error stays close to its final value. A
    curve without a ring has not converged, and more trees may help.

    Parameters
    ----------
    forest : estimator or mapping
        A fitted forest with ``oob_errors_`` (``oob_score=True``), or several forests by name.
    tolerance : float, default=0.05
        The maximum distance from the final error on the flat part, relative to the distance of
        the largest error.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(oob_score=True, random_state=0).fit(X, y)
    >>> ax = spinney.plot.oob_curve(model)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('number of trees', 'out-of-bag error')
    """
    forests = dict(forest) if isinstance(forest, Mapping) else {"": forest}
    if not forests:
        raise ValueError("forest must contain at least one forest.")
    if not 0 <= tolerance < 1:
        raise ValueError(f"tolerance must be in [0, 1), got {tolerance}.")
    curves = {name: oob_errors(one) for name, one in forests.items()}
    label = error_label(forests)
    ax = single_axes(ax, figsize, CURVE_SIZE)
    for k, (name, errors) in enumerate(curves.items()):
        draw_curve(ax, errors, tolerance, name, class_color(k))
    return finish_curves(ax, "number of trees", label)


def oob_errors(forest: Any) -> NDArray[np.float64]:
    """Return the out-of-bag error after each tree."""
    if not hasattr(forest, "oob_errors_"):
        raise ValueError(
            f"This {type(forest).__name__} has no out-of-bag errors: fit a forest with "
            "oob_score=True."
        )
    return np.asarray(forest.oob_errors_, dtype=np.float64)


def error_label(forests: Mapping[str, Any]) -> str:
    """Return the name of the error that all forests share."""
    kinds = {is_classifier(forest) for forest in forests.values()}
    if len(kinds) > 1:
        raise ValueError("forest must contain only classifiers or only regressors.")
    return "out-of-bag error" if kinds == {True} else "out-of-bag squared error"


def flat_from(errors: NDArray[np.float64], tolerance: float) -> int | None:
    """Return the number of trees from which on the error stays close to the final one, or None."""
    distance = np.abs(errors - errors[-1])
    # Negated because NaN, the error without out-of-bag rows, is not close.
    away = ~(distance <= tolerance * np.nanmax(distance))
    first = int(np.flatnonzero(away)[-1]) + 1 if away.any() else 0
    converged = len(errors) - first > MIN_FLAT_SHARE * len(errors)
    return first + 1 if converged else None


def draw_curve(
    ax: Axes, errors: NDArray[np.float64], tolerance: float, name: str, color: str
) -> None:
    """Draw the errors, and a ring at the start of the flat part."""
    flat = flat_from(errors, tolerance)
    final = format_number(float(errors[-1]))
    label = f"{name}: {final}" if name else final
    if flat is not None:
        label += f", flat from {flat:,} trees"
        ax.plot(flat, errors[flat - 1], color=color, **RING)
    trees = np.arange(1, len(errors) + 1)
    ax.plot(trees, errors, color=color, linewidth=1.6, label=label)
