"""Conversions from parameter values to options of the core.

Each takes the value of a parameter and the context of a fit: the training data, of which
``schema``, ``targets``, ``missing`` and ``n_rows`` are used.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from numbers import Integral
from typing import Any, Protocol

import numpy as np

from ..data.features import column_label
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.targets import Targets

INT32_MAX = 2**31 - 1


class FitContext(Protocol):
    """What resolvers read of the training data."""

    @property
    def schema(self) -> Schema: ...
    @property
    def targets(self) -> Targets: ...
    @property
    def missing(self) -> MissingRules: ...
    @property
    def n_rows(self) -> int: ...


def as_float(value: float, context: FitContext) -> float:
    return float(value)


def at_most_int32(value: int | None, context: FitContext) -> int | None:
    return None if value is None else min(int(value), INT32_MAX)


def zero_for_none(value: int | None, context: FitContext) -> int:
    return 0 if value is None else int(value)


def min_samples_leaf(value: int | float, context: FitContext) -> int:
    """Resolve a fraction of the samples; a limit above the number of samples is clipped."""
    leaf = value if isinstance(value, Integral) else math.ceil(value * context.n_rows)
    return min(int(leaf), context.n_rows + 1)


def min_samples_split(value: int | float, context: FitContext) -> int:
    split = value if isinstance(value, Integral) else max(2, math.ceil(value * context.n_rows))
    return min(int(split), context.n_rows + 1)


def n_features_of(value: int | float | str | None, n_features: int) -> int:
    """Resolve a number, fraction, "sqrt", "log2" or None (all) to a number of features."""
    if value is None:
        return n_features
    if value == "sqrt":
        return max(1, int(math.sqrt(n_features)))
    if value == "log2":
        return max(1, int(math.log2(n_features)))
    if isinstance(value, Integral):
        return int(value)
    return max(1, int(float(value) * n_features))


def max_features(value: int | float | str | None, context: FitContext) -> int:
    n_features = context.schema.n_features
    return min(n_features_of(value, n_features), n_features)


def missing_routes(value: Any, context: FitContext) -> Sequence[int] | None:
    return context.missing.routes()


def unknown_routes(value: Any, context: FitContext) -> Sequence[int] | None:
    return context.missing.unknown_routes()


def monotonic(value: Any, context: FitContext) -> list[int] | None:
    """Return -1, 0 or 1 for each feature, or None without constraints."""
    return monotonic_constraints(value, context.schema, context.targets)


def monotonic_constraints(monotonic_cst: Any, schema: Schema, targets: Targets) -> list[int] | None:
    """Validate constraints against the features and the target."""
    if monotonic_cst is None:
        return None
    if targets.n_outputs > 1:
        raise ValueError("Monotonicity constraints are not supported with multiple outputs.")
    if targets.classes and len(targets.classes[0]) > 2:
        raise ValueError(
            "Monotonicity constraints are not supported with multiclass classification."
        )
    if isinstance(monotonic_cst, dict):
        monotonic_cst = constraints_by_feature(monotonic_cst, schema)
    constraints = np.asarray(monotonic_cst)
    if constraints.shape != (schema.n_features,):
        raise ValueError(
            f"monotonic_cst has shape {constraints.shape} but the input data X has "
            f"{schema.n_features} features."
        )
    wrong = constraints[~np.isin(constraints, (-1, 0, 1))]
    if wrong.size:
        raise ValueError(f"monotonic_cst must hold only -1, 0 and 1, but got {wrong[0]!r}.")
    for j, known in enumerate(schema.categories or ()):
        if known is not None and constraints[j] != 0:
            raise ValueError(
                f"monotonic_cst constrains {column_label(j, schema.names)}, which is categorical."
            )
    return [int(constraint) for constraint in constraints]


def constraints_by_feature(monotonic_cst: dict[Any, int], schema: Schema) -> list[int]:
    """Return the constraint of each feature from a dict by feature name or index."""
    given = {
        schema.feature_index(feature, "monotonic_cst"): constraint
        for feature, constraint in monotonic_cst.items()
    }
    return [given.get(j, 0) for j in range(schema.n_features)]


SPLIT_KINDS = ("binary", "multiway", "oblique", "sphere", "pca")


def split_kind_names(value: Any) -> tuple[str, ...]:
    """Return the names in ``split_kind``, without repetition, in a fixed order."""
    names = [value] if isinstance(value, str) else list(value)
    unknown = [name for name in names if name not in SPLIT_KINDS]
    if unknown or not names:
        known = ", ".join(map(repr, SPLIT_KINDS))
        what = repr(unknown[0]) if unknown else "an empty list"
        raise ValueError(f"split_kind must be one or several of {known}; got {what}.")
    return tuple(kind for kind in SPLIT_KINDS if kind in names)


def split_kinds(value: Any, context: FitContext) -> tuple[str, ...]:
    return split_kind_names(value)


def criterion(value: str, context: FitContext) -> str:
    """Return the core's name of a criterion."""
    return {"log_loss": "entropy"}.get(value, value)


def is_random(value: str, context: FitContext) -> bool:
    return value == "random"


def is_classic(value: str, context: FitContext) -> bool:
    return value == "classic"


def no_auto_bins(value: int | str | None, context: FitContext) -> int | None:
    return None if value == "auto" or value is None else int(value)


def interactions(value: Any, context: FitContext) -> list[list[int]] | None:
    return interaction_groups(value, context.schema)


def interaction_groups(interaction_cst: Any, schema: Schema) -> list[list[int]] | None:
    """Return the groups of features that may interact; features not named form another."""
    if interaction_cst is None:
        return None
    n = schema.n_features
    if isinstance(interaction_cst, str):
        size = {"no_interactions": 1, "pairwise": min(2, n)}[interaction_cst]
        return [list(group) for group in combinations(range(n), size)]
    groups = []
    for group in interaction_cst:
        if isinstance(group, str) or not np.iterable(group):
            raise ValueError(
                "interaction_cst must be a list of lists of features, 'pairwise' or "
                f"'no_interactions'; it holds {group!r}."
            )
        groups.append(sorted({schema.feature_index(key, "interaction_cst") for key in group}))
    rest = set(range(n)).difference(*groups)
    return groups + ([sorted(rest)] if rest else [])
