"""Selection of the nodes to draw, and of the nodes removed by pruning."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..boosting.base import BaseGradientBoosting
from ..forests.base import BaseForest
from ..inspection.split_kinds import read_split
from ..pruning.tree_structure import best_first, children
from ..trees.traversal import TreeTraversalMixin

Mask = NDArray[np.bool_]
MIN_CHILDREN = 4
"""Up to this many children are always drawn together."""


def fitted_tree(model: Any) -> FittedTree:
    """Return the fitted tree of a tree estimator or of a tree of a boosted model."""
    if not isinstance(model, TreeTraversalMixin):
        kind = f"{type(model).__module__}.{type(model).__name__}"
        several = isinstance(model, BaseGradientBoosting | BaseForest)
        hint = " Its trees are in estimators_." if several else ""
        raise ValueError(f"model must be a tree of this library, got {kind}.{hint}")
    return model._fitted()


def visible_nodes(tree: _core.Tree, max_nodes: int, max_depth: int | None) -> dict[int, list[int]]:
    """Return the nodes to draw with their visible children, splits with the largest gain first.

    Of a node with very many children, only those with the most rows are visible.
    """
    visible: dict[int, list[int]] = {0: []}
    max_children = max(MIN_CHILDREN, max_nodes // 3)
    for node in best_first(tree, max_depth):
        available = max_nodes - len(visible)
        if available < 2:
            break
        if node in visible and min(max_children, tree.n_children[node]) <= available:
            visible[node] = largest(tree, children(tree, node), max_children)
            visible |= {child: [] for child in visible[node]}
    return visible


def largest(tree: _core.Tree, nodes: range, count: int) -> list[int]:
    """Return the nodes with the most rows, in their order."""
    return sorted(sorted(nodes, key=lambda node: -tree.n_node_samples[node])[:count])


def descendant_counts(tree: _core.Tree) -> NDArray[np.int64]:
    """Return the number of descendants of each node."""
    counts = np.zeros(tree.node_count, dtype=np.int64)
    for node in np.flatnonzero(tree.kind)[::-1].tolist():
        counts[node] = tree.n_children[node] + counts[list(children(tree, node))].sum()
    return counts


def pruned_nodes(model: Any, pruned: Any) -> Mask:
    """Return a mask of the inner nodes that become leaves, from an alpha, a copy or a mask."""
    tree = model._fitted().tree
    if isinstance(pruned, Real) and not isinstance(pruned, bool):
        if not hasattr(model, "prune"):
            raise ValueError(
                f"pruned must be a mask: {type(model).__name__} has no pruning sequence."
            )
        pruned = model.prune(alpha=float(pruned))
    if hasattr(pruned, "_fitted"):
        return collapsed_in(tree, pruned._fitted().tree)
    mask: Any = np.asarray(pruned)
    if mask.dtype != bool or mask.shape != (tree.node_count,):
        raise ValueError(
            "pruned must be an alpha, a pruned copy of the model, or a boolean mask of length "
            f"{tree.node_count}; got {pruned!r}."
        )
    inner: Mask = mask & (tree.first_child >= 0)
    return inner


def collapsed_in(tree: _core.Tree, smaller: _core.Tree) -> Mask:
    """Return a mask of the inner nodes that are leaves in a pruned copy of the tree."""
    collapsed = np.zeros(tree.node_count, dtype=bool)
    child, smaller_child = tree.first_child, smaller.first_child
    pairs = [(0, 0)]
    while pairs:
        node, copy = pairs.pop()
        if smaller_child[copy] < 0:
            collapsed[node] = child[node] >= 0
            continue
        if child[node] < 0 or not same_split(tree, node, smaller, copy):
            raise ValueError(f"pruned is not a pruned copy of the model: node {node} differs.")
        pairs += zip(children(tree, node), children(smaller, copy), strict=True)
    return collapsed


def same_split(a: _core.Tree, node_a: int, b: _core.Tree, node_b: int) -> bool:
    """Whether two nodes have the same split."""
    return read_split(a, node_a) == read_split(b, node_b)


def nodes_below(tree: _core.Tree, collapsed: Mask) -> Mask:
    """Return a mask of the descendants of collapsed nodes."""
    removed = np.zeros(tree.node_count, dtype=bool)
    for node in np.flatnonzero(tree.kind).tolist():
        removed[list(children(tree, node))] = removed[node] or collapsed[node]
    return removed
