"""Positions and texts of a rendered figure."""

from itertools import combinations

import numpy as np
from matplotlib.patches import FancyBboxPatch, PathPatch
from PIL import Image

# Half a pixel: text of adjacent lines may touch.
SLACK = 0.5


def texts(ax):
    return [text for text in ax.texts if text.get_text()]


def text_boxes(ax):
    renderer = ax.figure.canvas.get_renderer()
    return [(text, text.get_window_extent(renderer)) for text in texts(ax)]


def node_boxes(ax):
    patches = [p for p in ax.patches if isinstance(p, FancyBboxPatch)]
    return {int(p.get_gid().removeprefix("box-")): p.get_window_extent() for p in patches}


def lines_of(ax, kind):
    """Lines of text by node: ``kind`` is node, split, note or branch."""
    found = {}
    for text in texts(ax):
        name, _, number = (text.get_gid() or "").partition("-")
        if name == kind:
            found.setdefault(int(number), []).append(text.get_text())
    return found


def overlap(a, b):
    return min(a.x1, b.x1) - max(a.x0, b.x0) > SLACK and min(a.y1, b.y1) - max(a.y0, b.y0) > SLACK


def inside(inner, outer):
    return (
        inner.x0 >= outer.x0 - SLACK
        and inner.x1 <= outer.x1 + SLACK
        and inner.y0 >= outer.y0 - SLACK
        and inner.y1 <= outer.y1 + SLACK
    )


def assert_nothing_overlaps(ax):
    """Texts and boxes do not overlap, and no edge crosses them."""
    ax.figure.draw_without_rendering()
    written, boxes = text_boxes(ax), node_boxes(ax)
    clashes = [
        (a.get_text(), b.get_text())
        for (a, box_a), (b, box_b) in combinations(written, 2)
        if overlap(box_a, box_b)
    ]
    clashes += [pair for pair in combinations(boxes, 2) if overlap(*map(boxes.get, pair))]
    for text, extent in written:
        gid = text.get_gid() or ""
        if gid.startswith("node-"):
            assert inside(extent, boxes[int(gid.removeprefix("node-"))]), text.get_text()
        else:
            clashes += [(text.get_text(), n) for n, box in boxes.items() if overlap(extent, box)]
    assert not clashes
    assert not list(edges_through(ax, [extent for _, extent in written] + list(boxes.values())))


def edges_through(ax, extents):
    """Points of edges inside a box; edges may touch the top of a child."""
    for patch in ax.patches:
        if not isinstance(patch, PathPatch):
            continue
        points = patch.get_path().interpolated(40).vertices
        points = ax.transData.transform(points)
        for extent in extents:
            within = (
                (points[:, 0] > extent.x0 + SLACK)
                & (points[:, 0] < extent.x1 - SLACK)
                & (points[:, 1] > extent.y0 + SLACK)
                & (points[:, 1] < extent.y1 - SLACK)
            )
            if within.any():
                yield points[within][0], extent


def assert_inside_the_figure(ax):
    page = ax.figure.bbox
    outside = [text.get_text() for text, extent in text_boxes(ax) if not inside(extent, page)]
    assert not outside


def n_colors(path):
    """Number of colors of a picture."""
    with Image.open(path) as image:
        return len(np.unique(np.asarray(image.convert("RGBA")).view(np.uint32)))
