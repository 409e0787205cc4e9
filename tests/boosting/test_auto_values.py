"""``auto_values_``: what was chosen for parameters that are "auto"."""

import pickle

import numpy as np
import pytest

import spinney
from spinney import GradientBoostingClassifier, GradientBoostingRegressor


def table(n=300, n_outputs=1):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 3))
    y = X[:, :1] * np.arange(1, n_outputs + 1) + 0.1 * rng.normal(size=(n, n_outputs))
    return X, y[:, 0] if n_outputs == 1 else y


def test_members_of_a_bag(tmp_path):
    X, y = table()
    fitted = GradientBoostingRegressor(cv=4, n_iter_no_change=2).fit(X, y)
    chosen = fitted.auto_values_
    assert chosen["n_estimators"] == fitted.n_iter_
    assert chosen["learning_rate"] == fitted.learning_rate_ == 0.1
    assert (chosen["growth"], chosen["max_depth"], chosen["leaf"]) == ("symmetric", 6, "constant")
    assert chosen["extra_trees"] == (False, False, True, True)
    assert chosen["multi_strategy"] == "one_output_per_tree"
    assert chosen["cv"] == 4
    fitted.save(tmp_path / "m.spinney")
    for copy in (pickle.loads(pickle.dumps(fitted)), spinney.load(tmp_path / "m.spinney")):
        assert copy.auto_values_ == chosen
    assert fitted.refit(X, y).auto_values_ == chosen


@pytest.mark.parametrize("n_outputs", [1, 2])
def test_parameters_that_are_passed_are_left_out(n_outputs):
    X, y = table(n_outputs=n_outputs)
    fitted = GradientBoostingRegressor(n_estimators=3, max_depth=4).fit(X, y)
    chosen = fitted.auto_values_
    assert not {"n_estimators", "max_depth", "cv"} & chosen.keys()
    assert (chosen["growth"], chosen["max_leaf_nodes"], chosen["subsample"]) == ("leaf", 31, 1.0)
    again = GradientBoostingRegressor(n_estimators=3, max_depth=4).set_params(**chosen).fit(X, y)
    np.testing.assert_array_equal(again.predict(X), fitted.predict(X))
    assert not chosen.keys() & again.auto_values_.keys()


def test_tiny_tables_linear_leaves_repeats_and_single_classes():
    X, y = table(12)
    assert GradientBoostingRegressor().fit(X, y).auto_values_["n_estimators"] == 100
    X, y = table(600)
    options = {"n_iter_no_change": 1, "cv": 2, "preset": "best"}
    chosen = GradientBoostingRegressor(**options).fit(X, y).auto_values_
    assert chosen["leaf"] == "linear"
    assert len(chosen["extra_trees"]) == 6
    assert GradientBoostingClassifier().fit(X, np.zeros(600)).auto_values_ == {}
    stopped = GradientBoostingRegressor(n_iter_no_change=1).fit(X, y, X_val=X, y_val=y[::-1])
    assert stopped.auto_values_["n_estimators"] == stopped.n_iter_
    assert "cv" not in stopped.auto_values_
