"""A tree as indented text."""

from collections.abc import Iterator, Sequence
from typing import Any

from .phrases import rows
from .tree_formatter import TreeFormatter, check_whole


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
    """Write a fitted tree as indented text, one line per node.

    Parameters
    ----------
    model : DecisionTreeClassifier or DecisionTreeRegressor
        A fitted tree.
    max_depth : int, default=None
        Leave out what lies deeper; None shows all.
    decimals : int, default=2
        Digits after the point of thresholds and values. A threshold gets more of them where fewer
        would hide what it separates.
    show_counts : bool, default=True
        Show the number of training rows in each node.
    show_missing : bool, default=False
        Show which way missing values and unknown categories go.
    feature_names : sequence of str, default=None
        Names for the features; None takes those of the fit, or x0, x1, ...
    date_features : sequence of int or str, default=None
        Features that hold days since 1970-01-01; their thresholds are shown as dates.

    Returns
    -------
    str
        The text, without a newline at its end.

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
        check_whole(max_depth, "max_depth")
    words = TreeFormatter(model._fitted(), feature_names, decimals, date_features)
    return "\n".join(lines(words, max_depth, show_counts, show_missing))


def lines(
    words: TreeFormatter, max_depth: int | None, show_counts: bool, show_missing: bool
) -> Iterator[str]:
    """A line per node, depth first."""
    questions = words.questions
    counts = words.fitted.tree.n_node_samples
    # A stack and not recursion: a tree may be deeper than Python's call stack.
    stack = [(0, 0, "", "", "all rows")]
    while stack:
        node, depth, lead, indent, question = stack.pop()
        text = f"{lead}{question}: {words.answer(node)}"
        if show_counts:
            text += f" ({rows(int(counts[node]))})"
        if questions.kind[node] == 0:
            yield text
            continue
        if show_missing:
            text += words.stops(node)
        if max_depth is not None and depth >= max_depth:
            yield text + " ..."
            continue
        yield text
        sides = zip(questions.children(node), words.sides(node, show_missing), strict=True)
        *others, (last, side) = sides
        stack.append((last, depth + 1, indent + "`-- ", indent + "    ", side))
        for child, side in reversed(others):
            stack.append((child, depth + 1, indent + "|-- ", indent + "|   ", side))
