"""Leaf values for other data, with the structure of trees kept."""

import numpy as np
import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor
from spinney.boosting import auto_values

from .test_auto import classes, numbers

KINDS = {
    "symmetric": {},
    "leaves": {"max_leaf_nodes": 7, "min_samples_leaf": 3},
    "exact": {"max_bins": None, "max_depth": 3},
    "classic": {"algorithm": "classic"},
    "precise": {"quantize": False},
    "samples": {"subsample": 0.7, "random_state": 0},
    "monotonic": {"monotonic_cst": [1, 0, -1, 0], "max_leaf_nodes": 6},
    "absolute error": {"loss": "absolute_error"},
    "poisson": {"loss": "poisson"},
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def targets(y, kind):
    return np.exp(y / 4) if kind.get("loss") == "poisson" else y


@every_kind
def test_the_training_data_gives_the_same_model(kind):
    X, y = numbers()
    y = targets(y, kind)
    model = GradientBoostingRegressor(n_estimators=12, **kind).fit(X, y)
    again = model.refit(X, y)
    assert again is not model
    # Monotone bounds are computed from rounded gradients in growth.
    tolerance = 1e-5 if "monotonic_cst" in kind else 1e-12
    np.testing.assert_allclose(again.predict(X), model.predict(X), rtol=0, atol=tolerance)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_classes(n_classes):
    X, y = classes(n_classes=n_classes)
    model = GradientBoostingClassifier(n_estimators=8).fit(X, y)
    np.testing.assert_allclose(model.refit(X, y).predict_proba(X), model.predict_proba(X))
    with pytest.raises(ValueError, match="label"):
        model.refit(X, y + 5)


@every_kind
def test_structure_is_kept_and_values_follow_the_data(kind):
    X, y = numbers()
    other_X, other_y = numbers(seed=5)
    y, other_y = targets(y, kind), targets(2 * other_y, kind)
    model = GradientBoostingRegressor(n_estimators=60, learning_rate=0.2, **kind).fit(X, y)
    before = model.predict(X)
    new = model.refit(other_X, other_y)
    assert model.predict(X).tobytes() == before.tobytes()
    for old, tree in zip(model.estimators_.ravel(), new.estimators_.ravel(), strict=True):
        np.testing.assert_array_equal(old.tree_.feature, tree.tree_.feature)
        np.testing.assert_array_equal(old.tree_.threshold, tree.tree_.threshold)
    errors = [np.mean(np.abs(one.predict(other_X) - other_y)) for one in (model, new)]
    assert errors[1] < 0.7 * errors[0]


def test_leaf_values_by_hand():
    X = np.array([[0.0], [0.0], [1.0], [1.0]] * 10)
    y = np.array([0.0, 2.0, 5.0, 7.0] * 10)
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=0.5, reg_lambda=0, max_depth=1, init_score=0.0
    ).fit(X, y)
    new = model.refit(X[:, :1], 10 * y, sample_weight=np.where(y < 1, 3.0, 1.0))
    left, right = (3 * 0 + 20) / 4, (50 + 70) / 2
    np.testing.assert_allclose(new.predict([[0.0], [1.0]]), [0.5 * left, 0.5 * right])
    assert new.estimators_[0, 0].tree_.n_node_samples.tolist() == [40, 20, 20]


def test_leaves_without_samples_keep_their_value():
    X, y = numbers()
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, init_score=0.0).fit(X, y)
    tree = model.estimators_[0, 0].tree_
    left = X[:, tree.feature[0]] <= tree.threshold[0]
    new = model.refit(X[left], y[left] + 3)
    assert new.predict(X[~left])[0] == model.predict(X[~left])[0]
    assert new.predict(X[left])[0] > model.predict(X[left])[0]


def test_members_of_folds_are_refitted_one_by_one():
    X, y = numbers()
    model = GradientBoostingRegressor(cv=3).fit(X, y)
    new = model.refit(X, 3 * y)
    assert len(new) == len(model)
    assert np.mean((new.predict(X) - 3 * y) ** 2) < 0.5 * np.var(3 * y)


def test_large_tables_hold_out_a_part_and_use_all_rows(monkeypatch):
    X, y = numbers(400)
    for name in ("MANY_FOLDS_UP_TO", "FEW_FOLDS_UP_TO"):
        monkeypatch.setattr(auto_values, name, 100)
    # With subsample=1.0, the added trees are grown on all rows, too.
    model = GradientBoostingRegressor(subsample=1.0, n_jobs=1).fit(X, y)
    tail = auto_values.n_tail_iterations(model.best_iteration_, 360, 40)
    assert tail > 0
    assert len(model.estimators_) == len(model) == model.best_iteration_ + tail
    assert model.estimators_[0, 0].tree_.n_node_samples[0] == len(y)
    same = model.refit(X, y)
    np.testing.assert_allclose(same.predict(X), model.predict(X), rtol=1e-12)
    threads = GradientBoostingRegressor(subsample=1.0, n_jobs=3).fit(X, y)
    assert threads.predict(X).tobytes() == model.predict(X).tobytes()


@pytest.mark.parametrize(
    "given", [{"missing": "fractional"}, {"line_search": True}, {"num_parallel_tree": 2}]
)
def test_models_that_cannot_be_refitted(given):
    X, y = numbers()
    X[::7, 0] = np.nan
    model = GradientBoostingRegressor(n_estimators=3, **given).fit(X, y)
    with pytest.raises(ValueError, match="fractional"):
        model.refit(X, y)


def test_learning_rates_of_iterations_are_kept():
    X, y = numbers()

    def decrease(info):
        info.learning_rate = 0.5 * 0.9**info.round

    first = GradientBoostingRegressor(n_estimators=5, learning_rate=0.5).fit(X, y)
    for model in (
        GradientBoostingRegressor(n_estimators=20).fit(X, y, callbacks=[decrease]),
        GradientBoostingRegressor(n_estimators=5, learning_rate=0.01).fit(X, y, init_model=first),
        GradientBoostingRegressor(n_estimators=9, learning_rate=0.3).fit(X, y)[:5],
    ):
        np.testing.assert_allclose(model.refit(X, y).predict(X), model.predict(X), rtol=1e-9)


def test_initial_scores():
    X, y = numbers()
    start = 5 * X[:, 0]
    model = GradientBoostingRegressor(n_estimators=9).fit(X, y, init_score=start)
    again = model.refit(X, y, init_score=start)
    expected = model.predict(X, base_margin=start)
    np.testing.assert_allclose(again.predict(X, base_margin=start), expected, rtol=1e-9)
