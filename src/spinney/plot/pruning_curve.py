"""How the error changes with the size of the tree: the CP plot."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from .palette import ACCENT, INK, LINE, PALE_INK, SECOND
from .tree_nodes import own_tree

MOST_TICKS = 10
CROWDED = 30
"""From this many sizes on, points are small."""


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
    table = model.cp_table_
    if ax is None:
        _, ax = plt.subplots(figsize=figsize or (7.0, 4.4), layout="constrained")
    place = np.arange(len(table["CP"]))
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
        mark_choice(ax, int(chosen[0]), float(errors[chosen[0]]), tree.n_leaves)
    label_sizes(ax, table)
    ax.set_ylabel("error relative to the root")
    ax.set_ylim(bottom=0)
    ax.grid(axis="y", color="#E6E6E6", linewidth=0.7)
    ax.set_axisbelow(True)
    ax.spines["right"].set_visible(False)
    ax.legend(frameon=False, fontsize=9)
    return ax


def draw_cross_validation(
    ax: Axes,
    place: NDArray[np.int64],
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


def mark_choice(ax: Axes, place: int, error: float, n_leaves: int) -> None:
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


def label_sizes(ax: Axes, table: Any) -> None:
    """The leaves below and CP above, not more of them than can be read."""
    n_sizes = len(table["CP"])
    ticks = np.unique(np.linspace(0, n_sizes - 1, min(n_sizes, MOST_TICKS)).round().astype(int))
    ax.set_xticks(ticks, [f"{table['nsplit'][i] + 1:,}" for i in ticks])
    ax.set_xlabel("leaves")
    upper = ax.secondary_xaxis("top")
    upper.set_xticks(ticks, [f"{table['CP'][i]:.2g}" for i in ticks], fontsize=8, color=PALE_INK)
    upper.set_xlabel("CP", fontsize=9, color=PALE_INK)
