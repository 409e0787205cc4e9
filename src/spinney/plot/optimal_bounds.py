"""How the search for an optimal tree closed in on it."""

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from .palette import ACCENT, LINE, PALE_INK, SECOND


def bounds(
    model: Any, *, ax: Axes | None = None, figsize: tuple[float, float] | None = None
) -> Axes:
    """Draw the best objective and the lower bound over the seconds of the search.

    Where the two meet, the tree is proven; what lies between at the end is the gap. The greedy
    tree of the same depth is a line across.

    Parameters
    ----------
    model : OptimalTreeClassifier or OptimalTreeRegressor
        A fitted tree.
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
    >>> model = spinney.OptimalTreeClassifier(max_depth=2, missing="mode").fit(X, y)
    >>> ax = spinney.plot.bounds(model)
    >>> ax.get_xlabel()
    'seconds'
    """
    if not hasattr(model, "bounds_"):
        raise ValueError("Only a fitted optimal tree has bounds.")
    if ax is None:
        _, ax = plt.subplots(figsize=figsize or (7.0, 4.0), layout="constrained")
    seconds, upper, lower = model.bounds_.T
    if seconds[-1] < model.fit_time_:
        seconds, upper, lower = (
            [*seconds, model.fit_time_],
            [*upper, model.objective_],
            [*lower, model.lower_bound_],
        )
    ax.fill_between(seconds, lower, upper, step="post", color=LINE, alpha=0.4, linewidth=0)
    ax.step(seconds, upper, where="post", color=ACCENT, label="best tree")
    ax.step(seconds, lower, where="post", color=SECOND, label="lower bound")
    ax.axhline(model.greedy_objective_, color=PALE_INK, linestyle="--", label="greedy tree")
    ax.set_xlabel("seconds")
    ax.set_ylabel("objective")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, loc="lower right")
    return ax
