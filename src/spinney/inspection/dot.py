"""A tree as Graphviz text."""

from collections.abc import Iterator

from .colors import CLASS_COLORS, class_color, purity_tint, tint
from .phrases import rows, share
from .tree_formatter import TreeFormatter

HEADER = """digraph tree {
  node [shape=box, style="filled,rounded", fontname="Helvetica", color="#8c8c8c"];
  edge [fontname="Helvetica", color="#8c8c8c"];"""


def dot_lines(words: TreeFormatter, max_depth: int | None, show_missing: bool) -> Iterator[str]:
    """The lines of the graph: a box per node, an arrow per side."""
    questions = words.questions
    paint = Paint(words)
    yield HEADER
    stack = [(0, 0)]
    while stack:
        node, depth = stack.pop()
        inner = questions.kind[node] != 0
        hidden = inner and max_depth is not None and depth >= max_depth
        text = node_text(words, node, hidden, show_missing)
        yield f'  {node} [label="{text}", fillcolor="{paint.fill(node)}"];'
        if not inner or hidden:
            continue
        children = questions.children(node)
        for child, label in zip(children, edge_labels(words, node, show_missing), strict=True):
            yield f'  {node} -> {child} [label="{escape(label)}"];'
        stack += [(child, depth + 1) for child in reversed(children)]
    yield "}"


def edge_labels(words: TreeFormatter, node: int, show_missing: bool) -> list[str]:
    """Yes and no, or the interval or category of each child, with notes on missing values."""
    labels = words.branches(node)
    if not show_missing:
        return labels
    return [label + note for label, note in zip(labels, words.absent(node), strict=True)]


def node_text(words: TreeFormatter, node: int, hidden: bool, show_missing: bool) -> str:
    """The answer of a node, its rows, and what it asks, each in a line."""
    counts = words.fitted.tree.n_node_samples
    count = int(counts[node])
    lines = [words.answer(node), f"{rows(count)}, {share(count / int(counts[0]))}"]
    if hidden:
        lines.append("...")
    elif words.questions.kind[node] != 0:
        stops = words.stops(node) if show_missing else ""
        lines.append(words.split(node) + "?" + stops)
    return "\\n".join(map(escape, lines))


def escape(text: str) -> str:
    """The text for between double quotes, where Graphviz reads backslashes as commands."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


class Paint:
    """The colors of nodes: the class of the first output by its share, or the value."""

    def __init__(self, words: TreeFormatter) -> None:
        self.words = words
        values = words.value[:, 0, 0]
        self.low, self.range = float(values.min()), float(values.max() - values.min()) or 1.0

    def fill(self, node: int) -> str:
        value = self.words.value[node, 0]
        if self.words.best is None:
            place = (float(value[0]) - self.low) / self.range
            return tint(CLASS_COLORS[0], 0.06 + 0.54 * place)
        best = int(self.words.best[node, 0])
        n_classes = len(self.words.fitted.classes[0])
        return purity_tint(class_color(best), float(value[best]), n_classes)
