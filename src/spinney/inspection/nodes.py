"""A tree as tables: its nodes, surrogates and competitors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._core import NodeKind
from .tree_formatter import TreeFormatter

Columns = dict[str, list[Any]]


def node_columns(formatter: TreeFormatter) -> Columns:
    """Return the columns of a table with a row per node."""
    tree, splits = formatter.fitted.tree, formatter.splits
    nodes = range(tree.node_count)
    inner = tree.kind != NodeKind.leaf
    counts = tree.n_node_samples
    parents, depths, conditions = positions(formatter)
    return {
        "node": list(nodes),
        "parent": parents,
        "depth": depths,
        "condition": conditions,
        "kind": ["leaf" if splits.is_leaf(i) else splits.split(i).name for i in nodes],
        "feature": [formatter.feature_names[j] if j >= 0 else None for j in tree.feature],
        "threshold": np.where(inner, tree.threshold, np.nan).tolist(),
        "categories": [left_categories(formatter, node) for node in nodes],
        "missing": [
            splits.destination_name(node, splits.destination(node, "missing"))
            if inner[node]
            else None
            for node in nodes
        ],
        "rows": counts.tolist(),
        "weight": tree.weighted_n_node_samples.tolist(),
        "share": (counts / counts[0]).tolist(),
        "impurity": tree.impurity.tolist(),
        "gain": tree.gain.tolist(),
        **prediction_columns(formatter),
        "surrogates": [len(tree.surrogates(node)) for node in nodes],
        "competitors": [len(tree.competitors(node)) for node in nodes],
    }


def positions(formatter: TreeFormatter) -> tuple[list[int], list[int], list[str]]:
    """Return the parent of each node (-1 for the root), its depth and its condition."""
    splits = formatter.splits
    n = len(splits.kind)
    parents, depths, conditions = [-1] * n, [0] * n, ["all rows"] * n
    for node in np.flatnonzero(splits.kind).tolist():
        for child, text in zip(splits.children(node), formatter.conditions(node), strict=True):
            parents[child], depths[child], conditions[child] = node, depths[node] + 1, text
    return parents, depths, conditions


def left_categories(formatter: TreeFormatter, node: int) -> list[str] | None:
    """Return the categories that go left, as text; None unless a set of categories does."""
    splits = formatter.splits
    if splits.kind[node] != NodeKind.category:
        return None
    split, j = splits.split(node), splits.feature[node]
    labels = formatter.category_labels(j)
    return [str(label) for code, label in enumerate(labels) if split.child({j: code}) == 0]


def prediction_columns(formatter: TreeFormatter) -> Columns:
    """Return predictions and class shares; names include the output if there are several."""
    value, best, classes = formatter.value, formatter.best, formatter.fitted.classes
    outputs = value.shape[1]
    columns: Columns = {}
    for k in range(outputs):
        suffix = f" {k}" if outputs > 1 else ""
        if best is None:
            columns["prediction" + suffix] = value[:, k, 0].tolist()
            continue
        columns["prediction" + suffix] = classes[k].take(best[:, k]).tolist()
        for i, label in enumerate(classes[k].tolist()):
            columns[f"share{suffix} {label}"] = value[:, k, i].tolist()
    return columns


def surrogate_columns(formatter: TreeFormatter, node: int | None) -> Columns:
    """Return the columns of a table with a row per surrogate."""
    found, columns = alternatives(formatter, node, formatter.fitted.tree.surrogates)
    agreement, adjusted = [a.score for a in found], [a.adjusted for a in found]
    return {**columns, "agreement": agreement, "adjusted": adjusted}


def competitor_columns(formatter: TreeFormatter, node: int | None) -> Columns:
    """Return the columns of a table with a row per competitor."""
    found, columns = alternatives(formatter, node, formatter.fitted.tree.competitors)
    return {**columns, "gain": [a.score for a in found]}


def alternatives(
    formatter: TreeFormatter, node: int | None, of: "Callable[[int], list[_core.Alternative]]"
) -> "tuple[list[_core.Alternative], Columns]":
    """Return the alternatives of one node or of all, and the columns that describe them."""
    count = formatter.fitted.tree.node_count
    if node is not None and not 0 <= node < count:
        raise ValueError(f"node must be from 0 to {count - 1}, got {node}.")
    nodes = range(count) if node is None else [node]
    found = [(i, rank, a) for i in nodes for rank, a in enumerate(of(i), start=1)]
    columns: Columns = {
        "node": [i for i, _, _ in found],
        "rank": [rank for _, rank, _ in found],
        "feature": [formatter.feature_names[a.feature] for _, _, a in found],
        "condition": [formatter.alternative(a) for _, _, a in found],
    }
    return [a for _, _, a in found], columns
