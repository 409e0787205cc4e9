"""How much each member of a blend counts, and how good it is by itself."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from .importance_bars import LONGEST_NAME, NUMBER
from .palette import ACCENT, INK, PALE_INK
from .tree_cards import shorten

TOGETHER = ("uniform mean", "blend")
FIRST_COLUMN, COLUMN_WIDTH = 32, 52
"""Points from the right edge of the axes to the middle of the scores, and on to the next."""


def shares(
    model: Any, *, ax: Axes | None = None, figsize: tuple[float, float] | None = None
) -> Axes:
    """Draw the weight of each member of a blend as a bar, with its own score beside.

    Scores are those on rows that the members have not seen; below them stand those of the plain
    mean of all members and of the blend.

    Parameters
    ----------
    model : VotingClassifier, VotingRegressor, LinearBlendClassifier or LinearBlendRegressor
        A fitted blend. Voting knows no scores: bars alone.
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
    >>> X, y = spinney.datasets.load_penguins(as_frame=True)
    >>> trees = [(f"depth {d}", spinney.DecisionTreeClassifier(max_depth=d)) for d in (1, 2, 5)]
    >>> ax = spinney.plot.shares(spinney.LinearBlendClassifier(trees).fit(X, y))
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
    if ax is None:
        height = 1.0 + 0.32 * (len(names) + 2 * (losses is not None))
        _, ax = plt.subplots(figsize=figsize or (6.5, height), layout="constrained")
    draw_weights(ax, weights)
    if losses is not None:
        draw_scores(ax, losses, model.member_scores_)
        names += TOGETHER
    ax.set_yticks(np.arange(len(names)), [shorten(name, LONGEST_NAME) for name in names])
    for label in ax.get_yticklabels():
        label.set_parse_math(False)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlabel("weight")
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    return ax


def draw_weights(ax: Axes, weights: Any) -> None:
    """Bars with a number each; those of negative weights go to the left."""
    ax.barh(np.arange(len(weights)), weights, height=0.72, color=ACCENT)
    for place, weight in enumerate(weights):
        ax.annotate(f"{weight:.3f}", (max(weight, 0.0), place), (4, 0), **NUMBER)
    low, high = min(0.0, weights.min()), max(weights.max(), 1e-12)
    if low < 0:
        ax.axvline(0, color=INK, linewidth=0.8)
    # Room for the numbers beyond the longest bar.
    ax.set_xlim(1.05 * low, high + 0.15 * (high - low))


def draw_scores(ax: Axes, losses: Any, scores: Any) -> None:
    """Loss and score to the right, in columns; a line above those of all members together."""
    n_members = len(losses.members)
    across = ax.get_yaxis_transform()
    for column, one in enumerate((losses, scores)):
        place: dict[str, Any] = {
            "xycoords": across,
            "xytext": (FIRST_COLUMN + column * COLUMN_WIDTH, 0),
            "textcoords": "offset points",
            "ha": "center",
            "fontsize": 8.5,
        }
        head = one.measure.replace(" ", "\n")
        ax.annotate(head, (1, -0.5), va="bottom", color=PALE_INK, **place)
        for row, value in enumerate([*one.members.values(), one.uniform, one.blend]):
            weight = "bold" if row > n_members else "normal"
            ax.annotate(f"{value:.4g}", (1, row), va="center", fontweight=weight, **place)
    ax.axhline(n_members - 0.5, color=PALE_INK, linewidth=0.8)
