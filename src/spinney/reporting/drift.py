"""Differences between the rows of the report and the training rows."""

from typing import Any

import numpy as np

from .data_checks import row_keys
from .features import Feature, Floats
from .sections import Content, Unavailable

N_BINS = 10
CLEAR = 0.2
"""The population stability index from which a feature has clearly drifted."""
FLOOR = 1e-4


def drift(features: list[Feature], train: list[Feature] | None) -> Content:
    """Return the population stability index of every feature."""
    if train is None:
        raise Unavailable(
            "Pass train=(X_train, y_train), or --train TABLE, to compare these rows with the "
            "training rows."
        )
    found: list[Content] = [
        {"name": new.name, "psi": stability_index(old, new), "noise": noise(old, new)}
        for old, new in zip(train, features, strict=True)
    ]
    found.sort(key=lambda entry: -entry["psi"])
    known = np.isin(row_keys(features), row_keys(train))
    return {
        "features": found[:30],
        "clear": [e["name"] for e in found if e["psi"] >= max(CLEAR, 3 * e["noise"])],
        "n_known_rows": int(known.sum()),
        "n_rows": len(known),
    }


def noise(old: Feature, new: Feature) -> float:
    """Return the expected index of two random samples of the same distribution."""
    n_bins = N_BINS if old.labels is None else min(N_BINS, len(old.labels) + 1)
    return n_bins * (1 / max(1, len(old.values)) + 1 / max(1, len(new.values)))


def stability_index(old: Feature, new: Feature) -> float:
    """Return sum((p - q) log(p / q)) over bins of the training rows and missing values."""
    if old.labels is not None:
        edges = np.arange(len(old.labels) + 2) - 0.5
    else:
        edges = np.concatenate([[-np.inf], inner_edges(old.present), [np.inf]])
    p, q = (np.maximum(shares(f.values, edges), FLOOR) for f in (old, new))
    return float(np.sum((q - p) * np.log(q / p)))


def inner_edges(values: Floats) -> Floats:
    """Return the deciles of the values; none if there are no values."""
    if not len(values):
        return values
    found: Floats = np.unique(np.quantile(values, np.linspace(0, 1, N_BINS + 1)[1:-1]))
    return found


def shares(values: Floats, edges: Any) -> Floats:
    counts = np.bincount(np.searchsorted(edges, values[~np.isnan(values)]), minlength=len(edges))
    missing = np.isnan(values).sum()
    found: Floats = np.append(counts, missing) / max(1, len(values))
    return found
