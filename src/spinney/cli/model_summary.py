"""Importances and trees of a model as text."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .console import Output
from .errors import UserError, counted

MAX_FEATURES = 15
MAX_DEPTH, MAX_LEAVES = 4, 40
"""Trees with more leaves are shown to this depth."""


def feature_names(model: Any) -> list[str]:
    names = getattr(model, "feature_names_in_", None)
    return [f"x{j}" for j in range(model.n_features_in_)] if names is None else list(names)


def ranked(names: list[str], values: Any) -> list[tuple[str, float]]:
    """Pair names and values, the largest value first."""
    order = np.argsort(-np.asarray(values), kind="stable")
    return [(names[j], float(values[j])) for j in order]


def importances(model: Any) -> list[tuple[str, float]]:
    """Features and importances, the largest first; empty if the model has none."""
    values = getattr(model, "feature_importances_", None)
    return [] if values is None else ranked(feature_names(model), values)


def show_importances(
    out: Output, entries: list[tuple[str, float]], max_features: int = MAX_FEATURES
) -> None:
    used = [entry for entry in entries if entry[1] != 0]
    shown = used[:max_features]
    out.bars([name for name, _ in shown], [value for _, value in shown])
    if not used:
        out.print("  none: the model uses no feature")
    elif len(used) > len(shown):
        out.print(f"  and {counted(len(used) - len(shown), 'feature')} with lower importance")
    elif len(entries) > len(used):
        out.print(f"  and {counted(len(entries) - len(used), 'feature')} with importance 0")


def trees_of(model: Any) -> list[Any]:
    """Return the trees of an ensemble in order; for a single tree, the model itself."""
    if hasattr(model, "text"):
        return [model]
    members = getattr(model, "estimators_", None)
    if members is None:
        raise UserError(f"a {type(model).__name__} has no trees to show")
    trees = list(np.asarray(members, dtype=object).ravel())
    if not trees or not hasattr(trees[0], "text"):
        raise UserError(f"the members of this {type(model).__name__} are not trees")
    return trees


def is_tree(model: Any) -> bool:
    return hasattr(model, "get_n_leaves")


def count_leaves(tree: Any) -> str:
    return counted(tree.get_n_leaves(), "leaf", "leaves")


def tree_text(tree: Any, max_depth: int | None = None, date_features: Sequence[str] = ()) -> str:
    """Return the tree as text; by default a large tree is cut off at a readable depth."""
    if max_depth is None:
        max_depth = None if tree.tree_.n_leaves <= MAX_LEAVES else MAX_DEPTH
    return str(tree.text(max_depth=max_depth, date_features=date_features))
