"""Small data sets and estimators."""

import numpy as np

from spinney import GradientBoostingClassifier, GradientBoostingRegressor


def numbers(n_rows=300, seed=0):
    """Three features, and a target that depends on two of them, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, 3))
    return X, X[:, 0] + np.sin(3 * X[:, 1]) + 0.3 * rng.normal(size=n_rows)


def classes(n_classes=2, n_rows=300, seed=0):
    X, signal = numbers(n_rows, seed)
    cuts = np.quantile(signal, np.arange(1, n_classes) / n_classes)
    return X, np.searchsorted(cuts, signal)


def classifier(**parameters):
    return GradientBoostingClassifier(
        preset="fast", **{"n_estimators": 15, "max_leaf_nodes": 6} | parameters
    )


def regressor(**parameters):
    return GradientBoostingRegressor(
        preset="fast", **{"n_estimators": 15, "max_leaf_nodes": 6} | parameters
    )


def train_and_validation(make=numbers, **options):
    """Training and validation data."""
    return *make(**options, seed=0), *make(**options, seed=1)
