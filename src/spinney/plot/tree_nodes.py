"""Which nodes of a tree a drawing shows, and which of them pruning takes away."""

from itertools import islice
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..boosting.base import BaseGradientBoosting
from ..boosting.boosted_tree import BoostedTree
from ..fitted import FittedTree
from ..forests.base import BaseForest
from ..pruning.shape import best_first
from ..trees.base import BaseDecisionTree

Mask = NDArray[np.bool_]


def own_tree(model: Any) -> FittedTree:
    """The tree of a fitted estimator of this library, or one of a boosted model's."""
    if not isinstance(model, BaseDecisionTree | BoostedTree):
        kind = f"{type(model).__module__}.{type(model).__name__}"
        several = isinstance(model, BaseGradientBoosting | BaseForest)
        where = " Its trees are in estimators_." if several else ""
        raise ValueError(f"model must be a tree of this library, got {kind}.{where}")
    return model._fitted()


def shown_nodes(tree: _core.Tree, max_nodes: int, max_depth: int | None) -> dict[int, bool]:
    """The nodes to draw, and whether each is opened: the splits that gain most come first."""
    opened = {0: False}
    for node in islice(best_first(tree, max_depth), (max_nodes - 1) // 2):
        left = int(tree.first_child[node])
        opened |= {node: True, left: False, left + 1: False}
    return opened


def descendants(tree: _core.Tree) -> NDArray[np.int64]:
    """For each node, how many nodes lie below it."""
    below = np.zeros(tree.node_count, dtype=np.int64)
    first_child = tree.first_child
    for node in np.flatnonzero(first_child >= 0)[::-1]:
        left = first_child[node]
        below[node] = 2 + below[left] + below[left + 1]
    return below


def pruned_nodes(model: Any, pruned: Any) -> Mask:
    """The inner nodes that pruning makes leaves, from an alpha, a pruned copy or a mask."""
    tree = model._fitted().tree
    if isinstance(pruned, Real) and not isinstance(pruned, bool):
        if isinstance(model, BoostedTree):
            raise ValueError("A tree of a boosted model has no alphas: pruned must be a mask.")
        pruned = model.prune(float(pruned))
    if hasattr(pruned, "_fitted"):
        return collapsed_in(tree, pruned._fitted().tree)
    mask: Any = np.asarray(pruned)
    if mask.dtype != bool or mask.shape != (tree.node_count,):
        raise ValueError(
            "pruned must be an alpha, a pruned copy of the model, or a boolean mask with an entry "
            f"per node ({tree.node_count}); got {pruned!r}."
        )
    inner: Mask = mask & (tree.first_child >= 0)
    return inner


def collapsed_in(tree: _core.Tree, smaller: _core.Tree) -> Mask:
    """The inner nodes of a tree that are leaves in a pruned copy of it."""
    collapsed = np.zeros(tree.node_count, dtype=bool)
    child, smaller_child = tree.first_child, smaller.first_child
    pairs = [(0, 0)]
    while pairs:
        node, copy = pairs.pop()
        if smaller_child[copy] < 0:
            collapsed[node] = child[node] >= 0
            continue
        if child[node] < 0 or not same_question(tree, node, smaller, copy):
            raise ValueError(f"pruned is not a pruned copy of the model: node {node} differs.")
        pairs += [(int(child[node]) + k, int(smaller_child[copy]) + k) for k in (0, 1)]
    return collapsed


def same_question(a: _core.Tree, node_a: int, b: _core.Tree, node_b: int) -> bool:
    if a.kind[node_a] != b.kind[node_b] or a.feature[node_a] != b.feature[node_b]:
        return False
    if a.kind[node_a] == 1:
        return bool(a.threshold[node_a] == b.threshold[node_b])
    return np.array_equal(a.categories_left(node_a), b.categories_left(node_b))


def below(tree: _core.Tree, collapsed: Mask) -> Mask:
    """The nodes that lie below a collapsed one."""
    gone = np.zeros(tree.node_count, dtype=bool)
    first_child = tree.first_child
    for node in np.flatnonzero(first_child >= 0):
        left = first_child[node]
        gone[left : left + 2] = gone[node] or collapsed[node]
    return gone
