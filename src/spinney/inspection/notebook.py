"""A short HTML summary of a fitted estimator, with a picture of the top of a single tree."""

from html import escape
from typing import Any

from ..base.fitted_tree import FittedTree
from .colors import class_color
from .phrases import counted, label_text
from .tree_formatter import TreeFormatter

MAX_LABELS = 6
MAX_NAMES = 8
MAX_DEPTH = 2
MORE = 16
"""The height of the mark below a node whose children are not drawn."""
"""The depth of the nodes in the picture."""
WIDTH, HEIGHT, LEVEL = 228, 44, 74
TEXT_WIDTH = WIDTH - 26
LETTER, BOLD_LETTER = 0.56, 0.62
"""The mean width of a letter in wide fonts, in font sizes."""


def fitted_summary(model: Any) -> str:
    """Return facts about a fitted estimator and, for a tree, a picture of its first levels."""
    fitted = model._fitted()
    facts = [features_text(model), classes_text(model), size_text(model)]
    lines = "".join(f"<li>{escape(fact)}</li>" for fact in facts if fact)
    picture = tree_picture(fitted) if isinstance(fitted, FittedTree) else ""
    title = escape(f"Fitted {type(model).__name__}")
    return (
        '<div style="font-family:system-ui,sans-serif;font-size:13px;margin:0 0 8px">'
        f'<b>{title}</b><ul style="margin:4px 0;padding-left:20px">{lines}</ul>{picture}</div>'
    )


def features_text(model: Any) -> str:
    n = getattr(model, "n_features_in_", None)
    if n is None:
        return ""
    names = [str(name) for name in getattr(model, "feature_names_in_", ())]
    return counted(n, "feature") + (f": {listed(names, MAX_NAMES)}" if names else "")


def classes_text(model: Any) -> str:
    classes = getattr(model, "classes_", None)
    if classes is None:
        return ""
    if isinstance(classes, list):
        return f"{counted(len(classes), 'target')} with classes"
    labels = [label_text(label) for label in classes.tolist()]
    shown = listed(labels, MAX_LABELS)
    return f"{len(labels)} classes: {shown}" if len(labels) != 1 else f"1 class: {shown}"


def size_text(model: Any) -> str:
    """Return the number of leaves, trees or members."""
    fitted = model._fitted()
    if isinstance(fitted, FittedTree):
        n = fitted.tree.n_leaves
        return f"{n:,} {'leaf' if n == 1 else 'leaves'}, depth {fitted.tree.max_depth}"
    for owner in (fitted, getattr(fitted, "model", None)):
        for name in ("forest", "trees"):
            trees: Any = getattr(owner, name, None)
            if trees is not None and not callable(trees):
                return counted(getattr(trees, "n_trees", None) or len(trees), "tree")
    members: Any = getattr(fitted, "estimators", None) or getattr(fitted, "votes", ())
    return counted(len(members), "member") if len(members) else ""


def listed(texts: list[str], most: int) -> str:
    rest = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {rest} more" if rest > 0 else "")


def tree_picture(fitted: FittedTree) -> str:
    """Return the first levels of a tree as SVG."""
    formatter = TreeFormatter(fitted)
    places: dict[int, tuple[float, int]] = {}
    place_nodes(formatter, 0, 0, 0.0, places)
    width = WIDTH * (max(x for x, _ in places.values()) + 1)
    height = LEVEL * max(depth for _, depth in places.values()) + HEIGHT + MORE
    parts = [edges(formatter, places), *(box(formatter, i, *places[i]) for i in places)]
    return (
        f'<svg viewBox="0 0 {width:g} {height}" width="{width:g}" style="max-width:100%" role="img"'
        f' aria-label="The first levels of the tree" font-family="inherit">{"".join(parts)}</svg>'
    )


def place_nodes(
    formatter: TreeFormatter,
    node: int,
    depth: int,
    left: float,
    places: dict[int, tuple[float, int]],
) -> float:
    """Place a node and those below it from ``left`` on; return the right end, in boxes."""
    children = formatter.splits.children(node) if is_drawn(formatter, node, depth) else []
    end = left
    for child in children:
        end = place_nodes(formatter, child, depth + 1, end, places)
    right = end if len(children) else left + 1
    places[node] = ((left + right - 1) / 2, depth)
    return right


def is_drawn(formatter: TreeFormatter, node: int, depth: int) -> bool:
    """Whether the children of a node are drawn: those of wide multiway splits are not."""
    if formatter.splits.is_leaf(node) or depth >= MAX_DEPTH:
        return False
    return len(formatter.splits.children(node)) <= 4


def edges(formatter: TreeFormatter, places: dict[int, tuple[float, int]]) -> str:
    lines = []
    for node, (x, depth) in places.items():
        for child in () if formatter.splits.is_leaf(node) else formatter.splits.children(node):
            if child in places:
                x0, y0 = (x + 0.5) * WIDTH, depth * LEVEL + HEIGHT
                x1, y1 = (places[child][0] + 0.5) * WIDTH, (depth + 1) * LEVEL
                lines.append(f"M{x0:g} {y0}L{x1:g} {y1}")
    return f'<path d="{"".join(lines)}" stroke="currentColor" opacity=".5" fill="none"/>'


def box(formatter: TreeFormatter, node: int, x: float, depth: int) -> str:
    leaf = formatter.splits.is_leaf(node)
    text = formatter.prediction(node) if leaf else formatter.split(node)
    count = ""
    if formatter.fitted.tree.has_statistics:
        count = counted(int(formatter.fitted.tree.n_node_samples[node]), "row")
    below = count if leaf else f"{formatter.prediction(node)} · {count}"
    color = "currentColor"
    if formatter.best is not None:
        color = class_color(int(formatter.best[node, 0]))
    left, top = x * WIDTH + 6, depth * LEVEL + 1
    return (
        f'<g transform="translate({left:g} {top})"><rect width="{WIDTH - 12}" height="{HEIGHT}" '
        f'rx="5" fill="none" stroke="{color}" stroke-width="1.5"/>'
        f'<text x="8" y="18" font-size="12" font-weight="600" fill="currentColor">'
        f"{fitted_text(text, 12 * BOLD_LETTER)}</text>"
        f'<text x="8" y="34" font-size="11" fill="currentColor">'
        f"{fitted_text(below, 11 * LETTER)}</text>"
        f"{'' if leaf or is_drawn(formatter, node, depth) else MORE_MARK}</g>"
    )


MORE_MARK = (
    f'<text x="{(WIDTH - 12) / 2:g}" y="{HEIGHT + 10}" font-size="12" text-anchor="middle" '
    'fill="currentColor">…</text>'
)


def fitted_text(text: str, letter: float) -> str:
    """Return as much of a text as fits into a box, if letters have the given mean width."""
    most = int(TEXT_WIDTH / letter)
    return escape(text if len(text) <= most else text[: most - 1].rstrip() + "…")
