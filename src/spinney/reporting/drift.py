"""Differences between the rows of the report and the training rows."""

from typing import Any

import numpy as np

from .data_checks import is_identifier, row_keys
from .features import Feature, Floats
from .sections import Content, Unavailable

N_BINS = 10
MAX_SHOWN = 30
CLEAR = 0.2
"""The population stability index from which a feature has clearly drifted."""
FLOOR = 0.5
"""The number of rows of an empty bin, whose logarithm would be infinite."""


def drift(features: list[Feature], train: list[Feature] | None) -> Content:
    """Return the population stability index of every feature."""
    if train is None:
        raise Unavailable(
            "Pass train=(X_train, y_train), or --train TABLE, to compare these rows with the "
            "training rows."
        )
    skipped = {f.name for pair in zip(train, features, strict=True) for f in pair if is_key(f)}
    found: list[Content] = [
        {"name": new.name, "psi": stability_index(*parts), "noise": noise(*parts)}
        for old, new in zip(train, features, strict=True)
        if new.name not in skipped
        for parts in [binned(old, new)]
    ]
    found.sort(key=lambda entry: -entry["psi"])
    known = np.isin(row_keys(features), row_keys(train))
    return {
        "features": found[:MAX_SHOWN],
        "n_features": len(found),
        "identifiers": sorted(skipped),
        "clear": [e["name"] for e in found if e["psi"] >= max(CLEAR, 3 * e["noise"])],
        "n_known_rows": int(known.sum()),
        "n_rows": len(known),
        "n_train_rows": len(train[0].values),
    }


def is_key(feature: Feature) -> bool:
    """Whether a feature is a category with a value per row, whose values are always new."""
    return feature.labels is not None and is_identifier(feature)


def noise(old: Floats, new: Floats) -> float:
    """Return the expected index of two random samples of the same distribution."""
    n_bins = np.count_nonzero((old > 0) | (new > 0)) - 1
    return float(n_bins * (1 / max(1, old.sum()) + 1 / max(1, new.sum())))


def stability_index(old: Floats, new: Floats) -> float:
    """Return sum((p - q) log(p / q)) over the bins of two tables."""
    p, q = (np.maximum(rows, FLOOR) / max(1, rows.sum()) for rows in (old, new))
    return float(np.sum((q - p) * np.log(q / p)))


def binned(old: Feature, new: Feature) -> tuple[Floats, Floats]:
    """Return the rows of both tables in bins of the training rows, and with missing values.

    Categories have a bin for each of the most frequent ones of the training rows, one for their
    others, and one for those that they do not have.
    """
    if old.labels is None:
        edges = np.concatenate([[-np.inf], inner_edges(old.present), [np.inf]])
        return bin_counts(old.values, edges), bin_counts(new.values, edges)
    present = old.exact[~np.isnan(old.exact)]
    labels, counts = np.unique(present, return_counts=True)
    frequent = labels[np.argsort(-counts, kind="stable")[: N_BINS - 1]]
    tables = (category_counts(one.exact, frequent, labels) for one in (old, new))
    expected, found = tables
    # New categories are about as frequent as those of a single training row (Good and Turing).
    n_new = min(expected[N_BINS - 1], np.count_nonzero(counts == 1))
    expected[N_BINS - 1 : N_BINS + 1] += -n_new, n_new
    return expected, found


def category_counts(values: Floats, frequent: Floats, labels: Floats) -> Floats:
    counts = np.zeros(N_BINS + 2)
    counts[: len(frequent)] = [(values == label).sum() for label in frequent]
    missing = np.isnan(values).sum()
    is_new = (~np.isin(values, labels)).sum() - missing
    counts[N_BINS - 1] = len(values) - counts[: len(frequent)].sum() - missing - is_new
    counts[N_BINS:] = is_new, missing
    return counts


def inner_edges(values: Floats) -> Floats:
    """Return the deciles of the values; none if there are no values."""
    if not len(values):
        return values
    found: Floats = np.unique(np.quantile(values, np.linspace(0, 1, N_BINS + 1)[1:-1]))
    return found


def bin_counts(values: Floats, edges: Any) -> Floats:
    present = values[~np.isnan(values)]
    counts = np.bincount(np.searchsorted(edges, present), minlength=len(edges))
    return np.append(counts, len(values) - len(present)).astype(np.float64)
