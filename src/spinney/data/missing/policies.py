"""The policies by name, and which feature has which."""

import numbers
from collections.abc import Sequence
from typing import Any

from ..frames import describe
from ..schema import Schema

IMPUTING = ("mean", "median", "mode")
MISSING = (
    *("learned", "surrogate", "fractional", "category", *IMPUTING),
    *("drop", "stop", "majority", "error"),
)
UNKNOWN = ("missing", "surrogate", "fractional", "mode", "stop", "majority", "error")


def missing_policies(asked: Any, schema: Schema) -> tuple[str, ...]:
    """The policy of each feature for missing values."""
    return per_feature(asked, "missing", MISSING, schema)


def unknown_policies(asked: Any, schema: Schema) -> tuple[str, ...]:
    """The policy of each feature for categories that fit did not see."""
    return per_feature(asked, "unknown", UNKNOWN, schema)


def per_feature(
    asked: Any, argument: str, allowed: Sequence[str], schema: Schema
) -> tuple[str, ...]:
    """One policy per feature, of a name for all or of a dict; the first allowed is the default."""
    if isinstance(asked, str):
        check_policy(asked, argument, allowed)
        return (asked,) * schema.n_features
    if not isinstance(asked, dict):
        raise TypeError(
            f"{argument} must be the name of a policy, or a dict from features to names; got "
            f"{type(asked).__name__}."
        )
    policies: dict[int, str] = {}
    for key, policy in asked.items():
        j = feature_index(key, argument, schema)
        if j in policies:
            raise ValueError(f"{argument} has two entries for {describe(j, schema.names)}.")
        check_policy(policy, f"{argument}[{key!r}]", allowed)
        policies[j] = policy
    return tuple(policies.get(j, allowed[0]) for j in range(schema.n_features))


def check_policy(policy: Any, argument: str, allowed: Sequence[str]) -> None:
    if not isinstance(policy, str):
        raise TypeError(f"{argument} must be a string, got {type(policy).__name__}.")
    if policy not in allowed:
        names = ", ".join(map(repr, allowed))
        raise ValueError(f"{argument}={policy!r} is no policy. It must be one of {names}.")


def feature_index(key: Any, argument: str, schema: Schema) -> int:
    """The feature that a key of a dict names, by its name or its index."""
    if isinstance(key, str):
        if schema.names is None:
            raise ValueError(f"{argument} names the feature {key!r}, but X has no feature names.")
        if key not in schema.names:
            raise ValueError(f"{argument} names the feature {key!r}, which X does not have.")
        return schema.names.index(key)
    if not isinstance(key, numbers.Integral) or isinstance(key, bool):
        raise TypeError(f"The keys of {argument} must be feature names or indices, got {key!r}.")
    j = int(key)
    if not 0 <= j < schema.n_features:
        raise ValueError(
            f"{argument} has an entry for feature {j}, but X has {schema.n_features} features."
        )
    return j
