"""Tables of the forest benchmark with held-out rows; the same bits on every call.

Real tables are used if available, otherwise a synthetic table of the same size.
"""

from typing import NamedTuple

import numpy as np

import data
from tables import ordinal

HELD_OUT = 0.1
SIZES = {"casp": (45_730, 9), "diamonds": (53_940, 9)}


class Split(NamedTuple):
    """Training rows and held-out rows, as numbers."""

    name: str
    x: np.ndarray
    y: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray

    @property
    def title(self) -> str:
        rows, columns = self.x.shape
        return f"{self.name}, {rows:,} x {columns}"


def continuous(n_rows: int, n_held_out: int, shape: str) -> Split:
    """Two classes and 28 columns, nonlinear and noisy."""
    (x, y), (x_test, y_test) = data.make(shape, n_rows, n_held_out)
    return Split(shape, x, y, x_test, y_test)


def regression(name: str, scale: int = 1) -> Split:
    """A regression table; categories are codes in alphabetical order."""
    table = next((table for table in data.real_tables() if table.name == name), None)
    rng = np.random.default_rng(0)
    if table is None:
        x, y = _synthetic(*SIZES[name], rng)
        name = f"synthetic instead of {name}"
    else:
        frame, y = table.read()
        x = ordinal(frame)
    order = rng.permutation(len(y))[: len(y) // scale]
    n_test = round(HELD_OUT * len(order))
    test, train = order[:n_test], order[n_test:]
    return Split(name, x[train], y[train], x[test], y[test])


def _synthetic(n_rows: int, n_columns: int, rng: np.random.Generator) -> data.Arrays:
    """Normal columns; the target is a product, a sine and noise."""
    x = rng.standard_normal((n_rows, n_columns), dtype=np.float32)
    y = x[:, 0] * x[:, 1] + np.sin(2 * x[:, 2]) + 0.5 * x[:, 3] + rng.standard_normal(n_rows)
    return x, y.astype(np.float64)
