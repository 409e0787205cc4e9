"""The outputs of a model that charts show: of many classes the most frequent ones."""

from typing import Any

import numpy as np

from .rows import Rows

MAX_OUTPUTS = 12


def shown_outputs(n_outputs: int, rows: Rows, model: Any) -> list[int]:
    """Return the positions of up to MAX_OUTPUTS outputs, in their order."""
    if n_outputs <= MAX_OUTPUTS:
        return list(range(n_outputs))
    classes = getattr(model, "classes_", None)
    if rows.target_matrix.shape[1] > 1 or classes is None or len(classes) != n_outputs:
        return list(range(MAX_OUTPUTS))
    y = rows.target_matrix[:, 0]
    counts = [np.count_nonzero(y == label) for label in classes]
    order = np.argsort(-np.array(counts), kind="stable")
    return sorted(int(k) for k in order[:MAX_OUTPUTS])
