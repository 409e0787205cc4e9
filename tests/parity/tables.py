"""The real tables on which the peers and Spinney grow their trees."""

import csv
import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

REFERENCE = Path(__file__).parent / "reference"
TABLES = REFERENCE / "tables"
MOST_MISSING = 0.05


@dataclass(frozen=True)
class Sample:
    """Training data: numbers and category codes, class codes or numeric targets, weights.

    ``levels`` is the number of levels of each column, 0 for numbers.
    """

    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray
    levels: list[int]
    is_class: bool

    @property
    def categorical(self):
        return [j for j, n in enumerate(self.levels) if n]


@cache
def read_index():
    return json.loads((REFERENCE / "tables.json").read_text())


@cache
def read_table(name):
    """The cells of a committed table as float64 (labels as codes), which columns are labels,
    and the target.
    """
    with gzip.open(TABLES / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    *columns, target = zip(*rows, strict=True)
    is_label = np.isin(names[:-1], read_index()[name]["categorical"])
    columns = [
        encode(c) if label else as_numbers(c) for c, label in zip(columns, is_label, strict=True)
    ]
    return np.column_stack(columns), is_label, np.array(target)


def as_numbers(cells):
    return np.array([float(cell) if cell else np.nan for cell in cells])


def encode(cells):
    """Codes of labels, in the labels' order; NaN for an empty cell."""
    code = {label: float(i) for i, label in enumerate(sorted(set(cells) - {""}))}
    return np.array([code.get(cell, np.nan) for cell in cells])


def take_sample(name, peer, weighted=False):
    """Rows and columns of a table in the form that a peer supports.

    rpart without surrogates keeps rows with a missing value at the node, so it gets complete
    rows; with surrogates it takes a table as it is. scikit-learn uses float32 and treats a
    category as a number.
    """
    X, is_label, target = read_table(name)
    if peer == "rpart":
        columns = np.isnan(X).mean(axis=0) <= MOST_MISSING
        X, is_label = X[:, columns], is_label[columns]
        rows = ~np.isnan(X).any(axis=1)
        X, target = X[rows], target[rows]
        for j in np.flatnonzero(is_label):
            X[:, j] = np.unique(X[:, j], return_inverse=True)[1]
    elif peer == "sklearn":
        X, is_label = X.astype(np.float32).astype(float), np.zeros_like(is_label)
    levels = [int(np.nanmax(X[:, j])) + 1 if label else 0 for j, label in enumerate(is_label)]
    is_class = read_index()[name]["task"] != "regression"
    y = np.unique(target, return_inverse=True)[1] if is_class else target.astype(float)
    weight = 1.0 + np.arange(len(y)) % 3 if weighted else np.ones(len(y))
    return Sample(X, y, weight, levels, is_class)
