"""Parameters of other libraries that are translated, ignored or rejected."""

import warnings

import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor

IGNORED = [
    {"force_row_wise": True},
    {"force_col_wise": True},
    {"use_label_encoder": True},
    {"subsample_for_bin": 200000},
    {"train_dir": "logs"},
    {"max_cat_threshold": 32},
    {"random_strength": 1},
    {"monotone_constraints_method": "advanced"},
    {"bagging_seed": 3},
    {"validate_parameters": False},
    {"nan_mode": "Min"},
]


@pytest.mark.parametrize("given", IGNORED, ids=lambda given: next(iter(given)))
def test_harmless_parameters_are_noted(given):
    [name] = given
    with pytest.warns(UserWarning, match=f"{name}=.* is ignored: ") as caught:
        model = GradientBoostingRegressor(preset="fast", **given)
    assert caught[0].filename == __file__
    assert model.get_params() == GradientBoostingRegressor(preset="fast").get_params()
    with pytest.warns(UserWarning, match=f"{name}=.* is ignored: ") as caught:
        model.set_params(**given)
    assert caught[0].filename == __file__


SILENT = [
    {"enable_categorical": True},
    {"enable_categorical": False},
    {"device": "cpu"},
    {"tree_method": "hist"},
    {"booster": "gbtree"},
    {"boosting_type": "gbdt"},
    {"boosting_type": "Plain"},
    {"verbosity": 0},
    {"silent": True},
    {"sampling_method": "uniform"},
    {"task_type": "CPU"},
    {"bootstrap_type": "Bernoulli"},
    {"boost_from_average": True},
    {"objective": None},
    {"grow_policy": None},
    {"random_strength": 0},
    {"allow_writing_files": False},
    {"max_cat_threshold": None},
    {"use_label_encoder": False},
    {"logging_level": "Silent"},
]


@pytest.mark.parametrize("given", SILENT, ids=str)
@pytest.mark.filterwarnings("error")
def test_parameters_that_describe_the_default(given):
    assert (
        GradientBoostingClassifier(preset="fast", **given).get_params()
        == GradientBoostingClassifier(preset="fast").get_params()
    )


UNSUPPORTED = {
    "boosting_type": "rf",
    "boosting": "rf",
    "device": "cuda",
    "bootstrap_type": "Bayesian",
    "tree_method": "gpu_hist",
    "zero_as_missing": True,
    "callbacks": [print],
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_values(name):
    with pytest.raises(ValueError, match=f"{name}=.* is not supported; supported: "):
        GradientBoostingClassifier(preset="fast", **{name: UNSUPPORTED[name]})


def test_translations():
    assert GradientBoostingRegressor(preset="fast", boost_from_average=False).init_score == 0.0
    assert GradientBoostingRegressor(preset="fast", nan_mode="Forbidden").missing == "error"
    assert GradientBoostingRegressor(preset="fast", bootstrap_type="No").subsample == 1.0
    assert GradientBoostingRegressor(preset="fast", max_bin=256).max_bins == 255
    assert GradientBoostingRegressor(
        preset="fast", monotone_constraints="(1,0,-1)"
    ).monotonic_cst == [1, 0, -1]
    groups = GradientBoostingRegressor(
        preset="fast", interaction_constraints="[[0, 1], [2]]"
    ).interaction_cst
    assert groups == [[0, 1], [2]]
    several = GradientBoostingRegressor(preset="fast", metric="l1,l2")
    assert (several.eval_metric, several.stopping_metric) == (["l1", "l2"], "any")
    assert GradientBoostingRegressor(preset="fast", metric="l1").stopping_metric == "last"
    assert (
        GradientBoostingRegressor(preset="fast", first_metric_only=True).stopping_metric == "first"
    )
    assert GradientBoostingRegressor(preset="fast", early_stopping_round=0).early_stopping is False
    stopping = GradientBoostingRegressor(preset="fast", early_stopping_rounds=5)
    assert stopping.set_params(early_stopping_rounds=None).early_stopping is False


def test_huber_has_another_scale():
    with pytest.warns(UserWarning, match="quantile of the residuals") as caught:
        assert GradientBoostingRegressor(preset="fast", objective="huber").loss == "huber"
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GradientBoostingRegressor(preset="fast", loss="huber")


def test_similar_names_are_suggested():
    with pytest.raises(TypeError, match=r"'num_leafs'.*Did you mean 'num_leaf' or 'num_leaves'"):
        GradientBoostingRegressor(preset="fast", num_leafs=3)
    with pytest.raises(TypeError, match=r"'max_dept'.*Did you mean 'max_depth'"):
        GradientBoostingRegressor(preset="fast", max_dept=3)


def test_bagging_fraction_without_frequency():
    with pytest.warns(UserWarning, match="LightGBM ignores bagging_fraction") as caught:
        assert GradientBoostingRegressor(preset="fast", bagging_fraction=0.8).subsample == 0.8
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GradientBoostingRegressor(preset="fast", bagging_fraction=0.8, bagging_freq=1)
        GradientBoostingRegressor(preset="fast", bagging_fraction=0.8, subsample_freq=2)
        GradientBoostingRegressor(preset="fast", bagging_fraction=1.0)
        GradientBoostingRegressor(preset="fast", subsample=0.8)
