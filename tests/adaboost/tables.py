"""Small training data for tests of AdaBoost."""

import numpy as np
import pandas as pd
from sklearn.datasets import make_classification


def classes(n_classes=2, n_rows=300, seed=0):
    """Noisy classes, and features without ties, so that the best split is unique."""
    return make_classification(
        n_rows, 6, n_informative=4, n_classes=n_classes, flip_y=0.1, random_state=seed
    )


def numbers(n_rows=200, seed=0):
    """Numeric features and a nonlinear numeric target."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, 4))
    return X, X[:, 0] * X[:, 1] + np.sin(3 * X[:, 2]) + 0.3 * rng.normal(size=n_rows)


def mixed(n_rows=200, seed=0):
    """A dataframe with numeric and categorical features and missing values."""
    rng = np.random.default_rng(seed)
    size = rng.normal(size=n_rows)
    kind = rng.choice(list("abcd"), n_rows)
    y = np.where((size > 0.3) ^ np.isin(kind, ["b", "d"]), "yes", "no")
    size[rng.random(n_rows) < 0.1] = np.nan
    labels = kind.astype(object)
    labels[rng.random(n_rows) < 0.1] = None
    frame = pd.DataFrame(
        {"size": size, "kind": pd.Categorical(labels), "noise": rng.random(n_rows)}
    )
    return frame, y
