"""Weights of classes by the conventions of LightGBM, XGBoost and CatBoost."""

from typing import Any

import numpy as np

from ..data.targets import Targets
from ..data.weights import Weights, check_weights


def with_positive_weight(
    weight: Weights | None, scale_pos_weight: float, targets: Targets
) -> Weights | None:
    """Multiply the weights of the samples of the positive class, the second of two."""
    if scale_pos_weight == 1:
        return weight
    if targets.n_classes[0] > 2:
        raise ValueError(f"scale_pos_weight is for two classes, but y has {targets.n_classes[0]}.")
    factor = np.where(targets.values[:, 0] == 1, float(scale_pos_weight), 1.0)
    result = factor if weight is None else weight * factor
    check_weights(result, "sample_weight times scale_pos_weight")
    return result


RELATIVE_TO_MAJORITY = {"balanced_majority": 1.0, "sqrt_balanced": 0.5}
"""Values of ``class_weight``: the power of (largest class frequency) / (class frequency)."""


def is_relative(class_weight: Any) -> bool:
    """Return whether ``class_weight`` is a name of weights relative to the largest class."""
    return isinstance(class_weight, str) and class_weight in RELATIVE_TO_MAJORITY


def class_weights(given: Any, targets: Targets) -> Any:
    """Convert a list, or a name of other libraries, to a dict by class label."""
    classes = targets.classes[0]
    if is_relative(given):
        counts = np.bincount(targets.values[:, 0], minlength=len(classes))
        factors = (counts.max() / np.maximum(counts, 1)) ** RELATIVE_TO_MAJORITY[given]
        return dict(zip(classes.tolist(), factors.tolist(), strict=True))
    if not isinstance(given, list):
        return given
    if len(given) != len(classes):
        raise ValueError(
            f"class_weight has {len(given)} entries, but y has {len(classes)} classes."
        )
    return dict(zip(classes.tolist(), given, strict=True))
