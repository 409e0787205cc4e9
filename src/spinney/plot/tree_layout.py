"""Where the nodes of a tree stand: a tidy layout for boxes of different sizes.

Nodes of one depth share a line. A subtree keeps its shape wherever it stands, a parent stands
midway above its children, and subtrees move together until blocks of the same depth nearly touch.
"""

from typing import NamedTuple


class Block(NamedTuple):
    """A node to place: its box with what is written under it, and its children."""

    width: float
    height: float
    children: tuple[int, ...]


class Layout(NamedTuple):
    """Where blocks stand, by node: the middle of their upper edges; y grows downwards."""

    x: dict[int, float]
    y: dict[int, float]
    level_bottom: list[float]
    """Per depth, the lowest edge of its blocks."""
    depth: dict[int, int]
    width: float
    height: float


# Per depth below a subtree's root: the left and right end of its blocks, seen from the root.
Outline = list[tuple[float, float]]


def arrange(blocks: dict[int, Block], gap: float, level_gap: float) -> Layout:
    """Place all blocks; node 0 is the root, and children have higher numbers than parents."""
    depth = depths(blocks)
    offset: dict[int, float] = {0: 0.0}
    outlines: dict[int, Outline] = {}
    for node in sorted(blocks, reverse=True):
        block = blocks[node]
        own = [(-block.width / 2, block.width / 2)]
        outlines[node] = own
        if block.children:
            places, family = side_by_side([outlines.pop(child) for child in block.children], gap)
            offset |= zip(block.children, places, strict=True)
            outlines[node] = own + family
    x = {0: -min(left for left, _ in outlines[0])}
    for node in sorted(blocks):
        for child in blocks[node].children:
            x[child] = x[node] + offset[child]
    tops, bottoms = levels(blocks, depth, level_gap)
    y = {node: tops[depth[node]] for node in blocks}
    width = x[0] + max(right for _, right in outlines[0])
    return Layout(x, y, bottoms, depth, width, bottoms[-1])


def depths(blocks: dict[int, Block]) -> dict[int, int]:
    depth = {0: 0}
    for node in sorted(blocks):
        for child in blocks[node].children:
            depth[child] = depth[node] + 1
    return depth


def side_by_side(outlines: list[Outline], gap: float) -> tuple[list[float], Outline]:
    """Where the roots of subtrees stand below their parent, and the outline of all of them."""
    family, places = outlines[0], [0.0]
    for outline in outlines[1:]:
        # Counted from the first root.
        place = max(
            end - start + gap for (_, end), (start, _) in zip(family, outline, strict=False)
        )
        family = merge(family, moved(outline, place))
        places.append(place)
    middle = places[-1] / 2
    return [place - middle for place in places], moved(family, -middle)


def merge(left: Outline, right: Outline) -> Outline:
    """The outline of subtrees and of another one to their right."""
    shared = min(len(left), len(right))
    both = [(left[d][0], right[d][1]) for d in range(shared)]
    return both + left[shared:] + right[shared:]


def moved(outline: Outline, by: float) -> Outline:
    return [(start + by, end + by) for start, end in outline]


def levels(
    blocks: dict[int, Block], depth: dict[int, int], level_gap: float
) -> tuple[list[float], list[float]]:
    """The upper and the lower edge of every depth."""
    heights = [0.0] * (max(depth.values()) + 1)
    for node, block in blocks.items():
        heights[depth[node]] = max(heights[depth[node]], block.height)
    tops, bottoms, y = [], [], 0.0
    for height in heights:
        tops.append(y)
        bottoms.append(y + height)
        y += height + level_gap
    return tops, bottoms
