"""Drawing of boxes, text and edges of a tree, measured in points."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

from ..inspection.colors import class_color, tint
from .node_labels import NodeLabel, ValueKey
from .palette import INK, LINE, PALE_INK, SECOND, text_color

# In units of the font size.
LINE_HEIGHT = 1.3
PAD_X, PAD_Y = 0.7, 0.5
BAR_HEIGHT, BAR_GAP = 0.42, 0.3
SPLIT_GAP = 0.35
STUB, DROP = 0.5, 1.6
LABEL_GAP, LABEL_HEIGHT = 0.6, 1.4
BLOCK_GAP = 1.1
PANEL_HEIGHT = 2.6
KEY_WIDTH, KEY_PARTS = 8.0, 24
MIN_BOX_WIDTH = 4.6
TITLE, SMALL = 1.08, 0.9
POINTS_PER_INCH = 72.0
MAX_SCALE = 2.5


class Size(NamedTuple):
    """Size of a node's box, and of the box with the text below it, in points."""

    box_width: float
    box_height: float
    width: float
    height: float


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, weight: str) -> float:
    """Return the width of a line of text in points."""
    font = FontProperties(size=size, weight=weight)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def measure(label: NodeLabel, em: float) -> Size:
    """Return the size of a node at a font size."""
    widths = [text_width(label.title, em * TITLE, "bold")]
    widths += [text_width(line, em * SMALL, "normal") for line in label.lines]
    box_width = max(max(widths) + 2 * PAD_X * em, MIN_BOX_WIDTH * em)
    box_height = em * (LINE_HEIGHT * (1 + SMALL * len(label.lines)) + 2 * PAD_Y)
    if label.class_shares is not None:
        box_height += em * (BAR_HEIGHT + BAR_GAP)
    if label.bars is not None:
        box_height += em * (PANEL_HEIGHT + BAR_GAP)
        box_width = max(box_width, em * (2 * PAD_X + 0.5 * len(label.bars)))
    below = [text_width(line, em, "normal") for line in label.below]
    height = box_height
    if below:
        height += em * (SPLIT_GAP + LINE_HEIGHT * len(below))
    return Size(box_width, box_height, max([box_width, *below]), height)


def fit_axes(ax: Axes, width: float, height: float) -> float:
    """Give axes the coordinates of a drawing, in points at scale 1, and return its scale."""
    ax.set_axis_off()
    figure = ax.get_figure(root=True)
    assert figure is not None
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    extent = ax.get_window_extent()
    points = POINTS_PER_INCH / figure.dpi
    scale = min(extent.width * points / width, extent.height * points / height, MAX_SCALE)
    spare_x = extent.width * points / scale - width
    spare_y = extent.height * points / scale - height
    ax.set_xlim(-spare_x / 2, width + spare_x / 2)
    ax.set_ylim(height + spare_y / 2, -spare_y / 2)
    return scale


class TreeCanvas:
    """Draws nodes and edges on axes whose unit is a point at scale 1; y points down."""

    def __init__(self, ax: Axes, em: float, scale: float) -> None:
        self.ax, self.em, self.scale = ax, em, scale

    def write(self, x: float, y: float, text: str, size: float, **style: Any) -> None:
        """Write a line of text, vertically centered at y."""
        options: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": INK}
        self.ax.text(
            x, y, text, fontsize=size * self.scale, parse_math=False, zorder=4, **options | style
        )

    def value_key(self, x: float, y: float, key: ValueKey) -> None:
        """Draw the colors of numeric values between the smallest and the largest."""
        em, (low, high) = self.em, key.texts
        self.write(x, y, low, em, ha="left", gid="key-low")
        x += text_width(low, em, "normal") + 0.6 * em
        step = KEY_WIDTH * em / KEY_PARTS
        for k in range(KEY_PARTS):
            color = key.colormap(k / (KEY_PARTS - 1))
            place = (x + k * step, y - 0.4 * em)
            self.ax.add_patch(Rectangle(place, step, 0.8 * em, facecolor=color, linewidth=0))
        self.write(x + (KEY_WIDTH + 0.6) * em, y, high, em, ha="left", gid="key-high")

    def node(
        self,
        node: int,
        label: NodeLabel,
        size: Size,
        x: float,
        y: float,
        *,
        leaf: bool,
        dim: bool,
        on_path: bool = False,
    ) -> None:
        """Draw the box of a node with its text and class bar; y is the top."""
        em = self.em
        fill = tint(label.fill, 0.25) if dim else label.fill
        ink = tint(PALE_INK, 0.7) if dim else text_color(fill)
        edge = tint(LINE, 0.5) if dim else (INK if leaf else LINE)
        width = 1.2 if leaf else 0.7
        if on_path:
            edge, width = SECOND, 2.2
        left = x - size.box_width / 2
        self.ax.add_patch(
            FancyBboxPatch(
                (left, y),
                size.box_width,
                size.box_height,
                boxstyle=f"round,pad=0,rounding_size={0.5 * em}",
                facecolor=fill,
                edgecolor=edge,
                linewidth=width * self.scale,
                zorder=3,
                gid=f"box-{node}",
            )
        )
        y += em * (PAD_Y + LINE_HEIGHT / 2)
        self.write(x, y, label.title, em * TITLE, weight="bold", color=ink, gid=f"node-{node}")
        y += em * LINE_HEIGHT * (1 + SMALL) / 2
        for line in label.lines:
            self.write(x, y, line, em * SMALL, color=ink, gid=f"node-{node}")
            y += em * LINE_HEIGHT * SMALL
        if label.class_shares is not None:
            top = y - em * (LINE_HEIGHT * SMALL / 2 - BAR_GAP)
            self.class_bar(
                label.class_shares, left + PAD_X * em, top, size.box_width - 2 * PAD_X * em, dim
            )
            y += em * (BAR_HEIGHT + BAR_GAP)
        if label.bars is not None:
            top = y - em * (LINE_HEIGHT * SMALL / 2 - BAR_GAP)
            inner = size.box_width - 2 * PAD_X * em
            is_classes = label.class_shares is not None
            self.panel(node, label.bars, left + PAD_X * em, top, inner, is_classes, dim)

    def panel(
        self,
        node: int,
        bars: NDArray[np.float64],
        x: float,
        y: float,
        width: float,
        is_classes: bool,
        dim: bool,
    ) -> None:
        """Draw bars of the distribution of the target; y is the top."""
        height, step = PANEL_HEIGHT * self.em, width / len(bars)
        bottom = y + height
        for k, bar in enumerate(bars.tolist()):
            color = class_color(k) if is_classes else PALE_INK
            self.ax.add_patch(
                Rectangle(
                    (x + (k + 0.08) * step, bottom - bar * height),
                    0.84 * step,
                    bar * height,
                    facecolor=tint(color, 0.3 if dim else 1.0),
                    linewidth=0,
                    zorder=3.5,
                    gid=f"bar-{node}-{k}",
                )
            )
        line = [(x, bottom), (x + width, bottom)]
        self.ax.add_patch(PathPatch(Path(line), edgecolor=INK, linewidth=0.5, zorder=3.6))

    def class_bar(
        self, shares: NDArray[np.float64], x: float, y: float, width: float, dim: bool
    ) -> None:
        """Draw the class shares as a stacked bar."""
        present = np.flatnonzero(shares > 0)
        ends = x + width * np.cumsum(shares[present]) / shares.sum()
        bottom = y + BAR_HEIGHT * self.em
        pieces = [
            [(start, y), (end, y), (end, bottom), (start, bottom)]
            for start, end in zip([x, *ends[:-1]], ends, strict=True)
        ]
        colors = [tint(class_color(int(k)), 0.3 if dim else 1.0) for k in present]
        self.ax.add_collection(
            PolyCollection(pieces, facecolors=colors, linewidths=0, zorder=3.5), autolim=False
        )

    def text_below(
        self, node: int, label: NodeLabel, size: Size, x: float, y: float, dim: bool
    ) -> None:
        """Write the split or the note below a box whose top is at y."""
        kind = "split" if label.is_expanded else "note"
        plain = INK if label.is_expanded else PALE_INK
        y += size.box_height + self.em * (SPLIT_GAP + LINE_HEIGHT / 2)
        for line in label.below:
            self.write(
                x,
                y,
                line,
                self.em,
                color=tint(PALE_INK, 0.6) if dim else plain,
                style="normal" if label.is_expanded else "italic",
                gid=f"{kind}-{node}",
            )
            y += self.em * LINE_HEIGHT

    def edge(
        self,
        start: tuple[float, float],
        bus: float,
        end: tuple[float, float],
        share: float,
        dim: bool,
        on_path: bool = False,
    ) -> None:
        """Draw an edge: down from the split, along the bus, and down to the child."""
        (x0, y0), (x1, y1) = start, end
        corner = 0.5 * self.em
        bend = min(max(x1 - x0, -corner), corner)
        turn = bus + corner
        points = [(x0, y0), (x0, bus), (x1 - bend, bus), (x1, bus), (x1, turn), (x1, y1)]
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CURVE3, Path.CURVE3, Path.LINETO]
        self.ax.add_patch(
            PathPatch(
                Path(points, codes),
                facecolor="none",
                edgecolor=SECOND if on_path else tint(LINE, 0.5) if dim else LINE,
                linewidth=(0.8 + 2.4 * share + 0.8 * on_path) * self.scale,
                linestyle=(0, (3, 2)) if dim else "-",
                capstyle="butt",
                joinstyle="round",
                zorder=1,
            )
        )

    def edge_label(
        self, child: int, text: str, x: float, y: float, inward: float, dim: bool
    ) -> None:
        """Write the label of an edge: beside it, toward the parent, or on top of the child."""
        self.write(
            x + inward * 0.45 * self.em,
            y,
            text,
            self.em * SMALL,
            ha={1.0: "left", 0.0: "center", -1.0: "right"}[inward],
            color=tint(PALE_INK, 0.6) if dim else (PALE_INK if inward else INK),
            gid=f"branch-{child}",
        )
