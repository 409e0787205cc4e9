"""What a drawing says at each node: a card with the answer, and the question under it."""

import math
import textwrap
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.colors import to_hex
from numpy.typing import NDArray

from ..base.fitted_tree import FittedTree
from ..inspection.colors import class_colour, purity_tint
from ..inspection.conditions import Combination
from ..inspection.formulas import Distance, Sum
from ..inspection.phrases import label_text, share
from ..inspection.tree_formatter import TreeFormatter
from .palette import number_colours, number_norm
from .tree_nodes import descendants

QUESTION_WIDTH = 24
"""Characters of a line of a question."""
FIRM_SPACE = "\N{NO-BREAK SPACE}"
TIMES = "\N{MULTIPLICATION SIGN}"
LONGEST_ANSWER = 22
LONGEST_BRANCH = 18
MOST_TERMS = 4
MOST_OUTPUTS = 4
MOST_SHARES = 4
"""Up to this many classes all shares are written."""


class Card(NamedTuple):
    """One node as it is drawn."""

    title: str
    lines: list[str]
    bar: NDArray[np.float64] | None
    """Class shares, for the bar at the foot."""
    fill: str
    below: list[str]
    """The question, or the note of what is left out."""
    branches: dict[int, str]
    """The children that are drawn, and what leads to them; empty if the node is not opened."""
    multiway: bool
    """Whether there is a child per interval or level, instead of yes and no."""

    @property
    def opened(self) -> bool:
        """Whether the node's children are drawn."""
        return bool(self.branches)

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is asked here, nor left out."""
        return not self.below


class PictureWords(TreeFormatter):
    """TreeFormatter that keep to the width of a drawing."""

    def categories(self, j: int, indices: Sequence[int]) -> str:
        """A set of categories in about two lines."""
        known = self.labels(j)
        labels = [squeeze(label_text(known[i]), QUESTION_WIDTH - 6) for i in indices]
        shown = labels[:1]
        for label in labels[1:]:
            if len(", ".join([*shown, label])) > 2 * QUESTION_WIDTH - 12:
                break
            shown.append(label)
        left_out = len(labels) - len(shown)
        if left_out == 1 and len(labels[-1]) <= 12:
            shown, left_out = labels, 0
        more = [f"... {left_out} more"] if left_out else []
        return "{" + ", ".join(item.replace(" ", FIRM_SPACE) for item in shown + more) + "}"

    def lines(self, node: int) -> list[str]:
        """What the left child's rows fulfil, or the feature of many ways, in lines."""
        left = self.questions.sides(node)[0]
        if isinstance(left, Combination):
            return self.formula_lines(left)
        name = self.names[left.feature]
        if self.questions.is_multiway(node):
            return wrap(name)
        rest = f" ≤ {self.cut(left.feature, left.high)}"
        if left.levels is not None:
            rest = self.category_set(left)
        if len(name + rest) <= QUESTION_WIDTH:
            return [(name + rest).replace(FIRM_SPACE, " ")]
        return wrap(name) + wrap(rest.strip())

    def formula_lines(self, combination: Combination) -> list[str]:
        """A sum or a distance, whose terms are not broken."""
        names = [squeeze(name, QUESTION_WIDTH - 8) for name in self.names]
        if combination.kind == "linear":
            total = Sum(combination, self.decimals)
            terms = total.terms(names, MOST_TERMS, TIMES)
            return packed([*terms, f"≤ {total.cut(combination.high)}"])
        distance = Distance(combination, self.decimals)
        centre, units = distance.terms(names, MOST_TERMS)
        places = [f"{at} (unit {unit})" for at, unit in zip(centre, units, strict=True)]
        left_out = len(combination.features) - len(places)
        more = [f"... {left_out} more"] if left_out else []
        return [f"within {distance.number(combination.high)} of", *places, *more]

    def branches(self, node: int) -> list[str]:
        """What leads to each child: yes and no, intervals or categories."""
        if not self.questions.is_multiway(node):
            return ["yes", "no"]
        return [self.branch(side) for side in self.questions.sides(node)]

    def branch(self, side: Any) -> str:
        """An interval or a category without the feature."""
        if side.levels is not None:
            return squeeze(self.category_set(side).removeprefix(" = ").strip(), LONGEST_BRANCH)
        low, high = (self.cut(side.feature, end) for end in (side.low, side.high))
        if math.isinf(side.low):
            return "missing" if side.low > 0 else f"≤ {high}"
        return f"{low} to {high}" if math.isfinite(side.high) else f"> {low}"


class CardWriter:
    """Writes the cards of one tree."""

    def __init__(
        self, fitted: FittedTree, feature_names: Sequence[str] | None, decimals: int
    ) -> None:
        self.words = PictureWords(fitted, feature_names, decimals)
        self.counts = fitted.tree.n_node_samples
        self.value = fitted.tree.value
        self.below = descendants(fitted.tree)
        self.classes = fitted.classes
        self.norm = number_norm(self.value[:, 0, 0])
        self.colours = number_colours()

    def card(self, node: int, children: list[int]) -> Card:
        """The card of a node with the children to draw; without any it says how many there are."""
        title, *lines = self.answer(node)
        count, part = int(self.counts[node]), float(self.counts[node] / self.counts[0])
        lines.append(f"{count:,} row{'s' if count != 1 else ''} · {percent(part)}")
        under: list[str] = []
        branches: dict[int, str] = {}
        if children:
            under, branches = self.asked(node, children)
        elif self.below[node]:
            under = [f"... {self.below[node]:,} more nodes"]
        bar = self.value[node, 0] if len(self.classes) == 1 and len(self.classes[0]) > 1 else None
        multiway = self.words.questions.is_multiway(node)
        return Card(title, lines, bar, self.fill(node), under, branches, multiway)

    def asked(self, node: int, children: list[int]) -> tuple[list[str], dict[int, str]]:
        """The lines of the question, and what leads to the children that are drawn."""
        family = self.words.questions.children(node)
        labels = dict(zip(family, self.words.branches(node), strict=True))
        left_out = len(family) - len(children)
        more = [f"... {left_out} more branch{'es' if left_out > 1 else ''}"] if left_out else []
        return self.words.lines(node) + more, {child: labels[child] for child in children}

    def answer(self, node: int) -> list[str]:
        """What the node predicts; for one output of few classes with all their shares."""
        outputs = self.value.shape[1]
        if outputs > 1:
            shown = range(min(outputs, MOST_OUTPUTS))
            lines = [f"y{k}: {shorten(self.words.prediction(node, k), 28)}" for k in shown]
            left_out = outputs - len(lines)
            return lines + ([f"... {left_out} more outputs"] if left_out else [])
        if self.words.best is None:
            value = float(self.value[node, 0, 0])
            return [self.words.number(value) if abs(value) < 1000 else grouped(value)]
        shares = self.value[node, 0]
        best = int(self.words.best[node, 0])
        title = shorten(self.words.class_name(0, best), LONGEST_ANSWER)
        few = 1 < len(shares) <= MOST_SHARES
        return [title, "  ".join(map(percent, shares)) if few else percent(shares[best])]

    def fill(self, node: int) -> str:
        """The colour of the first output: its class by purity, or its value."""
        if self.words.best is None:
            return to_hex(self.colours(self.norm(self.value[node, 0, 0])))
        best = int(self.words.best[node, 0])
        part = float(self.value[node, 0, best])
        return purity_tint(class_colour(best), part, len(self.classes[0]))


def percent(part: float) -> str:
    """A share in percent; 0% only if it is none."""
    return share(part) if part >= 0.005 or part == 0 else "<1%"


def grouped(number: float) -> str:
    """A large number, with commas as long as it can be taken in."""
    return f"{number:,.0f}" if abs(number) < 1e9 else f"{number:.4g}"


def squeeze(text: str, longest: int) -> str:
    """A long text by its beginning and its end: labels often differ there."""
    if len(text) <= longest:
        return text
    end = (longest - 3) // 2
    return text[: longest - 3 - end] + "..." + text[-end:]


def shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 3].rstrip() + "..."


def wrap(text: str) -> list[str]:
    lines = textwrap.wrap(text, QUESTION_WIDTH, break_on_hyphens=False)
    return [line.replace(FIRM_SPACE, " ") for line in lines]


def packed(items: list[str]) -> list[str]:
    """The items in lines, as many to a line as fit."""
    lines = items[:1]
    for item in items[1:]:
        if len(f"{lines[-1]} {item}") <= QUESTION_WIDTH:
            lines[-1] += f" {item}"
        else:
            lines.append(item)
    return lines
