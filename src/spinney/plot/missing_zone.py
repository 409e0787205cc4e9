"""The part of an axis that shows missing values, to the left of the numbers."""

from matplotlib.axes import Axes

from .palette import PALE_INK

WIDTH = 0.06
"""Of the zone, as a share of the range of the numbers."""


def add_missing_zone(ax: Axes, low: float, high: float) -> tuple[float, float]:
    """Separate a zone for missing values from the numbers; return its ends.

    ``low`` and ``high`` are the ends of the numbers.
    """
    width = WIDTH * ((high - low) or 1.0)
    ends = low - 3 * width, low - 2 * width
    ax.axvline(low - 1.2 * width, color=PALE_INK, linewidth=0.8, linestyle=":")
    ax.set_xlim(ends[0] - 0.4 * width, high + 0.8 * width)
    ax.annotate(
        "missing",
        (sum(ends) / 2, 1),
        (0, 3),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=PALE_INK,
    )
    # No tick in the zone, where numbers have no meaning.
    ax.set_xticks([t for t in ax.get_xticks() if low - width <= t <= high + 0.8 * width])
    return ends
