"""The paper of a tree drawing: sizes of texts and boxes in points, and the pen."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

from ..inspection.colors import class_colour, tint
from .palette import INK, LINE, PALE_INK, ink_on
from .tree_cards import Card

# In units of the font size.
LINE_HEIGHT = 1.3
PAD_X, PAD_Y = 0.7, 0.5
BAR_HEIGHT, BAR_GAP = 0.42, 0.3
QUESTION_GAP = 0.35
STUB, DROP = 0.5, 1.6
LABEL_GAP, LABEL_ROOM = 0.4, 1.2
BLOCK_GAP = 1.1
SMALLEST_BOX = 4.6
TITLE, SMALL = 1.08, 0.9


class Size(NamedTuple):
    """A card's box, and the block of box and question, in points."""

    box_width: float
    box_height: float
    width: float
    height: float


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, weight: str) -> float:
    """The width of a line of text in points."""
    font = FontProperties(size=size, weight=weight)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def measure(card: Card, em: float) -> Size:
    """How much room a card needs at a font size."""
    widths = [text_width(card.title, em * TITLE, "bold")]
    widths += [text_width(line, em * SMALL, "normal") for line in card.lines]
    box_width = max(max(widths) + 2 * PAD_X * em, SMALLEST_BOX * em)
    box_height = em * (LINE_HEIGHT * (1 + SMALL * len(card.lines)) + 2 * PAD_Y)
    if card.bar is not None:
        box_height += em * (BAR_HEIGHT + BAR_GAP)
    below = [text_width(line, em, "normal") for line in card.below]
    height = box_height
    if below:
        height += em * (QUESTION_GAP + LINE_HEIGHT * len(below))
    return Size(box_width, box_height, max([box_width, *below]), height)


class Pen:
    """Draws cards and edges on axes whose units are points at scale 1, y downwards."""

    def __init__(self, ax: Axes, em: float, scale: float) -> None:
        self.ax, self.em, self.scale = ax, em, scale

    def write(self, x: float, y: float, text: str, size: float, **style: Any) -> None:
        """One line of text, the middle of its height at y."""
        options: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": INK}
        self.ax.text(
            x, y, text, fontsize=size * self.scale, parse_math=False, zorder=4, **options | style
        )

    def card(
        self, node: int, card: Card, size: Size, x: float, y: float, *, leaf: bool, dim: bool
    ) -> None:
        """The box with its lines and its bar, the upper edge at y."""
        em = self.em
        fill = tint(card.fill, 0.25) if dim else card.fill
        ink = tint(PALE_INK, 0.7) if dim else ink_on(fill)
        edge = tint(LINE, 0.5) if dim else (INK if leaf else LINE)
        left = x - size.box_width / 2
        self.ax.add_patch(
            FancyBboxPatch(
                (left, y),
                size.box_width,
                size.box_height,
                boxstyle=f"round,pad=0,rounding_size={0.5 * em}",
                facecolor=fill,
                edgecolor=edge,
                linewidth=(1.2 if leaf else 0.7) * self.scale,
                zorder=3,
                gid=f"box-{node}",
            )
        )
        y += em * (PAD_Y + LINE_HEIGHT / 2)
        self.write(x, y, card.title, em * TITLE, weight="bold", color=ink, gid=f"node-{node}")
        y += em * LINE_HEIGHT * (1 + SMALL) / 2
        for line in card.lines:
            self.write(x, y, line, em * SMALL, color=ink, gid=f"node-{node}")
            y += em * LINE_HEIGHT * SMALL
        if card.bar is not None:
            top = y - em * (LINE_HEIGHT * SMALL / 2 - BAR_GAP)
            self.bar(card.bar, left + PAD_X * em, top, size.box_width - 2 * PAD_X * em, dim)

    def bar(self, shares: NDArray[np.float64], x: float, y: float, width: float, dim: bool) -> None:
        """The shares of the classes, side by side."""
        present = np.flatnonzero(shares > 0)
        ends = x + width * np.cumsum(shares[present]) / shares.sum()
        foot = y + BAR_HEIGHT * self.em
        pieces = [
            [(start, y), (end, y), (end, foot), (start, foot)]
            for start, end in zip([x, *ends[:-1]], ends, strict=True)
        ]
        colours = [tint(class_colour(int(k)), 0.3 if dim else 1.0) for k in present]
        self.ax.add_collection(
            PolyCollection(pieces, facecolors=colours, linewidths=0, zorder=3.5), autolim=False
        )

    def below(self, node: int, card: Card, size: Size, x: float, y: float, dim: bool) -> None:
        """The question or the note under a box whose upper edge is at y."""
        kind = "question" if card.opened else "note"
        plain = INK if card.opened else PALE_INK
        y += size.box_height + self.em * (QUESTION_GAP + LINE_HEIGHT / 2)
        for line in card.below:
            self.write(
                x,
                y,
                line,
                self.em,
                color=tint(PALE_INK, 0.6) if dim else plain,
                style="normal" if card.opened else "italic",
                gid=f"{kind}-{node}",
            )
            y += self.em * LINE_HEIGHT

    def edge(
        self,
        start: tuple[float, float],
        bus: float,
        end: tuple[float, float],
        part: float,
        dim: bool,
    ) -> None:
        """From under a question down, along the bus with a round corner, and down to a child."""
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
                edgecolor=tint(LINE, 0.5) if dim else LINE,
                linewidth=(0.8 + 2.4 * part) * self.scale,
                linestyle=(0, (3, 2)) if dim else "-",
                capstyle="butt",
                joinstyle="round",
                zorder=1,
            )
        )

    def side(self, child: int, text: str, x: float, y: float, inward: float, dim: bool) -> None:
        """What leads to a child: beside its edge, towards the parent, or in line with it."""
        self.write(
            x + inward * 0.45 * self.em,
            y,
            text,
            self.em * SMALL,
            ha={1.0: "left", 0.0: "center", -1.0: "right"}[inward],
            color=tint(PALE_INK, 0.6) if dim else (PALE_INK if inward else INK),
            gid=f"side-{child}",
        )
