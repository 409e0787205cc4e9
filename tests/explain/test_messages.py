"""Messages for wrong arguments of explanations."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import explain, plot

RNG = np.random.default_rng(0)
X = pd.DataFrame(RNG.normal(size=(80, 3)), columns=["age", "income", "hours per week"])
Y = X["age"] + X["income"]
FOREST = spinney.RandomForestRegressor(20, random_state=0).fit(X, Y)
SHAP = explain.shap(FOREST, X)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: explain.partial_dependence(FOREST, X, "agee"), "Did you mean 'age'"),
        (lambda: explain.ale(FOREST, X, "z"), "Its features are 'age', 'income', 'hours per"),
        (lambda: plot.shap_dependence(SHAP, 1.5), "features must be names or indices, got 1.5"),
        (lambda: explain.partial_dependence(FOREST, X, "age", grid=["a"]), "'age' needs numbers"),
        (
            lambda: explain.shap(FOREST, X, "train"),
            "Expected 2D array, got a scalar instead: 'train'",
        ),
        (
            lambda: explain.proximity(FOREST, X, "gap"),
            "Expected 2D array, got a scalar instead: 'gap'",
        ),
        (
            lambda: explain.counterfactual(FOREST, 3, desired_range=(0, 1)),
            r"counterfactual expects a row, such as X\[3:4\]; got the number 3",
        ),
        (
            lambda: explain.counterfactual(FOREST, X[:2], desired_range=(0, 1)),
            "counterfactual expects one row, but x has 2",
        ),
        (lambda: plot.shap_waterfall(SHAP, "3"), "row must be the index of a row, not a label"),
        (lambda: plot.shap_waterfall(SHAP, [1, 2]), "row must be the index of one row"),
        (lambda: plot.shap_decision(SHAP, ["a"]), "rows must be indices of rows, not a label"),
        (
            lambda: plot.shap_waterfall(SHAP, 0, output=np.array([1, 2])),
            "output must be a single one of",
        ),
        (lambda: plot.proximity(FOREST, X, ["a"] * 80), "y must be numbers, got"),
        (
            lambda: plot.standard_errors(explain.standard_errors(FOREST, X), "y"),
            "y must be numbers, got 'y'",
        ),
    ],
)
def test_messages_name_what_is_wrong(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_many_features_are_not_all_listed():
    wide = pd.DataFrame(RNG.normal(size=(20, 200))).add_prefix("column ")
    model = spinney.DecisionTreeRegressor().fit(wide, np.arange(20))
    with pytest.raises(ValueError, match=r"'column 9' and 190 more\.$"):
        explain.partial_dependence(model, wide, "z")


def test_importances_of_a_compact_forest():
    with pytest.raises(AttributeError, match=r"made by compact\(\)"):
        explain.importance(FOREST.compact(), "oob", X, Y)


def test_importances_without_errors_are_one_column():
    text = repr(explain.importance(FOREST, "gain"))
    assert "nan" not in text
    assert text.splitlines()[1].split() == ["value"]
    assert "std. error" in repr(explain.importance(FOREST, "permutation", X, Y))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_missing_value_becomes_a_plausible_one(dtype):
    table = X.to_numpy(dtype).copy()
    table[::5, 0] = np.nan
    # Known values are those of the first, the last or the only interval.
    for target in (table[:, 0] < 0.2, table[:, 0] > 0.2, ~np.isnan(table[:, 0])):
        model = spinney.DecisionTreeRegressor(max_depth=1).fit(table[:, :1], target.astype(float))
        found = explain.counterfactual(model, table[0, :1], desired_range=(0.9, 1), X=table[:, :1])
        (change,) = found.changes
        assert abs(change.new) < 10
        assert model.predict(np.array([found.row]))[0] == 1
