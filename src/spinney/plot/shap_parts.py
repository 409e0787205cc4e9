"""Selection and labels shared by the plots of SHAP values."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..explain import ShapResult
from ..explain.row_contributions import output_text

Floats = NDArray[np.float64]
INCREASE, DECREASE = "#D55E00", "#56B4E9"
"""Colors of positive and negative contributions, also different in grayscale."""
MISSING_COLOR = "#9A9A9A"


def check_result(result: Any, top: int = 1) -> None:
    """Raise unless there are SHAP values, and features to show."""
    if not isinstance(result, ShapResult):
        raise TypeError(
            "result must be the result of spinney.explain.shap(model, X), got "
            f"{type(result).__name__}."
        )
    if top < 1:
        raise ValueError(f"top must be at least 1, got {top}.")


def check_rows(rows: Any, n_rows: int, argument: str) -> NDArray[np.intp]:
    """Return indices of rows; raise for those that do not exist."""
    chosen = np.atleast_1d(np.asarray(rows))
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1 or not chosen.size:
        what = "the index of a row" if argument == "row" else "indices of rows"
        raise ValueError(f"{argument} must be {what}, not a label, got {rows!r:.100}.")
    if chosen.min() < 0 or chosen.max() >= n_rows:
        raise ValueError(f"{argument} must be from 0 to {n_rows - 1}, got {rows!r:.100}.")
    if argument == "row" and len(chosen) > 1:
        raise ValueError(f"row must be the index of one row, got {rows!r:.100}.")
    return chosen.astype(np.intp)


def ranked_features(values: Floats) -> NDArray[np.intp]:
    """Return all features of values (n_samples, n_features), largest mean |value| first."""
    return np.argsort(-np.abs(values).mean(axis=0), kind="stable")


def spread_rows(n_rows: int, most: int) -> NDArray[np.intp]:
    """Return all rows, or evenly spaced ones if there are too many."""
    if n_rows <= most:
        return np.arange(n_rows)
    return np.linspace(0, n_rows - 1, most).astype(np.intp)


def title_output(ax: Axes, result: Any, k: int) -> None:
    """Write the explained class, or output, above the axes if the model has several."""
    text = output_text(result, k)
    if text != result.kind:
        ax.set_title(text, loc="left", fontsize=11, parse_math=False)
