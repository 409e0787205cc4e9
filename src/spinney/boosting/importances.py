"""Importances of features: sums and means over the splits on each feature."""

import numpy as np

from .losses import Floats
from .model import BoostedModel

MEANS = ("gain", "cover")
TOTALS = ("total_gain", "total_cover")
COUNTS = ("count", "weight", "split")
"""Names of the number of splits: here, in XGBoost and in LightGBM."""
KINDS = (*MEANS, *TOTALS, *COUNTS)


def importances(model: BoostedModel, kind: str) -> Floats:
    """Return the importance of each feature: a sum or mean over the splits on it."""
    if kind not in KINDS:
        raise ValueError(f"kind={kind!r} must be one of {', '.join(map(repr, KINDS))}.")
    n = model.schema.n_features
    count, total = np.zeros(n), np.zeros(n)
    for tree in model.trees:
        inner = np.flatnonzero(tree.kind)
        feature = tree.feature[inner]
        values = tree.gain if kind.endswith("gain") else tree.weighted_n_node_samples
        count += np.bincount(feature, minlength=n)
        total += np.bincount(feature, values[inner], minlength=n)
    if kind in COUNTS:
        return count
    return total / np.maximum(count, 1) if kind in MEANS else total


def default_importances(model: BoostedModel, importance_type: str | None) -> Floats:
    """Return ``feature_importances_``; all but LightGBM's "split" are normalized."""
    values = importances(model, importance_type or "total_gain")
    total = values.sum()
    return values / total if total > 0 and importance_type != "split" else values
