"""Text of the nodes in a tree drawing."""

import textwrap
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.colors import to_hex
from numpy.typing import NDArray

from .._core import NodeKind
from ..base.fitted_tree import FittedTree
from ..inspection.colors import class_color, purity_tint
from ..inspection.phrases import label_text, rows, share
from ..inspection.split_kinds import FormulaStyle
from ..inspection.tree_formatter import TreeFormatter
from .extra_text import check_extra, extra_lines
from .palette import value_colormap, value_norm
from .visible_nodes import descendant_counts

LINE_WIDTH = 28
"""Characters per line of a split."""
MAX_PART_LENGTH = 36
"""Only longer parts of a split are broken."""
MAX_CLASS_LENGTH = 22
MAX_CATEGORY_LENGTH = 18
MAX_SET_LENGTH = 36
"""Characters of a set of categories."""
MAX_OUTPUT_LENGTH = 28
MAX_TERM_LINES = 3
"""Lines of the formula of a linear leaf."""
MAX_OUTPUTS = 4
MAX_SHARES = 4
"""Up to this many classes, the shares of all classes are shown."""


class NodeLabel(NamedTuple):
    """The contents of one node of the drawing."""

    title: str
    lines: list[str]
    class_shares: NDArray[np.float64] | None
    """Class shares for the bar at the bottom of the box."""
    fill: str
    below: list[str]
    """The split, or a note about hidden nodes."""
    branches: dict[int, str]
    """The visible children with their edge labels."""
    multiway: bool
    bars: NDArray[np.float64] | None = None
    """Heights of bars that show the distribution of the target, at most 1."""

    @property
    def is_expanded(self) -> bool:
        """Whether the children of the node are drawn."""
        return bool(self.branches)

    @property
    def is_leaf(self) -> bool:
        """Whether the node is a leaf of the tree."""
        return not self.below


class ValueKey(NamedTuple):
    """The key of the colors of numeric values: the smallest and the largest as text."""

    texts: tuple[str, str]
    colormap: Any


class PlotFormatter(TreeFormatter):
    """Tree formatter with line breaks and shortened category sets."""

    style = FormulaStyle("≤", times="\N{MULTIPLICATION SIGN}", max_terms=4)

    def category(self, feature: int, code: int) -> str:
        """Return a category by its label, shortened in the middle."""
        return squeeze(super().category(feature, code), MAX_CATEGORY_LENGTH)

    def shown_categories(self, labels: list[str]) -> list[str]:
        """Return the first categories of a set, as many as fit into about two lines."""
        lengths = np.cumsum([len(label) + 2 for label in labels])
        if lengths[-1] <= MAX_SET_LENGTH + 10:  # the set is hardly longer than "... 1 more"
            return labels
        return labels[: max(1, int(np.searchsorted(lengths, MAX_SET_LENGTH, side="right")))]

    def split_lines(self, node: int) -> list[str]:
        """Return the text of a split in lines, a long feature name in lines of its own."""
        parts = self.splits.split(node).parts(self)
        is_sum = self.splits.kind[node] == NodeKind.linear
        if is_sum or len(" ".join(parts)) <= LINE_WIDTH:
            return packed(parts)
        return packed(parts[:1]) + packed(parts[1:])


class NodeLabeler:
    """Creates the node labels of one tree."""

    def __init__(
        self,
        fitted: FittedTree,
        formatter: PlotFormatter,
        extra: int | None = None,
        bars: dict[int, NDArray[np.float64]] | None = None,
    ) -> None:
        check_extra(extra, formatter)
        self.formatter, self.extra, self.bars = formatter, extra, bars
        self.counts = fitted.tree.n_node_samples
        self.value = fitted.tree.value
        self.n_below = descendant_counts(fitted.tree)
        self.classes = fitted.classes
        self.norm = value_norm(self.value[:, 0, 0])
        self.colormap = value_colormap()

    def label(self, node: int, children: list[int]) -> NodeLabel:
        """Return the label of a node with its visible children."""
        title, *lines = self.prediction_lines(node)
        if self.extra is None:
            count = int(self.counts[node])
            lines.append(f"{rows(count)} · {share(count / int(self.counts[0]))}")
        else:
            lines = extra_lines(self.formatter, node, self.extra)
        below: list[str] = []
        if children:
            below = self.split_lines(node, children)
        elif self.n_below[node]:
            below = [f"... {self.n_below[node]:,} more nodes"]
        single = len(self.classes) == 1 and len(self.classes[0]) > 1
        return NodeLabel(
            title,
            lines,
            self.value[node, 0] if single else None,
            self.fill(node),
            below,
            self.branches(node, children),
            self.formatter.splits.is_multiway(node),
            None if self.bars is None else self.bars[node],
        )

    def value_key(self) -> ValueKey | None:
        """Return the key of the colors; None for classes, several outputs or a single value."""
        first = self.value[:, 0, 0]
        if self.classes or self.value.shape[1] > 1 or first.min() == first.max():
            return None
        low, high = self.formatter.number(first.min()), self.formatter.number(first.max())
        return ValueKey((low, high), self.colormap)

    def split_lines(self, node: int, children: list[int]) -> list[str]:
        """Return the split of a node, with a note if some of its children are hidden."""
        hidden = len(self.formatter.splits.children(node)) - len(children)
        note = [f"... {hidden:,} more branch{'es' if hidden > 1 else ''}"] if hidden else []
        return self.formatter.split_lines(node) + note

    def branches(self, node: int, children: list[int]) -> dict[int, str]:
        """Return the edge labels of the visible children."""
        if not children:
            return {}
        all_children = self.formatter.splits.children(node)
        labels = dict(zip(all_children, self.formatter.branches(node), strict=True))
        return {child: squeeze(labels[child], MAX_CATEGORY_LENGTH) for child in children}

    def prediction_lines(self, node: int) -> list[str]:
        """Return the prediction, with the class shares if there are few classes."""
        n_outputs = self.value.shape[1]
        if n_outputs > 1:
            shown = range(min(n_outputs, MAX_OUTPUTS))
            texts = [self.formatter.output_prediction(node, k) for k in shown]
            lines = [f"y{k}: {shorten(text, MAX_OUTPUT_LENGTH)}" for k, text in enumerate(texts)]
            hidden = n_outputs - len(lines)
            return lines + ([f"... {hidden:,} more outputs"] if hidden else [])
        if self.formatter.best is None:
            value = self.formatter.number(float(self.value[node, 0, 0]))
            terms = textwrap.wrap(self.formatter.leaf_terms(node).strip(), LINE_WIDTH)
            more = ["..."] if len(terms) > MAX_TERM_LINES else []
            return [value, *terms[:MAX_TERM_LINES], *more]
        shares = self.value[node, 0]
        best = int(self.formatter.best[node, 0])
        few = 1 < len(shares) <= MAX_SHARES
        return [
            shorten(self.formatter.class_name(0, best), MAX_CLASS_LENGTH),
            "  ".join(map(share, shares)) if few else share(shares[best]),
        ]

    def fill(self, node: int) -> str:
        """Return the fill color: the class of the first output by purity, or its value."""
        if self.formatter.best is None:
            return to_hex(self.colormap(self.norm(self.value[node, 0, 0])))
        best = int(self.formatter.best[node, 0])
        return purity_tint(
            class_color(best), float(self.value[node, 0, best]), len(self.classes[0])
        )


def squeeze(text: str, length: int) -> str:
    """Shorten a text in the middle: labels often differ at the beginning or the end."""
    if len(text) <= length:
        return text
    end = (length - 3) // 2
    return text[: length - 3 - end] + "..." + text[-end:]


def shorten(text: str, length: int) -> str:
    """Shorten a text at its end."""
    return text if len(text) <= length else text[: length - 3].rstrip() + "..."


def category_text(label: Any, length: int) -> str:
    """Return a category as text, shortened in the middle."""
    return label_text(squeeze(label, length) if isinstance(label, str) else label)


def packed(parts: Sequence[str]) -> list[str]:
    """Join parts to lines of LINE_WIDTH characters; only very long parts are broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(f"{lines[-1]} {part}") <= LINE_WIDTH:
            lines[-1] += f" {part}"
        else:
            lines += textwrap.wrap(part, MAX_PART_LENGTH, break_on_hyphens=False)
    return lines
