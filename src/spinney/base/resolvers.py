"""Conversions from parameter values to options of the core, given the training data."""

import math
from collections.abc import Callable
from itertools import combinations
from numbers import Integral
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.utils._param_validation import InvalidParameterError

from .. import _core
from ..data.features import column_label
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.targets import Targets
from ..data.weights import Weights
from .criteria import CRITERIA
from .training_data import LabeledTable
from .validation_split import Mask


class FitContext(NamedTuple):
    """Properties of the training data that parameters depend on."""

    schema: Schema
    targets: Targets
    missing: MissingRules
    n_rows: int
    total_weight: float

    @classmethod
    def of(
        cls, data: LabeledTable, keep: Mask | None = None, weight: Weights | None = None
    ) -> Self:
        """Describe a data set, or the rows to keep, with its own or other weights."""
        n_rows = data.n_rows if keep is None else int(keep.sum())
        weight = data.weight if weight is None else weight
        total = float(n_rows if weight is None else weight.sum())
        return cls(data.schema, data.targets, data.missing, n_rows, total)


def member_of(enum: Any) -> Callable[[str, FitContext], Any]:
    """Return the resolver from the name of a member of one of the core's enums."""
    return lambda value, context: enum[value]


def min_weight_leaf(value: float, context: FitContext) -> float:
    return float(value * context.total_weight)


def min_samples_leaf(value: int | float, context: FitContext) -> int:
    """Resolve a fraction of the samples; a limit above the number of samples is clipped."""
    leaf = value if isinstance(value, Integral) else math.ceil(value * context.n_rows)
    return min(int(leaf), context.n_rows + 1)


def min_samples_split(value: int | float, context: FitContext) -> int:
    split = value if isinstance(value, Integral) else max(2, math.ceil(value * context.n_rows))
    return min(int(split), context.n_rows + 1)


def positive_or_none(value: int | None, context: FitContext) -> int | None:
    """Resolve 0 and -1, which other libraries use for "no limit", to None."""
    return None if value is None or value <= 0 else int(value)


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


def missing_routes(value: Any, context: FitContext) -> Any:
    return context.missing.routes()


def unknown_routes(value: Any, context: FitContext) -> Any:
    return context.missing.unknown_routes()


def monotonic(value: Any, context: FitContext) -> list[int] | None:
    """Return -1, 0 or 1 for each feature, or None without constraints."""
    return monotonic_constraints(value, context.schema, context.targets)


def monotonic_by_output(value: Any, context: FitContext) -> list[int] | None:
    """Return the same for models with trees of their own for each output."""
    targets = context.targets
    first = Targets(targets.values[:, :1], targets.classes[:1])
    return monotonic_constraints(value, context.schema, first)


def has_constraints(monotonic_cst: Any) -> bool:
    """Return whether any feature has a constraint."""
    given = monotonic_cst.values() if isinstance(monotonic_cst, dict) else monotonic_cst
    return monotonic_cst is not None and any(one != 0 for one in np.ravel(list(given)).tolist())


def monotonic_constraints(monotonic_cst: Any, schema: Schema, targets: Targets) -> list[int] | None:
    """Validate constraints against the features and the target; None if all are 0."""
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
        shape = len(constraints) if constraints.ndim == 1 else constraints.shape
        raise ValueError(
            f"monotonic_cst has shape {shape} but the input data X has "
            f"{schema.n_features} features."
        )
    wrong = constraints[~np.isin(constraints, (-1, 0, 1))]
    if wrong.size:
        raise ValueError(
            f"monotonic_cst must be None or an array-like of -1, 0 or 1, got {constraints}."
        )
    for j, known in enumerate(schema.categories or ()):
        if known is not None and constraints[j] != 0:
            raise ValueError(
                f"monotonic_cst constrains {column_label(j, schema.names)}, which is categorical."
            )
    return [int(constraint) for constraint in constraints] if constraints.any() else None


def constraints_by_feature(monotonic_cst: dict[Any, int], schema: Schema) -> list[int]:
    """Return the constraint of each feature from a dict by feature name or index."""
    given = {
        schema.feature_index(feature, "monotonic_cst"): constraint
        for feature, constraint in monotonic_cst.items()
    }
    return [given.get(j, 0) for j in range(schema.n_features)]


def feature_weights(value: Any, context: FitContext) -> list[float] | None:
    """Return one weight above 0 per feature, or None.

    A weight of 0 becomes so small that other features are drawn first.
    """
    if value is None:
        return None
    n = context.schema.n_features
    if isinstance(value, dict):
        keys = [context.schema.feature_index(key, "feature_weights") for key in value]
        given = dict(zip(keys, value.values(), strict=True))
        value = [given.get(j, 1.0) for j in range(n)]
    try:
        weights = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"feature_weights must contain numbers: {error}") from None
    if weights.shape != (n,):
        raise ValueError(f"feature_weights has shape {weights.shape} but X has {n} features.")
    usable = np.isfinite(weights) & (weights >= 0)
    if not usable.all():
        wrong = weights[~usable][0]
        raise ValueError(f"feature_weights must contain finite numbers >= 0, got {wrong}.")
    smallest = max(float(weights.max()) * 1e-300, 5e-324)
    return [float(weight) or smallest for weight in weights]


def split_kind_names(value: Any) -> tuple[str, ...]:
    """Return the names in ``split_kind``, without repetition, in the order of the core."""
    kinds = tuple(_core.SplitKind.__members__)
    names = [value] if isinstance(value, str) else list(value)
    unknown = [name for name in names if name not in kinds]
    if unknown or not names:
        known = ", ".join(map(repr, kinds))
        what = repr(unknown[0]) if unknown else "an empty list"
        raise InvalidParameterError(f"split_kind must be one or several of {known}; got {what}.")
    return tuple(kind for kind in kinds if kind in names)


def split_kinds(value: Any, context: FitContext) -> list[_core.SplitKind]:
    return [_core.SplitKind[name] for name in split_kind_names(value)]


def n_projections(value: int | None, context: FitContext) -> int:
    return value or 0


def criterion(value: str, context: FitContext) -> _core.Criterion:
    return CRITERIA[value].kind


def is_random(value: str, context: FitContext) -> bool:
    return value == "random"


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
                f"'no_interactions', got {group!r} in the list."
            )
        groups.append(sorted({schema.feature_index(key, "interaction_cst") for key in group}))
    rest = set(range(n)).difference(*groups)
    return groups + ([sorted(rest)] if rest else [])
