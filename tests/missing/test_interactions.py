"""Policies combined with other parameters of growth, against the reference."""

import numpy as np
import pandas as pd
import pytest

from . import reference
from .tables import ESTIMATORS, coded, table_with_missing, target_of, with_unknown_categories

ROUTED = ["learned", "surrogate", "fractional", "stop", "majority"]
EVERY_ROUTE = pytest.mark.parametrize("policy", ROUTED)
PARAMETERS = {
    "best first": {"max_leaf_nodes": 9},
    "bins": {"max_bins": 8},
    "random thresholds": {"splitter": "random", "random_state": 3},
    "some features": {"max_features": 2, "random_state": 3},
    "pruned": {"ccp_alpha": 0.01},
    "cross-validated": {"ccp_alpha": "cv", "cv": 3},
    "stopped early": {"early_stopping": True, "random_state": 3},
    "no surrogates": {"max_surrogates": 0},
    "competitors": {"max_competitors": 3},
}
CLASSIFIER_PARAMETERS = {
    "class weights": {"class_weight": "balanced"},
    "pessimistic": {"pruning": "pessimistic"},
    "priors": {"priors": [0.2, 0.3, 0.5]},
}
CASES = [(task, name, s) for task in ESTIMATORS for name, s in PARAMETERS.items()]
CASES += [("classifier", name, parameters) for name, parameters in CLASSIFIER_PARAMETERS.items()]
CASES += [("regressor", c, {"criterion": c}) for c in ("absolute_error", "friedman_mse")]


def training(task):
    rng = np.random.default_rng(15)
    X = table_with_missing(rng)
    new = with_unknown_categories(table_with_missing(rng, 50, missing_rate=0.3), rng)
    return X, target_of(task, X, rng), rng.integers(0, 4, len(X)) / 2, new


def expected_values(model, X, policy):
    """Return values of parameters (rows, outputs, width)."""
    rows, levels = coded(model, X)
    policies = levels, [policy] * len(levels), ["missing"] * len(levels)
    return np.array([reference.value_of(model._fitted().tree, row, *policies) for row in rows])


@EVERY_ROUTE
@pytest.mark.parametrize(
    ("task", "parameters"),
    [(task, parameters) for task, _, parameters in CASES],
    ids=[f"{task}, {name}" for task, name, _ in CASES],
)
def test_growth_parameters(task, parameters, policy):
    X, y, weight, new = training(task)
    model = ESTIMATORS[task](missing=policy, **parameters).fit(X, y, weight)
    assert model._fitted().tree.node_count > 1
    expected = expected_values(model, new, policy)[:, 0]
    found = model.predict_proba(new) if task == "classifier" else model.predict(new)[:, None]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@EVERY_ROUTE
def test_several_outputs(policy):
    X, y, weight, new = training("regressor")
    both = np.column_stack([y, y**2])
    model = ESTIMATORS["regressor"](missing=policy, max_depth=6).fit(X, both, weight)
    expected = expected_values(model, new, policy)[:, :, 0]
    np.testing.assert_allclose(model.predict(new), expected, rtol=1e-12)
    classes = np.column_stack([y > 1, y > 3]).astype(int)
    model = ESTIMATORS["classifier"](missing=policy, max_depth=6).fit(X, classes, weight)
    expected = expected_values(model, new, policy)
    np.testing.assert_allclose(np.stack(model.predict_proba(new), 1), expected, rtol=1e-12)


@pytest.mark.parametrize("task", ESTIMATORS)
def test_majority_without_surrogates(task):
    X, y, weight, new = training(task)
    model = ESTIMATORS[task](missing="surrogate", max_surrogates=0).fit(X, y, weight)
    assert not any(
        model._fitted().tree.surrogates(node) for node in range(model._fitted().tree.node_count)
    )
    assert not any(entry["by_surrogate"] for entry in model.missing_use(new).values())


@pytest.mark.parametrize("task", ESTIMATORS)
def test_only_features_with_the_policy_have_surrogates(task):
    X, y, weight, _ = training(task)
    tree = ESTIMATORS[task](missing={"tree": "surrogate"}).fit(X, y, weight)._fitted().tree
    features = {tree.feature[n].item() for n in range(tree.node_count) if tree.surrogates(n)}
    assert features == {3}


def test_surrogates_for_unknown_categories_alone():
    """An unknown category follows the surrogate; missing values go to the learned side."""
    z = np.arange(200) % 2
    X = pd.DataFrame({"letter": np.where(z == 1, "a", "b"), "size": z + np.arange(200) / 1000})
    X.loc[:9, "letter"] = "a"
    y = (X["letter"] == "a").astype(int)
    model = ESTIMATORS["classifier"](max_depth=1, unknown="surrogate").fit(X, y)
    new = pd.DataFrame({"letter": ["new", "new"], "size": [0.05, 1.05]})
    assert model.predict(new).tolist() == [0, 1]
    assert model.missing_use(new)["letter"]["by_surrogate"] == 2


def test_surrogate_importances():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 1)).repeat(2, axis=1) + [0.0, 0.1] * rng.normal(size=(200, 2))
    model = ESTIMATORS["regressor"](missing="surrogate", max_depth=1).fit(X, X[:, 0] > 0)
    (surrogate,) = model._fitted().tree.surrogates(0)
    assert np.array_equal(model.feature_importances_, [1.0, 0.0])
    shares = np.array([1.0, surrogate.adjusted]) / (1.0 + surrogate.adjusted)
    assert np.allclose(model.surrogate_importances_, shares, rtol=1e-14)
