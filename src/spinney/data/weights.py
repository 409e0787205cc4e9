"""Sample weights and class weights."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.class_weight import compute_class_weight

from .native_arrays import check_native
from .targets import Targets

Weights = NDArray[np.float64]


def sample_weights(sample_weight: Any, n_rows: int) -> Weights | None:
    """Read one finite weight >= 0 per row; a single number is the weight of all rows."""
    if sample_weight is None:
        return None
    check_native(sample_weight, "sample_weight")
    try:
        weight = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"sample_weight must contain one number per row: {error}") from None
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
        found = "NaN" if np.isnan(weight[row]) else f"a negative value ({weight[row]})"
        raise ValueError(f"{name} contains {found}: row {row}.")
    with np.errstate(over="ignore"):
        total = weight.sum()
    if total == 0:
        raise ValueError(f"{name} is zero for every row: at least one weight must be positive.")
    if not math.isfinite(total):
        raise ValueError(f"{name} contains infinity, or weights too large to be summed.")


def with_class_weight(
    weight: Weights | None, class_weight: Any, targets: Targets
) -> Weights | None:
    """Multiply sample weights by the class weights of every output."""
    if class_weight is None:
        return weight
    per_output = class_weight_per_output(class_weight, targets)
    result = np.ones(len(targets.values)) if weight is None else weight.copy()
    for k, (weights, classes) in enumerate(zip(per_output, targets.classes, strict=True)):
        codes = targets.values[:, k]
        if isinstance(weights, str):
            counts = np.bincount(codes, minlength=len(classes))
            factors = len(codes) / (len(classes) * np.maximum(counts, 1))
        else:
            factors = compute_class_weight(weights, classes=classes, y=classes)
        result *= factors[codes]
    check_weights(result, "sample_weight times class_weight")
    return result


def without_zero_classes(
    weight: Weights | None, class_weight: Any, targets: Targets
) -> Weights | None:
    """Return the weights with 0 for the rows whose class has weight 0."""
    factors = with_class_weight(None, class_weight, targets)
    if factors is None or factors.all():
        return weight
    present = factors > 0
    return present.astype(np.float64) if weight is None else weight * present


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
            "For multi-output, number of elements in class_weight should match number of outputs: "
            f"got {len(class_weight)} for {n_outputs} outputs."
        )
    return list(class_weight)
