"""Errors and weights of the members of AdaBoost, round by round."""

from typing import Any

from matplotlib.axes import Axes

from ..adaboost.base import BaseAdaBoost
from .curve_axes import curve_axes, finish_curves
from .palette import ACCENT, PALE_INK, SECOND


def rounds(
    model: Any, *, ax: Axes | None = None, figsize: tuple[float, float] | None = None
) -> Axes:
    """Draw the error of every member of AdaBoost, and the weight that it gets for it.

    A dashed line marks the error of chance, at which boosting ends. Rounds count from 1, as
    ``len(model)`` does.

    Parameters
    ----------
    model : estimator
        A fitted AdaBoostClassifier or AdaBoostRegressor.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes
        The axes of the errors; those of the weights are a twin of it.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins()
    >>> ax = spinney.plot.rounds(spinney.AdaBoostClassifier().fit(X, y))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('round', 'error on the weighted rows')
    """
    if not isinstance(model, BaseAdaBoost):
        raise ValueError(f"rounds draws AdaBoost models, got {type(model).__name__}.")
    numbers = range(1, len(model) + 1)
    chance = 1 - 1 / getattr(model, "n_classes_", 2)
    ax = curve_axes(ax, figsize)
    weights = ax.twinx()
    style: dict[str, Any] = {"linewidth": 1.6, "marker": "o", "markersize": 3}
    (error,) = ax.plot(numbers, model.estimator_errors_, color=ACCENT, label="error", **style)
    (weight,) = weights.plot(
        numbers, model.estimator_weights_, color=SECOND, label="weight", **style
    )
    line = ax.axhline(chance, color=PALE_INK, linestyle="--", linewidth=1, label="chance")
    finish_curves(ax, "round", "error on the weighted rows")
    ax.legend(
        handles=[error, weight, line],
        frameon=False,
        fontsize=9,
        ncols=3,
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
    )
    weights.set_ylabel("weight of the answer")
    weights.spines["top"].set_visible(False)
    return ax
