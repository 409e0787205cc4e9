"""Text of nodes in the layout of scikit-learn: split, impurity, samples, value and class."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from ..base.fitted_tree import FittedTree
from ..base.printable import printable
from .split_kinds import TEXT_STYLE, FormulaStyle
from .tree_formatter import TreeFormatter, check_count

ClassNames = Sequence[Any] | NDArray[Any] | bool | None
Escape = Callable[[str], str]
LABELS = ("all", "root", "none")
NEARLY_WHOLE = 1e-9
"""Weights this close to integers are written as integers."""


def fitted_tree(model: Any) -> FittedTree:
    """Return the fitted tree of an estimator; raise if it is not one tree of this library."""
    read = getattr(model, "_fitted", None)
    if not callable(read):
        check_is_fitted(model)
        raise TypeError(f"decision_tree must be a tree of this library, got {model!r}.")
    fitted = read()
    if not isinstance(fitted, FittedTree):
        hint = " Its trees are in estimators_." if hasattr(model, "estimators_") else ""
        raise TypeError(f"decision_tree must be a single tree, got {model!r}.{hint}")
    return fitted


class SklearnFormatter(TreeFormatter):
    """Formats splits as scikit-learn does: thresholds with fixed digits, names in full.

    Parameters
    ----------
    fitted : FittedTree
        The tree.
    feature_names : sequence of str or None
        Names of the features; None uses those of the training data.
    default_name : str
        Format of the names if there are none, such as "x[{}]".
    write_number : callable
        Turns a threshold into text.
    escape : callable
        Escapes names and labels for the format of the output.
    style : FormulaStyle, default=TEXT_STYLE
        Comparison operators.
    """

    def __init__(
        self,
        fitted: FittedTree,
        feature_names: Sequence[str] | NDArray[Any] | None,
        default_name: str,
        write_number: Callable[[float], str],
        escape: Escape = str,
        style: FormulaStyle = TEXT_STYLE,
    ) -> None:
        known = fitted.schema.names if feature_names is None else list(feature_names)
        if known is not None and not all(isinstance(name, str) for name in known):
            raise ValueError("All feature names must be strings.")
        super().__init__(fitted, known)
        self.write_number, self.escape, self.style = write_number, escape, style
        self.names = [escape(printable(name)) for name in self.feature_names]
        if known is None:
            self.names = [default_name.format(j) for j in range(len(self.names))]

    def format_value(self, feature: int, value: float) -> str:
        """Return a threshold: a number with fixed digits, or a date, time or category."""
        if feature in self.fitted.schema.codings:
            return self.escape(super().format_value(feature, value))
        return self.write_number(value)

    def category(self, feature: int, code: int) -> str:
        """Return the label of a category as text."""
        return self.escape(super().category(feature, code))


@dataclass(frozen=True)
class NodeOptions:
    """What the label of a node shows, named as in scikit-learn's ``plot_tree``."""

    class_names: ClassNames = None
    label: str = "all"
    impurity: bool = True
    node_ids: bool = False
    proportion: bool = False
    precision: int = 3

    def __post_init__(self) -> None:
        if self.label not in LABELS:
            raise ValueError(f"label must be one of {LABELS}, got {self.label!r}.")
        check_count(self.precision, "precision")


class NodeLines:
    """Creates the lines of the nodes of one tree."""

    def __init__(
        self,
        formatter: SklearnFormatter,
        criterion: str | None,
        options: NodeOptions,
        subscript: str,
    ) -> None:
        self.formatter, self.criterion, self.options = formatter, criterion, options
        self.tree = formatter.fitted.tree
        self.value, self.weight = formatter.value, self.tree.weighted_n_node_samples
        self.class_names = class_texts(formatter, options.class_names, subscript)
        boosted = criterion is None
        names = options.class_names if boosted else None
        self.value_names = value_texts(formatter, names, subscript)

    def lines(self, node: int) -> list[str]:
        """Return the lines of a node."""
        options, tree = self.options, self.tree
        labels = options.label == "all" or (options.label == "root" and node == 0)
        lines = [f"node #{node}" if labels else f"#{node}"] if options.node_ids else []
        if not self.formatter.splits.is_leaf(node):
            lines.append(self.formatter.split(node))
        count = int(tree.n_node_samples[node])
        percent = 100 * count / int(tree.n_node_samples[0])
        impurity = self.criterion is not None and options.impurity
        entries = {
            str(self.criterion): number_text(tree.impurity[node], options.precision)
            if impurity
            else "",
            "samples": f"{round(percent, 1)}%" if options.proportion else str(count),
            "value": self.value_text(node),
            "class": self.class_text(node),
        }
        shown = {name: text for name, text in entries.items() if text}
        return lines + [f"{name} = {text}" if labels else text for name, text in shown.items()]

    def value_text(self, node: int) -> str:
        """Return the predicted numbers, or the weights or proportions of the classes."""
        value = self.value[node]
        is_regression = self.formatter.best is None
        if not is_regression and not self.options.proportion:
            value = value * self.weight[node]
            whole = np.rint(value)
            if np.allclose(value, whole, rtol=NEARLY_WHOLE, atol=NEARLY_WHOLE):
                value = whole.astype(np.int64)
        rows = [[number_text(x, self.options.precision) for x in row] for row in value.tolist()]
        if is_regression and len(rows) == 1:
            return rows[0][0]
        texts = named_texts((f"[{', '.join(row)}]" for row in rows), self.value_names)
        return texts[0] if len(texts) == 1 else "[" + "\n".join(texts) + "]"

    def class_text(self, node: int) -> str:
        """Return the predicted class of a tree with one output, if classes are shown."""
        best = self.formatter.best
        if best is None or self.class_names is None or best.shape[1] > 1:
            return ""
        return self.class_names[int(best[node, 0])]


def class_texts(
    formatter: SklearnFormatter, class_names: ClassNames, subscript: str
) -> list[str] | None:
    """Return the names of the classes of the first output; None if they are not shown."""
    if class_names is None or class_names is False or formatter.best is None:
        return None
    n_classes = len(formatter.fitted.classes[0])
    if class_names is True:
        return ["y" + subscript.format(k) for k in range(n_classes)]
    return [formatter.escape(printable(str(name))) for name in checked(class_names, n_classes)]


def value_texts(
    formatter: SklearnFormatter, class_names: ClassNames, subscript: str
) -> list[str] | None:
    """Return the names of the values of a boosted tree if it has several, or None.

    ``class_names`` name them if there is one name per value.
    """
    n_values = formatter.value.shape[1]
    if class_names is None or class_names is False or formatter.best is not None or n_values == 1:
        return None
    if class_names is True:
        return ["y" + subscript.format(k) for k in range(n_values)]
    names = [formatter.escape(printable(str(name))) for name in list(class_names)]
    return names if len(names) == n_values else None


def named_texts(texts: Iterable[str], names: Sequence[str] | None) -> list[str]:
    """Return texts, each after its name if there are names."""
    if names is None:
        return list(texts)
    return [f"{name}: {text}" for name, text in zip(names, texts, strict=True)]


def checked(class_names: Any, n_classes: int) -> list[Any]:
    """Return the class names; raise unless there is one per class."""
    names = list(class_names)
    if len(names) != n_classes:
        raise ValueError(
            "When `class_names` is an array, it should contain as many items as "
            f"`decision_tree.classes_`. Got {len(names)} while the tree was fitted with "
            f"{n_classes} classes."
        )
    return names


def number_text(value: float, precision: int) -> str:
    """Return a rounded number, without the sign of a negative zero; integers stay integers."""
    return str(value) if isinstance(value, int) else str(float(np.around(value, precision)) + 0.0)


def criterion_of(model: Any) -> str | None:
    """Return the name of the impurity of a tree; None for trees without impurities."""
    criterion = getattr(model, "criterion", "impurity")
    return None if criterion is None else str(criterion)
