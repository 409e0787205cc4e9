"""Errors of forests on the committed tables: three folds, drawn again for each seed."""

import json
from dataclasses import dataclass

import numpy as np

from ..tables import REFERENCE, read_index, read_table

RECORD = REFERENCE / "sklearn_forests.json"
N_FOLDS = 3
FORESTS = ("RandomForest", "ExtraTrees")
NUMBERS = (
    *("letter", "mammography", "phoneme", "segment", "spambase", "vehicle"),
    *("casp", "cpu_act", "house_8L", "kin8nm", "wine_white"),
)
CATEGORIES = (
    *("adult", "bank", "credit_g", "cylinder_bands", "nursery", "soybean", "splice", "titanic"),
    *("autohorse", "diamonds"),
)


@dataclass(frozen=True)
class Table:
    """Numbers and category codes, which columns are categories, and class codes or numbers."""

    X: np.ndarray
    is_label: np.ndarray
    y: np.ndarray
    is_class: bool

    @property
    def max_features(self):
        """The same for all libraries: scikit-learn's own default for regression is all features."""
        return "sqrt" if self.is_class else 1 / 3

    def one_hot(self):
        """A column for every category; a missing category has none."""
        levels = [np.unique(x[~np.isnan(x)]) for x in self.X[:, self.is_label].T]
        columns = [
            x[:, None] == known for x, known in zip(self.X[:, self.is_label].T, levels, strict=True)
        ]
        return np.hstack([self.X[:, ~self.is_label], *columns])


def take_table(name):
    X, is_label, target = read_table(name)
    is_class = read_index()[name]["task"] != "regression"
    y = np.unique(target, return_inverse=True)[1] if is_class else target.astype(float)
    return Table(X, is_label, y, is_class)


def folds(n_rows, seed):
    """Fold of each row."""
    return np.random.default_rng(seed).permutation(np.arange(n_rows) % N_FOLDS)


def seed_error(make, X, table, seed):
    """Mean over the folds of the error rate, or of 1 - R2."""
    fold, errors = folds(len(table.y), seed), []
    for held_out in range(N_FOLDS):
        train, test = fold != held_out, fold == held_out
        guess = make(seed).fit(X[train], table.y[train]).predict(X[test])
        y = table.y[test]
        wrong = guess != y if table.is_class else (guess - y) ** 2 / y.var()
        errors.append(float(np.mean(wrong)))
    return float(np.mean(errors))


def read_record():
    return json.loads(RECORD.read_text())
