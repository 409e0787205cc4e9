"""The way of one row through a tree, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..columns import plain_label
from ..frames import Frame
from .conditions import Condition, alternative_sides
from .row import Cell, read_cell
from .words import Words, label_text, rows, share

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
        The feature that it asks for.
    question : str
        What holds for the rows that go left.
    value : object
        The row's number or label; None if it is missing.
    goes : {"left", "right", "both", "stop"}
        Which way the row goes.
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

    def __init__(self, words: Words, frame: Frame) -> None:
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
            child = int(self.questions.first_child[node])
            left = self.questions.left_share(node) if step.goes == "both" else 1.0
            if step.goes in ("both", "right"):
                stack.append((child + 1, part * (1 - left if step.goes == "both" else 1.0)))
            if step.goes in ("both", "left"):
                stack.append((child, part * left))
        return steps, ends

    def step(self, node: int, part: float) -> Step:
        j = int(self.questions.feature[node])
        cell = self.cell(j)
        child = int(self.questions.first_child[node])
        taken = (child in self.passed, child + 1 in self.passed)
        goes = {(1, 0): "left", (0, 1): "right", (1, 1): "both", (0, 0): "stop"}[taken]
        absent = self.absent(node, cell)
        reason = self.reason(node, goes, absent) if absent else ""
        question = self.words.sides(node)[0]
        told = self.told(j, cell, goes, absent, reason)
        lead = "" if part == 1 else f"[{share(part)} of the row] "
        text = f"{lead}{question}? {told}"
        name = self.words.feature_names[j]
        return Step(node, name, question, cell.given, goes, reason, part, text)

    def cell(self, j: int) -> Cell:
        if j not in self.cells:
            self.cells[j] = read_cell(self.frame, j, self.words.fitted.schema)
        return self.cells[j]

    def absent(self, node: int, cell: Cell) -> str:
        """How the value fails to answer the question: as in ``Questions.way``; empty if not."""
        if cell.state != "known":
            return cell.state
        if self.questions.kind[node] == 1:
            return ""
        return "" if cell.code in self.questions.tree.categories_seen(node) else "unseen"

    def told(self, j: int, cell: Cell, goes: str, absent: str, reason: str) -> str:
        """The row's value, and the way that it goes."""
        way = {"left": "yes", "right": "no", "both": "both ways", "stop": "it stops here"}[goes]
        if not absent:
            return f"{way}, it is {self.value(j, cell)}"
        what = {
            "missing": "missing",
            "unknown": f"{self.value(j, cell)}, never seen at fit",
            "unseen": f"{self.value(j, cell)}, not seen here at fit",
        }[absent]
        return f"{what}: {way}" + (f", {reason}" if reason else "")

    def value(self, j: int, cell: Cell) -> str:
        if isinstance(cell.given, float) and not self.questions.n_levels(j):
            return self.words.cut(j, cell.given)
        return label_text(cell.given)

    def reason(self, node: int, goes: str, absent: str) -> str:
        """What decided in the value's place."""
        stand_in = self.words.stand_in(node, absent)
        if stand_in:
            return stand_in.strip(" ()")
        if self.questions.own_category(node, absent):
            return "a category of its own" if absent == "missing" else "taken as missing"
        if goes == "both":
            left = self.questions.left_share(node)
            return f"{share(left)} yes and {share(1 - left)} no"
        if goes == "stop":
            return ""
        route = self.questions.route(int(self.questions.feature[node]), absent)
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
