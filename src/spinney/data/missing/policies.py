"""Names of the policies, and the policy of each feature."""

from collections.abc import Sequence
from typing import Any

from sklearn.utils._param_validation import InvalidParameterError

from ..features import column_label
from ..schema import Schema

IMPUTING = ("mean", "median", "mode")
MISSING = (
    *("learned", "surrogate", "fractional", "category", *IMPUTING),
    *("drop", "stop", "majority", "error"),
)
UNKNOWN = ("missing", "surrogate", "fractional", "mode", "stop", "majority", "error", "auto")


def missing_policies(given: Any, schema: Schema) -> tuple[str, ...]:
    """Return the policy of each feature for missing values; NaN is the first one."""
    if given != given:
        given = MISSING[0]
    return per_feature(given, "missing", MISSING, schema)


def unknown_policies(given: Any, schema: Schema) -> tuple[str, ...]:
    """Return the policy of each feature for categories that were not seen during fit."""
    return per_feature(given, "unknown", UNKNOWN, schema)


def per_feature(
    given: Any, argument: str, allowed: Sequence[str], schema: Schema
) -> tuple[str, ...]:
    """Return one policy per feature; features that a dict does not name get the first allowed."""
    if isinstance(given, str):
        check_policy(given, argument, allowed)
        return (given,) * schema.n_features
    if not isinstance(given, dict):
        raise InvalidParameterError(
            f"{argument} must be a policy, or a dict from features to policies; got "
            f"{type(given).__name__}."
        )
    policies: dict[int, str] = {}
    for feature, policy in given.items():
        j = schema.feature_index(feature, argument)
        if j in policies:
            label = column_label(j, schema.names)
            raise InvalidParameterError(f"{argument} has two entries for {label}.")
        check_policy(policy, f"{argument}[{feature!r}]", allowed)
        policies[j] = policy
    return tuple(policies.get(j, allowed[0]) for j in range(schema.n_features))


def check_policy(policy: Any, argument: str, allowed: Sequence[str]) -> None:
    if not isinstance(policy, str):
        raise InvalidParameterError(f"{argument} must be a string, got {type(policy).__name__}.")
    if policy not in allowed:
        names = ", ".join(map(repr, allowed))
        raise InvalidParameterError(f"{argument} must be one of {names}; got {policy!r}.")
