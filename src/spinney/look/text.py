"""A tree as indented text."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..schema import Schema

MOST_CATEGORIES = 8
LONGEST_LABEL = 40


def export_text(
    model: Any,
    *,
    max_depth: int | None = None,
    decimals: int = 2,
    show_counts: bool = True,
    show_missing: bool = False,
    feature_names: Sequence[str] | None = None,
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
    fitted = model._fitted()
    names = feature_names if feature_names is not None else fitted.schema.names
    if names is None:
        names = [f"x{j}" for j in range(fitted.tree.n_features)]
    if len(names) != fitted.tree.n_features:
        raise ValueError(
            f"feature_names has {len(names)} names, but the tree has {fitted.tree.n_features} "
            "features."
        )
    style = Style(max_depth, decimals, show_counts, show_missing)
    return "\n".join(Writer(fitted.tree, fitted.schema, fitted.classes, names, style).lines())


class Style(NamedTuple):
    max_depth: int | None
    decimals: int
    show_counts: bool
    show_missing: bool


class Writer:
    """Walks the tree from the root and writes a line per node."""

    def __init__(
        self,
        tree: _core.Tree,
        schema: Schema,
        classes: Sequence[NDArray[Any]],
        names: Sequence[str],
        style: Style,
    ) -> None:
        self.tree = tree
        self.schema = schema
        self.classes = classes
        self.names = names
        self.style = style
        self.kind, self.feature, self.threshold = tree.kind, tree.feature, tree.threshold
        self.first_child = tree.first_child
        self.missing_left = tree.missing_go_to_left
        self.counts = tree.n_node_samples
        self.value = tree.value

    def lines(self) -> Iterator[str]:
        # A stack and not recursion: a tree may be deeper than Python's call stack.
        stack = [(0, 0, "", "", "all rows")]
        while stack:
            node, depth, lead, indent, question = stack.pop()
            inner = self.kind[node] != 0
            hidden = inner and self.style.max_depth is not None and depth >= self.style.max_depth
            yield lead + question + ": " + self.summary(node) + (" ..." if hidden else "")
            if not inner or hidden:
                continue
            left = int(self.first_child[node])
            yes, no = self.questions(node)
            stack.append((left + 1, depth + 1, indent + "`-- ", indent + "    ", no))
            stack.append((left, depth + 1, indent + "|-- ", indent + "|   ", yes))

    def questions(self, node: int) -> tuple[str, str]:
        """What holds for the rows of the left and of the right child."""
        j = int(self.feature[node])
        name = self.names[j]
        if self.kind[node] == 1:
            cut = short(float(self.threshold[node]), self.cuts(j), self.style.decimals)
            yes, no = f"{name} <= {cut}", f"{name} > {cut}"
        else:
            labels = self.category_names(j, self.tree.categories_left(node))
            yes, no = f"{name} in {labels}", f"{name} not in {labels}"
        if self.style.show_missing:
            if self.missing_left[node]:
                yes += " or missing"
            else:
                no += " or missing"
        return yes, no

    def cuts(self, j: int) -> NDArray[np.float64]:
        """All thresholds on a feature."""
        cuts: NDArray[np.float64] = self.threshold[(self.feature == j) & (self.kind == 1)]
        return cuts

    def category_names(self, j: int, indices: NDArray[np.int32]) -> str:
        levels = self.schema.levels[j] if self.schema.levels is not None else None
        labels = list(levels or ())
        shown = [clip(str(labels[i])) for i in indices[:MOST_CATEGORIES]]
        if len(indices) > MOST_CATEGORIES:
            shown.append(f"... {len(indices) - MOST_CATEGORIES} more")
        return "{" + ", ".join(shown) + "}"

    def summary(self, node: int) -> str:
        """The node's prediction, and how many rows it has."""
        text = ", ".join(self.prediction(node, k) for k in range(self.value.shape[1]))
        if self.style.show_counts:
            count = int(self.counts[node])
            text += f" ({count} row{'s' if count != 1 else ''})"
        return text

    def prediction(self, node: int, output: int) -> str:
        value = self.value[node, output]
        if not self.classes:
            return short(float(value[0]), np.array([]), self.style.decimals)
        best = int(value.argmax())
        return f"{clip(str(self.classes[output][best]))} {share(float(value[best]))}"


def share(value: float) -> str:
    """A share in percent; 100% only if it is all."""
    text = f"{100 * value:.0f}%"
    return "99%" if text == "100%" and value < 1 - 1e-9 else text


def clip(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 3] + "..."


def short(number: float, others: NDArray[np.float64], decimals: int) -> str:
    """The number with few digits, but enough to tell it from the others and from 0."""
    gaps = np.abs(np.append(others, 0.0) - number)
    gaps = gaps[gaps > 0]
    error = min(gaps.min() / 4, abs(number) * 1e-2) if gaps.size else math.inf
    plain = number == 0 or 1e-4 <= abs(number) < 1e15
    for digits in range(decimals, 18):
        text = f"{number:.{digits}f}" if plain else f"{number:.{digits}g}"
        if abs(float(text) - number) <= error:
            break
    else:
        text = repr(number)
    return text.rstrip("0").rstrip(".") if plain and "." in text else text
