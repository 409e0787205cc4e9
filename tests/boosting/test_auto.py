"""Parameters that are "auto": the rule, and the number of iterations by folds."""

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold

import spinney
from spinney import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
)
from spinney.boosting import auto_values, base

PLAIN = {"quantize": False, "init_score": 0.0, "growth": "leaf", "reg_lambda": 1.0}


def numbers(n=240, seed=0):
    """Features with few distinct values, so that every fold has all of them."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, size=(n, 4)).astype(float)
    return X, X[:, 0] * X[:, 1] - X[:, 2] + 0.3 * rng.standard_normal(n)


def classes(n=240, n_classes=3, seed=0):
    X, y = numbers(n, seed)
    return X, np.digitize(y, np.quantile(y, np.arange(1, n_classes) / n_classes))


def pairs(n, n_folds=3):
    return list(KFold(n_folds, shuffle=True, random_state=0).split(np.zeros(n)))


def test_tiny_tables_give_no_constant_model():
    X, y = load_iris(return_X_y=True)
    assert GradientBoostingClassifier().fit(X[::10], y[::10]).score(X, y) > 0.9


def test_explicit_iterations_hold_nothing_out():
    X, y = numbers()
    model = GradientBoostingRegressor(n_estimators=7).fit(X, y)
    assert len(model) == model.n_estimators_ == len(model.estimators_) == 7
    assert not hasattr(model, "evals_result_")
    fixed = GradientBoostingRegressor(n_estimators=7, learning_rate=model.learning_rate_)
    assert fixed.fit(X, y).predict(X).tobytes() == model.predict(X).tobytes()


def test_fast_is_one_model_of_100_trees():
    X, y = numbers()
    model = GradientBoostingRegressor(preset="fast").fit(X, y)
    given = {"growth": "leaf", "max_leaf_nodes": 31, "max_depth": None, "min_samples_leaf": 20}
    same = GradientBoostingRegressor(
        n_estimators=100, learning_rate=0.1, reg_lambda=1, **given
    ).fit(X, y)
    assert len(model) == len(model.estimators_) == 100
    assert model.predict(X).tobytes() == same.predict(X).tobytes()


def test_the_size_of_trees_selects_the_growth():
    X, y = numbers()
    options = ({}, {"max_depth": 3}, {"max_leaf_nodes": 5}, {"max_bins": None})
    for given in options:
        tree = GradientBoostingRegressor(n_estimators=1, **given).fit(X, y).estimators_[0, 0].tree_
        inner = tree.children_left >= 0
        by_depth = {}
        depth = np.zeros(tree.node_count, dtype=int)
        for i in np.flatnonzero(inner):
            depth[[tree.children_left[i], tree.children_right[i]]] = depth[i] + 1
            by_depth.setdefault(depth[i], set()).add((tree.feature[i], tree.threshold[i]))
        assert all(len(one) == 1 for one in by_depth.values()) == (given == {})


def test_a_validation_set_replaces_the_folds():
    X, y = numbers()
    model = GradientBoostingRegressor().fit(X[:160], y[:160], X_val=X[160:], y_val=y[160:])
    assert len(model.estimators_) == len(model) == model.best_iteration_ < 500
    assert list(model.evals_result_) == ["validation"]


def test_training_data_among_the_sets():
    X, y = numbers()
    model = GradientBoostingRegressor().fit(X, y, eval_set=[(X, y)])
    assert list(model.evals_result_) == ["train", "validation"]
    rmse = np.sqrt(np.mean((y - model.predict(X)) ** 2))
    assert model.evals_result_["train"]["rmse"][len(model) - 1] == pytest.approx(rmse, rel=1e-9)


@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_same_bits_for_any_number_of_threads(n_classes):
    X, y = classes(n_classes=n_classes) if n_classes else numbers()
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    raw = {
        kind(n_jobs=n, subsample=0.8, random_state=1).fit(X, y).predict(X, raw_score=True).tobytes()
        for n in (1, 2, 5)
    }
    assert len(raw) == 1


def test_no_random_state_gives_the_same_model():
    X, y = numbers()
    first, second = (GradientBoostingRegressor().fit(X, y) for _ in range(2))
    assert first.predict(X).tobytes() == second.predict(X).tobytes()


def test_zero_weight_removes_rows():
    X, y = numbers()
    weight = np.random.default_rng(1).integers(0, 3, len(y)).astype(float)
    keep = weight > 0
    here = GradientBoostingRegressor().fit(X, y, weight)
    there = GradientBoostingRegressor().fit(X[keep], y[keep], weight[keep])
    assert here.predict(X).tobytes() == there.predict(X).tobytes()


def test_no_early_stopping_needs_a_number():
    with pytest.raises(ValueError, match="early_stopping=False, pass a number"):
        GradientBoostingRegressor(early_stopping=False).fit(*numbers())


def test_tables_that_cannot_be_binned_grow_leaf_wise():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"x": rng.permutation(66_000).astype(str)})
    model = GradientBoostingRegressor(n_estimators=1, n_jobs=1).fit(X, rng.normal(size=66_000))
    assert len(model) == 1
    X, y = numbers()
    assert len(GradientBoostingRegressor(n_estimators=2, unknown="surrogate").fit(X, y)) == 2


def test_the_limit_of_iterations_is_a_warning(monkeypatch):
    X, y = numbers()
    for module in (auto_values, base):
        monkeypatch.setattr(module, "MAX_ITERATIONS", 4)
    with pytest.warns(UserWarning, match="limit of 4 iterations"):
        GradientBoostingRegressor(learning_rate=0.01).fit(X, y)


def test_staged_predictions_and_slices():
    X, y = classes()
    model = GradientBoostingClassifier().fit(X, y)
    stages = list(model.staged_predict_proba(X))
    assert len(stages) == len(model) == len(model.train_score_)
    np.testing.assert_array_equal(stages[-1], model.predict_proba(X))
    np.testing.assert_array_equal(stages[4], model[:5].predict_proba(X))


def test_save_and_explain(tmp_path):
    X, y = classes()
    model = GradientBoostingClassifier(cv=3).fit(X, y)
    model.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    assert loaded.predict_proba(X).tobytes() == model.predict_proba(X).tobytes()
    assert loaded.learning_rate_ == model.learning_rate_
    shap = spinney.explain.shap(model, X[:5])
    raw = model.predict(X[:5], raw_score=True)
    np.testing.assert_allclose(shap.values.sum(axis=1) + shap.base_values, raw, atol=1e-9)


def test_custom_losses():
    X, y = numbers()

    class Squared:
        def __call__(self, y, raw):
            return raw - y, np.ones_like(y)

        def value(self, y, raw):
            return 0.5 * np.mean((raw - y) ** 2)

        def initial(self, y, weight):
            return np.mean(y)

    custom = GradientBoostingRegressor(loss=Squared()).fit(X, y)
    named = GradientBoostingRegressor().fit(X, y)
    assert abs(len(custom) - len(named)) < 20
    np.testing.assert_allclose(custom.predict(X), named.predict(X), atol=0.5)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (HistGradientBoostingClassifier, sklearn.ensemble.HistGradientBoostingClassifier),
        (HistGradientBoostingRegressor, sklearn.ensemble.HistGradientBoostingRegressor),
    ],
)
def test_hist_gradient_boosting_keeps_the_defaults_of_scikit_learn(ours, theirs):
    mine, expected = ours().get_params(), theirs().get_params()
    names = ("max_iter", "learning_rate", "max_leaf_nodes", "max_depth", "min_samples_leaf")
    for name in (*names, "l2_regularization"):
        assert mine[name] == expected[name]


def rates_of(model, X, y, change=None, **given):
    """The learning rate of each iteration; ``change`` is set in iteration 3 by a callback."""
    rates = [model.get_params()["learning_rate"]]

    def record(info):
        if change is not None and info.round == 3:
            info.learning_rate = change
        rates.append(info.learning_rate)

    model.fit(X, y, callbacks=[record], **given)
    return rates[1:-1]  # those of iterations 1, 2, ...


def test_the_automatic_learning_rate_grows():
    X, y = numbers()
    model = GradientBoostingRegressor()
    rates = rates_of(model, X, y)
    grown = [0.1 * (1 + round_ / 100) for round_ in range(1, len(rates) + 1)]
    np.testing.assert_allclose(rates, grown, rtol=1e-12)
    assert model.learning_rate_ == 0.1
    assert auto_values.growing_rate(0.1, 400) == auto_values.growing_rate(0.1, 1000) == 0.5


@pytest.mark.parametrize("rate", ["auto", 0.5])
def test_models_are_continued_with_a_constant_learning_rate(rate):
    X, y = numbers()
    model = GradientBoostingRegressor(n_estimators=150, learning_rate=rate).fit(X, y)
    more = GradientBoostingRegressor(n_iter_no_change=3)
    more.fit(X, y, init_model=model, eval_set=[(X[::2], y[::2])])
    assert more.learning_rate_ == model.learning_rate_
    assert "_rates" not in vars(more)  # these are stored where rates differ


@pytest.mark.parametrize("given", [{"learning_rate": 0.2}, {"n_estimators": 9}])
def test_other_learning_rates_are_constant(given):
    X, y = numbers()
    model = GradientBoostingRegressor(**given)
    assert set(rates_of(model, X, y)) == {model.learning_rate_}


def test_a_callback_replaces_the_growth_of_the_learning_rate():
    X, y = numbers()
    rates = rates_of(GradientBoostingRegressor(), X, y, change=0.05)
    assert rates[2] > 0.1
    assert set(rates[3:]) == {0.05}


def test_models_with_a_growing_learning_rate_can_be_refitted():
    X, y = numbers(500)
    model = GradientBoostingRegressor(quantize=False).fit(X[:250], y[:250], X_val=X, y_val=y)
    assert len(model) > 10
    again = model.refit(X[:250], y[:250])
    np.testing.assert_allclose(again.predict(X), model.predict(X), rtol=1e-9)
    first = model[:5]
    np.testing.assert_allclose(
        first.refit(X[:250], y[:250]).predict(X), first.predict(X), rtol=1e-9
    )
