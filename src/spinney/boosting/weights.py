"""Weight of the positive class."""

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
