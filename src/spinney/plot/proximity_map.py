"""Rows as points, close to each other if they are similar for a forest."""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from numpy.typing import NDArray
from sklearn.base import is_regressor

from ..explain.embedding import classical_scaling, similarity_of
from ..explain.prototypes import outliers, prototypes, read_classes
from ..explain.similarity import RowSimilarity
from ..inspection.colors import class_color
from ..inspection.phrases import share
from .axes import Size, format_ticks, read_numbers, single_axes, single_plot
from .node_labels import category_text
from .palette import INK, PALE_INK
from .value_colors import (
    MAX_KEYS,
    MAX_LABEL,
    Key,
    add_legend,
    mappable_bar,
    point_colormap,
    value_range,
)

Floats = NDArray[np.float64]
SIZE = (7.0, 5.2)
MIN_OUTLIER = 10.0
"""Rows with a larger outlier measure are marked (Breiman)."""
MAX_OUTLIERS = 10


@single_plot
def proximity(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    kind: str = "original",
    n_prototypes: int = 1,
    max_rows: int = 1000,
    ax: Axes | None = None,
    figsize: Size = None,
) -> Axes:
    """Plot rows as points: rows that reach the same leaves of a forest are close to each other.

    Classical multidimensional scaling of the distances sqrt(1 - proximity). Stars are prototypes
    of their class, rings are outliers with their row (measure above 10, at most ten).

    Parameters
    ----------
    model : estimator
        A fitted forest, extra trees, bagging of trees, tree, or boosting model.
    X : array-like of shape (n_samples, n_features)
        The rows; for other kinds than "original" the training rows.
    y : array-like of shape (n_samples,), default=None
        Classes, or the targets of a regressor, shown as colors. None: no classes, and for a
        regressor its predictions.
    kind : {"original", "oob", "gap"}, default="original"
        The similarity, see ``spinney.explain.proximity``. RF-GAP weights are made symmetric and
        divided by the largest one.
    n_prototypes : int, default=1
        The number of prototypes of each class; 0 shows none.
    max_rows : int, default=1000
        The maximum number of rows; evenly spaced rows are shown if there are more, in addition to
        prototypes and outliers.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(random_state=0).fit(X, y)
    >>> ax = spinney.plot.proximity(model, X, y)
    >>> [text.get_text() for text in ax.get_legend().get_texts()][:3]
    ['Adelie', 'Chinstrap', 'Gentoo']
    """
    if max_rows < 3:
        raise ValueError(f"max_rows must be at least 3, got {max_rows}.")
    if n_prototypes < 0:
        raise ValueError(f"n_prototypes must not be negative, got {n_prototypes}.")
    rows = RowSimilarity.read(model, X, None, kind)
    n_rows = rows.shape[0]
    if n_rows < 3:
        raise ValueError(f"X must have at least 3 rows, got {n_rows}.")
    targets = numeric_targets(model, X, y, n_rows)
    labels, codes = read_classes(model, y, n_rows)
    typical = np.empty(0, dtype=np.intp)
    if n_prototypes:
        typical = prototypes(model, X, y, n_prototypes, kind=kind).rows
    measure = outliers(model, X, y, kind=kind)
    odd = np.argsort(-measure, kind="stable")[:MAX_OUTLIERS]
    odd = odd[measure[odd] > MIN_OUTLIER]
    chosen = chosen_rows(n_rows, max_rows, np.concatenate([typical, odd]))
    points, shares = classical_scaling(similarity_of(rows, chosen))
    ax = single_axes(ax, figsize, SIZE)
    colors = class_colors(codes) if targets is None else target_colors(ax, targets, y)
    ax.scatter(points[:, 0], points[:, 1], s=16, c=colors[chosen], alpha=0.65, linewidths=0)
    mark_prototypes(ax, points[np.searchsorted(chosen, typical)], colors[typical])
    add_keys(ax, labels, targets is not None, len(typical) > 0, len(odd) > 0)
    for name, part, axis in zip(("first", "second"), shares, (ax.xaxis, ax.yaxis), strict=True):
        axis.set_label_text(f"{name} coordinate ({share(part)} of squared distances)")
    ax.tick_params(labelbottom=False, labelleft=False, length=0)
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(0.08)
    ax.set_aspect("equal", adjustable="datalim")
    mark_outliers(ax, points[np.searchsorted(chosen, odd)], odd)
    return ax


def chosen_rows(n_rows: int, max_rows: int, marked: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return sorted rows: all, or evenly spaced ones and those to be marked."""
    if n_rows <= max_rows:
        return np.arange(n_rows)
    spaced = np.linspace(0, n_rows - 1, max_rows).astype(np.intp)
    return np.unique(np.concatenate([spaced, marked]))


def numeric_targets(model: Any, X: Any, y: Any, n_rows: int) -> Floats | None:
    """Return the targets of a regressor, or its predictions; None for classes."""
    if not is_regressor(model):
        return None
    targets = read_numbers(model.predict(X) if y is None else y, "y")
    if y is None and targets.ndim > 1:
        return None
    if targets.shape != (n_rows,):
        raise ValueError(f"y must have one number for each of the {n_rows} rows of X.")
    return targets


def class_colors(codes: NDArray[np.intp]) -> Floats:
    """Return the color of the class of each row."""
    return np.array([to_rgba(class_color(k)) for k in range(int(codes.max()) + 1)])[codes]


def target_colors(ax: Axes, targets: Floats, y: Any) -> Floats:
    """Return the color of the target of each row, and add a color bar."""
    scale = value_range(targets)
    bar = mappable_bar(ax, scale)
    bar.ax.set_ylabel("prediction" if y is None else "target")
    format_ticks(bar.ax.yaxis)
    return np.asarray(point_colormap()(scale(targets)))


def mark_prototypes(ax: Axes, points: Floats, colors: Floats) -> None:
    style: dict[str, Any] = {"marker": "*", "s": 260, "edgecolors": INK, "linewidths": 1.2}
    if len(points):
        ax.scatter(points[:, 0], points[:, 1], c=colors, zorder=4, **style)


def mark_outliers(ax: Axes, points: Floats, rows: NDArray[np.intp]) -> None:
    """Draw rings with the indices of the rows, beside the rings where there is space."""
    if not len(points):
        return
    ring: dict[str, Any] = {"facecolors": "none", "edgecolors": INK, "linewidths": 1.1}
    ax.scatter(points[:, 0], points[:, 1], s=90, zorder=3, **ring)
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    centers = ax.transData.transform(points) * 72 / figure.dpi
    taken = [Box(x - 6, y - 6, x + 6, y + 6) for x, y in centers]
    for i, row in enumerate(rows.tolist()):
        width = 5.5 * len(str(row))
        boxes = [Box.around(centers[i], offset, width) for offset in label_offsets(width)]
        others = taken[:i] + taken[i + 1 :]
        free = [box for box in boxes if not any(box.overlaps(other) for other in others)]
        box = (free or boxes)[0]
        taken.append(box)
        ax.annotate(
            str(row),
            points[i],
            xytext=(box.left - centers[i][0], box.bottom - centers[i][1]),
            textcoords="offset points",
            fontsize=8,
            color=PALE_INK,
            in_layout=False,
        )


class Box(NamedTuple):
    """A rectangle in points (1/72 inch)."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, center: Any, offset: tuple[float, float], width: float) -> "Box":
        """Return the box of a label whose lower left corner has an offset from a center."""
        left, bottom = center[0] + offset[0], center[1] + offset[1]
        return cls(left, bottom, left + width, bottom + 8)

    def overlaps(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top


def label_offsets(width: float) -> list[tuple[float, float]]:
    """Return the places of a label: right, left, above, below."""
    return [(8, -3), (-8 - width, -3), (-width / 2, 8), (-width / 2, -15), (7, 6), (7, -12)]


def add_keys(ax: Axes, labels: list[Any], is_number: bool, stars: bool, rings: bool) -> None:
    """Add a legend of classes and markers; inside the axes if there is a color bar."""
    keys = []
    if not is_number and labels != [None]:
        shown = enumerate(labels[:MAX_KEYS])
        keys = [Key(class_color(k), category_text(label, MAX_LABEL)) for k, label in shown]
        if len(labels) > MAX_KEYS:
            keys.append(Key("none", f"{len(labels) - MAX_KEYS} more"))
    if stars:
        keys.append(Key(INK, "prototype", "*", filled=False))
    if rings:
        keys.append(Key(INK, "outlier", filled=False))
    if keys:
        add_legend(ax, keys, "", outside=not is_number)
