"""What a drawing says at each node: a card with the answer, and the question under it."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.colors import to_hex
from numpy.typing import NDArray

from ..fitted import FittedTree
from ..look.colours import class_colour, purity_tint
from ..look.words import Words, label_text, share
from .palette import number_colours, number_norm
from .tree_nodes import descendants

QUESTION_WIDTH = 24
"""Characters of a line of a question."""
FIRM_SPACE = "\N{NO-BREAK SPACE}"
LONGEST_ANSWER = 22
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
    opened: bool

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is asked here, nor left out."""
        return not self.below


class PictureWords(Words):
    """Words that keep to the width of a drawing."""

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

    def question(self, node: int) -> list[str]:
        """What the left child's rows fulfil, in lines."""
        left, _ = self.questions.sides(node)
        name = self.names[left.feature]
        rest = f" ≤ {self.cut(left.feature, left.high)}"
        if left.levels is not None:
            rest = self.category_set(left)
        if len(name + rest) <= QUESTION_WIDTH:
            return [(name + rest).replace(FIRM_SPACE, " ")]
        return wrap(name) + wrap(rest.strip())


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

    def card(self, node: int, opened: bool) -> Card:
        """The card of a node; one that is not opened says how much lies below it."""
        title, *lines = self.answer(node)
        count, part = int(self.counts[node]), float(self.counts[node] / self.counts[0])
        lines.append(f"{count:,} row{'s' if count != 1 else ''} · {percent(part)}")
        under = []
        if opened:
            under = self.words.question(node)
        elif self.below[node]:
            under = [f"... {self.below[node]:,} more nodes"]
        bar = self.value[node, 0] if len(self.classes) == 1 and len(self.classes[0]) > 1 else None
        return Card(title, lines, bar, self.fill(node), under, opened)

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
