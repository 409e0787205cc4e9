"""Limits and pruning of trees by scikit-learn's parameters."""

import numpy as np
import pytest
import sklearn.ensemble
from sklearn.datasets import make_classification, make_friedman1

import spinney

# scikit-learn's values of parameters that have other defaults here.
CLASSIC = {
    "algorithm": "classic",
    "max_bins": None,
    "quantize": False,
    "max_depth": 4,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0,
    "reg_lambda": 0,
    "n_estimators": 15,
}
LIMITS = [
    {"min_weight_fraction_leaf": 0.07},
    {"min_impurity_decrease": 0.05},
    {"ccp_alpha": 0.02},
    {"ccp_alpha": 0.05, "min_weight_fraction_leaf": 0.05, "min_impurity_decrease": 0.01},
]


def n_nodes(model):
    return [tree.tree_.node_count for tree in model.estimators_.ravel()]


def regression_data(weighted):
    X, y = make_friedman1(300, random_state=3)
    weight = np.random.default_rng(0).integers(1, 5, 300).astype(float) if weighted else None
    return X, y / y.std(), weight


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limit", LIMITS)
def test_regression_trees_are_those_of_scikit_learn(limit, weighted):
    X, y, weight = regression_data(weighted)
    theirs = sklearn.ensemble.GradientBoostingRegressor(
        n_estimators=15, max_depth=4, random_state=0, **limit
    ).fit(X, y, weight)
    ours = spinney.GradientBoostingRegressor(preset="fast", **CLASSIC, **limit).fit(X, y, weight)
    assert n_nodes(ours) == n_nodes(theirs)
    assert min(n_nodes(ours)) < 31  # the limit has an effect
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-5)


@pytest.mark.parametrize(
    "limit",
    [
        {"min_weight_fraction_leaf": 0.1},
        {"ccp_alpha": 0.004},
        {"min_impurity_decrease": 0.01},
    ],
)
def test_classification_trees_are_those_of_scikit_learn(limit):
    X, y = make_classification(300, n_classes=3, n_informative=5, random_state=2)
    theirs = sklearn.ensemble.GradientBoostingClassifier(
        n_estimators=3, max_depth=3, random_state=0, **limit
    ).fit(X, y)
    ours = spinney.GradientBoostingClassifier(
        preset="fast", **CLASSIC | {"max_depth": 3, "n_estimators": 3}, **limit
    ).fit(X, y)
    assert n_nodes(ours) == n_nodes(theirs)
    assert min(n_nodes(ours)) < 15
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("algorithm", ["classic", "newton"])
def test_histograms_have_the_same_limits_as_the_exact_search(algorithm, limit):
    X, y, weight = regression_data(weighted=True)
    X = X.round(1)  # few values: bins are exact
    given = CLASSIC | {"algorithm": algorithm, "n_estimators": 5} | limit
    exact = spinney.GradientBoostingRegressor(preset="fast", **given).fit(X, y, weight)
    binned = spinney.GradientBoostingRegressor(preset="fast", **given | {"max_bins": 255}).fit(
        X, y, weight
    )
    assert n_nodes(exact) == n_nodes(binned)
    np.testing.assert_allclose(exact.predict(X), binned.predict(X), rtol=1e-6)


@pytest.mark.parametrize("growth", ["leaf", "level", "symmetric"])
@pytest.mark.parametrize("limit", LIMITS[:3])
def test_limits_apply_to_every_growth(growth, limit):
    X, y, _ = regression_data(weighted=False)
    given = {"growth": growth, "n_estimators": 1, "min_samples_leaf": 1, "max_depth": 4}
    full = spinney.GradientBoostingRegressor(preset="fast", **given).fit(X, y)
    limited = spinney.GradientBoostingRegressor(preset="fast", **given, **limit).fit(X, y)
    assert n_nodes(limited)[0] < n_nodes(full)[0]


def test_fraction_of_weight_is_that_of_the_sample_of_an_iteration():
    X, y, _ = regression_data(weighted=False)
    model = spinney.GradientBoostingRegressor(
        preset="fast", **CLASSIC, subsample=0.5, min_weight_fraction_leaf=0.2, random_state=0
    ).fit(X, y)
    smallest = []
    for tree in model.estimators_.ravel():
        arrays = tree.tree_
        leaves = arrays.children_left == -1
        weight = arrays.weighted_n_node_samples
        assert weight[0] < 200
        assert weight[leaves].min() >= 0.2 * weight[0]
        smallest.append(weight[leaves].min())
    assert min(smallest) < 0.2 * len(X)


def test_invalid_limits_are_rejected():
    X, y, _ = regression_data(weighted=False)
    for wrong in ({"ccp_alpha": -1.0}, {"min_weight_fraction_leaf": 0.6}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            spinney.GradientBoostingRegressor(preset="fast", **wrong).fit(X, y)
