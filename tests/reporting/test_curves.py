"""Curves of classes and residuals, where predictions are equal."""

import numpy as np
import pytest

import spinney


def outputs(model, X, y, order, weight):
    own = None if weight is None else weight[order]
    data = spinney.report(model, X[order], y[order], sample_weight=own).data
    return data["evaluation"]["outputs"][0]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_curves_do_not_depend_on_row_order(weighted, n_classes):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(203, 2))
    y = np.minimum((X[:, 0] + rng.normal(size=203) > 0) + (X[:, 1] > 1), n_classes - 1)
    weight = rng.random(203) if weighted else None
    model = spinney.DecisionTreeClassifier(max_depth=1).fit(X, y)
    expected = outputs(model, X, y, np.arange(203), weight)["curves"]
    assert len(expected["classes"][0]["calibration"]) == 2
    assert len(expected["classes"][0]["lift"][0]) == 3
    for _ in range(3):
        assert outputs(model, X, y, rng.permutation(203), weight)["curves"] == expected


def test_groups_of_distinct_predictions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(205, 2))
    y = rng.permutation(205).astype(float)
    model = spinney.DecisionTreeRegressor().fit(X, y)
    groups = outputs(model, X, y, np.arange(205), None)["by_prediction"]
    assert len(groups) == 10
    assert {group["n"] for group in groups} <= {20, 21}


def test_residuals_of_equal_predictions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    y = X[:, 0] + rng.normal(size=100)
    model = spinney.DecisionTreeRegressor(max_depth=1).fit(X, y)
    groups = outputs(model, X, y, np.arange(100), None)["by_prediction"]
    expected = np.unique(model.predict(X))
    assert [group["predicted"] for group in groups] == pytest.approx(expected)
