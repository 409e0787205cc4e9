"""Histogram gradient boosting with the parameters, defaults and attributes of scikit-learn."""

import inspect

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from sklearn.base import clone
from sklearn.datasets import make_classification, make_regression
from sklearn.metrics import make_scorer, mean_absolute_error

import spinney
from spinney import HistGradientBoostingClassifier, HistGradientBoostingRegressor

NAMES = ("HistGradientBoostingClassifier", "HistGradientBoostingRegressor")


def regression(n=300):
    return make_regression(n, 5, noise=5, random_state=0)


@pytest.mark.parametrize("name", NAMES)
def test_parameters_and_defaults_of_scikit_learn(name):
    ours = inspect.signature(getattr(spinney, name)).parameters
    theirs = inspect.signature(getattr(sklearn.ensemble, name)).parameters
    for parameter in theirs.values():
        assert ours[parameter.name].default == parameter.default, parameter.name
        assert ours[parameter.name].kind == parameter.kind, parameter.name
    former = {"n_estimators", "reg_lambda", "colsample_bynode", "eval_metric", "alpha"}
    assert not former & ours.keys()


def test_former_names_are_aliases():
    model = HistGradientBoostingRegressor(n_estimators=7, reg_lambda=2, alpha=0.3)
    assert (model.max_iter, model.l2_regularization, model.quantile) == (7, 2, 0.3)
    assert (model.n_estimators, model.reg_lambda, model.alpha) == (7, 2, 0.3)
    assert clone(model).set_params(n_estimators=3).max_iter == 3
    assert "n_estimators" not in model.get_params()


@pytest.mark.parametrize("loss", ["squared_error", "poisson", "gamma"])
def test_predictions_close_to_scikit_learn(loss):
    X, y = regression(1000)
    y = np.exp(y / y.std())
    parameters = {"loss": loss, "max_iter": 20, "random_state": 0}
    ours = HistGradientBoostingRegressor(**parameters).fit(X, y)
    theirs = sklearn.ensemble.HistGradientBoostingRegressor(**parameters).fit(X, y)
    assert np.corrcoef(ours.predict(X), theirs.predict(X))[0, 1] > 0.99


@pytest.mark.parametrize("scoring", ["loss", "neg_mean_absolute_error", None])
@pytest.mark.parametrize("fraction", [0.2, 60, None])
def test_scores_of_early_stopping_as_in_scikit_learn(scoring, fraction):
    X, y = regression()
    parameters = {
        "early_stopping": True,
        "scoring": scoring,
        "validation_fraction": fraction,
        "max_iter": 15,
        "n_iter_no_change": 20,
        "random_state": 3,
    }
    ours = HistGradientBoostingRegressor(**parameters).fit(X, y)
    theirs = sklearn.ensemble.HistGradientBoostingRegressor(**parameters).fit(X, y)
    assert ours.do_early_stopping_ is True
    assert ours.n_iter_ == theirs.n_iter_
    assert len(ours.train_score_) == 16
    # The first score does not depend on trees: the validation rows are those of scikit-learn.
    np.testing.assert_allclose(ours.train_score_[0], theirs.train_score_[0], rtol=1e-5)
    assert len(ours.validation_score_) == len(theirs.validation_score_)
    np.testing.assert_allclose(
        ours.validation_score_[:1], theirs.validation_score_[:1], rtol=1e-5, atol=1e-6
    )
    np.testing.assert_allclose(ours.train_score_[-1], theirs.train_score_[-1], rtol=0.2)


def test_stops_by_the_rule_of_scikit_learn():
    X, y = regression()
    model = HistGradientBoostingRegressor(
        early_stopping=True, n_iter_no_change=3, tol=1e3, random_state=0, learning_rate=1.0
    ).fit(X, y)
    scores = model.validation_score_
    stopped = [
        i for i in range(3, len(scores)) if max(scores[i - 2 : i + 1]) <= scores[i - 3] + 1e3
    ]
    assert model.n_iter_ == stopped[0]  # all iterations are kept
    assert len(scores) == model.n_iter_ + 1


def test_early_stopping_auto():
    X, y = regression(100)
    model = HistGradientBoostingRegressor(max_iter=3).fit(X, y)
    assert model.do_early_stopping_ is False
    assert len(model.train_score_) == len(model.validation_score_) == 0
    model.fit(X, y, X_val=X[:20], y_val=y[:20])
    assert model.do_early_stopping_ is True
    with pytest.raises(ValueError, match="early_stopping is False"):
        HistGradientBoostingRegressor(early_stopping=False).fit(X, y, X_val=X, y_val=y)


def test_custom_scorers_see_the_rows_of_x():
    X, y = regression(100)
    frame = pd.DataFrame(X, columns=list("abcde"))
    seen = []

    def scorer(estimator, X, y):
        seen.append(X["a"].to_numpy())
        return -mean_absolute_error(y, estimator.predict(X))

    parameters = {"early_stopping": True, "max_iter": 2, "random_state": 0}
    model = HistGradientBoostingRegressor(scoring=scorer, **parameters).fit(frame, y)
    assert sorted({len(rows) for rows in seen}) == [10, 90]
    by_name = HistGradientBoostingRegressor(scoring="neg_mean_absolute_error", **parameters)
    by_name.fit(frame, y)
    np.testing.assert_array_equal(model.train_score_, by_name.train_score_)
    made = make_scorer(mean_absolute_error, greater_is_better=False)
    made_scores = by_name.set_params(scoring=made).fit(frame, y).validation_score_
    np.testing.assert_array_equal(made_scores, model.validation_score_)


def test_warm_start_continues_the_scores():
    X, y = regression()
    model = HistGradientBoostingRegressor(
        early_stopping=True, n_iter_no_change=100, max_iter=4, warm_start=True, random_state=0
    )
    model.fit(X, y).set_params(max_iter=7).fit(X, y)
    once = clone(model).fit(X, y)
    np.testing.assert_array_equal(model.validation_score_, once.validation_score_)
    np.testing.assert_array_equal(model.train_score_, once.train_score_)
    model.fit(X, y)
    assert len(model.train_score_) == 8


def test_sizes_of_trees():
    X, y = make_classification(random_state=0)
    model = HistGradientBoostingClassifier(max_depth=2, max_leaf_nodes=3, max_iter=1).fit(X, y)
    assert [(tree.get_depth(), tree.get_n_leaves()) for tree in model.estimators_[:, 0]] == [(2, 3)]
    model = HistGradientBoostingRegressor(max_iter=5).fit(X, np.ones(len(y)))
    assert [tree.tree_.value.ravel().tolist() for tree in model.estimators_[:, 0]] == [[0.0]] * 5
    np.testing.assert_array_equal(model.predict(X), 1)
    model = HistGradientBoostingClassifier(max_iter=3, min_samples_leaf=1, warm_start=True)
    model.set_params(max_depth=2).fit(X, y).set_params(max_iter=5, max_depth=3).fit(X, y)
    assert [tree.get_depth() for tree in model.estimators_[:, 0]] == [2, 2, 2, 3, 3]


def test_attributes(tmp_path):
    X, y = make_classification(200, 4, n_informative=3, n_redundant=0, n_classes=3, random_state=0)
    X[:, 1] = np.abs(X[:, 1]).round()
    model = HistGradientBoostingClassifier(max_iter=3, categorical_features=[1]).fit(X, y)
    assert model.n_trees_per_iteration_ == 3
    assert model.is_categorical_.tolist() == [False, True, False, False]
    assert HistGradientBoostingClassifier(max_iter=1).fit(X, y).is_categorical_ is None
    assert len(list(model.staged_predict_proba(X))) == model.n_iter_ == 3
    model.set_params(early_stopping=True).fit(X, y).save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    assert loaded.get_params() == model.get_params()
    for name in ("train_score_", "validation_score_", "is_categorical_"):
        np.testing.assert_array_equal(getattr(loaded, name), getattr(model, name))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_infinity(dtype):
    X = np.array([[-np.inf], [0], [1], [np.inf]], dtype)
    y = np.array([0.0, 1, 2, 3])
    model = HistGradientBoostingRegressor(min_samples_leaf=1).fit(X, y)
    np.testing.assert_allclose(model.predict(X), y, atol=1e-3)
    frame = pd.DataFrame({"x": X[:, 0]})
    np.testing.assert_array_equal(model.predict(X), clone(model).fit(frame, y).predict(frame))
    np.testing.assert_allclose(model.predict([[np.inf], [1e300], [-1e300]]), [3, 2, 1], atol=1e-3)
    with pytest.raises(ValueError, match="infinity"):
        spinney.GradientBoostingRegressor(preset="fast").fit(X, y)


def test_numbers_as_categories():
    rng = np.random.default_rng(0)
    X = rng.choice([-1, 0.5, 1.5, 2.5, np.nan], size=(400, 1))
    y = np.where(np.isin(X[:, 0], [0.5, 2.5]), 1.0, 0.0)
    model = HistGradientBoostingRegressor(categorical_features=[0], min_samples_leaf=1).fit(X, y)
    predicted = model.predict([[0.5], [1.5], [2.5], [-1], [-7], [np.nan], [99]])
    np.testing.assert_allclose(predicted[:3], [1, 0, 1], atol=1e-3)
    assert len(set(predicted[3:])) == 1  # negative and unknown categories are missing values
    with pytest.raises(ValueError, match="whole and not negative"):  # fractional
        spinney.GradientBoostingRegressor(preset="fast", categorical_features=[0]).fit(X, y)


def test_quantile():
    X, y = regression()
    model = HistGradientBoostingRegressor(loss="quantile", quantile=0.8).fit(X, y)
    assert 0.7 < np.mean(y <= model.predict(X)) < 0.9
    with pytest.raises(ValueError, match="needs quantile"):
        HistGradientBoostingRegressor(loss="quantile").fit(X, y)


def test_too_large_validation_set():
    X, y = regression(50)
    with pytest.raises(ValueError, match="validation_fraction=50"):
        spinney.GradientBoostingRegressor(
            preset="fast", early_stopping=True, validation_fraction=50
        ).fit(X, y)


def test_order_of_eval_set():
    X, y = regression()
    valid = (X[:100] + 0.01, y[:100])
    model = HistGradientBoostingRegressor(max_iter=5, early_stopping=True)
    first = clone(model).fit(X, y, eval_set=[valid, (X, y)])
    last = clone(model).fit(X, y, eval_set=[(X, y), valid])
    np.testing.assert_array_equal(first.validation_score_, last.validation_score_)
    np.testing.assert_array_equal(first.train_score_, last.train_score_)
    assert len(first.train_score_) == len(first.validation_score_) == 6


def test_eval_set_with_the_same_rows_and_other_targets():
    X, y = regression()
    seen = []

    def scorer(estimator, X, y):
        seen.append(X)
        return -mean_absolute_error(y, estimator.predict(X))

    model = HistGradientBoostingRegressor(max_iter=2, early_stopping=True, scoring=scorer)
    model.fit(X, y, eval_set=[(X, y + 1)])
    assert any(given is X for given in seen)
    assert len(model.validation_score_) == 3


def test_scores_begin_with_init_score():
    X, y = regression()
    model = HistGradientBoostingRegressor(
        max_iter=2, early_stopping=True, validation_fraction=None, scoring="neg_mean_squared_error"
    ).fit(X, y, init_score=y - 2)
    assert model.train_score_[0] == pytest.approx(-4)


def test_slices_have_their_scores():
    X, y = regression()
    model = HistGradientBoostingRegressor(max_iter=8, early_stopping=True).fit(X, y)
    np.testing.assert_array_equal(model[:3].train_score_, model.train_score_[:4])
    np.testing.assert_array_equal(model[:3].validation_score_, model.validation_score_[:4])
    plain = HistGradientBoostingRegressor(max_iter=8).fit(X, y)
    assert len(plain[:3].train_score_) == 0


def test_scoring_is_checked_without_early_stopping():
    X, y = make_regression(100, 3, random_state=0)
    with pytest.raises(ValueError, match="'r3'"):
        HistGradientBoostingRegressor(scoring="r3", early_stopping=False).fit(X, y)
