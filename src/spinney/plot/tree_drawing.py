"""A fitted tree as a drawing."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from .. import _core
from ..inspection.colors import class_colour
from .tree_cards import LONGEST_ANSWER, Card, CardWriter, shorten
from .tree_layout import Block, Layout, arrange
from .tree_nodes import Mask, below, own_tree, pruned_nodes, shown_nodes
from .tree_sheet import (
    BLOCK_GAP,
    DROP,
    LABEL_GAP,
    LABEL_ROOM,
    LINE_HEIGHT,
    SMALL,
    STUB,
    Pen,
    Size,
    measure,
    text_width,
)

MARGIN = 10.0
POINTS_PER_INCH = 72.0
MOST_LEGEND_CLASSES = 10
LARGEST_SCALE = 2.5


def tree(
    model: Any,
    *,
    max_depth: int | None = None,
    max_nodes: int = 31,
    pruned: Any = None,
    feature_names: Sequence[str] | None = None,
    decimals: int = 2,
    title: str | None = None,
    legend: bool | None = None,
    fontsize: float = 9.0,
    figsize: tuple[float, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a fitted tree.

    A box shows what its node predicts, the shares of the classes, how many training rows it has
    and how much that is of all rows. Its colour is that of the class, stronger the purer the node,
    or goes with the predicted number. The question stands under the box: rows for which it holds
    go left. The more rows take an edge, the thicker it is. The figure is as large as the tree
    needs.

    Parameters
    ----------
    model : DecisionTreeClassifier, DecisionTreeRegressor or BoostedTree
        A fitted tree, or one of a boosted model's ``estimators_``, which shows what it adds to a
        score.
    max_depth : int, default=None
        Do not open nodes of this depth or deeper; None sets no limit.
    max_nodes : int, default=31
        Most boxes. The splits that gain most are shown; under a box that hides others stands how
        many.
    pruned : float, estimator or array of bool, default=None
        What pruning takes away is drawn pale: an alpha for ``model.prune``, a pruned copy of the
        model, or a mask of the nodes that become leaves.
    feature_names : sequence of str, default=None
        Names for the features; None takes those of the fit, or x0, x1, ...
    decimals : int, default=2
        Digits after the point of thresholds and values, where more are not needed.
    title : str, default=None
        A line above the tree.
    legend : bool, default=None
        Show the colours of the classes; None does so for up to 10 classes of one output.
    fontsize : float, default=9.0
        Size of the text in points. It is scaled where ``ax`` or ``figsize`` say how large the
        drawing must be.
    figsize : tuple of float, default=None
        Width and height of a new figure in inches; None makes all text fit.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a new figure.

    Returns
    -------
    matplotlib Axes
        The axes with the drawing.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins()
    >>> model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> ax = spinney.plot.tree(model)
    >>> ax.figure.savefig("penguins.png")  # doctest: +SKIP
    """
    fitted = own_tree(model)
    check_limits(max_nodes, max_depth, fontsize)
    writer = CardWriter(fitted, feature_names, decimals)
    shown = shown_nodes(fitted.tree, max_nodes, max_depth)
    collapsed = np.zeros(fitted.tree.node_count, dtype=bool)
    if pruned is not None:
        collapsed = pruned_nodes(model, pruned)
    cards = {node: writer.card(node, children) for node, children in shown.items()}
    single = len(fitted.classes) == 1
    if legend is None:
        legend = single and 1 < len(fitted.classes[0]) <= MOST_LEGEND_CLASSES
    labels = [
        shorten(writer.words.class_name(0, k), LONGEST_ANSWER)
        for k in range(len(fitted.classes[0]) if legend and fitted.classes else 0)
    ]
    drawing = Drawing(fitted.tree, cards, collapsed, title, labels, fontsize)
    return drawing.draw(*drawing.axes(ax, figsize))


def check_limits(max_nodes: int, max_depth: int | None, fontsize: float) -> None:
    if max_nodes < 1:
        raise ValueError(f"max_nodes must be at least 1, got {max_nodes}.")
    if max_depth is not None and max_depth < 0:
        raise ValueError(f"max_depth must be None or at least 0, got {max_depth}.")
    if not fontsize > 0:
        raise ValueError(f"fontsize must be positive, got {fontsize}.")


class Drawing:
    """Cards, laid out and ready to be drawn."""

    def __init__(
        self,
        tree: _core.Tree,
        cards: dict[int, Card],
        collapsed: Mask,
        title: str | None,
        labels: list[str],
        em: float,
    ) -> None:
        self.cards, self.collapsed, self.em = cards, collapsed, em
        self.dim = below(tree, collapsed)
        self.shares = tree.n_node_samples / tree.n_node_samples[0]
        self.sizes = {node: measure(card, em) for node, card in cards.items()}
        self.above = {
            child: label
            for card in cards.values()
            for child, label in card.branches.items()
            if card.multiway
        }
        self.layout = self.arrange()
        self.title = title
        title_width = text_width(title, 1.3 * em, "bold") if title else 0.0
        widest = max((self.entry_width(label) for label in labels), default=0.0)
        self.width = max(self.layout.width, title_width, widest) + 2 * MARGIN
        self.legend = self.legend_rows(labels)
        head = em * LINE_HEIGHT * (len(self.legend) + 1.5 * bool(title))
        self.top = MARGIN + head + (0.8 * em if head else 0.0)
        self.height = self.top + self.layout.height + MARGIN

    def arrange(self) -> Layout:
        def block(node: int) -> Block:
            size = self.sizes[node]
            width = max(size.width, self.branch_width(node))
            return Block(width, size.height, tuple(self.cards[node].branches))

        blocks = {node: block(node) for node in self.cards}
        drop = DROP + (LABEL_GAP if self.above else 0.0)
        return arrange(blocks, BLOCK_GAP * self.em, (STUB + drop) * self.em)

    def branch_width(self, node: int) -> float:
        """The room of what stands above a box, if it is one of many children."""
        return text_width(self.above.get(node, ""), self.em * SMALL, "normal")

    def entry_width(self, label: str) -> float:
        """The room of a legend's entry: its square, its label and a gap."""
        return text_width(label, self.em, "normal") + 3 * self.em

    def legend_rows(self, labels: list[str]) -> list[list[tuple[int, str]]]:
        """The classes, as many to a row as the drawing is wide."""
        rows: list[list[tuple[int, str]]] = []
        room = 0.0
        for index, label in enumerate(labels):
            room -= self.entry_width(label)
            if room < 0:
                rows.append([])
                room = self.width - 2 * MARGIN - self.entry_width(label)
            rows[-1].append((index, label))
        return rows

    def axes(self, ax: Axes | None, figsize: tuple[float, float] | None) -> tuple[Axes, float]:
        """The axes in points at scale 1, and the scale at which everything fits."""
        if ax is None:
            inches = (self.width / POINTS_PER_INCH, self.height / POINTS_PER_INCH)
            ax = plt.figure(figsize=figsize or inches).add_axes((0.0, 0.0, 1.0, 1.0))
        ax.set_axis_off()
        figure = ax.get_figure(root=True)
        assert figure is not None
        engine = figure.get_layout_engine()
        if engine is not None:
            engine.execute(figure)
        extent = ax.get_window_extent()
        points = POINTS_PER_INCH / figure.dpi
        room = min(extent.width * points / self.width, extent.height * points / self.height)
        scale = min(room, LARGEST_SCALE)
        spare_x = extent.width * points / scale - self.width
        spare_y = extent.height * points / scale - self.height
        ax.set_xlim(-spare_x / 2, self.width + spare_x / 2)
        ax.set_ylim(self.height + spare_y / 2, -spare_y / 2)
        return ax, scale

    def draw(self, ax: Axes, scale: float) -> Axes:
        pen = Pen(ax, self.em, scale)
        self.draw_head(pen)
        for node, card in self.cards.items():
            x, y = self.position(node)
            size = self.sizes[node]
            leaf = card.is_leaf or bool(self.collapsed[node])
            pen.card(node, card, size, x, y, leaf=leaf, dim=bool(self.dim[node]))
            faded = bool(self.dim[node] or self.collapsed[node])
            pen.below(node, card, size, x, y, faded)
            if card.opened:
                self.draw_edges(pen, node, size, faded)
        return ax

    def position(self, node: int) -> tuple[float, float]:
        spare = (self.width - 2 * MARGIN - self.layout.width) / 2
        return self.layout.x[node] + MARGIN + spare, self.layout.y[node] + self.top

    def draw_edges(self, pen: Pen, node: int, size: Size, dim: bool) -> None:
        x, y = self.position(node)
        bus = self.top + self.layout.level_bottom[self.layout.depth[node]] + STUB * self.em
        for child, label in self.cards[node].branches.items():
            end_x, end_y = self.position(child)
            foot = end_y - (LABEL_ROOM * self.em if child in self.above else 0.0)
            part = float(self.shares[child])
            pen.edge((x, y + size.height + 0.2 * self.em), bus, (end_x, foot), part, dim)
            if child in self.above:
                pen.side(child, label, end_x, end_y - LABEL_ROOM / 2 * self.em, 0.0, dim)
            else:
                inward = 1.0 if end_x < x else -1.0
                pen.side(child, label, end_x, (bus + end_y) / 2 + 0.1 * self.em, inward, dim)

    def draw_head(self, pen: Pen) -> None:
        """The title and the legend."""
        em, y = self.em, MARGIN + self.em * LINE_HEIGHT / 2
        if self.title:
            pen.write(MARGIN, y, self.title, 1.3 * em, weight="bold", ha="left", gid="title")
            y += 1.5 * em * LINE_HEIGHT
        for row in self.legend:
            x = MARGIN
            for index, label in row:
                square = Rectangle(
                    (x, y - 0.5 * em), em, em, facecolor=class_colour(index), linewidth=0
                )
                pen.ax.add_patch(square)
                pen.write(x + 1.4 * em, y, label, em, ha="left", gid=f"legend-{index}")
                x += self.entry_width(label)
            y += em * LINE_HEIGHT
