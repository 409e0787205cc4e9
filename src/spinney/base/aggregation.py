"""Many answers to one: the mean, the median or the most frequent."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Pool:
    """Takes in what members say of some of the rows: (rows, outputs, width), as the core does."""

    def __init__(self, shape: tuple[int, int, int], aggregate: str, is_class: bool) -> None:
        self.aggregate = aggregate
        self.is_class = is_class
        self.adds_up = aggregate == "mean" or (aggregate == "mode" and is_class)
        self.total = np.zeros(shape)
        self.n_answers = np.zeros(shape[0], dtype=np.int64)
        self.answers: list[Floats] = []

    def add(self, values: Floats, rows: NDArray[Any] | slice = slice(None)) -> None:
        """Take in a member's answers."""
        self.n_answers[rows] += 1
        if self.aggregate == "mode" and self.is_class:
            values = votes(values)
        if self.adds_up:
            self.total[rows] += values
        else:
            answer = np.full(self.total.shape, np.nan)
            answer[rows] = values
            self.answers.append(answer)

    def result(self) -> Floats:
        """The answers as one; NaN for rows that no member spoke of."""
        known = self.n_answers > 0
        result = np.full(self.total.shape, np.nan)
        if not known.any():
            return result
        if self.adds_up:
            result[known] = self.total[known] / self.n_answers[known, None, None]
            return result
        stacked = np.stack(self.answers)[:, known]
        if self.aggregate == "mode":
            result[known] = most_frequent(stacked)
            return result
        medians = np.nanmedian(stacked, axis=0)
        result[known] = scaled(medians) if self.is_class else medians
        return result


def votes(shares: Floats) -> Floats:
    """1 for the class with the largest share, the first of equals, else 0."""
    result = np.zeros_like(shares)
    np.put_along_axis(result, shares.argmax(axis=2, keepdims=True), 1.0, axis=2)
    return result


def scaled(shares: Floats) -> Floats:
    """Shares that add up to 1; all alike where all are 0."""
    total = shares.sum(axis=2, keepdims=True)
    result = np.full_like(shares, 1 / shares.shape[2])
    np.divide(shares, total, out=result, where=total > 0)
    return result


def most_frequent(values: Floats) -> Floats:
    """Along the first axis the value that occurs most often, the smallest of equals."""
    ordered = np.sort(values, axis=0)
    counts = np.zeros(ordered.shape, dtype=np.int64)
    for value in ordered:
        counts += ordered == value
    first_of_most = counts.argmax(axis=0)[None]
    return np.asarray(np.take_along_axis(ordered, first_of_most, axis=0)[0])
