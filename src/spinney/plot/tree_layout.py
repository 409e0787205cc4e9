"""Where the nodes of a tree stand: a tidy layout for boxes of different sizes.

Nodes of one depth share a line. A subtree keeps its shape wherever it stands, a parent stands
midway above its children, and subtrees move together until blocks of the same depth nearly touch.
"""

from typing import NamedTuple


class Block(NamedTuple):
    """A node to place: its box with what is written under it, and its children."""

    width: float
    height: float
    children: tuple[int, int] | None


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
        if block.children is None:
            outlines[node] = own
            continue
        left, right = (outlines.pop(child) for child in block.children)
        half = distance(left, right, gap) / 2
        offset[block.children[0]], offset[block.children[1]] = -half, half
        outlines[node] = own + merge(left, right, half)
    x = {0: -min(left for left, _ in outlines[0])}
    for node in sorted(blocks):
        for child in blocks[node].children or ():
            x[child] = x[node] + offset[child]
    tops, bottoms = levels(blocks, depth, level_gap)
    y = {node: tops[depth[node]] for node in blocks}
    width = x[0] + max(right for _, right in outlines[0])
    return Layout(x, y, bottoms, depth, width, bottoms[-1])


def depths(blocks: dict[int, Block]) -> dict[int, int]:
    depth = {0: 0}
    for node in sorted(blocks):
        for child in blocks[node].children or ():
            depth[child] = depth[node] + 1
    return depth


def distance(left: Outline, right: Outline, gap: float) -> float:
    """How far apart two subtrees' roots must stand."""
    return max(end - start + gap for (_, end), (start, _) in zip(left, right, strict=False))


def merge(left: Outline, right: Outline, half: float) -> Outline:
    """The outline of two subtrees that stand half a distance to each side."""
    shared = min(len(left), len(right))
    both = [(left[d][0] - half, right[d][1] + half) for d in range(shared)]
    both += [(start - half, end - half) for start, end in left[shared:]]
    return both + [(start + half, end + half) for start, end in right[shared:]]


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
