"""Parameter names and objectives of other libraries."""

import inspect
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from spinney import GradientBoostingClassifier, GradientBoostingRegressor
from spinney.boosting.translated_aliases import TRANSLATED

from .small_data import classes, numbers

SAME = {
    "LightGBM": (
        {
            "num_leaves": 7,
            "num_iterations": 12,
            "shrinkage_rate": 0.2,
            "lambda_l2": 2.0,
            "lambda_l1": 0.5,
            "min_data_in_leaf": 5,
            "min_sum_hessian_in_leaf": 0.01,
            "min_gain_to_split": 0.1,
            "bagging_fraction": 0.8,
            "bagging_freq": 1,
            "feature_fraction": 0.9,
            "max_bin": 63,
            "num_threads": 2,
            "boosting_type": "gbdt",
            "objective": "regression",
            "verbosity": -1,
            "metric": "l1",
        },
        {
            "max_leaf_nodes": 7,
            "n_estimators": 12,
            "learning_rate": 0.2,
            "reg_lambda": 2.0,
            "reg_alpha": 0.5,
            "min_samples_leaf": 5,
            "min_child_weight": 0.01,
            "gamma": 0.05,
            "subsample": 0.8,
            "colsample_bytree": 0.9,
            "max_bins": 63,
            "n_jobs": 2,
            "loss": "squared_error",
            "verbose": 0,
            "eval_metric": "l1",
        },
    ),
    "XGBoost": (
        {
            "eta": 0.3,
            "max_leaves": 0,
            "min_split_loss": 1.0,
            "num_boost_round": 20,
            "grow_policy": "depthwise",
            "seed": 4,
            "nthread": 0,
            "objective": "count:poisson",
            "tree_method": "exact",
            "early_stopping_rounds": 7,
            "monotone_constraints": [1, 0, 0],
            "lambda": 3.0,
        },
        {
            "learning_rate": 0.3,
            "max_leaf_nodes": None,
            "gamma": 0.5,
            "n_estimators": 20,
            "growth": "level",
            "random_state": 4,
            "n_jobs": None,
            "loss": "poisson",
            "max_bins": None,
            "early_stopping": "eval_set",
            "n_iter_no_change": 7,
            "monotonic_cst": [1, 0, 0],
            "reg_lambda": 3.0,
        },
    ),
    "CatBoost": (
        {
            "iterations": 30,
            "depth": 6,
            "l2_leaf_reg": 3.0,
            "rsm": 0.5,
            "border_count": 128,
            "random_seed": 1,
            "loss_function": "Quantile:alpha=0.7",
            "grow_policy": "SymmetricTree",
            "cat_features": [2],
            "od_wait": 5,
            "od_type": "Iter",
            "one_hot_max_size": 2,
            "thread_count": -1,
        },
        {
            "n_estimators": 30,
            "max_depth": 6,
            "reg_lambda": 3.0,
            "colsample_bylevel": 0.5,
            "max_bins": 128,
            "random_state": 1,
            "loss": "quantile",
            "alpha": 0.7,
            "growth": "symmetric",
            "categorical_features": [2],
            "early_stopping": "eval_set",
            "n_iter_no_change": 5,
            "max_onehot": 2,
            "n_jobs": -1,
        },
    ),
}


@pytest.mark.parametrize(("theirs", "ours"), SAME.values(), ids=SAME)
@pytest.mark.filterwarnings("error")
def test_parameters_of_a_library(theirs, ours):
    expected = GradientBoostingRegressor(preset="fast", **ours).get_params()
    assert GradientBoostingRegressor(preset="fast", **theirs).get_params() == expected
    assert GradientBoostingRegressor(preset="fast").set_params(**theirs).get_params() == expected
    assert clone(GradientBoostingRegressor(preset="fast", **theirs)).get_params() == expected


OBJECTIVES = {
    "squared_error": ["reg:squarederror", "regression", "RMSE", "l2"],
    "absolute_error": ["reg:absoluteerror", "regression_l1", "MAE", "l1"],
    "quantile": ["quantile", "Quantile", "reg:quantileerror"],
    "huber": ["huber"],
    "poisson": ["count:poisson", "poisson", "Poisson"],
    "gamma": ["reg:gamma", "gamma"],
    "tweedie": ["reg:tweedie", "tweedie", "Tweedie:variance_power=1.2"],
}
CLASS_OBJECTIVES = [
    *("binary", "binary:logistic", "Logloss", "CrossEntropy", "multiclass"),
    *("multi:softprob", "multi:softmax", "MultiClass"),
]


@pytest.mark.filterwarnings("ignore:In LightGBM alpha")
def test_objective_names():
    for loss, names in OBJECTIVES.items():
        for name in names:
            assert GradientBoostingRegressor(preset="fast", objective=name).loss == loss
    for name in CLASS_OBJECTIVES:
        assert GradientBoostingClassifier(preset="fast", loss_function=name).loss == "log_loss"
    assert (
        GradientBoostingRegressor(preset="fast", objective="Tweedie:variance_power=1.2").power
        == 1.2
    )
    with pytest.raises(ValueError, match="'loss'"):
        GradientBoostingRegressor(preset="fast", objective="binary").fit(*numbers())


def test_aliases_do_not_hide_parameters():
    for which in (GradientBoostingClassifier, GradientBoostingRegressor):
        declared = which.parameters().values()
        names = [*TRANSLATED, *(alias for one in declared for alias in one.aliases)]
        assert len(set(names)) == len(names)
        parameters = which().get_params()
        declared = which.parameters().values()
        names = [*TRANSLATED, *(alias for one in declared for alias in one.aliases)]
        assert len(set(names)) == len(names)
        assert not set(names) & parameters.keys()
        # XGBoost's name of reg_alpha, which is a parameter of the regressor.
        extra = {"alpha"} - parameters.keys()
        assert set(names) | extra == which._aliases().keys()
        assert (
            list(inspect.signature(which).parameters)
            == list(inspect.signature(which.__init__).parameters)[1:]
        )


def test_contradicting_aliases_warn():
    with pytest.warns(UserWarning, match=r"n_estimators=100 and n_iter=200 contradict") as caught:
        model = GradientBoostingRegressor(preset="fast", n_iter=200, n_estimators=100)
    assert model.n_estimators == 100
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="eta=0.3 and shrinkage=0.2 contradict"):
        assert GradientBoostingRegressor(preset="fast", eta=0.3, shrinkage=0.2).learning_rate == 0.3
    with pytest.warns(UserWarning, match="contradict") as caught:
        model.set_params(max_depth=3, depth=4)
    assert model.max_depth == 3
    assert caught[0].filename == __file__


@pytest.mark.filterwarnings("error")
def test_agreeing_aliases_do_not_warn():
    model = GradientBoostingRegressor(
        preset="fast", n_iter=200, n_estimators=200, eta=1, learning_rate=1.0
    )
    assert model.n_estimators == 200


def test_unknown_parameters():
    for name in ("n_tree", "class_weights", "scale_pos_weight", "max_dept"):
        with pytest.raises(TypeError, match=name):
            GradientBoostingRegressor(preset="fast", **{name: 1})
        with pytest.raises(ValueError, match=name):
            GradientBoostingRegressor(preset="fast").set_params(**{name: 1})
    with pytest.raises(ValueError, match="boosting_type='rf' is not supported"):
        GradientBoostingRegressor(preset="fast", boosting_type="rf")


@pytest.mark.parametrize("name", ["early_stopping_rounds", "min_split_loss", "verbosity"])
def test_text_instead_of_a_number(name):
    model = GradientBoostingRegressor(preset="fast", **{name: "many"})
    with pytest.raises(ValueError, match="'many'"):
        model.fit([[0.0], [1.0]], [0.0, 1.0])


@pytest.mark.filterwarnings("error")
def test_aliases_in_parameter_grids():
    X, y = classes(3)
    grid = {"num_leaves": [3, 6], "objective": ["multiclass"], "num_class": [3]}
    search = GridSearchCV(GradientBoostingClassifier(preset="fast", n_iter=3), grid, cv=2).fit(X, y)
    assert search.best_estimator_.max_leaf_nodes == search.best_params_["num_leaves"]


def test_balanced_class_weights():
    X, y = classes()
    y = (np.arange(len(y)) % 5 == 0).astype(int)
    ratio = {0: 1.0, 1: (y == 0).sum() / (y == 1).sum()}
    expected = (
        GradientBoostingClassifier(preset="fast", class_weight=ratio).fit(X, y).predict_proba(X)
    )
    for given in ({"is_unbalance": True}, {"auto_class_weights": "Balanced"}):
        model = GradientBoostingClassifier(preset="fast", **given).fit(X, y)
        np.testing.assert_array_equal(model.predict_proba(X), expected)
    root = GradientBoostingClassifier(preset="fast", class_weights=[1.0, ratio[1] ** 0.5]).fit(X, y)
    model = GradientBoostingClassifier(preset="fast", auto_class_weights="SqrtBalanced").fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(X), root.predict_proba(X))
    assert GradientBoostingClassifier(preset="fast", is_unbalance=False).class_weight is None


def test_aliases_give_the_same_model():
    X, y = classes()
    one = GradientBoostingClassifier(
        preset="fast", num_leaves=5, num_iterations=8, eta=0.3, objective="binary"
    )
    two = GradientBoostingClassifier(
        preset="fast", max_leaf_nodes=5, n_estimators=8, learning_rate=0.3
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(
            one.fit(X, y).predict_proba(X), two.fit(X, y).predict_proba(X)
        )
