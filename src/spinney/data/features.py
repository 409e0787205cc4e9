"""Look up features by name or index, and name them in messages."""

from collections.abc import Sequence
from difflib import get_close_matches
from numbers import Integral
from typing import Any

MAX_LISTED = 10
"""The maximum number of features in a message."""


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
            close = get_close_matches(feature, names, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else f" {known_names(names)}"
            raise ValueError(f"{argument}: {feature!r} is not a feature of X.{hint}")
        return names.index(feature)
    if not isinstance(feature, Integral) or isinstance(feature, bool):
        raise TypeError(f"{argument}: features must be names or indices, got {feature!r}.")
    index = int(feature)
    if not 0 <= index < n_features:
        raise ValueError(
            f"{argument}: feature index {index} is out of range, X has {n_features} features."
        )
    return index


def known_names(names: Sequence[str]) -> str:
    """Return a sentence that lists the first features."""
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return f"Its features are {', '.join(map(repr, names[:MAX_LISTED]))}{more}."
