"""A tree drawn in the layout of scikit-learn's ``plot_tree``."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..inspection.dot import NodeColors
from ..inspection.sklearn_graphviz import HIDDEN_COLOR, check_names
from ..inspection.sklearn_style import (
    ClassNames,
    NodeLines,
    NodeOptions,
    SklearnFormatter,
    criterion_of,
    fitted_tree,
    number_text,
)
from ..inspection.tree_formatter import check_count
from .palette import INK, LINE, text_color
from .tree_canvas import BLOCK_GAP, LINE_HEIGHT, PAD_X, PAD_Y, fit_axes, text_width
from .tree_layout import Block, arrange

DEFAULT_SIZE = 10.0
LEVEL_GAP = 2.6
"""The distance between the levels, in units of the font size."""


def plot_tree(
    decision_tree: Any,
    *,
    max_depth: int | None = None,
    feature_names: Sequence[str] | NDArray[Any] | None = None,
    class_names: ClassNames = None,
    label: str = "all",
    filled: bool = False,
    impurity: bool = True,
    node_ids: bool = False,
    proportion: bool = False,
    rounded: bool = False,
    precision: int = 3,
    ax: Axes | None = None,
    fontsize: float | None = None,
) -> list[Any]:
    """Draw a tree in the layout of scikit-learn's ``plot_tree``.

    :func:`spinney.plot.tree` draws larger trees more compactly.

    Parameters
    ----------
    decision_tree : tree estimator or tree of a boosted model
        A fitted tree with any kind of splits.
    max_depth : int, default=None
        The maximum depth to show; None shows the whole tree.
    feature_names : array-like of shape (n_features,), default=None
        Names of the features. None uses those of the training data, or x[0], x[1], ...
    class_names : array-like of shape (n_classes,) or bool, default=None
        Names of the classes in the order of ``classes_``; True shows y[0], y[1], ..., and None no
        class. For a tree of boosting with a value per class or output, the names of these values.
    label : {"all", "root", "none"}, default="all"
        Which nodes state what their numbers are.
    filled : bool, default=False
        Whether to paint nodes by class or value.
    impurity, node_ids : bool, default=True, False
        Whether to show the impurity and the number of each node.
    proportion : bool, default=False
        Whether to show proportions instead of numbers of samples.
    rounded : bool, default=False
        Whether to draw boxes with rounded corners.
    precision : int, default=3
        The number of digits of impurities, thresholds and values.
    ax : matplotlib Axes, default=None
        The axes to draw into, which are cleared; None uses the current axes.
    fontsize : float, default=None
        Font size in points; None fits the text to the axes.

    Returns
    -------
    list of matplotlib Annotation
        The boxes of the nodes and the labels of the edges.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> nodes = spinney.plot_tree(model, filled=True)
    """
    if max_depth is not None:
        check_count(max_depth, "max_depth")
    options = NodeOptions(class_names, label, impurity, node_ids, proportion, precision)
    fitted = fitted_tree(decision_tree)
    check_names(feature_names, fitted.tree.n_features)

    def write(value: float) -> str:
        return number_text(value, precision)

    formatter = SklearnFormatter(fitted, feature_names, "x[{}]", write)
    lines = NodeLines(formatter, criterion_of(decision_tree), options, "[{}]")
    boxes = {box.node: box for box in visible_boxes(lines, filled, max_depth)}
    return TreePlot(boxes, "round" if rounded else "square").draw(ax, fontsize)


class Box(NamedTuple):
    """A node of the drawing."""

    node: int
    parent: int | None
    text: str
    color: str | None
    children: tuple[int, ...]
    edge: str
    """The label of the edge from the parent."""


def visible_boxes(lines: NodeLines, filled: bool, max_depth: int | None) -> Iterator[Box]:
    """Return the boxes depth first; "(...)" stands for a hidden subtree."""
    formatter = lines.formatter
    splits, colors = formatter.splits, NodeColors(formatter)
    stack: list[tuple[int, int | None, int, str]] = [(0, None, 0, "")]
    while stack:
        node, parent, depth, edge = stack.pop()
        hidden = max_depth is not None and depth > max_depth
        children = () if hidden else tuple(splits.children(node))
        text = "(...)" if hidden else "\n".join(lines.lines(node))
        color = (HIDDEN_COLOR if hidden else colors.color(node)) if filled else None
        yield Box(node, parent, text, color, children, edge)
        if children:
            labels = edge_labels(formatter, node)
            pairs = list(zip(children, labels, strict=True))
            stack += [(child, node, depth + 1, one) for child, one in reversed(pairs)]


def edge_labels(formatter: SklearnFormatter, node: int) -> list[str]:
    """Return True and False at the root, or the branches of a multiway split."""
    if formatter.splits.is_multiway(node):
        return formatter.branches(node)
    return ["True  ", "  False"] if node == 0 else ["", ""]


class TreePlot:
    """Places the boxes and draws them as annotations."""

    def __init__(self, boxes: dict[int, Box], shape: str) -> None:
        self.boxes, self.shape = boxes, shape
        blocks = {node: self.block(box) for node, box in boxes.items()}
        gap = BLOCK_GAP * DEFAULT_SIZE
        self.layout = arrange(blocks, gap, LEVEL_GAP * DEFAULT_SIZE)
        self.heights = {node: block.height for node, block in blocks.items()}

    def block(self, box: Box) -> Block:
        """Return the size of a box at the default font size."""
        lines = [*box.text.split("\n"), box.edge]
        width = max(text_width(line, DEFAULT_SIZE, "normal") for line in lines)
        height = LINE_HEIGHT * box.text.count("\n") + LINE_HEIGHT + 2 * PAD_Y
        return Block(width + 2 * PAD_X * DEFAULT_SIZE, height * DEFAULT_SIZE, box.children)

    def draw(self, ax: Axes | None, fontsize: float | None) -> list[Any]:
        """Draw all boxes; a child is drawn with the edge from its parent."""
        ax = plt.gca() if ax is None else ax
        ax.clear()
        scale = fit_axes(ax, self.layout.width, self.layout.height)
        size = DEFAULT_SIZE * scale if fontsize is None else fontsize
        drawn = []
        for node, box in self.boxes.items():
            drawn.append(self.draw_box(ax, node, box, size))
            if box.parent is not None and box.edge:
                drawn.append(self.draw_edge_label(ax, node, box, size))
        return drawn

    def center(self, node: int) -> tuple[float, float]:
        return self.layout.x[node], self.layout.y[node] + self.heights[node] / 2

    def draw_box(self, ax: Axes, node: int, box: Box, size: float) -> Any:
        """Draw a box, and the edge to its parent."""
        fill = box.color or ax.get_facecolor()
        options: dict[str, Any] = {
            "bbox": {"boxstyle": self.shape, "facecolor": fill, "edgecolor": LINE},
            "color": text_color(box.color) if box.color else INK,
            "ha": "center",
            "va": "center",
            "fontsize": size,
            "zorder": 100 - self.layout.depth[node],
            "parse_math": False,
            "annotation_clip": False,
        }
        if box.parent is None:
            return ax.annotate(box.text, self.center(node), **options)
        bottom = self.layout.y[box.parent] + self.heights[box.parent]
        arrow = {"arrowstyle": "<-", "color": LINE, "shrinkA": 0, "shrinkB": 0}
        end = (self.layout.x[box.parent], bottom)
        return ax.annotate(box.text, end, xytext=self.center(node), arrowprops=arrow, **options)

    def draw_edge_label(self, ax: Axes, node: int, box: Box, size: float) -> Any:
        """Draw the label of an edge, above the middle of the edge or above the child."""
        assert box.parent is not None
        x, top = self.layout.x[node], self.layout.y[node]
        place = (x + self.layout.x[box.parent]) / 2 if box.edge.strip() in ("True", "False") else x
        alignment = "right" if box.edge.endswith("  ") else "left"
        if box.edge == box.edge.strip():
            alignment = "center"
        return ax.annotate(
            box.edge,
            (place, top - LEVEL_GAP * DEFAULT_SIZE / 2),
            ha=alignment,
            va="center",
            fontsize=size,
            color=INK,
            parse_math=False,
            annotation_clip=False,
        )
