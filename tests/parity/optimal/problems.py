"""Tables with fixed candidate splits, so that two programs search the same trees."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..tables import read_index, read_table

RECORD = Path(__file__).with_name("streed.json")

# (table, thresholds per numeric column, depth, penalty per leaf)
PROBLEMS = [
    ("credit_g", 4, 2, 0.0),
    ("credit_g", 2, 3, 0.0),
    ("titanic", 8, 3, 0.0),
    ("titanic", 3, 4, 0.002),
    ("adult", 3, 3, 0.005),
    ("bank", 3, 3, 0.0),
    ("mammography", 5, 4, 0.0),
    ("phoneme", 8, 4, 0.0),
    ("phoneme", 20, 3, 0.001),
    ("sick", 3, 3, 0.0),
    ("mushroom", 3, 3, 0.0),
    ("spambase", 2, 3, 0.002),
    ("penguins", 10, 4, 0.0),
    ("vehicle", 8, 3, 0.0),
    ("segment", 5, 3, 0.001),
    ("nursery", 3, 4, 0.0),
    ("letter", 4, 3, 0.0),
    ("hypothyroid", 3, 3, 0.0),
    ("abalone", 4, 3, 0.0),
    ("wine_white", 4, 2, 0.01),
    ("kin8nm", 4, 3, 0.005),
]
MOST_LEVELS = 30


def name_of(problem):
    table, thresholds, depth, price = problem
    return f"{table}, {thresholds} thresholds, depth {depth}, price {price:g}"


@dataclass(frozen=True)
class Problem:
    """Bins of numbers and 0/1 columns of categories; the same as 0/1 columns; the target."""

    bins: np.ndarray
    binary: np.ndarray
    y: np.ndarray
    is_class: bool


def read_problem(table, n_thresholds):
    X, is_label, target = read_table(table)
    bins, binary = [], []
    for column, label in zip(X.T, is_label, strict=True):
        if label:
            codes = np.where(np.isnan(column), -1, column)
            levels = np.unique(codes)
            both = [codes == level for level in (levels if len(levels) > 2 else levels[:1])]
            if len(levels) <= MOST_LEVELS:
                bins += both
                binary += both
            continue
        numbers = np.where(np.isnan(column), np.nanmedian(column), column)
        quantiles = np.linspace(0, 1, n_thresholds + 2)[1:-1]
        cuts = np.unique(np.quantile(numbers, quantiles, method="lower"))
        cuts = cuts[cuts < numbers.max()]
        if len(cuts):
            bins.append(np.searchsorted(cuts, numbers))
            binary += [numbers <= cut for cut in cuts]
    is_class = read_index()[table]["task"] != "regression"
    y = np.unique(target, return_inverse=True)[1] if is_class else target.astype(float)
    return Problem(
        np.column_stack(bins).astype(float), np.column_stack(binary).astype(np.int32), y, is_class
    )


def read_record():
    return json.loads(RECORD.read_text())
