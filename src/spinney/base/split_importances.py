"""Importances of features from the splits of trees: gains, covers and counts."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _core

Floats = NDArray[np.float64]
MEANS = ("gain", "cover")
TOTALS = ("total_gain", "total_cover")
COUNTS = ("count", "weight", "split")
"""Names of the number of splits: here, in XGBoost and in LightGBM."""
KINDS = (*MEANS, *TOTALS, *COUNTS)


def split_importances(
    trees: Iterable[_core.Tree],
    n_features: int,
    kind: str,
    groups: Sequence[Sequence[int]] | None = None,
) -> Floats:
    """Return the sum or mean over the splits on each feature, or group of features.

    A split on several features counts for the one with the largest share; its gain is divided by
    the shares.
    """
    if kind not in KINDS:
        raise ValueError(f"kind={kind!r} must be one of {', '.join(map(repr, KINDS))}.")
    count, total = np.zeros(n_features), np.zeros(n_features)
    for tree in trees:
        inner = np.flatnonzero(tree.kind)
        feature = tree.feature[inner]
        count += np.bincount(feature, minlength=n_features)
        if kind.endswith("gain") and _core.max_terms(tree):
            total += tree.feature_importances(normalize=False)
            continue
        values = tree.gain if kind.endswith("gain") else tree.weighted_n_node_samples
        total += np.bincount(feature, values[inner], minlength=n_features)
    if groups is not None:
        count, total = (np.array([v[list(g)].sum() for g in groups]) for v in (count, total))
    if kind in COUNTS:
        return count
    return total / np.maximum(count, 1) if kind in MEANS else total
