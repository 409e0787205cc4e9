"""Warnings about a continued fit."""

import warnings
from collections.abc import Mapping
from typing import Any

from .parameter_aliases import equal


def warn_changed_parameters(earlier: Mapping[str, Any] | None, now: Mapping[str, Any]) -> None:
    """Warn if parameters have changed since the estimators of the previous fit were fitted."""
    if earlier is None:  # a model that was loaded from a file
        return
    changed = [name for name in now if name in earlier and not equal(earlier[name], now[name])]
    if changed:
        differences = ", ".join(f"{name} (was {earlier[name]!r})" for name in changed)
        warnings.warn(
            f"warm_start=True keeps the estimators of the previous fit, which had other values of "
            f"{differences}. Set warm_start=False to fit all of them again.",
            UserWarning,
            stacklevel=3,
        )


def warn_nothing_to_add(members: str) -> None:
    warnings.warn(
        f"Warm-start fitting without increasing n_estimators does not fit new {members}.",
        UserWarning,
        stacklevel=3,
    )
