"""The decision path of one row through a tree, as text."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import MissingRoute
from ..data.columns import plain_label
from ..data.frames import Frame
from .phrases import label_text, rows, share
from .row import Cell, read_cell
from .split_kinds import Destination, read_alternative
from .tree_formatter import TreeFormatter

MAX_CLASSES = 5
MAJORITY = "follows the majority"


@dataclass(frozen=True, slots=True)
class Step:
    """A node on the decision path of a row.

    Attributes
    ----------
    node : int
        The node.
    feature : str
        The feature of the split; of several, the one with the largest share.
    split : str
        The condition of the left child; the feature, if there is a child per interval or category.
    value : object
        The row's number or label; None if it is missing. For a split on several features, a dict
        of their values by name.
    goes : {"left", "right", "both", "stop"}
        Where the row goes; "child 0", "child 1", ... or "all" if there is a child per interval or
        category.
    reason : str
        How a missing or unknown value was handled; empty if the value decides.
    weight : float
        The part of the row that reaches the node: 1, unless a missing value divided it before.
    text : str
        The step as text.
    """

    node: int
    feature: str
    split: str
    value: Any
    goes: str
    reason: str
    weight: float
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a tree predicts one row; prints as text.

    Attributes
    ----------
    steps : list of Step
        The nodes on the path, from the root down.
    prediction : object or list
        The predicted class or number; a list if there are several outputs.
    shares : dict, list of dict or None
        Share of each class by its label; a dict per output if there are several, None for numbers.
    nodes : list of int
        The node or nodes where the row ends.
    text : str
        The explanation as text.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor
    >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
    >>> explanation = tree.explain_row([None])
    >>> [(step.split, step.goes, step.reason) for step in explanation.steps]
    [('x0 <= 3', 'left', 'default direction learned in training')]
    >>> explanation.prediction, explanation.nodes
    (0.5, [1])
    """

    steps: list[Step]
    prediction: Any
    shares: Any
    nodes: list[int]
    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


class Explainer:
    """Follows one row down the tree."""

    def __init__(self, formatter: TreeFormatter, frame: Frame) -> None:
        self.formatter = formatter
        self.splits = formatter.splits
        self.frame = frame
        fitted = formatter.fitted
        table = fitted.missing.table(fitted.schema, frame, 1)
        self.visited = set(fitted.tree.decision_path(table)[1].tolist())
        self.values = fitted.tree.predict(table)[0]
        self.best = fitted.predicted_classes(self.values[None])[0] if fitted.classes else None
        self.cells: dict[int, Cell] = {}

    def explanation(self) -> Explanation:
        steps, nodes = self.follow()
        fitted = self.formatter.fitted
        prediction = fitted.plain_predictions(self.values, self.best)
        shares = [
            dict(zip(map(plain_label, labels), value.tolist(), strict=False))
            for labels, value in zip(fitted.classes, self.values, strict=False)
        ]
        several = len(prediction) > 1
        lines = [f"{i}. {step.text}" for i, step in enumerate(steps, start=1)]
        lines.append(f"prediction: {self.prediction_text(prediction)} ({self.support(nodes)})")
        return Explanation(
            steps,
            prediction if several else prediction[0],
            (shares if several else shares[0]) if shares else None,
            nodes,
            "\n".join(lines),
        )

    def follow(self) -> tuple[list[Step], list[int]]:
        """Return the steps of all parts of the row, left before right, and where they end."""
        steps, ends = [], []
        stack = [(0, 1.0)]
        while stack:
            node, weight = stack.pop()
            if self.splits.is_leaf(node):
                ends.append(node)
                continue
            steps.append(self.step(node, weight))
            children = [child for child in self.splits.children(node) if child in self.visited]
            if not children:
                ends.append(node)
            weights = [self.splits.weight[child] for child in children]
            parts = [weight * (own / sum(weights)) for own in weights]
            stack += reversed(list(zip(children, parts, strict=True)))
        return steps, ends

    def step(self, node: int, weight: float) -> Step:
        splits, names = self.splits, self.formatter.feature_names
        split = splits.split(node)
        destination = self.destination(node)
        absent = self.absent_kind(node)
        reason = self.reason(node, destination, absent) if absent else ""
        details = "; ".join(filter(None, [self.value_text(node, absent), reason]))
        part = "" if weight == 1 else f"[{share(weight)} of the row] "
        given = {names[j]: self.cell(j).given for j in split.features}
        name = names[splits.feature[node]]
        return Step(
            node,
            name,
            split.text(self.formatter),
            given if split.multivariate else given[name],
            splits.destination_name(node, destination),
            reason,
            weight,
            f"{part}{self.branch_text(node, destination)} ({details})",
        )

    def destination(self, node: int) -> Destination:
        """Return where the row goes from a node: a child, "all" or "stop"."""
        reached = [k for k, c in enumerate(self.splits.children(node)) if c in self.visited]
        return reached[0] if len(reached) == 1 else "all" if reached else "stop"

    def cell(self, feature: int) -> Cell:
        if feature not in self.cells:
            self.cells[feature] = read_cell(self.frame, feature, self.formatter.fitted.schema)
        return self.cells[feature]

    def absent_kind(self, node: int) -> str:
        """Return "missing", "unknown" or "unseen"; empty if the value decides."""
        split = self.splits.split(node)
        cells = [self.cell(j) for j in split.features]
        if all(cell.state != "known" for cell in cells):
            return cells[0].state
        known = not split.categorical or split.child({split.features[0]: cells[0].code}) is not None
        return "" if known else "unseen"

    def branch_text(self, node: int, destination: Destination) -> str:
        """Return the condition of the child that the row goes to."""
        if destination == "stop":
            return f"stops at split {self.formatter.split(node)}"
        if isinstance(destination, int):
            return self.formatter.conditions(node)[destination]
        shares = self.splits.child_shares(node)
        texts = zip(shares, self.formatter.conditions(node), strict=True)
        return ", ".join(f"{share(part)} {text}" for part, text in texts)

    def value_text(self, node: int, absent: str) -> str:
        """Return the row's value of the split as text."""
        split = self.splits.split(node)
        if absent == "missing":
            return "all values missing" if split.multivariate else "value missing"
        if absent:
            where = "in training" if absent == "unknown" else "at this node in training"
            return f"value {label_text(self.cell(split.features[0]).given)}, not seen {where}"
        text = split.value_text(self.formatter, {j: self.code(j) for j in split.features})
        return text if split.multivariate else f"value {text}"

    def reason(self, node: int, destination: Destination, absent: str) -> str:
        """Return how an absent value was handled."""
        if imputed := self.formatter.imputed(node, absent):
            return imputed
        if self.splits.is_own_category(node, absent):
            return "missing is a category" if absent == "missing" else "treated as missing"
        if destination == "all":
            return "divided by the weights of the branches"
        if destination == "stop":
            return "predicts from this node"
        route = self.splits.route(node, absent)
        if route == MissingRoute.surrogate:
            return self.surrogate(node)
        learned = route == MissingRoute.learned and absent != "unseen"
        return "default direction learned in training" if learned else MAJORITY

    def surrogate(self, node: int) -> str:
        """Return the first surrogate that has a value, or the majority rule."""
        for surrogate in self.splits.tree.surrogates(node):
            split, _ = read_alternative(surrogate)
            code = self.code(surrogate.feature)
            child = None if math.isnan(code) else split.child({surrogate.feature: code})
            if child is not None:
                text = split.conditions()[child].text(self.formatter)
                return f"surrogate split {text} (agreement {share(surrogate.score)})"
        return MAJORITY

    def code(self, feature: int) -> float:
        """Return the row's number or category code, or its imputed value; NaN if absent."""
        cell = self.cell(feature)
        fill = self.splits.fill_value(feature, cell.state) if cell.state != "known" else None
        return cell.code if fill is None else fill

    def prediction_text(self, prediction: list[Any]) -> str:
        if self.best is None:
            return "; ".join(map(self.formatter.number, prediction))
        return "; ".join(
            ", ".join(self.class_shares(k, int(i), self.values[k])) for k, i in enumerate(self.best)
        )

    def class_shares(self, output: int, best: int, value: NDArray[np.float64]) -> Iterator[str]:
        """Return the predicted class, then the other classes by descending share."""
        others = [i for i in np.argsort(-value, kind="stable") if i != best and value[i] > 0]
        for i in [best, *others[: MAX_CLASSES - 1]]:
            yield f"{self.formatter.class_name(output, int(i))} {share(float(value[i]))}"
        if len(others) >= MAX_CLASSES:
            yield "..."

    def support(self, nodes: list[int]) -> str:
        """Return the number of training rows behind the prediction."""
        if len(nodes) > 1:
            return f"weighted mean of {len(nodes)} nodes"
        counts = self.formatter.fitted.tree.n_node_samples
        count = int(counts[nodes[0]])
        return f"{rows(count)}, {share(count / int(counts[0]))} of the training data"
