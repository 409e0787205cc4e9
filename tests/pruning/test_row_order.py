"""Pessimistic pruning does not depend on the order of the rows."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier


@pytest.mark.parametrize("max_features", [None, 2])
@pytest.mark.parametrize("missing", ["fractional", "surrogate"])
def test_fractional_weights(missing, max_features):
    settings = {"missing": missing, "max_features": max_features, "random_state": 3}
    n_pruned = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X = np.round(rng.normal(size=(80, 4)), 1)
        X[rng.random(X.shape) < 0.2] = np.nan
        y = rng.integers(3, size=80)
        weight, order = rng.uniform(0.1, 3, 80), rng.permutation(80)
        whole = DecisionTreeClassifier(**settings).fit(X, y, weight)
        model = DecisionTreeClassifier(pruning="pessimistic", **settings)
        here = model.fit(X, y, weight)._model.tree.__getstate__()
        there = model.fit(X[order], y[order], weight[order])._model.tree.__getstate__()
        n_pruned += model.tree_.node_count < whole.tree_.node_count
        for name, values in here.items():
            if isinstance(values, np.ndarray):
                assert values.tobytes() == there[name].tobytes(), name
    assert n_pruned > 0
