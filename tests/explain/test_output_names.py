"""Names of outputs, the default output, and texts of results."""

import numpy as np
import pytest

import spinney
from spinney import explain
from spinney.explain.output_choice import output_index

X = np.random.default_rng(0).random((120, 3))
Y = X[:, 0] + X[:, 1]


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error", "quantile", "huber"])
def test_scores_that_are_predictions_have_that_name(loss):
    model = spinney.GradientBoostingRegressor(n_estimators=5, loss=loss).fit(X, Y)
    for scale in ("additive", "prediction"):
        found = explain.shap(model, X, scale=scale)
        assert (found.kind, found.method) == ("prediction", "path-dependent")
        total = found.base_values + found.values.sum(axis=1)
        assert total[:, 0] == pytest.approx(model.predict(X))
    assert explain.partial_dependence(model, X, 0).kind == "prediction"


def test_scores_before_a_link_are_raw():
    poisson = spinney.GradientBoostingRegressor(n_estimators=5, loss="poisson").fit(X, Y)
    assert explain.shap(poisson, X).kind == "raw score"
    boosted = spinney.GradientBoostingClassifier(n_estimators=5).fit(X, Y > 1)
    assert explain.shap(boosted, X).kind == "raw score"


def test_default_output():
    assert output_index([0], "prediction") == 0
    assert output_index(["no", "yes"], "probability") == 1
    assert output_index(["no", "yes"], "probability", "no") == 0
    for outputs, kind in ((["a", "b", "c"], "probability"), ([0, 1], "prediction")):
        with pytest.raises(ValueError, match="Choose one of the outputs"):
            output_index(outputs, kind)
    with pytest.raises(ValueError, match=r"Choose one of the outputs: output=\[0, .*, 9, \.\.\.\]"):
        output_index(list(range(300)), "probability")
    with pytest.raises(ValueError, match=r"one of \['yes'\], got 'no'.* that of the second class"):
        output_index(["yes"], "raw score", "no")


def test_texts_of_results_are_short():
    forest = spinney.RandomForestClassifier(30, random_state=0).fit(X, Y > 1)
    near = explain.neighbors(forest, X)
    assert repr(near) == "Neighbors(rows: 120 x 5, similarity: 120 x 5)"
    found = explain.shap(forest, X)
    assert repr(found) == "ShapResult(120 rows, 3 features, 2 outputs; path-dependent, probability)"
    assert repr(explain.h_statistic(forest, X, [(0, 1)])) == "HStatistic(1 pair; probability)"
    results = [
        near,
        explain.prototypes(forest, X, Y > 1),
        found,
        found.feature_values(0),
        explain.partial_dependence(forest, X, 0),
        explain.ice(forest, X, 0),
        explain.h_statistic(forest, X),
        explain.importance(forest, "shap", X),
        explain.surrogate(forest, X),
    ]
    for result in results:
        assert len(repr(result)) < 500, type(result)
        assert repr(result).count("\n") < 10, type(result)
