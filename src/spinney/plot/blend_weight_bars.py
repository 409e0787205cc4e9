"""Weights and scores of the members of a blend."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..inspection.numbers import format_number
from .axes import BAR_LABEL, Size, label_bars, single_axes, single_plot
from .palette import ACCENT, INK, PALE_INK

COMBINED = ("uniform mean", "blend")
FIRST_COLUMN, COLUMN_WIDTH = 32, 52
"""Points from the right edge of the axes to the first column of scores, and between columns."""


@single_plot
def blend_weights(model: Any, *, ax: Axes | None = None, figsize: Size = None) -> Axes:
    """Plot the weight of each member of a blend as a bar, with its score beside it.

    Scores are computed on out-of-fold predictions. The last rows show the uniform mean of all
    members and the blend.

    Parameters
    ----------
    model : VotingClassifier, VotingRegressor, LinearBlendClassifier or LinearBlendRegressor
        A fitted blend. Voting has no scores, so only bars are drawn.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
    >>> trees = [(f"depth {d}", spinney.DecisionTreeClassifier(max_depth=d)) for d in (1, 2, 5)]
    >>> ax = spinney.plot.blend_weights(spinney.LinearBlendClassifier(trees).fit(X, y))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['depth 1', 'depth 2', 'depth 5', 'uniform mean', 'blend']
    """
    weights = getattr(model, "weights_", None)
    if weights is None or not hasattr(model, "named_estimators_"):
        raise ValueError(
            "model must be a fitted VotingClassifier, VotingRegressor, LinearBlendClassifier or "
            f"LinearBlendRegressor, got {model!r}."
        )
    names = list(model._fitted().names)
    losses = getattr(model, "member_losses_", None)
    n_bars = len(names) + len(COMBINED) * (losses is not None)
    ax = single_axes(ax, figsize, (6.5, 1.0 + 0.32 * n_bars))
    draw_weights(ax, weights)
    if losses is not None:
        draw_scores(ax, losses, model.member_scores_)
        names += COMBINED
    label_bars(ax, names)
    ax.set_xlabel("weight")
    return ax


def draw_weights(ax: Axes, weights: Any) -> None:
    """Draw bars with a number each; bars of negative weights point left."""
    ax.barh(np.arange(len(weights)), weights, height=0.72, color=ACCENT)
    for bar, weight in enumerate(weights):
        ax.annotate(f"{weight:.3f}", (max(weight, 0.0), bar), (4, 0), **BAR_LABEL)
    low, high = min(0.0, weights.min()), max(weights.max(), 1e-12)
    if low < 0:
        ax.axvline(0, color=INK, linewidth=0.8)
    # Leave space for the numbers beyond the longest bar.
    ax.set_xlim(1.05 * low, high + 0.15 * (high - low))


def draw_scores(ax: Axes, losses: Any, scores: Any) -> None:
    """Write loss and score in columns to the right, with a line above the combined rows."""
    n_members = len(losses.members)
    transform = ax.get_yaxis_transform()
    for column, table in enumerate((losses, scores)):
        style: dict[str, Any] = {
            "xycoords": transform,
            "xytext": (FIRST_COLUMN + column * COLUMN_WIDTH, 0),
            "textcoords": "offset points",
            "ha": "center",
            "fontsize": 8.5,
        }
        head = table.measure.replace(" ", "\n")
        ax.annotate(head, (1, -0.5), va="bottom", color=PALE_INK, **style)
        for row, value in enumerate([*table.members.values(), table.uniform, table.blend]):
            weight = "bold" if row > n_members else "normal"
            ax.annotate(
                format_number(float(value)), (1, row), va="center", fontweight=weight, **style
            )
    ax.axhline(n_members - 0.5, color=PALE_INK, linewidth=0.8)
