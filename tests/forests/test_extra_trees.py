"""Extremely randomized trees."""

import numpy as np
import pytest
import sklearn.tree

import spinney
from spinney import (
    ExtraTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestRegressor,
)

from .small_tables import bag_counts, classes, numbers


def test_all_rows_and_random_thresholds():
    X, y = numbers()
    forest = ExtraTreesRegressor(5, random_state=0).fit(X, y)
    np.testing.assert_array_equal(bag_counts(forest, 200), 1)
    np.testing.assert_allclose(forest.predict(X), y)
    assert forest.max_features_ == 4
    thresholds = [tree.tree_.threshold[0] for tree in forest.estimators_]
    assert len(set(thresholds)) == 5
    # Searched thresholds lie halfway between two values; random ones do not.
    tree = forest.estimators_[0].tree_
    values = np.sort(X[:, tree.feature[0]])
    halfway = (values[1:] + values[:-1]) / 2
    assert np.abs(halfway - tree.threshold[0]).min() > 0
    assert isinstance(forest.estimators_[0], ExtraTreeRegressor)
    assert forest.estimators_[0].get_params()["splitter"] == "random"


@pytest.mark.parametrize("task", ["Classifier", "Regressor"])
def test_a_single_tree_has_random_thresholds(task):
    """ExtraTree has scikit-learn's defaults and equals a tree with ``splitter="random"``."""
    ours, theirs = (getattr(package, f"ExtraTree{task}") for package in (spinney, sklearn.tree))
    for name, value in theirs().get_params().items():
        assert ours().get_params()[name] == value
    X, y = classes() if task == "Classifier" else numbers()
    tree = ours(random_state=3).fit(X, y)
    plain = getattr(spinney, f"DecisionTree{task}")
    features = "sqrt" if task == "Classifier" else 1.0
    same = plain(splitter="random", max_features=features, random_state=3).fit(X, y)
    np.testing.assert_array_equal(tree.predict(X), same.predict(X))
    assert tree.text() == same.text() != ours(random_state=4).fit(X, y).text()
    assert tree.max_features_ == max(1, int(np.sqrt(4))) if task == "Classifier" else 4


def test_classification():
    X, y = classes()
    forest = ExtraTreesClassifier(20, random_state=0).fit(X, y)
    assert forest.score(X, y) == 1
    assert forest.max_features_ == 2
    np.testing.assert_allclose(forest.predict_proba(X).sum(axis=1), 1)
    assert not forest.get_params()["bootstrap"]


def test_smoother_than_a_random_forest():
    """With one feature, random thresholds average to more steps than searched ones."""
    X = np.linspace(0, 1, 30).reshape(-1, 1)
    y = X[:, 0] > 0.5
    grid = np.linspace(0, 1, 500).reshape(-1, 1)
    steps = [
        np.unique(make(50, bootstrap=False, random_state=0).fit(X, y).predict(grid)).size
        for make in (ExtraTreesRegressor, RandomForestRegressor)
    ]
    assert steps[0] > 5 * steps[1]


def test_out_of_bag_needs_bags():
    X, y = classes()
    with pytest.raises(ValueError, match="oob_score=True needs out-of-bag rows"):
        ExtraTreesClassifier(oob_score=True).fit(X, y)
    for parameters in ({"bootstrap": True}, {"max_samples": 0.6}):
        forest = ExtraTreesClassifier(60, oob_score=True, random_state=0, **parameters).fit(X, y)
        assert forest.oob_score_ > 0.6
    with pytest.raises(ValueError, match="need out-of-bag rows"):
        ExtraTreesClassifier(2).fit(X, y).importances("permutation", X=X, y=y)
