"""A model half grown: a tree after its first splits, an ensemble after its first trees."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from ..pruning.shape import best_first
from .tree_cards import PictureWords, shorten

LONGEST_TITLE = 40


def first_splits(model: Any, steps: int | Sequence[int]) -> list[tuple[str, Any]]:
    """Copies of a tree that stop after some of its splits, best first, each with its last one."""
    tree = model._fitted().tree
    counts = checked_counts(steps, tree.node_count - tree.n_leaves, "splits", "tree")
    words = PictureWords(model._fitted())
    order = list(islice(best_first(tree), max(counts)))
    panels = []
    for k in counts:
        opened = order[:k]
        collapse = tree.first_child >= 0
        collapse[opened] = False
        last = " ".join(words.lines(opened[-1])) if opened else "no split"
        title = f"{k}: {shorten(last, LONGEST_TITLE)}" if opened else last
        panels.append((title, model.snip(np.flatnonzero(collapse).tolist())))
    return panels


def first_rounds(model: Any, steps: int | Sequence[int]) -> list[tuple[str, Any]]:
    """A boosted model after some of its rounds."""
    counts = checked_counts(steps, len(model), "rounds", "model")
    return [(counted(k, "round"), model[:k]) for k in counts]


def first_trees(forest: Any, steps: int | Sequence[int]) -> list[tuple[str, Any]]:
    """Some of a forest's trees; without any it has nothing to say."""
    counts = checked_counts(steps, len(forest), "trees", "forest", least=1)
    return [(counted(k, "tree"), forest[:k]) for k in counts]


def counted(k: int, what: str) -> str:
    return f"{k} {what}{'s' if k != 1 else ''}"


def checked_counts(
    steps: int | Sequence[int], most: int, what: str, whose: str, least: int = 0
) -> list[int]:
    counts = list(range(1, steps + 1) if isinstance(steps, int) else steps)
    if not counts or not all(least <= k <= most for k in counts):
        raise ValueError(
            f"steps must be numbers of {what} from {least} to {most}, the {what} of the {whose}; "
            f"got {steps!r}."
        )
    return counts
