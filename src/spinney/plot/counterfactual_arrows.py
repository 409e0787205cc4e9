"""The changes of a counterfactual as arrows."""

from typing import Any

from matplotlib.axes import Axes

from ..explain import Counterfactual
from ..explain.counterfactual_result import Change, prediction_text
from .axes import BAR_LABEL, Size, format_ticks, label_bars, row_size, single_axes, single_plot
from .palette import ACCENT, LINE
from .shap_bridge import TIP_SHARE, arrow


@single_plot
def counterfactual(result: Counterfactual, *, ax: Axes | None = None, figsize: Size = None) -> Axes:
    """Plot the changes of a counterfactual.

    An arrow shows the cost of the change of a feature: to the right if a number increases, or for
    another category, and to the left if a number decreases. The old and the new value are written
    to the right of the axes.

    Parameters
    ----------
    result : Counterfactual
        The result of ``spinney.explain.counterfactual``.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> tree = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    >>> result = spinney.explain.counterfactual(tree, X[:1], X=X)
    >>> ax = spinney.plot.counterfactual(result)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['island', 'bill_length_mm']
    """
    check_counterfactual(result)
    changes = result.changes
    names = [change.feature for change in changes]
    values = [f"{change.old_text} \u2192 {change.new_text}" for change in changes]
    size = row_size(names, 0.45, 1.3, 6.0 + 0.08 * max(map(len, values)))
    ax = single_axes(ax, figsize, size)
    steps = [-change.cost if change.direction < 0 else change.cost for change in changes]
    span = max(0.0, *steps) - min(0.0, *steps)
    for y, (change, step) in enumerate(zip(changes, steps, strict=True)):
        draw_change(ax, y, change, step, TIP_SHARE * span)
    ax.axvline(0, color=LINE, linewidth=0.8, zorder=0)
    ax.set_xlim(min(0.0, *steps) - 0.03 * span, max(0.0, *steps) + 0.03 * span)
    label_bars(ax, names)
    write_values(ax, values)
    ax.set_xlabel(f"cost of the change (total {result.cost:.3g})")
    ax.locator_params(axis="x", nbins=6)
    format_ticks(ax.xaxis)
    now, before = map(prediction_text, (result.prediction, result.original_prediction))
    ax.set_title(f"{now} instead of {before}", loc="left", fontsize=11, parse_math=False)
    return ax


def check_counterfactual(result: Any) -> None:
    """Raise unless there are changes to show."""
    if not isinstance(result, Counterfactual):
        raise TypeError(
            "result must be the result of spinney.explain.counterfactual(model, row), got "
            f"{type(result).__name__}."
        )
    if not result.changes:
        raise ValueError(f"There is nothing to plot. {result.text()}")


def write_values(ax: Axes, values: list[str]) -> None:
    """Write the old and the new values to the right of the axes."""
    style = BAR_LABEL | {"xycoords": ax.get_yaxis_transform(), "annotation_clip": False}
    for y, text in enumerate(values):
        ax.annotate(text, (1, y), (6, 0), ha="left", parse_math=False, **style)


def draw_change(ax: Axes, y: int, change: Change, step: float, tip: float) -> None:
    """Draw an arrow from 0 to the cost of a change."""
    bar = arrow(0, step, y, tip)
    if change.direction == 0:
        bar.set_facecolor(ACCENT)
    ax.add_patch(bar)
