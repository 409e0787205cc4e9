"""A tree as indented text."""

from collections.abc import Iterator, Sequence

from ..base.fitted_tree import FittedTree
from .phrases import rows
from .tree_formatter import TreeFormatter, check_count


def tree_text(
    fitted: FittedTree,
    *,
    max_depth: int | None = None,
    decimals: int = 2,
    show_counts: bool = True,
    show_missing: bool = False,
    feature_names: Sequence[str] | None = None,
    date_features: Sequence[int | str] | None = None,
) -> str:
    """Return a tree as indented text; the method ``text`` of trees documents the options."""
    if max_depth is not None:
        check_count(max_depth, "max_depth")
    formatter = TreeFormatter(fitted, feature_names, decimals, date_features)
    return "\n".join(lines(formatter, max_depth, show_counts, show_missing))


def lines(
    formatter: TreeFormatter, max_depth: int | None, show_counts: bool, show_missing: bool
) -> Iterator[str]:
    """Return a line per node, depth first."""
    splits = formatter.splits
    counts = formatter.fitted.tree.n_node_samples
    # A stack instead of recursion: a tree may be deeper than Python's call stack.
    stack = [(0, 0, "", "", "all rows")]
    while stack:
        node, depth, prefix, indent, condition = stack.pop()
        text = f"{prefix}{condition}: {formatter.prediction(node)}"
        if show_counts:
            text += f" ({rows(int(counts[node]))})"
        if splits.is_leaf(node):
            yield text
            continue
        if show_missing:
            text += formatter.stop_note(node)
        if max_depth is not None and depth >= max_depth:
            yield text + " ..."
            continue
        yield text
        conditions = formatter.conditions(node, show_missing)
        *others, (last, condition) = zip(splits.children(node), conditions, strict=True)
        stack.append((last, depth + 1, indent + "`-- ", indent + "    ", condition))
        for child, condition in reversed(others):
            stack.append((child, depth + 1, indent + "|-- ", indent + "|   ", condition))
