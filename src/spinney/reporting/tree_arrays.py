"""The trees of a model as flat arrays, from which the page predicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _core
from ..export.model import Ensemble, Node
from ..inspection.split_kinds import CombinationSplit, Destination, NumericSplit, Split
from ..inspection.split_kinds.categorical import CategoricalSplit
from .arrays import ArrayStore, single
from .sections import Content

LEAF, THRESHOLD, INTERVALS, CATEGORIES, LINEAR, SPHERE = range(6)
KINDS = {
    "threshold": THRESHOLD,
    "intervals": THRESHOLD,
    "categories": CATEGORIES,
    "category_set": CATEGORIES,
    "linear": LINEAR,
    "sphere": SPHERE,
}
DESTINATIONS = {"surrogate": -1, "all": -2, "stop": -3, "error": -4}


class TreeWriter:
    """Appends the nodes of the trees of an ensemble to lists.

    A category split has a list of integers (the child of each code, -1 for none), an interval split
    its thresholds, a sum its features with factors and centers. Terms of linear leaves are stored
    like those of sums, with reaches.
    """

    def __init__(self, features: Sequence[Any]) -> None:
        self.n_labels = [len(f.labels or ()) for f in features]
        self.columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        self.integers: list[int] = []
        self.floats: list[float] = []
        self.rare: dict[int, Content] = {}
        """Shares and surrogates by node."""

    def add(self, node: Node) -> None:
        number = len(self.columns["kind"])
        row = self.leaf_fields(node) if node.split is None else self.split_fields(node.split)
        row |= {
            "first": node.children[0] if node.children else 0,
            "n_children": len(node.children),
            "missing": destination(node.missing),
            "unknown": destination(node.unknown),
            "unseen": destination(node.unseen),
        }
        for name, cells in self.columns.items():
            cells.append(row[name])
        rare: Content = {"shares": list(node.shares)} if node.shares else {}
        if node.surrogates:
            rare["fallback"] = node.fallback
            rare["surrogates"] = [
                self.split_fields(one.split) | {"order": list(one.order)} for one in node.surrogates
            ]
        if rare:
            self.rare[number] = rare

    def leaf_fields(self, node: Node) -> dict[str, Any]:
        """Append the terms of a leaf; return its other fields."""
        row = {"kind": LEAF, "feature": 0, "threshold": 0.0, **self.place()}
        self.integers.append(len(node.terms))
        for term in node.terms:
            self.integers.append(term.feature)
            self.floats += [term.factor, term.center, term.reach]
        return row

    def place(self) -> dict[str, int]:
        return {"integer": len(self.integers), "float": len(self.floats)}

    def split_fields(self, split: Split) -> dict[str, Any]:
        """Append the numbers of a split; return its other fields."""
        kind, place = KINDS[split.name], self.place()
        if isinstance(split, CombinationSplit):
            combination = split.combination
            self.integers += [len(combination.features), *combination.features]
            for factor, center in zip(combination.factors, combination.centers, strict=True):
                self.floats += [factor, center]
            feature, threshold = combination.features[0], split.threshold
            return {"kind": kind, "feature": feature, "threshold": threshold, **place}
        if isinstance(split, NumericSplit):
            if len(split.thresholds) == 1:
                [threshold] = split.thresholds
                return {"kind": kind, "feature": split.feature, "threshold": threshold, **place}
            self.integers.append(len(split.thresholds))
            self.floats += split.thresholds
            return {"kind": INTERVALS, "feature": split.feature, "threshold": 0.0, **place}
        assert isinstance(split, CategoricalSplit)
        n = self.n_labels[split.feature]
        self.integers += [n, *(split.children.get(code, -1) for code in range(n))]
        return {"kind": kind, "feature": split.feature, "threshold": 0.0, **place}


COLUMNS = {
    "kind": np.uint8,
    "feature": np.uint32,
    "threshold": np.float64,
    "first": np.uint32,
    "n_children": np.uint32,
    "missing": np.int16,
    "unknown": np.int16,
    "unseen": np.int16,
    "integer": np.uint32,
    "float": np.uint32,
}


def destination(target: Destination) -> int:
    return target if isinstance(target, int) else DESTINATIONS[target]


def write_ensemble(
    ensemble: Ensemble, trees: Sequence[_core.Tree] | None, features: Any, store: ArrayStore
) -> Content:
    """Store the trees of an ensemble; ``trees`` are the same as trees of the core, if known."""
    writer = TreeWriter(features)
    for tree in ensemble.trees:
        for node in tree.nodes:
            writer.add(node)
    values = np.array([node.value for tree in ensemble.trees for node in tree.nodes], np.float64)
    arrays = {name: np.array(writer.columns[name], dtype) for name, dtype in COLUMNS.items()}
    arrays |= {
        "value": values,
        "integers": np.array(writer.integers, np.int32),
        "floats": np.array(writer.floats, np.float64),
        **statistics(trees),
    }
    return {
        "aggregate": ensemble.aggregate,
        "initial": list(ensemble.initial),
        "divisor": ensemble.divisor,
        "weights": list(ensemble.weights),
        "link": ensemble.link,
        "factor": ensemble.factor,
        "width": ensemble.trees[0].width,
        "slots": [tree.slot for tree in ensemble.trees],
        "sizes": [len(tree.nodes) for tree in ensemble.trees],
        "arrays": {name: store.add(array) for name, array in arrays.items()},
        "rare": writer.rare,
    }


def statistics(trees: Sequence[_core.Tree] | None) -> dict[str, Any]:
    """Return weights and counts of the nodes, and the complexity from which they are leaves."""
    if not trees or not all(tree.has_statistics for tree in trees):
        return {}
    return {
        "weight": np.concatenate([tree.weighted_n_node_samples for tree in trees]),
        "count": np.concatenate([tree.n_node_samples for tree in trees]).astype(np.uint32),
        "alpha": single(np.concatenate([alphas(tree) for tree in trees])),
    }


def alphas(tree: _core.Tree) -> Any:
    """Return the cost of complexity from which each node is a leaf.

    The risk of a node is that of its impurity. Trees of boosting have none: there, it is the gain
    of the splits below.
    """
    risk = tree.impurity_risks()
    if not np.any(risk):
        risk = np.array(tree.gain, dtype=np.float64)
        risk[~np.isfinite(risk)] = 0.0
        np.maximum(risk, 0.0, out=risk)
        for node in range(len(risk) - 1, -1, -1):
            first, n = int(tree.first_child[node]), int(tree.n_children[node])
            risk[node] += risk[first : first + n].sum() if n else 0.0
    return tree.weakest_links(risk)[2]
