"""Warnings about a continued fit."""

from collections.abc import Mapping
from typing import Any

from ..data.coded_features import category_columns
from ..data.frames import Frame
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.user_warnings import warn
from .parameter_aliases import equal

WITHOUT_EFFECT = ("n_jobs", "verbose")
"""Parameters that do not change the fitted model."""

DATA_PARAMETERS = ("categorical_features", "ordered_features", "missing", "unknown")
"""Parameters by which data are read; a continued model keeps its own."""


def effective_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that change the fitted model, nested ones included."""
    return {
        name: value
        for name, value in parameters.items()
        if name.rpartition("__")[2] not in WITHOUT_EFFECT
    }


def warn_changed_parameters(earlier: Mapping[str, Any] | None, now: Mapping[str, Any]) -> None:
    """Warn if parameters have changed since the estimators of the previous fit were fitted."""
    if earlier is None:  # a model that was loaded from a file
        return
    changed = [name for name in now if name in earlier and not equal(earlier[name], now[name])]
    if changed:
        differences = ", ".join(f"{name} (was {earlier[name]!r})" for name in changed)
        warn(
            f"warm_start=True keeps the estimators of the previous fit, which had other values of "
            f"{differences}. Set warm_start=False to fit all of them again."
        )


def warn_nothing_to_add(members: str) -> None:
    warn(f"Warm-start fitting without increasing n_estimators does not fit new {members}.")


def warn_ignored(
    parameters: dict[str, Any], schema: Schema, missing: MissingRules, frame: Frame
) -> None:
    """Warn if parameters of the data differ from the model that is continued, which keeps its own.

    ``parameters`` are those of ``DATA_PARAMETERS``.
    """
    orders = parameters["ordered_features"]
    given, ordered = category_columns(parameters["categorical_features"], orders, frame)
    fitted = {j for j, known in enumerate(schema.categories or ()) if known is not None}
    fitted_ordered = {j: one for j, one in schema.codings.items() if one.kind == "ordered"}
    other_columns = ordered.keys() != fitted_ordered.keys()
    policies, unknown = MissingRules.policies_of(
        parameters["missing"], parameters["unknown"], schema
    )
    changed = {
        "categorical_features": given - fitted_ordered.keys() != fitted - ordered.keys(),
        "ordered_features": other_columns
        or (isinstance(orders, Mapping) and ordered != fitted_ordered),
        "missing": policies != missing.policies,
        "unknown": policies == missing.policies
        and unknown != missing.unknown
        and parameters["unknown"] != "auto",
    }
    for name, is_changed in changed.items():
        if is_changed:
            warn_kept(name, parameters[name])


def warn_kept(name: str, value: Any) -> None:
    """Warn that a parameter is ignored because a model is continued."""
    warn(
        f"{name}={value!r} is ignored: the model that is continued was fitted with another value. "
        "Fit a new model to change it."
    )
