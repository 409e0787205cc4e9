"""C4.5: huge values, and missing values of numeric features."""

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier

C45 = {"criterion": "gain_ratio", "split_kind": "multiway"}


def test_thresholds_between_huge_values():
    """The sum of two neighbors overflows; their midpoint does not."""
    X = np.repeat([[1.0e308], [1.1e308], [1.5e308], [1.7e308]], 5, axis=0)
    y = np.repeat([0, 0, 1, 1], 5)
    model = DecisionTreeClassifier(max_depth=3, **C45).fit(X, y)
    assert model.tree_.node_count == 3
    assert model.tree_.threshold[0] == 1.1e308


@pytest.mark.parametrize("missing_class", [0, 1])
@pytest.mark.parametrize("categorical", [False, True])
def test_learned_direction_of_missing_values(missing_class, categorical):
    """Missing values go to the child of their class."""
    x = np.repeat([1.0, 2.0, np.nan], 20)
    X = pd.DataFrame({"x": pd.Categorical(x)}) if categorical else x[:, None]
    y = np.repeat([0, 1, missing_class], 20)
    model = DecisionTreeClassifier(**C45).fit(X, y)
    assert model.tree_.n_node_samples.tolist()[0] == 60
    assert (model.predict(X) == y).all()


@pytest.mark.parametrize("missing", ["learned", "majority", "fractional", "stop"])
def test_routes_of_missing_numbers(missing):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    y = np.digitize(X[:, 0] + 0.3 * X[:, 1], [-0.5, 0.5])
    X[rng.random(X.shape) < 0.2] = np.nan
    model = DecisionTreeClassifier(missing=missing, **C45).fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()
    assert model.score(X, y) > 0.6


def test_rows_of_nodes():
    """Every training row is in the node where prediction sends it."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 4))
    y = np.digitize(X[:, 0] + 0.3 * X[:, 1], [-0.5, 0.5])
    X[rng.random(X.shape) < 0.2] = np.nan
    model = DecisionTreeClassifier(missing="learned", **C45).fit(X, y)
    tree = model._fitted().tree
    reached = np.bincount(model.apply(X), minlength=tree.node_count)
    leaves = tree.n_children == 0
    assert np.array_equal(reached[leaves], tree.n_node_samples[leaves])
    assert leaves.sum() > 5
