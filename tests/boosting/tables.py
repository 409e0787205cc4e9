"""Random tables with all kinds of columns, and targets for each loss."""

import numpy as np

from properties.growing import Sample
from properties.tables import mixed_columns

# Loss and number of classes.
LOSSES = {
    "squared error": ("squared_error", 0),
    "absolute error": ("absolute_error", 0),
    "two classes": ("log_loss", 2),
    "three classes": ("log_loss", 3),
    "poisson": ("poisson", 0),
}
SMOOTH = {name: LOSSES[name] for name in ("squared error", "two classes", "three classes")}


def make_target(rng, signal, loss, n_classes):
    noisy = signal + rng.normal(size=len(signal))
    if n_classes:
        cuts = np.quantile(noisy, np.arange(1, n_classes) / n_classes)
        return np.searchsorted(cuts, noisy).astype(np.int32)
    return rng.poisson(np.exp(noisy / 4)).astype(float) if loss == "poisson" else noisy


def make_sample(rng, loss, n_classes=0, n_rows=150, n_sets=1, weighted=True, missing=True):
    """Draw ``n_sets`` groups of four columns; two of each have missing values."""
    columns, levels = mixed_columns(rng, n_rows, n_sets)
    if not missing:
        columns = [np.nan_to_num(column) for column in columns]
    signal = columns[1] / 2 + np.nan_to_num(columns[2], nan=2.0) + (columns[3] > 3)
    y = make_target(rng, signal, loss, n_classes)
    weight = rng.uniform(0.2, 3, n_rows) if weighted else None
    return Sample(columns, levels, y[:, None], weight, (n_classes,) if n_classes else ())


def noise(rng, n_rows, n_columns):
    """Draw columns and derivatives that are independent of each other."""
    columns = [rng.normal(size=n_rows) for _ in range(n_columns)]
    sample = Sample(columns, [0] * n_columns, np.zeros((n_rows, 1)))
    return sample, rng.normal(size=n_rows), np.ones(n_rows)
