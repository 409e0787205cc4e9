"""Tidy tree layout for boxes of different sizes.

Nodes of one depth are aligned at the top. A parent is centered above its children. The layout of
a subtree does not depend on its position, and subtrees are as close as their boxes allow.
"""

from typing import NamedTuple


class Block(NamedTuple):
    """Size of a node, including the text below its box, and its children."""

    width: float
    height: float
    children: tuple[int, ...]


class Layout(NamedTuple):
    """Coordinates of the top center of each block; y points down."""

    x: dict[int, float]
    y: dict[int, float]
    level_bottom: list[float]
    """The bottom of the lowest block of each depth."""
    depth: dict[int, int]
    width: float
    height: float


# Left and right end of a subtree per depth, relative to its root.
Outline = list[tuple[float, float]]


def arrange(blocks: dict[int, Block], gap: float, level_gap: float) -> Layout:
    """Place all blocks; node 0 is the root, and children have larger indices than parents."""
    depth = depths(blocks)
    offset: dict[int, float] = {0: 0.0}
    outlines: dict[int, Outline] = {}
    for node in sorted(blocks, reverse=True):
        block = blocks[node]
        own = [(-block.width / 2, block.width / 2)]
        outlines[node] = own
        if block.children:
            offsets, below = side_by_side([outlines.pop(child) for child in block.children], gap)
            offset |= zip(block.children, offsets, strict=True)
            outlines[node] = own + below
    x = {0: -min(left for left, _ in outlines[0])}
    for node in sorted(blocks):
        for child in blocks[node].children:
            x[child] = x[node] + offset[child]
    tops, bottoms = levels(blocks, depth, level_gap)
    y = {node: tops[depth[node]] for node in blocks}
    width = x[0] + max(right for _, right in outlines[0])
    return Layout(x, y, bottoms, depth, width, bottoms[-1])


def depths(blocks: dict[int, Block]) -> dict[int, int]:
    """Return the depth of each node."""
    depth = {0: 0}
    for node in sorted(blocks):
        for child in blocks[node].children:
            depth[child] = depth[node] + 1
    return depth


def side_by_side(outlines: list[Outline], gap: float) -> tuple[list[float], Outline]:
    """Return the x offsets of sibling subtrees from their parent, and their common outline."""
    merged, offsets = outlines[0], [0.0]  # relative to the first sibling
    for outline in outlines[1:]:
        offset = max(
            end - start + gap for (_, end), (start, _) in zip(merged, outline, strict=False)
        )
        merged = merge(merged, shifted(outline, offset))
        offsets.append(offset)
    middle = offsets[-1] / 2
    return [offset - middle for offset in offsets], shifted(merged, -middle)


def merge(left: Outline, right: Outline) -> Outline:
    """Return the outline of a subtree and another one to its right."""
    shared = min(len(left), len(right))
    both = [(left[d][0], right[d][1]) for d in range(shared)]
    return both + left[shared:] + right[shared:]


def shifted(outline: Outline, by: float) -> Outline:
    """Return the outline moved to the right."""
    return [(start + by, end + by) for start, end in outline]


def levels(
    blocks: dict[int, Block], depth: dict[int, int], level_gap: float
) -> tuple[list[float], list[float]]:
    """Return the top and the bottom of every depth."""
    heights = [0.0] * (max(depth.values()) + 1)
    for node, block in blocks.items():
        heights[depth[node]] = max(heights[depth[node]], block.height)
    tops, bottoms, y = [], [], 0.0
    for height in heights:
        tops.append(y)
        bottoms.append(y + height)
        y += height + level_gap
    return tops, bottoms
