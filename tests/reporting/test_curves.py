"""Curves of classes and residuals, where predictions are equal."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve

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


def test_curves_of_a_rare_class():
    rng = np.random.default_rng(0)
    n, n_rare = 24_000, 120
    y = (np.arange(n) < n_rare).astype(int)
    X = rng.normal(size=(n, 5)) + 1.2 * y[:, None]
    model = spinney.GradientBoostingClassifier(n_estimators=60, random_state=0).fit(X, y)
    found = outputs(model, X, y, np.arange(n), None)["curves"]["classes"][0]
    score = model.predict_proba(X)[:, 1]
    precision, recall, _ = precision_recall_curve(y, score)
    shown_recall, shown = found["pr"]
    assert len(shown) <= 160
    at = np.linspace(0.05, 0.95, 19)
    expected = np.interp(at, recall[::-1], precision[::-1])
    assert np.interp(at, shown_recall, shown) == pytest.approx(expected, abs=0.05)
    rows, share = found["lift"]
    group = np.unique(-score, return_inverse=True)[1]
    steps = [np.bincount(group) / n, np.bincount(group, y) / n_rare]
    exact = [np.concatenate([[0.0], step.cumsum()]) for step in steps]
    at = np.linspace(0, 1, 1000)
    assert np.interp(at, rows, share) == pytest.approx(np.interp(at, *exact), abs=0.03)
