"""Predictions and residuals of a numeric target."""

from typing import Any

import numpy as np

from .groups import equal_groups
from .rows import Array
from .sections import Content

N_CELLS = 40
N_BINS = 31
N_GROUPS = 10


def residual_plots(y: Array, predicted: Array, weight: Any) -> Content:
    """Return the density of (prediction, target), residuals, and their mean by prediction."""
    residual = y - predicted
    low, high = float(min(y.min(), predicted.min())), float(max(y.max(), predicted.max()))
    if not high > low:
        high = low + 1.0
    edges = np.linspace(low, high, N_CELLS + 1)
    counts, _, _ = np.histogram2d(predicted, y, bins=[edges, edges], weights=weight)
    rows, columns = np.nonzero(counts)
    spread = np.quantile(np.abs(residual), 0.995) or 1.0
    bins = np.linspace(-spread, spread, N_BINS + 1)
    histogram, _ = np.histogram(np.clip(residual, -spread, spread), bins, weights=weight)
    return {
        "density": {
            "edges": edges.tolist(),
            "cells": np.column_stack([rows, columns]).tolist(),
            "counts": counts[rows, columns].tolist(),
        },
        "residuals": {"edges": bins.tolist(), "counts": histogram.tolist()},
        "by_prediction": by_prediction(residual, predicted),
    }


def by_prediction(residual: Array, predicted: Array) -> list[Content]:
    """Return quantiles of the residuals in groups of about equal size by prediction."""
    parts = equal_groups(predicted, N_GROUPS)
    quantiles = [np.quantile(residual[p], (0.1, 0.25, 0.5, 0.75, 0.9)).tolist() for p in parts]
    return [
        {"predicted": float(predicted[p].mean()), "quantiles": q, "n": len(p)}
        for p, q in zip(parts, quantiles, strict=True)
    ]
