"""A tree after its first splits."""

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
    n_splits = tree.node_count - tree.n_leaves
    counts = list(range(1, steps + 1) if isinstance(steps, int) else steps)
    outside = [k for k in counts if not 0 <= k <= n_splits]
    if outside or not counts:
        raise ValueError(
            f"steps must be numbers of splits from 0 to {n_splits}, the splits of the tree; "
            f"got {steps!r}."
        )
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
