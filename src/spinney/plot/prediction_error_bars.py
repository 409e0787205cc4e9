"""Predictions of a forest with confidence intervals."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..explain import PredictionErrors
from ..explain.output_choice import output_index
from ..inspection.phrases import label_text
from .axes import CURVE_SIZE, Size, add_grid, format_ticks, read_numbers, single_axes, single_plot
from .palette import ACCENT, LINE
from .shap_parts import spread_rows

Floats = NDArray[np.float64]


@single_plot
def standard_errors(
    result: Any,
    y: Any = None,
    *,
    level: float = 0.95,
    output: Any = None,
    max_rows: int = 200,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot predictions with confidence intervals by their standard errors.

    With targets, predictions are plotted over them, and a line shows where both are equal. Without
    them, and for probabilities, rows are ordered by their predictions. A prediction without a bar
    has no standard error (its variance is estimated to be negative).

    Parameters
    ----------
    result : PredictionErrors
        The result of ``spinney.explain.standard_errors``.
    y : array-like of shape (n_samples,) or (n_samples, n_outputs), default=None
        The targets of a regressor.
    level : float, default=0.95
        The probability that an interval contains the expected prediction.
    output : object, default=None
        The class, or the index of an output; None: the last class, or the first output.
    max_rows : int, default=200
        The maximum number of rows; if there are more, every k-th in the order of predictions.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> forest = spinney.RandomForestRegressor(300, random_state=0).fit(X[:300], y[:300])
    >>> ax = spinney.plot.standard_errors(spinney.explain.standard_errors(forest, X[300:]), y[300:])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('target', 'prediction with 95 % confidence interval')
    """
    if not isinstance(result, PredictionErrors):
        raise TypeError(
            "result must be the result of spinney.explain.standard_errors(model, X), got "
            f"{type(result).__name__}."
        )
    if max_rows < 1:
        raise ValueError(f"max_rows must be at least 1, got {max_rows}.")
    low, high = result.interval(level)
    k = column_of(result, output)
    center, low, high = (column(values, k) for values in (result.prediction, low, high))
    order = np.argsort(center, kind="stable")
    order = order[spread_rows(len(order), max_rows)]
    ax = single_axes(ax, figsize, CURVE_SIZE)
    if y is None or result.is_class:
        x: Floats = np.arange(1.0, len(order) + 1)
        ax.set_xlabel("rows by prediction")
    else:
        x = read_targets(result, y, k)[order]
        ends = [float(min(x.min(), center.min())), float(max(x.max(), center.max()))]
        ax.plot(ends, ends, color=LINE, linewidth=1, linestyle="--", zorder=1)
        ax.set_xlabel("target")
    known = np.isfinite(low[order])
    ax.vlines(x[known], low[order][known], high[order][known], color=ACCENT, alpha=0.4, lw=1.2)
    ax.plot(x, center[order], "o", color=ACCENT, markersize=3.5)
    share = f"{100 * level:g} %"
    what = f"probability of {label_text(result.labels[k])}" if result.is_class else "prediction"
    ax.set_ylabel(f"{what} with {share} confidence interval", parse_math=False)
    format_ticks(ax.xaxis, ax.yaxis)
    add_grid(ax)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def column_of(result: PredictionErrors, output: Any) -> int:
    """Return the index of an output."""
    if output is None:
        return len(result.labels) - 1 if result.is_class else 0
    return output_index(result.labels, "", output)


def column(values: Floats, k: int) -> Floats:
    return values if values.ndim == 1 else values[:, k]


def read_targets(result: PredictionErrors, y: Any, k: int) -> Floats:
    """Return the targets of an output."""
    targets = read_numbers(y, "y")
    if targets.shape != result.prediction.shape:
        raise ValueError(
            f"y must have the shape of the predictions, {result.prediction.shape}, got "
            f"{targets.shape}."
        )
    return column(targets, k)
