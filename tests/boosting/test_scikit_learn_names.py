"""Parameters and attributes of scikit-learn's gradient boosting."""

import numpy as np
import pytest
import sklearn.ensemble

import spinney

from .small_data import classes, classifier, numbers, regressor

SAME = {
    "algorithm": "classic",
    "max_bins": None,
    "quantize": False,
    "max_depth": 3,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0.0,
    "reg_lambda": 0.0,
}
"""Values with which the trees are those of scikit-learn's defaults."""


def test_n_iter_no_change_alone_stops_early():
    X, y = numbers(300)
    model = regressor(n_iter_no_change=3, n_estimators=500, learning_rate=0.5).fit(X, y)
    # As in scikit-learn, all iterations are kept.
    assert model.n_estimators_ == len(model.evals_result_["validation"]["squared_error"]) < 500
    best = regressor(
        n_iter_no_change=3, n_estimators=500, learning_rate=0.5, early_stopping=True
    ).fit(X, y)
    assert len(best) == model.best_iteration_ == len(model) - 3
    off = regressor(n_iter_no_change=3, early_stopping=False, n_estimators=20).fit(X, y)
    assert off.n_estimators_ == 20
    no_split = regressor(n_iter_no_change=3, validation_fraction=None, n_estimators=20).fit(X, y)
    assert list(no_split.evals_result_) == ["train"]


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
def test_train_score_of_regression(loss):
    X, y = numbers(200)
    ours = spinney.GradientBoostingRegressor(preset="fast", loss=loss, n_estimators=10, **SAME).fit(
        X, y
    )
    theirs = sklearn.ensemble.GradientBoostingRegressor(loss=loss, n_estimators=10).fit(X, y)
    np.testing.assert_allclose(ours.train_score_, theirs.train_score_, rtol=1e-4)


@pytest.mark.parametrize(("loss", "n"), [("log_loss", 2), ("log_loss", 3), ("exponential", 2)])
def test_train_score_of_classification(loss, n):
    X, y = classes(n)
    ours = spinney.GradientBoostingClassifier(preset="fast", loss=loss, n_estimators=5, **SAME).fit(
        X, y
    )
    theirs = sklearn.ensemble.GradientBoostingClassifier(loss=loss, n_estimators=5).fit(X, y)
    np.testing.assert_allclose(ours.train_score_, theirs.train_score_, rtol=0.05)


def test_train_score_is_continued(tmp_path):
    X, y = numbers()
    model = regressor(n_estimators=4, warm_start=True).fit(X, y).set_params(n_estimators=9)
    once = regressor(n_estimators=9).fit(X, y)
    np.testing.assert_array_equal(model.fit(X, y).train_score_, once.train_score_)
    once.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    np.testing.assert_array_equal(loaded.train_score_, once.train_score_)


def test_monitor_stops_training():
    X, y = numbers()
    seen = []

    def monitor(i, estimator, variables):
        seen.append((i, estimator.n_estimators_, len(estimator.predict(X))))
        return i == 4

    model = regressor(n_estimators=20).fit(X, y, None, monitor)
    assert model.n_estimators_ == len(model.train_score_) == 5
    assert seen == [(i, i + 1, len(y)) for i in range(5)]


@pytest.mark.parametrize(
    ("value", "n"), [(None, 5), (2, 2), (0.5, 2), ("sqrt", 2), ("log2", 2), (0.01, 1)]
)
def test_max_features(value, n):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    y = X[:, 0] + 0.01 * X[:, 1]
    model = regressor(max_features=value, random_state=0, max_depth=1).fit(X, y)
    assert model.max_features_ == n
    roots = {int(tree.tree_.feature[0]) for tree in model.estimators_.ravel()}
    assert (len(roots) > 2) == (n < 5)
    with pytest.raises(ValueError, match="colsample_bynode"):
        regressor(max_features=2, colsample_bynode=0.5).fit(X, y)


def test_init():
    X, y = numbers()
    assert regressor(init="zero", n_estimators=1).fit(X, y)[:0].predict(X).tolist() == [0.0] * len(
        y
    )
    with pytest.raises(ValueError, match="init_score"):
        regressor(init="zero", init_score=1.0).fit(X, y)


def test_parameters_of_other_trees():
    defaults = {"ccp_alpha": 0.0, "min_impurity_decrease": 0.0, "min_weight_fraction_leaf": 0.0}
    classifier(**defaults, criterion="friedman_mse")


@pytest.mark.parametrize("weighted", [False, True])
def test_out_of_bag_scores(weighted):
    X, y = numbers(300)
    weight = np.random.default_rng(0).uniform(1, 2, 300) if weighted else None
    parameters = {"subsample": 0.5, "random_state": 0, "warm_start": True}
    model = regressor(n_estimators=12, **parameters).fit(X, y, weight)
    assert model.oob_scores_[-1] == model.oob_score_
    assert model.oob_scores_[-1] < model.oob_scores_[0]
    np.testing.assert_allclose(model.oob_improvement_[1:], -np.diff(model.oob_scores_))
    # The loss on all rows lies between that on the drawn ones and that on the others.
    both = (model.train_score_[-1], model.oob_score_)
    loss = np.average((y - model.predict(X)) ** 2, weights=weight)
    assert min(both) < loss < max(both)
    parts = regressor(n_estimators=5, **parameters).fit(X, y, weight).set_params(n_estimators=12)
    for name in ("oob_scores_", "oob_improvement_", "train_score_"):
        np.testing.assert_array_equal(getattr(parts.fit(X, y, weight), name), getattr(model, name))
    assert not hasattr(regressor().fit(X, y), "oob_scores_")


def test_out_of_bag_scores_of_slices_and_parallel_trees():
    X, y = numbers(300)
    parameters = {"subsample": 0.5, "random_state": 0, "num_parallel_tree": 4}
    model = regressor(n_estimators=40, learning_rate=0.3, **parameters).fit(X, y)
    np.testing.assert_array_equal(model[:7].oob_scores_, model.oob_scores_[:7])
    assert model[:7].oob_score_ == model.oob_scores_[6]
    drawn = regressor(n_estimators=1, **parameters, init_score=0.0).fit(X, y)
    # About 15 of 16 rows are drawn by one of the four trees.
    loss = np.mean((y - drawn.predict(X)) ** 2)
    share = (loss - drawn.oob_score_) / (drawn.train_score_[0] - drawn.oob_score_)
    assert share > 0.85


def test_train_score_continues_that_of_init_model():
    X, y = numbers(200)
    first = regressor(n_estimators=5).fit(X, y)
    model = regressor(n_estimators=5, learning_rate=0.01).fit(X, y)
    model.fit(X, y, init_model=first)
    np.testing.assert_array_equal(model.train_score_[:5], first.train_score_)
    assert len(model.train_score_) == 10
    np.testing.assert_array_equal(model[:7].train_score_, model.train_score_[:7])


def test_one_feature_per_node_is_drawn_at_random():
    X, y = numbers(200)
    models = [regressor(max_features=1).fit(X, y) for _ in range(3)]
    assert len({model.predict(X).tobytes() for model in models}) > 1
