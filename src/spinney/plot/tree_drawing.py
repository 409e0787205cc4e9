"""Drawing of a fitted tree."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from .. import _core
from ..inspection.colors import class_color
from .axes import Size as FigureSize
from .node_labels import MAX_CLASS_LENGTH, NodeLabel, NodeLabeler, PlotFormatter, ValueKey, shorten
from .node_rows import distributions, path_of
from .tree_canvas import (
    BLOCK_GAP,
    DROP,
    KEY_WIDTH,
    LABEL_GAP,
    LABEL_HEIGHT,
    LINE_HEIGHT,
    POINTS_PER_INCH,
    SMALL,
    STUB,
    Size,
    TreeCanvas,
    fit_axes,
    measure,
    text_width,
)
from .tree_layout import Block, Layout, arrange
from .visible_nodes import Mask, fitted_tree, nodes_below, pruned_nodes, visible_nodes

MARGIN = 10.0
MAX_LEGEND_CLASSES = 10


def tree(
    model: Any,
    *,
    max_depth: int | None = None,
    max_nodes: int = 31,
    pruned: Any = None,
    row: Any = None,
    extra: int | None = None,
    style: str = "boxes",
    X: Any = None,
    y: Any = None,
    feature_names: Sequence[str] | None = None,
    date_features: Sequence[int | str] | None = None,
    decimals: int = 2,
    title: str | None = None,
    legend: bool | None = None,
    fontsize: float = 9.0,
    figsize: FigureSize = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a fitted tree.

    A box shows the prediction of its node, the class shares, the number of training rows and
    their share of all rows. Its color shows the class, stronger for purer nodes, or the predicted
    value. The split is below the box: rows that fulfil it go left. The width of an edge shows its
    share of the rows. The figure is as large as the tree requires.

    Parameters
    ----------
    model : tree estimator or BoostedTree
        A fitted tree of any family, or one of the ``estimators_`` of a boosted model, whose values
        are added to the score.
    max_depth : int, default=None
        The maximum depth of the nodes to draw; None means no limit.
    max_nodes : int, default=31
        The maximum number of boxes. Splits with the largest gain are shown; a note below a box
        gives the number of hidden nodes.
    pruned : float, estimator or array of bool, default=None
        Nodes to draw pale because pruning removes them: an alpha for ``model.prune``, a pruned
        copy of the model, or a mask of the nodes that become leaves.
    row : array-like, dict or table of one row, default=None
        A row whose path is highlighted.
    extra : int, default=None
        The text below the prediction, by the numbers of R's rpart.plot: 0 none, 1 number of rows
        (of each class), and for classes 2 right / all, 3 wrong / all, 4 or 5 shares of the
        classes, 6 or 7 share of the second class, 8 share of the predicted class, 9 to 11 as 4, 6
        and 8 relative to all rows. Plus 100: also the percentage of rows. None shows class shares,
        number and percentage of rows.
    style : {"boxes", "distributions"}, default="boxes"
        "distributions" draws the distribution of the target in each box: rows of each class, or a
        histogram of a numeric target.
    X : array-like, default=None
        Rows for ``style="distributions"``. Without them, classes are those of the training rows;
        regression needs them.
    y : array-like, default=None
        Targets of the rows of X.
    feature_names : sequence of str, default=None
        Names of the features; None selects those of the training data, or x0, x1, ...
    date_features : sequence of int or str, default=None
        Features that hold days since 1970-01-01; their thresholds are shown as dates.
    decimals : int, default=2
        The number of decimals of thresholds and values, unless more are needed to distinguish
        thresholds.
    title : str, default=None
        The title of the drawing.
    legend : bool, default=None
        Whether to show the colors of classes or values; None shows those of up to 10 classes of
        one output, and those of values.
    fontsize : float, default=9.0
        Font size in points. Text is scaled if ``ax`` or ``figsize`` set the size of the drawing.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches; None fits the figure to the text.
    ax : matplotlib Axes, default=None
        The axes to draw into; None creates a new figure.

    Returns
    -------
    matplotlib Axes
        The axes with the drawing.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> ax = spinney.plot.tree(model)
    >>> ax.figure.savefig("penguins.png")  # doctest: +SKIP
    """
    fitted = fitted_tree(model)
    check_limits(max_nodes, max_depth, fontsize)
    formatter = PlotFormatter(fitted, feature_names, decimals, date_features)
    labeler = NodeLabeler(fitted, formatter, extra, distributions(fitted, style, X, y))
    visible = visible_nodes(fitted.tree, max_nodes, max_depth)
    collapsed = np.zeros(fitted.tree.node_count, dtype=bool)
    if pruned is not None:
        collapsed = pruned_nodes(model, pruned)
    labels = {node: labeler.label(node, children) for node, children in visible.items()}
    n_classes = len(fitted.classes[0]) if fitted.classes else 0
    key = None if legend is False else labeler.value_key()
    if legend is None:
        legend = len(fitted.classes) == 1 and 1 < n_classes <= MAX_LEGEND_CLASSES
    class_names = [
        shorten(formatter.class_name(0, k), MAX_CLASS_LENGTH)
        for k in range(n_classes if legend else 0)
    ]
    drawing = Drawing(fitted.tree, labels, collapsed, title, class_names, fontsize, key)
    drawing.path = path_of(fitted, row)
    ax, scale = drawing.axes(ax, figsize)
    return drawing.draw(ax, scale)


def check_limits(max_nodes: int, max_depth: int | None, fontsize: float) -> None:
    """Raise if a parameter is out of range."""
    if max_nodes < 1:
        raise ValueError(f"max_nodes must be at least 1, got {max_nodes}.")
    if max_depth is not None and max_depth < 0:
        raise ValueError(f"max_depth must be None or at least 0, got {max_depth}.")
    if not fontsize > 0:
        raise ValueError(f"fontsize must be positive, got {fontsize}.")


class Drawing:
    """The layout of all nodes of a drawing."""

    def __init__(
        self,
        tree: _core.Tree,
        nodes: dict[int, NodeLabel],
        collapsed: Mask,
        title: str | None,
        class_names: list[str],
        em: float,
        key: ValueKey | None = None,
    ) -> None:
        self.nodes, self.collapsed, self.em = nodes, collapsed, em
        self.path: set[int] = set()
        self.key = key
        self.dim = nodes_below(tree, collapsed)
        self.shares = tree.n_node_samples / tree.n_node_samples[0]
        self.sizes = {node: measure(label, em) for node, label in nodes.items()}
        # Edge labels of multiway splits are written above the children.
        self.above = {
            child: text
            for label in nodes.values()
            for child, text in label.branches.items()
            if label.multiway
        }
        self.layout = self.arrange()
        self.title = title
        title_width = text_width(title, 1.3 * em, "bold") if title else 0.0
        widest = max(map(self.entry_width, class_names), default=0.0)
        if key is not None:
            texts = [text_width(text, em, "normal") for text in key.texts]
            widest = sum(texts) + (KEY_WIDTH + 2) * em
        self.width = max(self.layout.width, title_width, widest) + 2 * MARGIN
        self.legend = self.legend_rows(class_names)
        head = em * LINE_HEIGHT * (len(self.legend) + bool(key) + 1.5 * bool(title))
        self.top = MARGIN + head + (0.8 * em if head else 0.0)
        self.height = self.top + self.layout.height + MARGIN

    def arrange(self) -> Layout:
        """Compute the positions of all nodes."""

        def block(node: int) -> Block:
            size = self.sizes[node]
            width = max(size.width, self.branch_width(node))
            return Block(width, size.height, tuple(self.nodes[node].branches))

        blocks = {node: block(node) for node in self.nodes}
        drop = DROP + (LABEL_GAP if self.above else 0.0)
        return arrange(blocks, BLOCK_GAP * self.em, (STUB + drop) * self.em)

    def branch_width(self, node: int) -> float:
        """Return the width of the edge label above a box; 0 without one."""
        return text_width(self.above.get(node, ""), self.em * SMALL, "normal")

    def entry_width(self, label: str) -> float:
        """Return the width of a legend entry: square, label and gap."""
        return text_width(label, self.em, "normal") + 3 * self.em

    def legend_rows(self, class_names: list[str]) -> list[list[tuple[int, str]]]:
        """Return the legend entries in rows that fit the width of the drawing."""
        rows: list[list[tuple[int, str]]] = []
        available = 0.0
        for index, label in enumerate(class_names):
            available -= self.entry_width(label)
            if available < 0:
                rows.append([])
                available = self.width - 2 * MARGIN - self.entry_width(label)
            rows[-1].append((index, label))
        return rows

    def axes(self, ax: Axes | None, figsize: FigureSize) -> tuple[Axes, float]:
        """Return axes in points at scale 1, and the scale at which the drawing fits."""
        if ax is None:
            inches = (self.width / POINTS_PER_INCH, self.height / POINTS_PER_INCH)
            ax = plt.figure(figsize=figsize or inches).add_axes((0.0, 0.0, 1.0, 1.0))
        return ax, fit_axes(ax, self.width, self.height)

    def draw(self, ax: Axes, scale: float) -> Axes:
        """Draw title, legend, nodes and edges."""
        canvas = TreeCanvas(ax, self.em, scale)
        self.draw_header(canvas)
        for node, label in self.nodes.items():
            x, y = self.position(node)
            size = self.sizes[node]
            leaf = label.is_leaf or bool(self.collapsed[node])
            options = {"leaf": leaf, "dim": bool(self.dim[node]), "on_path": node in self.path}
            canvas.node(node, label, size, x, y, **options)
            dim = bool(self.dim[node] or self.collapsed[node])
            canvas.text_below(node, label, size, x, y, dim)
            if label.is_expanded:
                self.draw_edges(canvas, node, size, dim)
        return ax

    def position(self, node: int) -> tuple[float, float]:
        """Return the top center of a node."""
        spare = (self.width - 2 * MARGIN - self.layout.width) / 2
        return self.layout.x[node] + MARGIN + spare, self.layout.y[node] + self.top

    def draw_edges(self, canvas: TreeCanvas, node: int, size: Size, dim: bool) -> None:
        """Draw the edges from a node to its children, with their labels."""
        x, y = self.position(node)
        bus = self.top + self.layout.level_bottom[self.layout.depth[node]] + STUB * self.em
        for child, label in self.nodes[node].branches.items():
            end_x, end_y = self.position(child)
            end = end_y - (LABEL_HEIGHT * self.em if child in self.above else 0.0)
            share = float(self.shares[child])
            start = (x, y + size.height + 0.2 * self.em)
            canvas.edge(start, bus, (end_x, end), share, dim, {node, child} <= self.path)
            if child in self.above:
                label_y = end_y - LABEL_HEIGHT / 2 * self.em
                canvas.edge_label(child, label, end_x, label_y, 0.0, dim)
            else:
                inward = 1.0 if end_x < x else -1.0
                label_y = (bus + end_y) / 2 + 0.1 * self.em
                canvas.edge_label(child, label, end_x, label_y, inward, dim)

    def draw_header(self, canvas: TreeCanvas) -> None:
        """Draw the title and the legend."""
        em, y = self.em, MARGIN + self.em * LINE_HEIGHT / 2
        if self.title:
            canvas.write(MARGIN, y, self.title, 1.3 * em, weight="bold", ha="left", gid="title")
            y += 1.5 * em * LINE_HEIGHT
        for row in self.legend:
            x = MARGIN
            for index, label in row:
                square = Rectangle(
                    (x, y - 0.5 * em), em, em, facecolor=class_color(index), linewidth=0
                )
                canvas.ax.add_patch(square)
                canvas.write(x + 1.4 * em, y, label, em, ha="left", gid=f"legend-{index}")
                x += self.entry_width(label)
            y += em * LINE_HEIGHT
        if self.key is not None:
            canvas.value_key(MARGIN, y, self.key)
