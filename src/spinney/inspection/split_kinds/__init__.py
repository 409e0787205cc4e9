"""The split kinds of the tree format, each registered with all that other modules need of it."""

import math

from ... import _core
from ..._core import NodeKind
from .base import SPLIT_KINDS, Condition, Destination, Split, check_complete
from .categorical import MAX_CATEGORIES, CategoriesSplit, CategoryCondition, CategorySetSplit
from .combination import CombinationCondition, CombinationSplit, LinearSplit, SphereSplit
from .formulas import TEXT_STYLE, Combination, FormulaStyle
from .numeric import IntervalSplit, NumericCondition, NumericSplit, ThresholdSplit

__all__ = [
    "MAX_CATEGORIES",
    "SPLIT_KINDS",
    "TEXT_STYLE",
    "CategoriesSplit",
    "CategoryCondition",
    "CategorySetSplit",
    "Combination",
    "CombinationCondition",
    "CombinationSplit",
    "Condition",
    "Destination",
    "FormulaStyle",
    "IntervalSplit",
    "LinearSplit",
    "NumericCondition",
    "NumericSplit",
    "SphereSplit",
    "Split",
    "ThresholdSplit",
    "read_alternative",
    "read_split",
]

check_complete()


def read_split(tree: "_core.Tree", node: int) -> Split:
    """Return the split of an inner node."""
    kind = SPLIT_KINDS[NodeKind(tree.kind[node])]
    return kind.read(tree, node, int(tree.feature[node]), float(tree.threshold[node]))


def read_alternative(alternative: "_core.Alternative") -> tuple[Split, bool]:
    """Return the split of a surrogate or competitor, and whether its sides are exchanged."""
    if not math.isnan(alternative.threshold):
        split = ThresholdSplit(alternative.feature, (alternative.threshold,))
        return split, alternative.above_left
    left = dict.fromkeys(alternative.categories_left.tolist(), 0)
    right = dict.fromkeys(alternative.categories_right.tolist(), 1)
    return CategorySetSplit(alternative.feature, left | right), False
