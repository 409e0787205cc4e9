"""Models in the format that ``shap.TreeExplainer`` reads."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import _core
from .._core import NodeKind
from ..base.fitted_tree import FittedTree
from ..inspection.split_table import SplitTable
from .additive import AdditiveModel, Floats, TreeSum, read_additive


def shap_trees(model: Any) -> dict[str, Any]:
    """Return a fitted model as a dict of trees; see ``to_shap_trees`` of the estimators."""
    additive = read_additive(model)
    trees = [
        tree for part in additive.parts for tree in part_trees(additive, part, type(model).__name__)
    ]
    # Every row reaches a leaf of the first tree, so its leaves may hold the constant.
    trees[0]["values"] += additive.offset
    output = {"raw score": "raw_value", "prediction": "raw_value", "probability": "probability"}
    two_classes = additive.n_outputs == 1 and hasattr(model, "classes_")
    log_odds = two_classes and additive.kind == "raw score" and has_logit_link(model)
    return {
        "trees": trees,
        "tree_output": "log_odds" if log_odds else output[additive.kind],
        "input_dtype": np.float64,
        "internal_dtype": np.float64,
    }


def has_logit_link(model: Any) -> bool:
    """Return whether the probability of a class is the logistic function of a raw score."""
    loss = getattr(model._fitted(), "loss", None)
    return loss is not None and loss.link is _core.Link.logit


def part_trees(additive: AdditiveModel, part: TreeSum, owner: str) -> Iterator[dict[str, Any]]:
    """Return the trees of a part as dicts of arrays."""
    schema = part.schema
    for j in range(schema.n_features):
        if schema.kind(j) != "number":
            name = f"x{j}" if schema.names is None else schema.names[j]
            raise refusal(owner, f"the feature {name!r} is not a number")
    outputs = np.arange(part.n_outputs) if part.outputs is None else part.outputs
    for i, tree in enumerate(part.each_tree()):
        values = part.scale * tree.value.reshape(tree.node_count, -1)
        wide = np.zeros((tree.node_count, additive.n_outputs))
        wide[:, outputs if values.shape[1] > 1 else outputs[[i % part.n_outputs]]] = values
        yield tree_arrays(tree, part, wide, owner)


def tree_arrays(tree: _core.Tree, part: TreeSum, values: Floats, owner: str) -> dict[str, Any]:
    """Return the arrays of a tree; leaves have the children -1."""
    leaf = tree.kind == NodeKind.leaf
    if not (leaf | (tree.kind == NodeKind.number)).all():
        raise refusal(owner, "a split does not compare one number with a threshold")
    if tree.has_linear_leaves:
        raise refusal(owner, "a leaf is a linear function of the features")
    feature = tree.feature if part.columns is None else part.columns[tree.feature]
    return {
        "children_left": np.where(leaf, -1, tree.first_child).astype(np.int32),
        "children_right": np.where(leaf, -1, tree.first_child + 1).astype(np.int32),
        "children_default": default_children(tree, part, owner),
        "features": np.where(leaf, -1, feature).astype(np.int32),
        "thresholds": np.where(leaf, -1.0, tree.threshold),
        "values": values,
        "node_sample_weight": tree.weighted_n_node_samples.copy(),  # shap writes into it
    }


def default_children(tree: _core.Tree, part: TreeSum, owner: str) -> Any:
    """Return the child of missing values at each node; -1 in leaves."""
    splits = SplitTable(FittedTree(part.schema, tree, [], part.missing))
    found = np.full(tree.node_count, -1, dtype=np.int32)
    for node in np.flatnonzero(tree.kind != NodeKind.leaf).tolist():
        child = splits.destination(node, "missing")
        if child == "error":
            child = 0  # missing values are rejected
        if not isinstance(child, int):
            raise refusal(owner, "a missing value does not go to one child")
        found[node] = splits.first_child[node] + child
    return found


def refusal(owner: str, reason: str) -> ValueError:
    return ValueError(
        f"shap cannot represent the trees of this {owner}: {reason}. Use spinney.explain.shap, "
        "which supports it."
    )
