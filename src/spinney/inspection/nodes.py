"""A tree as tables: its nodes, and the alternatives to their questions."""

from typing import Any

import numpy as np

from .. import _core
from .split_table import Kind
from .tree_formatter import TreeFormatter


def node_columns(words: TreeFormatter) -> dict[str, list[Any]]:
    """A row per node."""
    tree, questions = words.fitted.tree, words.questions
    parents, depths, conditions = places(words)
    inner = tree.kind != 0
    nodes = range(tree.node_count)
    counts = tree.n_node_samples
    columns: dict[str, list[Any]] = {
        "node": list(nodes),
        "parent": parents,
        "depth": depths,
        "condition": conditions,
        "kind": [Kind(kind).name.lower() for kind in tree.kind],
        "feature": [words.feature_names[j] if j >= 0 else None for j in tree.feature],
        "threshold": np.where(inner, tree.threshold, np.nan).tolist(),
        "categories": [
            categories(words, node) if tree.kind[node] == Kind.CATEGORY else None for node in nodes
        ],
        "missing": [
            questions.way_name(node, questions.way(node, "missing")) if inner[node] else None
            for node in nodes
        ],
        "rows": counts.tolist(),
        "weight": tree.weighted_n_node_samples.tolist(),
        "share": (counts / counts[0]).tolist(),
        "impurity": tree.impurity.tolist(),
        "gain": tree.gain.tolist(),
    }
    columns.update(answer_columns(words))
    columns["surrogates"] = [len(questions.tree.surrogates(node)) for node in nodes]
    columns["competitors"] = [len(questions.tree.competitors(node)) for node in nodes]
    return columns


def places(words: TreeFormatter) -> tuple[list[int], list[int], list[str]]:
    """Of each node its parent (-1 for the root), its depth, and the side that leads to it."""
    questions = words.questions
    n = len(questions.kind)
    parents, depths, conditions = [-1] * n, [0] * n, ["all rows"] * n
    for node in np.flatnonzero(questions.kind).tolist():
        for child, text in zip(questions.children(node), words.sides(node), strict=True):
            parents[child], depths[child], conditions[child] = node, depths[node] + 1, text
    return parents, depths, conditions


def categories(words: TreeFormatter, node: int) -> list[str]:
    """The labels that were seen in a node and go left, as text."""
    labels = words.labels(int(words.questions.feature[node]))
    child = words.questions.level_children(node)
    return [str(labels[level]) for level in sorted(child) if child[level] == 0]


def answer_columns(words: TreeFormatter) -> dict[str, list[Any]]:
    """The predictions and, for classes, the shares; an output's number in the names if several."""
    value, best, classes = words.value, words.best, words.fitted.classes
    outputs = value.shape[1]
    columns: dict[str, list[Any]] = {}
    for k in range(outputs):
        suffix = f" {k}" if outputs > 1 else ""
        if best is None:
            columns["prediction" + suffix] = value[:, k, 0].tolist()
            continue
        columns["prediction" + suffix] = classes[k].take(best[:, k]).tolist()
        for i, label in enumerate(classes[k].tolist()):
            columns[f"share{suffix} {label}"] = value[:, k, i].tolist()
    return columns


def surrogate_columns(words: TreeFormatter, node: int | None) -> dict[str, list[Any]]:
    """A row per surrogate."""
    found = alternatives(words, node, words.fitted.tree.surrogates)
    return {
        **common_columns(words, found),
        "agreement": [a.score for _, _, a in found],
        "adjusted": [a.adjusted for _, _, a in found],
    }


def competitor_columns(words: TreeFormatter, node: int | None) -> dict[str, list[Any]]:
    """A row per competitor."""
    found = alternatives(words, node, words.fitted.tree.competitors)
    return {**common_columns(words, found), "gain": [a.score for _, _, a in found]}


def alternatives(
    words: TreeFormatter, node: int | None, of: Any
) -> "list[tuple[int, int, _core.Alternative]]":
    """(node, rank from 1, alternative) of one node, or of all."""
    count = words.fitted.tree.node_count
    if node is not None and not 0 <= node < count:
        raise ValueError(f"node must be from 0 to {count - 1}, got {node}.")
    nodes = range(count) if node is None else [node]
    return [(i, rank, a) for i in nodes for rank, a in enumerate(of(i), start=1)]


def common_columns(
    words: TreeFormatter, found: "list[tuple[int, int, _core.Alternative]]"
) -> dict[str, list[Any]]:
    return {
        "node": [node for node, _, _ in found],
        "rank": [rank for _, rank, _ in found],
        "feature": [words.feature_names[a.feature] for _, _, a in found],
        "question": [words.alternative(a) for _, _, a in found],
    }
