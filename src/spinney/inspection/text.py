"""A tree as indented text."""

from collections.abc import Iterator, Sequence
from typing import Any

from .phrases import rows
from .tree_formatter import TreeFormatter, check_count


def export_text(
    model: Any,
    *,
    max_depth: int | None = None,
    decimals: int = 2,
    show_counts: bool = True,
    show_missing: bool = False,
    feature_names: Sequence[str] | None = None,
    date_features: Sequence[int | str] | None = None,
) -> str:
    """Return a fitted tree as indented text, one line per node.

    Parameters
    ----------
    model : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    max_depth : int, default=None
        The maximum depth to show; None shows the whole tree.
    decimals : int, default=2
        Decimals of thresholds and values; thresholds get more where that is needed to tell them
        apart.
    show_counts : bool, default=True
        Whether to show the number of training rows in each node.
    show_missing : bool, default=False
        Whether to show which child missing values and unknown categories go to.
    feature_names : sequence of str, default=None
        Names of the features; None uses those of the training data, or x0, x1, ...
    date_features : sequence of int or str, default=None
        Features that hold days since 1970-01-01; their thresholds are shown as dates.

    Returns
    -------
    str
        The text, without a final newline.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import DecisionTreeClassifier, export_text
    >>> X = np.array([[1.0], [2.0], [3.0], [4.0]])
    >>> tree = DecisionTreeClassifier().fit(X, ["low", "low", "high", "high"])
    >>> print(export_text(tree, feature_names=["size"]))
    all rows: high 50% (4 rows)
    |-- size <= 2.5: low 100% (2 rows)
    `-- size > 2.5: high 100% (2 rows)
    """
    if max_depth is not None:
        check_count(max_depth, "max_depth")
    formatter = TreeFormatter(model._fitted(), feature_names, decimals, date_features)
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
