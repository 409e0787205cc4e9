"""Forests ignore categories with few samples."""

import numpy as np
import pandas as pd
import pytest

from spinney import RandomForestClassifier, RandomForestRegressor


def names_table(n: int = 60, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a unique name per row, an informative category, and noisy classes."""
    rng = np.random.default_rng(seed)
    group = rng.choice(["a", "b", "c"], n)
    y = ((group == "a") ^ (rng.random(n) < 0.2)).astype(int)
    return pd.DataFrame({"name": [f"n{i}" for i in range(n)], "group": group}), y


def test_unique_categories_are_ignored():
    X, y = names_table()
    forest = RandomForestClassifier(20, random_state=0).fit(X, y)
    assert forest.feature_importances_[0] == 0
    other = X.assign(name="someone else")
    assert np.array_equal(forest.predict_proba(X), forest.predict_proba(other))
    overfit = RandomForestClassifier(20, random_state=0, min_samples_category=1).fit(X, y)
    assert overfit.feature_importances_[0] > 0.2


def test_min_samples_category():
    X, y = names_table()
    X["name"] = np.repeat(["x", "y", "z"], [1, 2, 57])
    seen = {}
    for minimum in (1, 2, 3):
        forest = RandomForestRegressor(
            5, max_features=1.0, bootstrap=False, min_samples_category=minimum, random_state=0
        ).fit(X, y.astype(float))
        seen[minimum] = list(forest._fitted().schema.categories[0])
    assert seen == {1: ["x", "y", "z"], 2: ["y", "z"], 3: ["z"]}


def test_rows_of_weight_zero_are_not_counted():
    X, y = names_table()
    X["name"] = np.repeat(["x", "y"], [2, 58])
    weight = np.r_[0.0, np.ones(59)]
    forest = RandomForestClassifier(5, random_state=0).fit(X, y, weight)
    assert list(forest._fitted().schema.categories[0]) == ["y"]


@pytest.mark.parametrize("policy", [{"unknown": "error"}, {"missing": "drop"}])
def test_all_categories_are_kept_if_unknown_ones_are_not_supported(policy):
    X, y = names_table()
    forest = RandomForestClassifier(5, random_state=0, **policy).fit(X, y)
    assert len(forest._fitted().schema.categories[0]) == len(X)
