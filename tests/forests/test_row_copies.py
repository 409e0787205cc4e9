"""Growth on copies of the rows of a node, used for larger tables, gives the same trees."""

import pickle

import numpy as np
import pandas as pd
import pytest

from spinney import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

from .tables import CLASSIFIERS, packed

GROWN = (RandomForestClassifier, RandomForestRegressor, ExtraTreesClassifier, ExtraTreesRegressor)

N_ROWS, N_COLUMNS = 1500, 100  # growth copies rows from 655 rows on


def wide_table(seed=0):
    """Return columns stored with one, two and four bytes per value, and categories."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({f"x{j}": rng.normal(size=N_ROWS).round(3) for j in range(N_COLUMNS)})
    for j in range(0, N_COLUMNS, 3):
        X[f"x{j}"] = X[f"x{j}"].round(1)
    for j in range(0, N_COLUMNS, 10):
        X[f"x{j}"] = pd.Categorical(rng.integers(0, 7, N_ROWS).astype(str))
    X["x1"] = X["x1"].mask(rng.random(N_ROWS) < 0.2)
    signal = X["x2"] * X["x4"] + X["x3"] + X["x10"].cat.codes + rng.normal(size=N_ROWS)
    return X, signal.to_numpy()


@pytest.mark.parametrize("kind", GROWN, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("max_features", [10, 0.5])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_trees_do_not_depend_on_copies(kind, max_features, n_classes):
    X, y = wide_table()
    if kind in CLASSIFIERS:
        y = np.searchsorted(np.quantile(y, np.arange(1, n_classes) / n_classes), y)
    elif n_classes == 3:
        y = np.column_stack([y, y**2])
    parameters = {"n_estimators": 3, "max_features": max_features, "random_state": 0}
    copied = kind(**parameters).fit(X, y)
    # With max_leaf_nodes growth is best-first, and no rows are copied.
    plain = kind(**parameters, max_leaf_nodes=N_ROWS).fit(X, y)
    assert pickle.dumps(packed(copied)) == pickle.dumps(packed(plain))
