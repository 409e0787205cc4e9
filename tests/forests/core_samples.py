"""Trees on random tables, to pack into forests of the core."""

import numpy as np

from properties.growing import Sample, grow
from properties.tables import awkward
from properties.test_ensemble import LEVELS, ROUTES, any_columns
from spinney import _core

CLASSES = (3, 2)
"""The number of classes of each output."""


def targets(rng, criterion, n_rows, n_outputs):
    """Return random targets, so that trees are deep, and their numbers of classes."""
    if criterion in ("gini", "entropy"):
        y = np.stack([rng.integers(k, size=n_rows) for k in CLASSES[:n_outputs]], axis=1)
        return y.astype(np.int32), CLASSES[:n_outputs]
    y = np.stack([awkward(rng, n_rows, 2) for _ in range(n_outputs)], axis=1)
    return (np.abs(y) + 0.1 if criterion == "poisson" else y), ()


def weights(rng, kind, n_rows):
    """Return no weights, the counts of a bag, or arbitrary weights."""
    if kind == "bag":
        return np.bincount(rng.integers(n_rows, size=n_rows), minlength=n_rows).astype(float)
    return np.abs(awkward(rng, n_rows, 1)) if kind == "any" else None


def grow_trees(rng, criterion, *, n_outputs=1, weighted="bag", route="learned", n_rows=300, **size):
    """Grow five trees, the last with one node, on a table with every kind of column."""
    columns = any_columns(rng, n_rows)
    y, n_classes = targets(rng, criterion, n_rows, n_outputs)
    codes = [ROUTES[route]] * len(LEVELS)
    routes = {"missing_routes": codes, "unknown_routes": codes, "max_surrogates": 2}
    trees = []
    for i in range(5):
        sample = Sample(columns, LEVELS, y, weights(rng, weighted, n_rows), n_classes)
        options = {"max_features": 3, "seed": i} | routes | size
        trees.append(grow(sample, criterion, **options | ({"max_depth": 0} if i == 4 else {})))
    return trees


def new_rows(rng, n_rows=200, absent=0.1):
    """Return new rows, some with unknown categories."""
    return _core.Table.from_columns(any_columns(rng, n_rows, absent), n_rows, LEVELS)


def mean_prediction(trees, table):
    """Return the mean prediction of the trees, summed in their order."""
    total = np.zeros_like(trees[0].predict(table))
    for tree in trees:
        total += tree.predict(table)
    return total / len(trees)
