"""Small tables for tests of forests."""

import numpy as np

from spinney import RandomForestClassifier, RandomForestRegressor


def numbers(n_rows=200, seed=0):
    """Return four features and a target that depends on the first two, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, 4))
    return X, X[:, 0] + np.sin(3 * X[:, 1]) + 0.3 * rng.normal(size=n_rows)


def classes(n_classes=3, n_rows=200, seed=0):
    X, signal = numbers(n_rows, seed)
    cuts = np.quantile(signal, np.arange(1, n_classes) / n_classes)
    return X, np.searchsorted(cuts, signal)


def bag_counts(forest, n_rows):
    """Return (trees, rows): the count of each row in each bag."""
    bags = forest.estimators_samples_
    return np.stack([np.bincount(rows, minlength=n_rows) for rows in bags])


def classifier(**parameters):
    return RandomForestClassifier(**{"n_estimators": 12, "random_state": 0} | parameters)


def regressor(**parameters):
    return RandomForestRegressor(**{"n_estimators": 12, "random_state": 0} | parameters)
