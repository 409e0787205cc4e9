"""Partial models: a tree after its first splits, an ensemble after its first members."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from ..inspection.phrases import counted
from ..pruning.tree_structure import best_first
from .node_labels import PlotFormatter, shorten

MAX_TITLE_LENGTH = 40
Stage = tuple[str, Any]
"""Title and partial model."""


def first_splits(model: Any, steps: int | Sequence[int]) -> list[Stage]:
    """Return the tree pruned to its first k splits, in best-first order, for each k."""
    tree = model._fitted().tree
    counts = checked_counts(steps, tree.node_count - tree.n_leaves, "splits", "tree")
    formatter = PlotFormatter(model._fitted())
    order = list(islice(best_first(tree), max(counts)))
    stages = []
    for k in counts:
        collapse = tree.first_child >= 0
        collapse[order[:k]] = False
        title = "no split"
        if k:
            title = (
                f"{k}: {shorten(' '.join(formatter.split_lines(order[k - 1])), MAX_TITLE_LENGTH)}"
            )
        stages.append((title, model.snip(np.flatnonzero(collapse).tolist())))
    return stages


def first_rounds(model: Any, steps: int | Sequence[int]) -> list[Stage]:
    """Return the boosted model after its first k rounds, for each k."""
    counts = checked_counts(steps, len(model), "rounds", "model")
    return [(counted(k, "round"), model[:k]) for k in counts]


def first_trees(forest: Any, steps: int | Sequence[int]) -> list[Stage]:
    """Return the forest of the first k trees, for each k."""
    counts = checked_counts(steps, len(forest), "trees", "forest", minimum=1)
    return [(counted(k, "tree"), forest[:k]) for k in counts]


def checked_counts(
    steps: int | Sequence[int], maximum: int, what: str, whose: str, minimum: int = 0
) -> list[int]:
    """Return the numbers of steps; an int stands for 1 up to it."""
    counts = list(range(1, steps + 1) if isinstance(steps, int) else steps)
    if not counts or not all(minimum <= k <= maximum for k in counts):
        raise ValueError(
            f"steps must be numbers of {what} from {minimum} to {maximum}, the {what} of the "
            f"{whose}; got {steps!r}."
        )
    return counts
