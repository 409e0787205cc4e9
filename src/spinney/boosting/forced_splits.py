"""Splits that the user defines for the top of every tree."""

import json
import math
import os
from numbers import Real
from pathlib import Path
from typing import Any

from ..base.resolvers import FitContext
from ..data.features import column_label
from ..data.schema import Schema

KEYS = {"feature", "threshold", "left", "right"}
CoreSplit = tuple[int, float, int, int]
"""Feature, threshold, and the indices of the forced splits of the children (-1: none)."""


def forced_splits(value: Any, context: FitContext) -> list[CoreSplit] | None:
    """Return the splits of a nested dict, or of a JSON file, in the order of the core."""
    if isinstance(value, str | os.PathLike):
        value = read_json(value)
    if not value:
        return None
    waiting = [value]
    splits: list[CoreSplit] = []
    for node in waiting:  # grows while it is read
        check_node(node)
        children = [-1, -1]
        for i, side in enumerate(("left", "right")):
            if node.get(side):
                children[i] = len(waiting)
                waiting.append(node[side])
        feature = context.schema.feature_index(node["feature"], "forced_splits")
        threshold = threshold_of(node["threshold"], feature, context.schema)
        splits.append((feature, threshold, children[0], children[1]))
    return splits


def read_json(path: str | os.PathLike[str]) -> Any:
    if not str(path):
        return None
    try:
        return json.loads(Path(path).read_text())
    except (OSError, ValueError) as error:
        raise ValueError(f"forced_splits: {path} is not a readable JSON file: {error}") from None


def check_node(node: Any) -> None:
    if not isinstance(node, dict) or not {"feature", "threshold"} <= node.keys() <= KEYS:
        raise ValueError(
            "forced_splits must be nested dicts with the keys 'feature' and 'threshold', and "
            f"'left' and 'right' for the splits below; got {node!r}."
        )


def threshold_of(threshold: Any, feature: int, schema: Schema) -> float:
    """Return a number, or the index of the category that goes left."""
    known = None if schema.categories is None else schema.categories[feature]
    label = column_label(feature, schema.names)
    if known is not None:
        if threshold not in known:
            raise ValueError(f"forced_splits: {label} has no category {threshold!r}.")
        return float(known[threshold])
    if not isinstance(threshold, Real) or not math.isfinite(threshold):
        raise ValueError(f"forced_splits: the threshold of {label} is {threshold!r}.")
    return float(threshold)
