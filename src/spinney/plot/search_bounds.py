"""Upper and lower bounds over the search for an optimal tree."""

from typing import Any

from matplotlib.axes import Axes

from .axes import Size, single_axes, single_plot
from .palette import ACCENT, LINE, PALE_INK, SECOND


@single_plot
def bounds(model: Any, *, ax: Axes | None = None, figsize: Size = None) -> Axes:
    """Plot the best objective and the lower bound over the search time.

    The tree is proven optimal where both meet; the remaining distance is the gap. A dashed line
    shows the greedy tree of the same depth.

    Parameters
    ----------
    model : OptimalTreeClassifier or OptimalTreeRegressor
        A fitted tree.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.OptimalTreeClassifier(max_depth=2, missing="mode").fit(X, y)
    >>> ax = spinney.plot.bounds(model)
    >>> ax.get_xlabel()
    'seconds'
    """
    if not hasattr(model, "bounds_"):
        raise ValueError(
            "model must be an optimal tree fitted in this session (model files do not contain the "
            f"times of the search), got {type(model).__name__}."
        )
    ax = single_axes(ax, figsize, (7.0, 4.0))
    seconds, upper, lower = model.bounds_.T.tolist()
    if seconds[-1] < model.fit_time_:
        seconds.append(model.fit_time_)
        upper.append(model.objective_)
        lower.append(model.lower_bound_)
    ax.fill_between(seconds, lower, upper, step="post", color=LINE, alpha=0.4, linewidth=0)
    ax.step(seconds, upper, where="post", color=ACCENT, label="best tree")
    ax.step(seconds, lower, where="post", color=SECOND, label="lower bound")
    ax.axhline(model.greedy_objective_, color=PALE_INK, linestyle="--", label="greedy tree")
    ax.set(xlabel="seconds", ylabel="objective")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, loc="lower right")
    ax.spines[["top", "right"]].set_visible(False)
    return ax
