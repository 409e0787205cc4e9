"""Combine the predictions of many members: mean, median or most frequent value."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Aggregator:
    """Combines predictions (rows, outputs, width) of members, each for some of the rows."""

    def __init__(self, shape: tuple[int, int, int], aggregate: str, is_class: bool) -> None:
        self.aggregate = aggregate
        self.is_class = is_class
        self.is_sum = aggregate == "mean" or (aggregate == "mode" and is_class)
        self.total = np.zeros(shape)
        self.n_predictions = np.zeros(shape[0], dtype=np.int64)
        self.predictions: list[Floats] = []

    def add(self, values: Floats, rows: NDArray[Any] | slice = slice(None)) -> None:
        """Add the predictions of a member."""
        self.n_predictions[rows] += 1
        if self.aggregate == "mode" and self.is_class:
            values = votes(values)
        if self.is_sum:
            self.total[rows] += values
        else:
            prediction = np.full(self.total.shape, np.nan)
            prediction[rows] = values
            self.predictions.append(prediction)

    def result(self) -> Floats:
        """Return the combined predictions; NaN for rows without any."""
        known = self.n_predictions > 0
        result = np.full(self.total.shape, np.nan)
        if not known.any():
            return result
        if self.is_sum:
            result[known] = self.total[known] / self.n_predictions[known, None, None]
            return result
        stacked = np.stack(self.predictions)[:, known]
        if self.aggregate == "mode":
            result[known] = most_frequent(stacked)
            return result
        medians = np.nanmedian(stacked, axis=0)
        result[known] = normalized(medians) if self.is_class else medians
        return result


def votes(proba: Floats) -> Floats:
    """Return 1 for the most probable class, the first of a tie, and 0 for the others."""
    result = np.zeros_like(proba)
    np.put_along_axis(result, proba.argmax(axis=2, keepdims=True), 1.0, axis=2)
    return result


def normalized(proba: Floats) -> Floats:
    """Scale probabilities to a sum of 1; uniform where all are 0."""
    total = proba.sum(axis=2, keepdims=True)
    result = np.full_like(proba, 1 / proba.shape[2])
    np.divide(proba, total, out=result, where=total > 0)
    return result


def most_frequent(values: Floats) -> Floats:
    """Return the most frequent value along the first axis; the smallest of a tie."""
    ordered = np.sort(values, axis=0)
    counts = np.zeros(ordered.shape, dtype=np.int64)
    for value in ordered:
        counts += ordered == value
    mode = counts.argmax(axis=0)[None]
    return np.asarray(np.take_along_axis(ordered, mode, axis=0)[0])
