"""The contributions to one output of one row, from the largest to the smallest."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inspection.phrases import label_text
from .shap_result import ShapResult
from .sparse_interactions import main_and_pairs, used_pairs

Floats = NDArray[np.float64]


def output_text(result: Any, k: int) -> str:
    """Return what an output of a result is, such as "probability of Gentoo"."""
    label = result.outputs[k]
    single = len(result.outputs) == 1 and label == 0
    if result.kind != "probability" and single:
        return str(result.kind)
    if isinstance(label, tuple):
        label = " of output ".join(map(str, reversed(label)))
    return f"{result.kind} of {label_text(label)}"


def others_text(n: int, noun: str = "feature") -> str:
    return f"{n} other {noun}{'s' if n != 1 else ''}"


def value_name(result: ShapResult, j: int, row: int) -> str:
    """Return the name of a feature with its value; a group has no value."""
    feature = result.feature_values(j)
    name = result.feature_names[j]
    return name if feature is None else f"{name} = {feature.text(row)}"


def pair_names(result: ShapResult) -> list[str]:
    names = result.feature_names
    return [f"{names[i]} * {names[j]}" for i, j in used_pairs(result.interactions)]


def waterfall_steps(
    result: ShapResult, row: int, k: int, top: int, interactions: bool = False
) -> tuple[list[str], Floats]:
    """Return names and contributions, the largest first, and the sum of the others last.

    ``interactions``: main effects and interactions instead of SHAP values.
    """
    n_features = len(result.feature_names)
    values, pairs = result.values[row, :, k], []
    if interactions:
        main, whole = main_and_pairs(result.interactions, k)
        values, pairs = np.append(main[row], whole[row]), pair_names(result)
    order = np.argsort(-np.abs(values), kind="stable")
    shown = order[: top if len(order) > top + 1 else top + 1]
    names = [
        value_name(result, int(j), row) if j < n_features else pairs[j - n_features] for j in shown
    ]
    steps = values[shown]
    rest = order[len(shown) :]
    if rest.size:
        names.append(others_text(len(rest), "contribution" if interactions else "feature"))
        steps = np.append(steps, values[rest].sum())
    return names, steps
