"""Impurities, compared with brute force and with trees."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, impurity, impurity_curve

CLASS_CRITERIA = ["gini", "entropy", "misclassification"]


def test_known_values():
    y = load_iris().target
    assert impurity(y) == pytest.approx(2 / 3)
    assert impurity(y, "entropy") == pytest.approx(math.log2(3))
    assert impurity(y, "entropy", base=math.e) == pytest.approx(1.0986122886681096, abs=1e-15)
    assert impurity(y, "misclassification") == pytest.approx(2 / 3)
    assert impurity([1.0, 3.0], "squared_error") == 1.0
    assert impurity(["a", "b"], sample_weight=[3, 1]) == pytest.approx(0.375)
    assert impurity([7]) == impurity([7], "entropy") == impurity([7], "squared_error") == 0


@pytest.mark.parametrize("criterion", [*CLASS_CRITERIA, "squared_error"])
@given(
    rows=st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=25
    )
)
def test_curve_equals_brute_force(criterion, rows):
    x, y, weight = np.array([*rows, (3, 1, 1)], dtype=float).T
    y = y if criterion == "squared_error" else y.astype(int)
    curve = impurity_curve(x.reshape(-1, 1), y, 0, criterion=criterion, sample_weight=weight)
    values = np.unique(x[weight > 0])
    assert np.array_equal(curve.thresholds, (values[1:] + values[:-1]) / 2)
    for cut, found in zip(*curve, strict=True):
        sides = [x <= cut, x > cut]
        parts = [weight[s].sum() * impurity(y[s], criterion, weight[s]) for s in sides]
        assert found == pytest.approx(sum(parts) / weight.sum(), abs=1e-12)


@pytest.mark.parametrize("criterion", [*CLASS_CRITERIA, "squared_error"])
def test_trees_choose_the_lowest_point(criterion):
    X, y = load_iris(return_X_y=True)
    y = X[:, 3] if criterion == "squared_error" else y
    kind = DecisionTreeRegressor if criterion == "squared_error" else DecisionTreeClassifier
    for j in range(3):
        tree = kind(criterion=criterion, max_depth=1).fit(X[:, [j]], y).tree_
        curve = impurity_curve(X, y, j, criterion=criterion)
        best = curve.impurities.argmin()
        assert tree.threshold[0] == pytest.approx(curve.thresholds[best])
        assert tree.impurity[0] - tree.gain[0] == pytest.approx(curve.impurities[best])


def test_missing_values_are_ignored():
    curve = impurity_curve([[1.0], [np.nan], [2.0]], ["a", "a", "b"], 0)
    assert curve.thresholds.tolist() == [1.5]
    assert curve.impurities.tolist() == [0.0]


def test_adjacent_floats():
    above = np.nextafter(1.0, 2.0)
    assert impurity_curve([[1.0], [above]], [0, 1], 0).thresholds.tolist() == [1.0]


def test_bad_input():
    with pytest.raises(ValueError, match="criterion must be one of"):
        impurity([0, 1], "giny")
    with pytest.raises(ValueError, match="base must be"):
        impurity([0, 1], "entropy", base=1)
    with pytest.raises(ValueError, match="at least one value"):
        impurity([])
    with pytest.raises(ValueError, match="one output"):
        impurity([[0, 1], [1, 0]])
    with pytest.raises(
        ValueError, match="feature: 'b' is a feature name, but X has no feature names"
    ):
        impurity_curve([[1.0]], [0], "b")
    with pytest.raises(
        ValueError, match="feature: feature index 3 is out of range, X has 1 features"
    ):
        impurity_curve([[1.0]], [0], 3)
    with pytest.raises(ValueError, match="only missing values"):
        impurity_curve([[np.nan]], [0], 0)
    with pytest.raises(ValueError, match="column 0"):
        impurity_curve([["red"], ["blue"]], [0, 1], 0)
