"""The axis of a feature in plots of effects: intervals, numbers or categories."""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..explain import FeatureGrid
from .axes import MAX_CATEGORIES, format_coded_ticks, format_ticks, label_categories, limit_ticks
from .missing_zone import add_missing_zone
from .node_labels import category_text, shorten
from .value_colors import MAX_LABEL

Floats = NDArray[np.float64]
MARGIN = 0.03
"""Least width of the first and last interval, which have no end, as a share of the range."""
DATE_TICKS = 3


@dataclass(frozen=True)
class EffectAxis:
    """Where the points of a feature are drawn.

    A category is drawn at its position. A number is drawn at its value if points were chosen;
    otherwise it stands for the interval between two thresholds. The last point may be missing.
    """

    grid: FeatureGrid
    n_hidden: int = 0
    """Number of categories that are not shown."""

    @property
    def name(self) -> str:
        """Name of the feature; with the number of categories if some are not shown."""
        name = shorten(self.grid.name, 60)
        if not self.n_hidden:
            return name
        n_all = self.n_known + self.n_hidden
        return f"{name}\n({self.n_known} of {n_all} categories: largest effects)"

    @property
    def is_category(self) -> bool:
        return self.grid.kind in ("category", "ordered")

    @property
    def n_known(self) -> int:
        """Number of points that are not missing."""
        return len(self.grid) - self.grid.has_missing

    @property
    def places(self) -> Floats:
        """Positions of the points that are not missing."""
        if self.is_category:
            return np.arange(self.n_known, dtype=np.float64)
        return self.grid.codes[: self.n_known]

    @property
    def edges(self) -> Floats:
        """Ends of the interval of each point that is not missing."""
        places = self.places
        if self.is_category:
            return np.arange(self.n_known + 1, dtype=np.float64) - 0.5
        if self.grid.cuts is not None:
            return interval_edges(self.grid.cuts, *self.grid.bounds)
        if len(places) == 1:
            return np.array([places[0] - 0.5, places[0] + 0.5])
        middles = (places[1:] + places[:-1]) / 2
        return np.concatenate([places[:1], middles, places[-1:]])

    @property
    def ticks(self) -> dict[int, str]:
        """Labels of categories, evenly spaced if there are many, and of the missing value."""
        step = -(-self.n_known // MAX_CATEGORIES)
        labels = {
            i: category_text(self.grid.points[i], MAX_LABEL) for i in range(0, self.n_known, step)
        }
        return labels | ({self.n_known: "missing"} if self.grid.has_missing else {})

    def format_x(self, ax: Axes) -> float | None:
        """Set ticks, label and limits of the x axis; return where missing values are drawn."""
        ax.set_xlabel(self.name, parse_math=False)
        if self.is_category:
            label_categories(ax, list(self.ticks.values()), list(self.ticks))
            ax.set_xlim(-0.6, len(self.grid) - 0.4)
            return float(self.n_known) if self.grid.has_missing else None
        if self.grid.coding is None:
            limit_ticks(ax, float(np.abs(self.edges).max()))
            format_ticks(ax.xaxis)
        else:
            format_coded_ticks(ax.xaxis, self.grid.coding, DATE_TICKS)
        if not self.grid.has_missing:
            return None
        return sum(add_missing_zone(ax, self.edges[0], self.edges[-1])) / 2


def interval_edges(cuts: Floats, low: float, high: float) -> Floats:
    """Return thresholds between the smallest and the largest value, or a margin around them."""
    known = np.append(cuts, [end for end in (low, high) if np.isfinite(end)] or [0.0])
    margin = MARGIN * (np.ptp(known) or 1.0)
    ends = [min(low, cuts[0] - margin), max(high, cuts[-1] + margin)] if len(cuts) else [low, high]
    if not np.isfinite(ends).all() or ends[0] == ends[1]:
        ends = [known.min() - margin, known.max() + margin]
    return np.concatenate([ends[:1], cuts, ends[1:]])
