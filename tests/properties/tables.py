"""Tables with every kind of column, and targets and weights whose sums round."""

import numpy as np

from spinney.base.criteria import CRITERIA

from .growing import Sample
from .oracle import CLASSIFICATION


def awkward(rng, n_rows, magnitudes=6):
    """Floats of many magnitudes and full mantissas: naive sums depend on the order."""
    return rng.normal(size=n_rows) * 10.0 ** rng.uniform(-magnitudes, magnitudes, n_rows)


def mixed_columns(rng, n_rows, n_sets=1):
    """``n_sets`` times: continuous, few values, continuous with holes, categories with holes."""
    columns, levels = [], []
    for _ in range(n_sets):
        holes = rng.random((2, n_rows)) < 0.15
        columns += [
            awkward(rng, n_rows),
            rng.integers(8, size=n_rows).astype(float),
            np.where(holes[0], np.nan, rng.normal(size=n_rows)),
            np.where(holes[1], np.nan, rng.integers(7, size=n_rows)),
        ]
        levels += [0, 0, 0, 7]
    return columns, levels


def mixed_sample(rng, criterion, n_rows=150, n_sets=1, n_classes=3, weighted=True):
    columns, levels = mixed_columns(rng, n_rows, n_sets)
    signal = columns[1] + np.nan_to_num(columns[2], nan=2.0) + (columns[3] > 3)
    if criterion in CLASSIFICATION:
        noisy = signal + rng.normal(size=n_rows)
        cuts = np.quantile(noisy, np.arange(1, n_classes) / n_classes)
        y, counts = np.searchsorted(cuts, noisy).astype(np.int32), (n_classes,)
    else:
        y, counts = signal + awkward(rng, n_rows), ()
        y = np.abs(y) if CRITERIA[criterion].non_negative else y
    weight = np.abs(awkward(rng, n_rows, 2)) if weighted else None
    return Sample(columns, levels, y[:, None], weight, counts)
