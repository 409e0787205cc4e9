"""Error by tree size along the pruning sequence."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..inspection.numbers import format_number
from .axes import CURVE_SIZE, LEGEND, RING, Size, add_grid, single_axes, single_plot
from .palette import ACCENT, INK, LINE, PALE_INK, SECOND
from .visible_nodes import fitted_tree

MAX_TICKS = 10
MANY_SIZES = 30
"""From this many tree sizes on, markers are small and the x axis is logarithmic."""
Floats = NDArray[np.float64]


@single_plot
def pruning(model: Any, *, ax: Axes | None = None, figsize: Size = None) -> Axes:
    """Plot the error of every tree of the pruning sequence by its number of leaves.

    After ``ccp_alpha="cv"`` this is the cross-validated error with its standard error. A dashed
    line is one standard error above the minimum: the 1-SE rule selects the smallest tree below
    it. Without cross-validation only the training error is shown. Errors are relative to the
    error of the root; the size of the model is marked.

    Parameters
    ----------
    model : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(ccp_alpha="cv").fit(X, y)
    >>> ax = spinney.plot.pruning(model)
    >>> ax.get_xlabel()
    'number of leaves'
    """
    tree = fitted_tree(model).tree
    if not hasattr(model, "cp_table_"):
        raise ValueError("A tree of a boosted model has no pruning sequence.")
    table = model.cp_table_
    ax = single_axes(ax, figsize, CURVE_SIZE)
    x = positions(table)
    marker = 5.0 if len(x) < MANY_SIZES else 2.5
    validated = "xerror" in table
    ax.plot(
        x,
        table["rel_error"],
        marker="o",
        markersize=marker,
        color=PALE_INK if validated else ACCENT,
        linewidth=1.2,
        label="training",
    )
    errors = table["rel_error"]
    if validated:
        errors = table["xerror"]
        draw_cross_validation(ax, x, errors, table["xstd"], marker)
    chosen = np.flatnonzero(table["nsplit"] == tree.node_count - tree.n_leaves)
    if chosen.size:
        mark_model(ax, float(x[chosen[0]]), float(errors[chosen[0]]), tree.n_leaves)
    label_sizes(ax, table, x)
    ax.set_ylabel("error relative to the root")
    ax.set_ylim(bottom=0)
    add_grid(ax)
    ax.spines["right"].set_visible(False)
    ax.legend(**LEGEND)
    return ax


def draw_cross_validation(ax: Axes, x: Floats, error: Floats, std: Floats, marker: float) -> None:
    """Draw the cross-validated error with error bars, and the limit of the 1-SE rule."""
    ax.errorbar(
        x,
        error,
        yerr=std,
        marker="o",
        markersize=marker,
        color=ACCENT,
        ecolor=LINE,
        elinewidth=1.0,
        capsize=2.5 if len(x) < MANY_SIZES else 0.0,
        linewidth=1.5,
        label="cross-validation ± 1 SE",
    )
    best = int(np.argmin(error))
    limit = float(error[best] + std[best])
    ax.axhline(limit, color=INK, linestyle=(0, (4, 3)), linewidth=0.9, label="minimum + 1 SE")


def mark_model(ax: Axes, x: float, error: float, n_leaves: int) -> None:
    """Mark the size of the model."""
    leaves = f"{n_leaves:,} {'leaf' if n_leaves == 1 else 'leaves'}"
    ax.plot(
        [x],
        [error],
        color=SECOND,
        linestyle="",
        label=f"this tree: {leaves}",
        zorder=5,
        clip_on=False,
        **RING,
    )


def positions(table: Any) -> Floats:
    """Return the x coordinate of each tree size: its rank, or its logarithm for many sizes."""
    leaves = np.asarray(table["nsplit"]) + 1
    return np.arange(float(len(leaves))) if len(leaves) < MANY_SIZES else np.log2(leaves)


def label_sizes(ax: Axes, table: Any, x: Floats) -> None:
    """Label the number of leaves below and cp above, at most MAX_TICKS of them."""
    wanted = np.linspace(x[0], x[-1], min(len(x), MAX_TICKS))
    rows = np.unique(np.abs(x[:, None] - wanted).argmin(axis=0))
    ax.set_xticks(x[rows], [f"{table['nsplit'][i] + 1:,}" for i in rows])
    ax.set_xlabel("number of leaves")
    upper = ax.secondary_xaxis("top")
    shown = [format_number(float(table["CP"][i]), 2) for i in rows]
    upper.set_xticks(x[rows], shown, fontsize=8, color=PALE_INK)
    upper.set_xlabel("cp", fontsize=9, color=PALE_INK)
