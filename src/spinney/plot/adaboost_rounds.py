"""Errors and weights of the AdaBoost members by round."""

from typing import Any

from matplotlib.axes import Axes

from ..adaboost.base import BaseAdaBoost
from .axes import CURVE_SIZE, Size, finish_curves, single_axes
from .palette import ACCENT, PALE_INK, SECOND


def rounds(model: Any, *, ax: Axes | None = None, figsize: Size = None) -> Axes:
    """Plot the error and the weight of every member of an AdaBoost model.

    A dashed line marks the error of random guessing, at which boosting stops. Rounds count from
    1.

    Parameters
    ----------
    model : estimator
        A fitted AdaBoostClassifier or AdaBoostRegressor.
    ax : matplotlib Axes, default=None
        The axes to draw into; None creates a new figure.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches.

    Returns
    -------
    matplotlib Axes
        The axes of the errors. The axes of the weights are its twin.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> ax = spinney.plot.rounds(spinney.AdaBoostClassifier().fit(X, y))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('round', 'weighted training error')
    """
    if not isinstance(model, BaseAdaBoost):
        raise ValueError(f"model must be a fitted AdaBoost model, got {type(model).__name__}.")
    numbers = range(1, len(model) + 1)
    chance = 1 - 1 / getattr(model, "n_classes_", 2)
    ax = single_axes(ax, figsize, CURVE_SIZE)
    weight_axes = ax.twinx()
    style: dict[str, Any] = {"linewidth": 1.6, "marker": "o", "markersize": 3}
    (error,) = ax.plot(numbers, model.estimator_errors_, color=ACCENT, label="error", **style)
    (weight,) = weight_axes.plot(
        numbers, model.estimator_weights_, color=SECOND, label="weight (right axis)", **style
    )
    line = ax.axhline(chance, color=PALE_INK, linestyle="--", linewidth=1, label="random guessing")
    finish_curves(ax, "round", "weighted training error")
    ax.legend(
        handles=[error, weight, line],
        frameon=False,
        fontsize=9,
        ncols=3,
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
    )
    weight_axes.set_ylabel("weight of the member")
    weight_axes.spines["top"].set_visible(False)
    return ax
