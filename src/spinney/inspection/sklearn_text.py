"""A tree as text in the layout of scikit-learn's ``export_text``."""

from collections.abc import Iterator, Sequence
from typing import Any

from numpy.typing import NDArray

from .sklearn_style import (
    ClassNames,
    SklearnFormatter,
    checked,
    criterion_of,
    fitted_tree,
    named_texts,
    value_texts,
)
from .split_kinds import TEXT_STYLE
from .tree_formatter import check_count


def export_text(
    decision_tree: Any,
    *,
    feature_names: Sequence[str] | NDArray[Any] | None = None,
    class_names: ClassNames = None,
    max_depth: int = 10,
    spacing: int = 3,
    decimals: int = 2,
    show_weights: bool = False,
    show_missing: bool = False,
) -> str:
    """Return the rules of a tree as text, in the layout of scikit-learn's ``export_text``.

    The method ``text`` of a tree has more compact output with predictions in every node.

    Parameters
    ----------
    decision_tree : tree estimator or tree of a boosted model
        A fitted tree with any kind of splits.
    feature_names : array-like of shape (n_features,), default=None
        Names of the features. None uses those of the training data, or feature_0, feature_1, ...
    class_names : array-like of shape (n_classes,), default=None
        Names of the classes, in the order of ``classes_``. None uses the labels. For a tree of
        boosting with a value per class or output, the names of these values.
    max_depth : int, default=10
        The maximum depth to show; deeper branches are truncated.
    spacing : int, default=3
        The number of characters between edges.
    decimals : int, default=2
        The number of decimals of thresholds and values.
    show_weights : bool, default=False
        Whether to show the class weights in the leaves.
    show_missing : bool, default=False
        Whether to show which branch missing values and unknown categories take.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> from spinney import DecisionTreeClassifier, export_text
    >>> tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["low", "low", "high", "high"])
    >>> print(export_text(tree, feature_names=["size"]), end="")
    |--- size <= 2.50
    |   |--- class: low
    |--- size >  2.50
    |   |--- class: high
    """
    for value, name in ((max_depth, "max_depth"), (decimals, "decimals")):
        check_count(value, name)
    if check_count(spacing, "spacing") < 1:
        raise ValueError(f"spacing must be at least 1, got {spacing}.")
    writer = TextWriter(decision_tree, feature_names, class_names, decimals, show_weights)
    writer.show_missing = show_missing
    bar = "|" + " " * spacing
    lines = (
        bar * (depth - 1) + "|" + "-" * spacing + " " + text
        for depth, text in writer.lines(max_depth)
    )
    return "\n".join(lines) + "\n"


class TextWriter:
    """Creates the lines of one tree."""

    def __init__(
        self,
        model: Any,
        feature_names: Sequence[str] | NDArray[Any] | None,
        class_names: ClassNames,
        decimals: int,
        show_weights: bool,
    ) -> None:
        fitted = fitted_tree(model)
        n_features = fitted.tree.n_features
        if feature_names is not None and len(feature_names) != n_features:
            raise ValueError(
                f"feature_names must contain {n_features} elements, got {len(feature_names)}"
            )
        self.decimals, self.show_weights = decimals, show_weights
        style = TEXT_STYLE._replace(greater="> ")
        self.formatter = SklearnFormatter(
            fitted, feature_names, "feature_{}", self.number, style=style
        )
        self.classes = [labels.tolist() for labels in fitted.classes]
        if class_names is not None and self.classes:
            self.classes[0] = checked(class_names, len(self.classes[0]))
        names = class_names if criterion_of(model) is None else None
        self.value_names = value_texts(self.formatter, names, "[{}]")
        self.show_missing = False

    def lines(self, max_depth: int) -> Iterator[tuple[int, str]]:
        """Return the depth and the text of each line, depth first."""
        splits = self.formatter.splits
        heights = self.heights()
        # Each entry is a finished line, or a node whose lines follow.
        stack: list[tuple[int, str | int]] = [(1, 0)]
        while stack:
            depth, item = stack.pop()
            if isinstance(item, str):
                yield depth, item
            elif splits.is_leaf(item):
                yield depth, self.leaf(item)
            elif depth > max_depth + 1:
                yield depth, f"truncated branch of depth {heights[item]}"
            else:
                conditions = self.formatter.conditions(item, self.show_missing)
                pairs = zip(splits.children(item), conditions, strict=True)
                for child, condition in reversed(list(pairs)):
                    stack += [(depth + 1, child), (depth, condition)]

    def leaf(self, node: int) -> str:
        """Return the text of a leaf: its class, or its values."""
        value = self.formatter.value[node]
        if self.formatter.best is None:
            values = self.listed(value[:, 0], self.value_names)
            return f"value: {values}{self.formatter.leaf_terms(node)}"
        best = self.formatter.best[node]
        names = [str(labels[k]) for labels, k in zip(self.classes, best, strict=True)]
        text = f"class: {names[0] if len(names) == 1 else '[' + ', '.join(names) + ']'}"
        if not self.show_weights:
            return text
        weight = float(self.formatter.fitted.tree.weighted_n_node_samples[node])
        shown = zip(value * weight, self.classes, strict=True)
        weights = [self.listed(row[: len(labels)]) for row, labels in shown]
        return f"weights: {', '.join(weights)} {text}"

    def listed(self, numbers: Any, names: Sequence[str] | None = None) -> str:
        """Return numbers in brackets, each after its name if there are names."""
        return "[" + ", ".join(named_texts(map(self.number, numbers), names)) + "]"

    def number(self, value: float) -> str:
        """Return a number with fixed decimals, without the sign of a negative zero."""
        return f"{round(float(value), self.decimals) + 0.0:.{self.decimals}f}"

    def heights(self) -> list[int]:
        """Return the number of levels of the subtree of each node."""
        splits = self.formatter.splits
        heights = [1] * len(splits.kind)
        for node in reversed(range(len(heights))):
            if not splits.is_leaf(node):
                heights[node] = 1 + max(heights[child] for child in splits.children(node))
        return heights
