"""A tree as Graphviz text."""

from collections.abc import Iterator

from .colors import CLASS_COLORS, class_color, purity_tint, tint
from .phrases import rows, share
from .tree_formatter import TreeFormatter

HEADER = """digraph tree {
  node [shape=box, style="filled,rounded", fontname="Helvetica", color="#8c8c8c"];
  edge [fontname="Helvetica", color="#8c8c8c"];"""


def dot_lines(formatter: TreeFormatter, max_depth: int | None, show_missing: bool) -> Iterator[str]:
    """Return the lines of the graph: a box per node and an arrow per child."""
    splits = formatter.splits
    fill = NodeColors(formatter)
    yield HEADER
    stack = [(0, 0)]
    while stack:
        node, depth = stack.pop()
        hidden = not splits.is_leaf(node) and max_depth is not None and depth >= max_depth
        text = node_text(formatter, node, hidden, show_missing)
        yield f'  {node} [label="{text}", fillcolor="{fill.color(node)}"];'
        if splits.is_leaf(node) or hidden:
            continue
        children = splits.children(node)
        labels = formatter.branches(node, show_missing)
        for child, label in zip(children, labels, strict=True):
            yield f'  {node} -> {child} [label="{escape(label)}"];'
        stack += [(child, depth + 1) for child in reversed(children)]
    yield "}"


def node_text(formatter: TreeFormatter, node: int, hidden: bool, show_missing: bool) -> str:
    """Return the lines of a box: prediction, training rows, and split."""
    counts = formatter.fitted.tree.n_node_samples
    count = int(counts[node])
    lines = [formatter.prediction(node), f"{rows(count)}, {share(count / int(counts[0]))}"]
    if hidden:
        lines.append("...")
    elif not formatter.splits.is_leaf(node):
        stops = formatter.stop_note(node) if show_missing else ""
        lines.append(f"{formatter.split(node)}?{stops}")
    return "\\n".join(map(escape, lines))


def escape(text: str) -> str:
    """Escape text for double quotes, where Graphviz reads backslashes as commands."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


class NodeColors:
    """Fill colors of nodes: the class of the first output by its share, or the value."""

    def __init__(self, formatter: TreeFormatter) -> None:
        self.formatter = formatter
        values = formatter.value[:, 0, 0]
        self.low, self.range = float(values.min()), float(values.max() - values.min()) or 1.0

    def color(self, node: int) -> str:
        value = self.formatter.value[node, 0]
        if self.formatter.best is None:
            position = (float(value[0]) - self.low) / self.range
            return tint(CLASS_COLORS[0], 0.06 + 0.54 * position)
        best = int(self.formatter.best[node, 0])
        n_classes = len(self.formatter.fitted.classes[0])
        return purity_tint(class_color(best), float(value[best]), n_classes)
