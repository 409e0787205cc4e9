"""Look up features by name or index, and name them in messages."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any


def column_label(j: int, names: Sequence[str] | None) -> str:
    """Return the label of a column for messages: its name, or its index."""
    return f"column {j}" if names is None else f"column {names[j]!r}"


def feature_index(feature: Any, names: Sequence[str] | None, n_features: int, argument: str) -> int:
    """Return the index of a feature given by name or index.

    ``argument`` is the argument that contains the feature; error messages start with it.
    """
    if isinstance(feature, str):
        if names is None:
            raise ValueError(
                f"{argument}: {feature!r} is a feature name, but X has no feature names."
            )
        if feature not in names:
            raise ValueError(f"{argument}: {feature!r} is not a feature of X.")
        return names.index(feature)
    if not isinstance(feature, Integral) or isinstance(feature, bool):
        raise TypeError(f"{argument}: features must be names or indices, got {feature!r}.")
    index = int(feature)
    if not 0 <= index < n_features:
        raise ValueError(
            f"{argument}: feature index {index} is out of range, X has {n_features} features."
        )
    return index
