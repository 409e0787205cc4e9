"""A tree as Graphviz text in the layout of scikit-learn's ``export_graphviz``."""

import html
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from .dot import NodeColors, escape
from .sklearn_style import (
    ClassNames,
    NodeLines,
    NodeOptions,
    SklearnFormatter,
    criterion_of,
    fitted_tree,
    number_text,
)
from .split_kinds import TEXT_STYLE
from .tree_formatter import check_count

HIDDEN_COLOR = "#C0C0C0"
LEAF_RANK = math.inf


def export_graphviz(
    decision_tree: Any,
    out_file: Any = None,
    *,
    max_depth: int | None = None,
    feature_names: Sequence[str] | NDArray[Any] | None = None,
    class_names: ClassNames = None,
    label: str = "all",
    filled: bool = False,
    leaves_parallel: bool = False,
    impurity: bool = True,
    node_ids: bool = False,
    proportion: bool = False,
    rotate: bool = False,
    rounded: bool = False,
    special_characters: bool = False,
    precision: int = 3,
    fontname: str = "helvetica",
) -> str | None:
    """Write a tree in Graphviz DOT format, in the layout of scikit-learn's ``export_graphviz``.

    Parameters
    ----------
    decision_tree : tree estimator or tree of a boosted model
        A fitted tree with any kind of splits.
    out_file : str, path or text file, default=None
        Where to write; None returns the text.
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
    leaves_parallel : bool, default=False
        Whether to draw all leaves at the bottom.
    impurity, node_ids : bool, default=True, False
        Whether to show the impurity and the number of each node.
    proportion : bool, default=False
        Whether to show proportions instead of numbers of samples.
    rotate : bool, default=False
        Whether to draw the tree from left to right.
    rounded : bool, default=False
        Whether to draw boxes with rounded corners.
    special_characters : bool, default=False
        Whether to use HTML labels, with signs that PostScript does not support.
    precision : int, default=3
        The number of digits of impurities, thresholds and values.
    fontname : str, default="helvetica"
        The font.

    Returns
    -------
    str or None
        The text, if ``out_file`` is None.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor, export_graphviz
    >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
    >>> print(export_graphviz(tree, impurity=False).splitlines()[3])
    0 [label="x[0] <= 3.0\\nsamples = 3\\nvalue = 1.0"] ;
    """
    if max_depth is not None:
        check_count(max_depth, "max_depth")
    options = NodeOptions(class_names, label, impurity, node_ids, proportion, precision)
    graph = Graph(decision_tree, feature_names, options, special_characters, filled)
    header = graph_header(filled, rounded, leaves_parallel, rotate, fontname)
    body = list(graph.lines(max_depth, rotate))
    ranks = list(graph.rank_lines()) if leaves_parallel else []
    text = "\n".join([*header, *body, *ranks, "}"])
    if out_file is None:
        return text
    if hasattr(out_file, "write"):
        out_file.write(text)
    else:
        Path(out_file).write_text(text, encoding="utf-8")
    return None


def graph_header(
    filled: bool, rounded: bool, leaves_parallel: bool, rotate: bool, fontname: str
) -> Iterator[str]:
    """Return the attributes of all nodes and edges."""
    styles = ["filled"] * filled + ["rounded"] * rounded
    style = f', style="{", ".join(styles)}", color="black"' if styles else ""
    font = escape(fontname)
    yield "digraph Tree {"
    yield f'node [shape=box{style}, fontname="{font}"] ;'
    if leaves_parallel:
        yield "graph [ranksep=equally, splines=polyline] ;"
    yield f'edge [fontname="{font}"] ;'
    if rotate:
        yield "rankdir=LR ;"


class Graph:
    """Creates the lines of nodes and edges."""

    def __init__(
        self, model: Any, feature_names: Any, options: NodeOptions, as_html: bool, filled: bool
    ) -> None:
        fitted = fitted_tree(model)
        check_names(feature_names, fitted.tree.n_features)

        def write(value: float) -> str:
            return number_text(value, options.precision)

        self.plain = SklearnFormatter(fitted, feature_names, "x[{}]", write, escape)
        self.as_html = as_html
        formatter = self.plain
        if as_html:
            style = TEXT_STYLE._replace(less_equal="&le;", greater="&gt;")
            formatter = SklearnFormatter(
                fitted, feature_names, "x<SUB>{}</SUB>", write, escape_html, style
            )
        subscript = "<SUB>{}</SUB>" if as_html else "[{}]"
        self.node_lines = NodeLines(formatter, criterion_of(model), options, subscript)
        self.colors = NodeColors(formatter) if filled else None
        self.ranks: defaultdict[float, list[int]] = defaultdict(list)

    def lines(self, max_depth: int | None, rotate: bool) -> Iterator[str]:
        """Return a line per node, each followed by the edge from its parent."""
        splits = self.plain.splits
        stack = [(0, 0, "")]
        while stack:
            node, depth, edge = stack.pop()
            hidden = max_depth is not None and depth > max_depth
            is_leaf = hidden or splits.is_leaf(node)
            self.ranks[LEAF_RANK if is_leaf else depth].append(node)
            yield self.node(node, hidden)
            if edge:
                yield edge
            if not is_leaf:
                labeled = max_depth is None or depth < max_depth
                edges = self.edges(node, rotate) if labeled else [""] * splits.n_children[node]
                pairs = zip(splits.children(node), edges, strict=True)
                for child, attributes in reversed(list(pairs)):
                    stack.append((child, depth + 1, f"{node} -> {child}{attributes} ;"))

    def node(self, node: int, hidden: bool) -> str:
        """Return the line of a node; a hidden one stands for its subtree."""
        lines = ["(...)"] if hidden else self.node_lines.lines(node)
        text = "\n".join(lines).replace("\n", "<br/>" if self.as_html else "\\n")
        label = f"<{text}>" if self.as_html and not hidden else f'"{text}"'
        color = ""
        if self.colors is not None:
            color = f', fillcolor="{HIDDEN_COLOR if hidden else self.colors.color(node)}"'
        return f"{node} [label={label}{color}] ;"

    def edges(self, node: int, rotate: bool) -> list[str]:
        """Return the attributes of the edges: True and False at the root, or the branches."""
        if self.plain.splits.is_multiway(node):
            return [f' [label="{text}"]' for text in self.plain.branches(node)]
        if node != 0:
            return ["", ""]
        angle = -45 if rotate else 45
        return [
            f' [labeldistance=2.5, labelangle={sign * angle}, headlabel="{text}"]'
            for sign, text in ((1, "True"), (-1, "False"))
        ]

    def rank_lines(self) -> Iterator[str]:
        """Return the nodes of each depth, and all leaves last."""
        for _, nodes in sorted(self.ranks.items()):
            yield f"{{rank=same ; {'; '.join(map(str, nodes))}}} ;"


def check_names(feature_names: Any, n_features: int) -> None:
    """Raise unless there is a name per feature."""
    if feature_names is not None and len(feature_names) != n_features:
        raise ValueError(
            f"Length of feature_names, {len(feature_names)} does not match number of features, "
            f"{n_features}"
        )


def escape_html(text: str) -> str:
    return html.escape(text, quote=False)
