"""Parameters and weights: checks, and what they mean for a table of a given size."""

import functools
import inspect
import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn import get_config
from sklearn.utils._param_validation import validate_parameter_constraints
from sklearn.utils.class_weight import compute_class_weight

from .frames import describe
from .schema import Schema
from .targets import Targets

UNLIMITED = 2**31 - 1
Weights = NDArray[np.float64]


@functools.cache
def default_parameters(cls: type) -> dict[str, Any]:
    parameters = inspect.signature(cls).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters}


def validate_parameters(estimator: Any) -> None:
    """Check the parameters that differ from their defaults; errors name parameter and value."""
    if get_config()["skip_parameter_validation"]:
        return
    changed = {
        name: getattr(estimator, name)
        for name, default in default_parameters(type(estimator)).items()  # type: ignore[arg-type]
        if getattr(estimator, name) is not default
    }
    if changed:
        validate_parameter_constraints(
            estimator._parameter_constraints, changed, caller_name=type(estimator).__name__
        )


def sample_weights(sample_weight: Any, n_rows: int) -> Weights | None:
    """One finite weight >= 0 per row; a single number stands for all rows."""
    if sample_weight is None:
        return None
    try:
        weight = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"sample_weight must hold one number per row: {error}") from None
    if weight.ndim == 0:
        weight = np.full(n_rows, weight)
    if weight.ndim != 1:
        raise ValueError(f"sample_weight must be a 1D array or a number, got {weight.ndim}D.")
    if len(weight) != n_rows:
        raise ValueError(f"sample_weight has {len(weight)} entries, but X has {n_rows} rows.")
    check_weights(weight, "sample_weight")
    return np.ascontiguousarray(weight)


def check_weights(weight: Weights, name: str) -> None:
    if not weight.min() >= 0:
        row = int(np.flatnonzero(~(weight >= 0))[0])
        what = "NaN" if np.isnan(weight[row]) else f"a negative value ({weight[row]})"
        raise ValueError(f"{name} contains {what}: row {row}.")
    with np.errstate(over="ignore"):
        total = weight.sum()
    if total == 0:
        raise ValueError(f"{name} is zero for every row: at least one weight must not be zero.")
    if not math.isfinite(total):
        raise ValueError(f"{name} contains infinity, or weights too large to be summed.")


def with_class_weight(
    weight: Weights | None, class_weight: Any, targets: Targets
) -> Weights | None:
    """Multiply the rows' weights by the weights of their classes, for every output."""
    if class_weight is None:
        return weight
    per_output = class_weight_per_output(class_weight, targets)
    result = np.ones(len(targets.values)) if weight is None else weight.copy()
    for k, (weights, classes) in enumerate(zip(per_output, targets.classes, strict=True)):
        codes = targets.values[:, k]
        if isinstance(weights, str):
            factors = len(codes) / (len(classes) * np.bincount(codes, minlength=len(classes)))
        else:
            factors = compute_class_weight(weights, classes=classes, y=classes)
        result *= factors[codes]
    check_weights(result, "sample_weight times class_weight")
    return result


def class_weight_per_output(class_weight: Any, targets: Targets) -> Sequence[Any]:
    n_outputs = targets.n_outputs
    if isinstance(class_weight, str):
        return [class_weight] * n_outputs
    if isinstance(class_weight, dict):
        if n_outputs > 1:
            raise ValueError(
                "For multi-output, class_weight should be a list of dicts, or the string "
                "'balanced'; got a single dict."
            )
        return [class_weight]
    if n_outputs == 1:
        raise ValueError("class_weight should be a dict or 'balanced' for one output; got a list.")
    if len(class_weight) != n_outputs:
        raise ValueError(
            f"For multi-output, number of elements in class_weight ({len(class_weight)}) should "
            f"match number of outputs ({n_outputs})."
        )
    return list(class_weight)


def resolve_max_features(max_features: Any, n_features: int) -> int:
    """The number of features looked at per split."""
    if max_features is None:
        return n_features
    if max_features == "sqrt":
        return max(1, int(math.sqrt(n_features)))
    if max_features == "log2":
        return max(1, int(math.log2(n_features)))
    if isinstance(max_features, numbers.Integral):
        return int(max_features)
    return max(1, int(max_features * n_features))


def stopping_rules(estimator: Any, n_rows: int, weight: Weights | None) -> dict[str, Any]:
    """The parameters that end growth, as the core takes them; fractions are of all rows."""
    total = n_rows if weight is None else weight.sum()
    return {
        **size_limits(estimator, n_rows),
        "min_weight_leaf": float(estimator.min_weight_fraction_leaf * total),
    }


def size_limits(estimator: Any, n_rows: int) -> dict[str, Any]:
    """The same without that on the weight of leaves."""
    depth, leaves = estimator.max_depth, estimator.max_leaf_nodes
    return {
        "max_depth": UNLIMITED if depth is None else min(int(depth), UNLIMITED),
        **least_rows(estimator, n_rows),
        "max_leaf_nodes": 0 if leaves is None else min(int(leaves), UNLIMITED),
        "min_impurity_decrease": float(estimator.min_impurity_decrease),
    }


def least_rows(estimator: Any, n_rows: int) -> dict[str, int]:
    """The fewest rows of a leaf and of a node to split; fractions are of all rows."""
    leaf, split = estimator.min_samples_leaf, estimator.min_samples_split
    if not isinstance(leaf, numbers.Integral):
        leaf = math.ceil(leaf * n_rows)
    if not isinstance(split, numbers.Integral):
        split = max(2, math.ceil(split * n_rows))
    # No table is so large that a limit beyond its rows means more than the rows.
    return {
        "min_samples_split": min(int(max(split, 2 * leaf)), n_rows + 1),
        "min_samples_leaf": min(int(leaf), n_rows + 1),
    }


def monotonic_constraints(monotonic_cst: Any, schema: Schema, targets: Targets) -> list[int] | None:
    """One of -1, 0 and 1 per feature, or None; checked against features and target."""
    if monotonic_cst is None:
        return None
    if targets.n_outputs > 1:
        raise ValueError("Monotonicity constraints are not supported with multiple outputs.")
    if targets.classes and len(targets.classes[0]) > 2:
        raise ValueError(
            "Monotonicity constraints are not supported with multiclass classification."
        )
    if isinstance(monotonic_cst, dict):
        monotonic_cst = constraints_by_name(monotonic_cst, schema)
    constraints = np.asarray(monotonic_cst)
    if constraints.shape != (schema.n_features,):
        raise ValueError(
            f"monotonic_cst has shape {constraints.shape} but the input data X has "
            f"{schema.n_features} features."
        )
    wrong = constraints[~np.isin(constraints, (-1, 0, 1))]
    if wrong.size:
        raise ValueError(f"monotonic_cst must hold only -1, 0 and 1, but got {wrong[0]!r}.")
    for j, known in enumerate(schema.levels or ()):
        if known is not None and constraints[j] != 0:
            raise ValueError(
                f"monotonic_cst constrains {describe(j, schema.names)}, which is categorical."
            )
    return [int(constraint) for constraint in constraints]


def constraints_by_name(monotonic_cst: dict[str, int], schema: Schema) -> list[int]:
    if schema.names is None:
        raise ValueError("monotonic_cst is a dict by feature name, but X has no feature names.")
    unknown = [name for name in monotonic_cst if name not in schema.names]
    if unknown:
        raise ValueError(f"monotonic_cst names {unknown}, which X does not have.")
    return [monotonic_cst.get(name, 0) for name in schema.names]


def resolve_seed(random_state: Any, samples: bool) -> int:
    """The seed of the core. Without random_state it is fixed unless the tree samples."""
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    if random_state is None:
        return int(np.random.randint(UNLIMITED)) if samples else 0  # noqa: NPY002
    return int(random_state.randint(UNLIMITED))
