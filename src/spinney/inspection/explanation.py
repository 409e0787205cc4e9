"""The way of one row through a tree, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.columns import plain_label
from ..data.frames import Frame
from .conditions import Combination, Condition, alternative_sides
from .formulas import formula
from .phrases import label_text, listed, rows, share
from .row import Cell, read_cell
from .split_table import Way
from .tree_formatter import TreeFormatter

MOST_CLASSES = 5
MAJORITY = "with the majority"


@dataclass(frozen=True, slots=True)
class Step:
    """A question that the row was asked.

    Attributes
    ----------
    node : int
        The node that asks.
    feature : str
        The feature that it asks for; of several the one with the largest share.
    question : str
        What holds for the rows that go left; the feature, if there is a child per interval or
        level.
    value : object
        The row's number or label; None if it is missing. If several features are asked for, a dict
        of their values by name.
    goes : {"left", "right", "both", "stop"}
        Which way the row goes; "child 0", "child 1" ... or "all" if there is a child per interval
        or level.
    reason : str
        Why, if the value alone does not say; else empty.
    part : float
        The part of the row that got here: 1, unless it went down both sides before.
    text : str
        The step in words.
    """

    node: int
    feature: str
    question: str
    value: Any
    goes: str
    reason: str
    part: float
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a tree came to its answer for one row; prints as text.

    Attributes
    ----------
    steps : list of Step
        The questions, from the root on.
    prediction : object or list
        The class or the number answered; a list if there are several outputs.
    shares : dict, list of dict or None
        Share of each class by its label; a dict per output if there are several, None for numbers.
    nodes : list of int
        Where the row, or each part of it, ends.
    text : str
        All of it in words.

    Examples
    --------
    >>> from spinney import DecisionTreeRegressor
    >>> tree = DecisionTreeRegressor().fit([[1], [2], [4]], [0.5, 0.5, 2.0])
    >>> explanation = tree.explain_row([None])
    >>> [(step.question, step.goes, step.reason) for step in explanation.steps]
    [('x0 <= 3', 'left', 'the side learned at fit')]
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

    def __init__(self, words: TreeFormatter, frame: Frame) -> None:
        self.words = words
        self.questions = words.questions
        self.frame = frame
        fitted = words.fitted
        table = fitted.missing.table(fitted.schema, frame, 1)
        self.passed = set(fitted.tree.decision_path(table)[1].tolist())
        self.values = fitted.tree.predict(table)[0]
        self.best = fitted.predicted_classes(self.values[None])[0] if fitted.classes else None
        self.cells: dict[int, Cell] = {}

    def explanation(self) -> Explanation:
        steps, nodes = self.walk()
        classes = self.words.fitted.classes
        prediction = self.words.fitted.plain_predictions(self.values, self.best)
        shares = [
            dict(zip(map(plain_label, labels), value.tolist(), strict=False))
            for labels, value in zip(classes, self.values, strict=False)
        ]
        several = len(prediction) > 1
        lines = [f"{i}. {step.text}" for i, step in enumerate(steps, start=1)]
        lines.append(f"answer: {self.answer(prediction)} ({self.support(nodes)})")
        return Explanation(
            steps,
            prediction if several else prediction[0],
            (shares if several else shares[0]) if shares else None,
            nodes,
            "\n".join(lines),
        )

    def walk(self) -> tuple[list[Step], list[int]]:
        """The steps of all parts of the row, left before right, and where they end."""
        steps, ends = [], []
        stack = [(0, 1.0)]
        while stack:
            node, part = stack.pop()
            if self.questions.kind[node] == 0:
                ends.append(node)
                continue
            step = self.step(node, part)
            steps.append(step)
            if step.goes == "stop":
                ends.append(node)
            taken = self.taken(node)
            weight = [float(self.questions.weight[child]) for child in taken]
            parts = [part * (own / sum(weight)) for own in weight]
            stack += reversed(list(zip(taken, parts, strict=True)))
        return steps, ends

    def taken(self, node: int) -> list[int]:
        """The children that the row, or a part of it, comes to."""
        return [child for child in self.questions.children(node) if child in self.passed]

    def step(self, node: int, part: float) -> Step:
        names = self.words.feature_names
        taken = self.taken(node)
        way: Way = "all" if len(taken) > 1 else "stop"
        if len(taken) == 1:
            way = self.questions.children(node).index(taken[0])
        absent = self.absent(node)
        reason = self.reason(node, way, absent) if absent else ""
        question = self.words.split(node)
        lead = "" if part == 1 else f"[{share(part)} of the row] "
        text = f"{lead}{question}? {self.told(node, way, absent, reason)}"
        name = names[int(self.questions.feature[node])]
        given = {names[j]: self.cell(j).given for j in self.questions.features(node)}
        value = given if self.questions.asks_several(node) else given[name]
        goes = self.questions.way_name(node, way)
        return Step(node, name, question, value, goes, reason, part, text)

    def cell(self, j: int) -> Cell:
        if j not in self.cells:
            self.cells[j] = read_cell(self.frame, j, self.words.fitted.schema)
        return self.cells[j]

    def absent(self, node: int) -> str:
        """How the row fails to answer the question: as in ``SplitTable.way``; empty if not."""
        cells = [self.cell(j) for j in self.questions.features(node)]
        if all(cell.state != "known" for cell in cells):
            return cells[0].state
        if not self.questions.asks_category(node):
            return ""
        return "" if cells[0].code in self.questions.level_children(node) else "unseen"

    def told(self, node: int, way: Way, absent: str, reason: str) -> str:
        """The row's value, and the way that it goes."""
        value = self.value(node) if absent != "missing" else ""
        if not absent:
            level = self.questions.is_multiway(node) and self.questions.asks_category(node)
            return f"it is {value}" if level else f"{self.direction(node, way)}, it is {value}"
        what = {
            "missing": "all missing" if self.questions.asks_several(node) else "missing",
            "unknown": f"{value}, never seen at fit",
            "unseen": f"{value}, not seen here at fit",
        }[absent]
        return f"{what}: {self.direction(node, way)}" + (f", {reason}" if reason else "")

    def direction(self, node: int, way: Way) -> str:
        """The way that the row goes in words."""
        multiway = self.questions.is_multiway(node)
        if way == "stop":
            return "it stops here"
        if isinstance(way, str):
            return "all ways" if multiway else "both ways"
        return self.words.sides(node)[way] if multiway else ("yes", "no")[way]

    def value(self, node: int) -> str:
        """What the row has of the feature or the features that a node asks for."""
        if self.questions.asks_several(node):
            return self.combined(node)
        j = int(self.questions.feature[node])
        cell = self.cell(j)
        if isinstance(cell.given, float) and not self.questions.n_levels(j):
            return self.words.cut(j, cell.given)
        return label_text(cell.given)

    def combined(self, node: int) -> str:
        """The row's sum or distance, and which values it lacks."""
        asked = self.questions.features(node)
        side, _ = self.questions.sides(node)
        assert isinstance(side, Combination)
        text = formula(side, self.words.decimals).reading({j: self.code(j) for j in asked})
        lacks = [self.words.names[j] for j in asked if self.cell(j).state != "known"]
        return f"{text} ({listed(lacks)} missing)" if lacks else text

    def reason(self, node: int, way: Way, absent: str) -> str:
        """What decided in the value's place."""
        stand_in = self.words.stand_in(node, absent)
        if stand_in:
            return stand_in.strip(" ()")
        if self.questions.own_category(node, absent):
            return "a category of its own" if absent == "missing" else "taken as missing"
        if way == "all":
            shares = self.questions.shares(node)
            if self.questions.is_multiway(node):
                return "by their weights"
            return f"{share(shares[0])} yes and {share(shares[1])} no"
        if way == "stop":
            return ""
        route = self.questions.route(node, absent)
        if route == "surrogate":
            return self.surrogate(node)
        return "the side learned at fit" if route == "learned" and absent != "unseen" else MAJORITY

    def surrogate(self, node: int) -> str:
        """The first surrogate that the row can answer, or the majority."""
        for surrogate in self.questions.tree.surrogates(node):
            side = self.side(surrogate)
            if side is not None:
                return (
                    f"by surrogate {self.words.condition(side)} (agrees {share(surrogate.score)})"
                )
        return MAJORITY

    def side(self, alternative: "_core.Alternative") -> Condition | None:
        """What the row fulfils of an alternative; None if it has no answer to it either."""
        code = self.code(alternative.feature)
        for side in alternative_sides(alternative):
            if side.levels is None and side.low < code <= side.high:
                return side
            if side.levels is not None and code in side.levels:
                return side
        return None

    def code(self, j: int) -> float:
        """The row's number or level index, or what stands in for it; NaN if there is none."""
        cell = self.cell(j)
        stand_in = self.questions.stand_in(j, cell.state) if cell.state != "known" else None
        return cell.code if stand_in is None else stand_in

    def answer(self, prediction: list[Any]) -> str:
        if self.best is None:
            return "; ".join(map(self.words.number, prediction))
        return "; ".join(
            ", ".join(self.class_shares(k, int(i), self.values[k])) for k, i in enumerate(self.best)
        )

    def class_shares(self, output: int, best: int, value: NDArray[np.float64]) -> Iterator[str]:
        """The class answered, and then the others that are there, the largest first."""
        others = [i for i in np.argsort(-value, kind="stable") if i != best and value[i] > 0]
        for i in [best, *others[: MOST_CLASSES - 1]]:
            yield f"{self.words.class_name(output, int(i))} {share(float(value[i]))}"
        if len(others) >= MOST_CLASSES:
            yield "..."

    def support(self, nodes: list[int]) -> str:
        """How many training rows the answer rests on."""
        if len(nodes) > 1:
            return f"from {len(nodes)} nodes"
        counts = self.words.fitted.tree.n_node_samples
        count = int(counts[nodes[0]])
        return f"{rows(count)}, {share(count / int(counts[0]))} of all"
