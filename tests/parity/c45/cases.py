"""Trees of Weka's J48: tables, options, and recorded arrays."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from sklearn.datasets import load_iris

from ..tables import read_table

REFERENCE = Path(__file__).parent / "reference"
TABLES = (
    "tennis",
    "iris",
    "credit_g",
    "cylinder_bands",
    "hypothyroid",
    "mushroom",
    "nursery",
    "penguins",
    "soybean",
    "titanic",
    "vehicle",
)
# J48's options, and our equivalent parameters.
SETTINGS = {
    "grown": ("-U -O -M 2", {"min_samples_leaf": 2}),
    "grown_5": ("-U -O -M 5", {"min_samples_leaf": 5}),
    "replaced": ("-S -M 2", {"min_samples_leaf": 2, "subtree_raising": False}),
    "replaced_5": (
        "-S -C 0.1 -M 5",
        {"min_samples_leaf": 5, "confidence": 0.1, "subtree_raising": False},
    ),
    "raised": ("-M 2", {"min_samples_leaf": 2}),
    "raised_5": ("-C 0.4 -M 5", {"min_samples_leaf": 5, "confidence": 0.4}),
}
C45 = {"split_kind": "multiway", "criterion": "gain_ratio", "missing": "fractional"}
OUTLOOK = (
    "sunny sunny overcast rain rain rain overcast sunny sunny rain sunny overcast overcast rain"
)
HEAT = "hot hot hot mild cool cool cool mild cool mild mild mild hot mild"
HUMIDITY = "high high high high normal normal normal high normal normal normal high normal high"
WIND = "weak strong weak weak weak strong strong weak weak weak strong strong weak strong"
PLAY = "no no yes yes yes no yes no yes yes yes yes yes no"


@dataclass(frozen=True)
class Rows:
    """A table: numbers and category codes (NaN where missing), which columns are categories, and
    class codes.
    """

    X: np.ndarray
    is_label: np.ndarray
    y: np.ndarray

    @property
    def levels(self):
        n = np.where(self.is_label, np.nanmax(self.X, axis=0) + 1, 0)
        return n.astype(int).tolist()

    def blanked(self):
        """The same rows with a quarter of their cells missing."""
        absent = np.random.default_rng(0).random(self.X.shape) < 0.25
        return np.where(absent, np.nan, self.X)


def parameters(setting):
    """Our parameters for a setting."""
    pruning = None if setting.startswith("grown") else "pessimistic"
    return C45 | {"pruning": pruning} | SETTINGS[setting][1]


@cache
def read_rows(table):
    if table == "iris":
        X, y = load_iris(return_X_y=True)
        return Rows(X, np.zeros(4, dtype=bool), y)
    if table == "tennis":
        columns = [codes(cells.split()) for cells in (OUTLOOK, HEAT, HUMIDITY, WIND)]
        return Rows(
            np.column_stack(columns).astype(float), np.ones(4, dtype=bool), codes(PLAY.split())
        )
    X, is_label, target = read_table(table)
    return Rows(X, is_label, codes(target))


def codes(labels):
    return np.unique(labels, return_inverse=True)[1]


@dataclass(frozen=True)
class J48Tree:
    """Parents come before their children; branches without rows are omitted."""

    parent: np.ndarray
    branch: np.ndarray
    """Of the parent: 0 up to its threshold, 1 above it, or the level."""
    feature: np.ndarray
    """-1 in leaves."""
    threshold: np.ndarray
    counts: np.ndarray
    """Weight of each class."""
    shares: np.ndarray
    """Class shares that the blanked rows get."""

    def children(self, node):
        return {int(self.branch[c]): int(c) for c in np.flatnonzero(self.parent == node)}


def read_tree(table, setting):
    with np.load(REFERENCE / f"{table}.npz") as file:
        names = J48Tree.__dataclass_fields__
        return J48Tree(*(file[f"{setting}/{name}"] for name in names))
