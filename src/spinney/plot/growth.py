"""A model half grown: a tree after its first splits, a boosted model after its first rounds."""

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
        last = " ".join(words.question(opened[-1])) if opened else "no split"
        title = f"{k}: {shorten(last, LONGEST_TITLE)}" if opened else last
        panels.append((title, model.snip(np.flatnonzero(collapse).tolist())))
    return panels


def first_rounds(model: Any, steps: int | Sequence[int]) -> list[tuple[str, Any]]:
    """A boosted model after some of its rounds."""
    counts = checked_counts(steps, len(model), "rounds", "model")
    return [(f"{k} round{'s' if k != 1 else ''}", model[:k]) for k in counts]


def checked_counts(steps: int | Sequence[int], most: int, what: str, whose: str) -> list[int]:
    counts = list(range(1, steps + 1) if isinstance(steps, int) else steps)
    if not counts or not all(0 <= k <= most for k in counts):
        raise ValueError(
            f"steps must be numbers of {what} from 0 to {most}, the {what} of the {whose}; "
            f"got {steps!r}."
        )
    return counts
