"""Summary of the rows: size, features, targets."""

from typing import Any

import numpy as np

from .features import Feature, Floats
from .rows import Output
from .sections import Content

MAX_FEATURES = 300
N_BINS = 24
MAX_CATEGORIES = 12


def summarize(features: list[Feature], outputs: list[Output]) -> Content:
    n_rows = len(outputs[0].y)
    return {
        "n_rows": n_rows,
        "n_features": len(features),
        "features": [feature_summary(f) for f in features[:MAX_FEATURES]],
        "targets": [target_summary(output) for output in outputs],
    }


def feature_summary(feature: Feature) -> Content:
    present = feature.present
    found: Content = {
        "name": feature.name,
        "kind": feature.kind,
        "missing": feature.n_missing,
        "distinct": feature.n_distinct,
    }
    if not len(present):
        return found
    if feature.labels is not None:
        codes, counts = np.unique(present.astype(np.int64), return_counts=True)
        order = np.argsort(-counts, kind="stable")
        shown = [(feature.text(codes[i]), int(counts[i])) for i in order[:MAX_CATEGORIES]]
        return found | {
            "top": shown,
            "n_rest": int(counts[order[MAX_CATEGORIES:]].sum()),
            "n_unknown": int(feature.unknown.sum()),
        }
    low, median, high = np.quantile(present, (0, 0.5, 1)).tolist()
    counts, edges = histogram(present)
    texts = {"low": low, "median": median, "high": high}
    return found | {
        **{name: feature.text(value) for name, value in texts.items()},
        "histogram": counts.tolist(),
        "range": [float(edges[0]), float(edges[-1])],
    }


def histogram(values: Floats) -> tuple[Any, Floats]:
    """Return counts and edges of bins; one bin if the range is too narrow for more."""
    low, high = float(values.min()), float(values.max())
    if low == high:
        low, high = low - 0.5, high + 0.5
    if np.isfinite(high - low):
        edges = np.linspace(low, high, N_BINS + 1)
        if (np.diff(edges) > 0).all():
            return np.histogram(values, edges)
    return np.array([len(values)]), np.array([low, high])


def target_summary(output: Output) -> Content:
    """Return the counts of classes, or a histogram."""
    y: Any = output.y
    if output.labels is not None:
        values, counts = np.unique(y, return_counts=True)
        order = np.argsort(-counts, kind="stable")[:40]
        positions = output.class_positions(values)
        found = [[str(values[i]), int(counts[i]), positions[i]] for i in order]
        return {"name": output.name, "classes": found, "n_classes": len(values)}
    counts, edges = histogram(y)
    return {
        "name": output.name,
        "histogram": counts.tolist(),
        "range": [float(edges[0]), float(edges[-1])],
        "mean": float(y.mean()),
        "sd": float(y.std()),
    }
