"""How the error changes with the size of the tree: the CP plot."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..trees.base import BaseDecisionTree
from .palette import ACCENT, INK, LINE, PALE_INK, SECOND
from .tree_nodes import own_tree

MOST_TICKS = 10
CROWDED = 30
"""From this many sizes on, points are small and stand by the logarithm of the leaves."""


def pruning(
    model: Any, *, ax: Axes | None = None, figsize: tuple[float, float] | None = None
) -> Axes:
    """Draw the error of every tree of the pruning sequence, from the root alone to the largest.

    After ``ccp_alpha="cv"`` this is the cross-validated error with its standard error, and the line
    of one standard error above the least: the smallest tree below it is the choice of the 1-SE
    rule. Without cross-validation only the error on the training rows is shown. Errors are
    relative to that of the root; the size of the model itself is marked.

    Parameters
    ----------
    model : DecisionTreeClassifier or DecisionTreeRegressor
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
    >>> model = spinney.DecisionTreeClassifier(ccp_alpha="cv").fit(X, y)
    >>> ax = spinney.plot.pruning(model)
    >>> ax.get_xlabel()
    'leaves'
    """
    tree = own_tree(model).tree
    if not isinstance(model, BaseDecisionTree):
        raise ValueError("A tree of a boosted model has no pruning sequence.")
    table = model.cp_table_
    if ax is None:
        _, ax = plt.subplots(figsize=figsize or (7.0, 4.4), layout="constrained")
    place = places(table)
    marker = 5.0 if len(place) < CROWDED else 2.5
    crossed = "xerror" in table
    ax.plot(
        place,
        table["rel_error"],
        marker="o",
        markersize=marker,
        color=PALE_INK if crossed else ACCENT,
        linewidth=1.2,
        label="training rows",
    )
    errors = table["rel_error"]
    if crossed:
        errors = table["xerror"]
        draw_cross_validation(ax, place, errors, table["xstd"], marker)
    chosen = np.flatnonzero(table["nsplit"] == tree.node_count - tree.n_leaves)
    if chosen.size:
        at = chosen[0]
        mark_choice(ax, float(place[at]), float(errors[at]), tree.n_leaves)
    label_sizes(ax, table, place)
    ax.set_ylabel("error relative to the root")
    ax.set_ylim(bottom=0)
    ax.grid(axis="y", color="#E6E6E6", linewidth=0.7)
    ax.set_axisbelow(True)
    ax.spines["right"].set_visible(False)
    ax.legend(frameon=False, fontsize=9)
    return ax


def draw_cross_validation(
    ax: Axes,
    place: NDArray[np.float64],
    error: NDArray[np.float64],
    spread: NDArray[np.float64],
    marker: float,
) -> None:
    """The cross-validated error with its bars, and the line of the 1-SE rule."""
    ax.errorbar(
        place,
        error,
        yerr=spread,
        marker="o",
        markersize=marker,
        color=ACCENT,
        ecolor=LINE,
        elinewidth=1.0,
        capsize=2.5 if len(place) < CROWDED else 0.0,
        linewidth=1.5,
        label="cross-validation ± 1 SE",
    )
    least = int(np.argmin(error))
    limit = float(error[least] + spread[least])
    ax.axhline(limit, color=INK, linestyle=(0, (4, 3)), linewidth=0.9, label="least error + 1 SE")


def mark_choice(ax: Axes, place: float, error: float, n_leaves: int) -> None:
    leaves = f"{n_leaves} {'leaf' if n_leaves == 1 else 'leaves'}"
    ax.plot(
        [place],
        [error],
        marker="o",
        markersize=12,
        markerfacecolor="none",
        markeredgecolor=SECOND,
        markeredgewidth=2,
        linestyle="",
        label=f"this tree: {leaves}",
        zorder=5,
        clip_on=False,
    )


def places(table: Any) -> NDArray[np.float64]:
    """Where each size stands: side by side, or, where they are many, so that small ones show."""
    leaves = np.asarray(table["nsplit"]) + 1
    return np.arange(float(len(leaves))) if len(leaves) < CROWDED else np.log2(leaves)


def label_sizes(ax: Axes, table: Any, place: NDArray[np.float64]) -> None:
    """The leaves below and CP above, not more of them than can be read."""
    wanted = np.linspace(place[0], place[-1], min(len(place), MOST_TICKS))
    rows = np.unique(np.abs(place[:, None] - wanted).argmin(axis=0))
    ax.set_xticks(place[rows], [f"{table['nsplit'][i] + 1:,}" for i in rows])
    ax.set_xlabel("leaves")
    upper = ax.secondary_xaxis("top")
    shown = [f"{table['CP'][i]:.2g}" for i in rows]
    upper.set_xticks(place[rows], shown, fontsize=8, color=PALE_INK)
    upper.set_xlabel("CP", fontsize=9, color=PALE_INK)
