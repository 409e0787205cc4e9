"""Which nodes of a tree a drawing shows, and which of them pruning takes away."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..boosting.base import BaseGradientBoosting
from ..boosting.boosted_tree import BoostedTree
from ..forests.base import BaseForest
from ..inspection.split_table import Kind
from ..pruning.shape import best_first, children
from ..trees.base import BaseDecisionTree

Mask = NDArray[np.bool_]
LEAST_CHILDREN = 4
"""A node with so many children shows all of them."""


def own_tree(model: Any) -> FittedTree:
    """The tree of a fitted estimator of this library, or one of a boosted model's."""
    if not isinstance(model, BaseDecisionTree | BoostedTree):
        kind = f"{type(model).__module__}.{type(model).__name__}"
        several = isinstance(model, BaseGradientBoosting | BaseForest)
        where = " Its trees are in estimators_." if several else ""
        raise ValueError(f"model must be a tree of this library, got {kind}.{where}")
    return model._fitted()


def shown_nodes(tree: _core.Tree, max_nodes: int, max_depth: int | None) -> dict[int, list[int]]:
    """The nodes to draw, and which children of each; the splits that gain most come first.

    Of a node with very many children those with most rows are drawn.
    """
    shown: dict[int, list[int]] = {0: []}
    most = max(LEAST_CHILDREN, max_nodes // 3)
    for node in best_first(tree, max_depth):
        room = max_nodes - len(shown)
        if room < 2:
            break
        if node in shown and min(most, tree.n_children[node]) <= room:
            shown[node] = largest(tree, children(tree, node), most)
            shown |= {child: [] for child in shown[node]}
    return shown


def largest(tree: _core.Tree, nodes: range, most: int) -> list[int]:
    """The nodes with most rows, in their order."""
    return sorted(sorted(nodes, key=lambda node: -tree.n_node_samples[node])[:most])


def descendants(tree: _core.Tree) -> NDArray[np.int64]:
    """For each node, how many nodes lie below it."""
    below = np.zeros(tree.node_count, dtype=np.int64)
    for node in np.flatnonzero(tree.kind)[::-1].tolist():
        family = slice(children(tree, node).start, children(tree, node).stop)
        below[node] = tree.n_children[node] + below[family].sum()
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
        pairs += zip(children(tree, node), children(smaller, copy), strict=True)
    return collapsed


def same_question(a: _core.Tree, node_a: int, b: _core.Tree, node_b: int) -> bool:
    alike = all(
        np.array_equal(getattr(a, name)[node_a], getattr(b, name)[node_b], equal_nan=True)
        for name in ("kind", "feature", "n_children", "threshold")
    )
    parts = {
        Kind.CATEGORY: ("categories_left",),
        Kind.INTERVALS: ("cuts",),
        Kind.LEVELS: ("level_children",),
        Kind.LINEAR: ("terms",),
        Kind.SPHERE: ("terms",),
    }.get(Kind(a.kind[node_a]), ())
    return alike and all(
        np.array_equal(getattr(a, name)(node_a), getattr(b, name)(node_b)) for name in parts
    )


def below(tree: _core.Tree, collapsed: Mask) -> Mask:
    """The nodes that lie below a collapsed one."""
    gone = np.zeros(tree.node_count, dtype=bool)
    for node in np.flatnonzero(tree.kind).tolist():
        gone[list(children(tree, node))] = gone[node] or collapsed[node]
    return gone
