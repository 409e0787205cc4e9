"""Errors name parameters and arguments as the user passed them."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

import spinney
from spinney import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
)

from .small_data import numbers

INVALID = [
    ({"num_leaves": 1}, "^num_leaves: The 'max_leaf_nodes' parameter"),
    ({"objective": "foo"}, "^objective: The 'loss' parameter"),
    ({"grow_policy": "foo"}, "^grow_policy: The 'growth' parameter"),
    ({"monotone_constraints": [1]}, "^monotone_constraints: monotonic_cst has shape"),
    ({"quantile_alpha": 2.0}, "^quantile_alpha: The 'alpha' parameter"),
    ({"min_split_loss": 1.0, "loss": "gam"}, "^The 'loss' parameter"),  # lists the loss gamma
]


@pytest.mark.parametrize(("given", "message"), INVALID, ids=[next(iter(one)) for one, _ in INVALID])
def test_errors_name_the_alias(given, message):
    X, y = numbers()
    model = GradientBoostingRegressor(preset="fast", **given)
    for copied in (model, clone(model), pickle.loads(pickle.dumps(model))):
        with pytest.raises(ValueError, match=message):
            copied.fit(X, y)
    with pytest.raises(ValueError, match=message):
        GradientBoostingRegressor(preset="fast").set_params(**given).fit(X, y)


def test_a_later_value_by_the_own_name_is_not_blamed_on_the_alias():
    model = GradientBoostingRegressor(preset="fast", num_leaves=2).set_params(max_leaf_nodes=-7)
    with pytest.raises(ValueError, match=r"^The 'max_leaf_nodes' parameter"):
        model.fit(*numbers())


def test_other_families_name_the_alias():
    X, y = numbers()
    with pytest.raises(ValueError, match=r"^minbucket: The 'min_samples_leaf' parameter"):
        spinney.DecisionTreeRegressor(minbucket=0).fit(X, y)
    with pytest.raises(ValueError, match=r"^maxdepth: The 'max_depth' parameter"):
        spinney.DecisionTreeRegressor().set_params(maxdepth=-3).fit(X, y)
    with pytest.raises(ValueError, match=r"^mtry: The 'max_features' parameter"):
        spinney.RandomForestRegressor(mtry=-1).fit(X, y)


def test_errors_name_the_argument_of_fit_as_passed():
    X, y = numbers()
    with pytest.raises(ValueError, match=r"^base_margin: init_score must have one row"):
        GradientBoostingRegressor(preset="fast").fit(X, y, base_margin=[1.0, 2.0])
    with pytest.raises(ValueError, match=r"^sample_weight_eval_set: eval_sample_weight has 2"):
        GradientBoostingRegressor(preset="fast").fit(
            X, y, eval_set=[(X[:9], y[:9])], sample_weight_eval_set=[None, None]
        )
    with pytest.raises(ValueError, match=r"^xgb_model: init_model must be a fitted .* got int"):
        GradientBoostingRegressor(preset="fast").fit(X, y, xgb_model=5)


def test_renamed_parameters_have_their_present_name():
    X, y = numbers()
    model = HistGradientBoostingRegressor(max_iter=3, warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match=r"^max_iter=2 must be at least the 3 iterations"):
        model.set_params(max_iter=2).fit(X, y)


MISSPELLED = [
    *("DecisionTreeRegressor", "RandomForestRegressor"),
    *("AdaBoostRegressor", "OptimalTreeRegressor"),
]


@pytest.mark.parametrize("name", MISSPELLED)
def test_misspelled_arguments_of_fit(name):
    X, y = numbers()
    with pytest.raises(TypeError, match=r"'sample_weigth'. Did you mean 'sample_weight'"):
        getattr(spinney, name)().fit(X, y, sample_weigth=y)


def test_tree_method_lists_all_values():
    with pytest.raises(ValueError, match=r"'gpu_hist'.*'exact', 'hist'"):
        GradientBoostingClassifier(preset="fast", tree_method="gpu_hist")


def test_categorical_features_at_the_position_of_weights():
    X, y = numbers()
    for features in ([2], ["a", "b"]):
        with pytest.raises(TypeError, match=r"third argument .* cat_features=\[0\]"):
            GradientBoostingRegressor(preset="fast").fit(X, y, features)
    weighted = GradientBoostingRegressor(preset="fast", n_estimators=2).fit(X, y, [1] * len(y))
    np.testing.assert_allclose(
        weighted.predict(X),
        GradientBoostingRegressor(preset="fast", n_estimators=2).fit(X, y).predict(X),
    )


def test_callbacks_that_are_not_a_list():
    with pytest.raises(TypeError, match="callbacks must be a list of callables"):
        GradientBoostingRegressor(preset="fast").fit(*numbers(), callbacks=print)


@pytest.mark.parametrize("module", ["catboost.core", "lightgbm.basic", "xgboost.core"])
def test_data_containers_of_other_libraries(module):
    X, y = numbers()
    pool = type("Pool", (), {"__module__": module})()
    model = GradientBoostingRegressor(preset="fast", n_estimators=2).fit(X, y)
    for call in (model.fit, model.predict):
        with pytest.raises(TypeError, match=f"X is a Pool of {module.partition('.')[0]}"):
            call(pool)
    with pytest.raises(ValueError, match="requires y to be passed"):
        model.fit(X)


def test_trees_out_of_range():
    X, y = numbers()
    forest = spinney.RandomForestRegressor(n_estimators=3).fit(X, y)
    with pytest.raises(IndexError, match="Tree 5 does not exist: the forest has 3 trees"):
        forest[5]


WRONG_TYPES = {
    "eval_set": 5,
    "eval_sample_weight": 5,
    "init_score": "x",
    "feature_weights": ["a", "b", "c"],
    "monitor": 3,
    "eval_metric": "Quantile:alpha=x",
}


@pytest.mark.parametrize("name", WRONG_TYPES)
def test_arguments_of_fit_of_a_wrong_type(name):
    X, y = numbers()
    given = {"eval_set": [(X, y), (X, y)], name: WRONG_TYPES[name]}
    with pytest.raises((TypeError, ValueError), match=rf"^{name}(=| must )"):
        GradientBoostingRegressor(preset="fast", n_estimators=2).fit(X, y, **given)
