"""Importances and trees of a model, for the terminal."""

from typing import Any

import numpy as np

from .errors import UserError, counted
from .output import Output

TOP = 15
DEPTH, LEAVES = 4, 40


def feature_names(model: Any) -> list[str]:
    names = getattr(model, "feature_names_in_", None)
    return [f"x{j}" for j in range(model.n_features_in_)] if names is None else list(names)


def importances(model: Any) -> list[tuple[str, float]]:
    """Features and their shares, the largest first; empty where the model has none."""
    values = getattr(model, "feature_importances_", None)
    if values is None:
        return []
    order = np.argsort(-values, kind="stable")
    names = feature_names(model)
    return [(names[j], float(values[j])) for j in order]


def show_importances(out: Output, ranked: list[tuple[str, float]], top: int = TOP) -> None:
    used = [entry for entry in ranked if entry[1] != 0]
    shown = used[:top]
    out.bars([name for name, _ in shown], [value for _, value in shown])
    if not used:
        out.say("  none: no question helps")
    elif len(used) > len(shown):
        out.say(f"  and {counted(len(used) - len(shown), 'feature')} that matter less")
    elif len(ranked) > len(used):
        out.say(f"  and {counted(len(ranked) - len(used), 'feature')} of no importance")


def trees_of(model: Any) -> list[Any]:
    """The trees of a model: itself, or all its members in order."""
    if hasattr(model, "text"):
        return [model]
    members = getattr(model, "estimators_", None)
    if members is None:
        raise UserError(f"a {type(model).__name__} has no trees to show")
    found = list(np.asarray(members, dtype=object).ravel())
    if not found or not hasattr(found[0], "text"):
        raise UserError(f"the members of this {type(model).__name__} are not trees")
    return found


def is_tree(model: Any) -> bool:
    return hasattr(model, "get_n_leaves")


def leaves_of(tree: Any) -> str:
    return counted(tree.get_n_leaves(), "leaf", "leaves")


def tree_text(tree: Any, max_depth: int | None) -> str:
    """The tree as text; by default as deep as can be read in a terminal."""
    if max_depth is None:
        max_depth = None if tree.tree_.n_leaves <= LEAVES else DEPTH
    return str(tree.text(max_depth=max_depth))
