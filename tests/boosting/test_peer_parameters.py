"""Parameters by the meaning that they have in LightGBM, XGBoost and CatBoost."""

import numpy as np
import pytest

from spinney import (
    RandomForestRegressor,
    load,
)

from .small_data import classes, classifier, numbers, regressor


def test_no_limit_of_the_depth():
    X, y = numbers()
    unlimited = regressor(max_leaf_nodes=60, min_samples_leaf=1).fit(X, y).predict(X)
    for value in (-1, 0):
        model = regressor(max_leaf_nodes=60, min_samples_leaf=1, max_depth=value).fit(X, y)
        np.testing.assert_array_equal(model.predict(X), unlimited)
    limited = regressor(max_leaf_nodes=60, min_samples_leaf=1, max_depth=2).fit(X, y)
    assert max(tree.tree_.max_depth for tree in limited.estimators_.ravel()) == 2
    with pytest.raises(ValueError, match="'max_depth' parameter"):
        regressor(max_depth=-2).fit(X, y)


def test_missing_nan():
    X, y = numbers()
    X[::7, 0] = np.nan
    expected = regressor().fit(X, y).predict(X)
    np.testing.assert_array_equal(regressor(missing=np.nan).fit(X, y).predict(X), expected)
    forests = [
        RandomForestRegressor(5, missing=missing, random_state=0).fit(X, y).predict(X)
        for missing in (float("nan"), "learned")
    ]
    np.testing.assert_array_equal(*forests)
    with pytest.raises(ValueError, match=r"'missing' parameter"):
        regressor(missing=-999).fit(X, y)


def samples(model):
    """The number of samples of each tree, by iteration."""
    return [tree.tree_.n_node_samples[0] for tree in model.estimators_.ravel()]


def test_samples_are_kept_for_some_iterations():
    X, y = numbers()
    each = regressor(subsample=0.5, random_state=1).fit(X, y)
    assert len(set(samples(each))) > 5
    third = regressor(bagging_fraction=0.5, bagging_freq=3, random_state=1).fit(X, y)
    sizes = samples(third)
    assert sizes == [sizes[i - i % 3] for i in range(15)]
    assert len(set(sizes)) > 2
    assert sizes[::3] == samples(each)[::3]
    never = regressor(bagging_fraction=0.5, subsample_freq=0, random_state=1).fit(X, y)
    np.testing.assert_array_equal(never.predict(X), regressor().fit(X, y).predict(X))
    half = regressor(subsample=0.5, bagging_freq=3, random_state=1, n_estimators=8, warm_start=True)
    half.fit(X, y).set_params(n_estimators=15).fit(X, y)
    np.testing.assert_array_equal(half.predict(X), third.predict(X))


def test_feature_weights():
    X, y = numbers(200)
    X = np.column_stack([X, X, X])
    y = X.sum(axis=1)
    options = {"colsample_bytree": 0.34, "n_estimators": 200, "max_depth": 1, "random_state": 0}
    weights = np.array([8.0, 1, 1, 1, 1, 1, 1, 1, 1])

    plain = regressor(**options).fit(X, y)
    heavy = regressor(**options, feature_weights=weights).fit(X, y)
    # Columns 0, 3 and 6 are equal, so a tree uses the first of them that it has drawn.
    shares = [np.mean(model.importance("split")[0]) / 200 for model in (plain, heavy)]
    assert shares[1] > 1.5 * shares[0]
    named = regressor(**options, feature_weights={0: 8.0}).fit(X, y)
    np.testing.assert_array_equal(named.predict(X), heavy.predict(X))
    of_fit = regressor(**options).fit(X, y, feature_weights=weights)
    np.testing.assert_array_equal(of_fit.predict(X), heavy.predict(X))
    for wrong, message in {(1.0, 2.0): "shape", (-1.0,) * 9: ">= 0"}.items():
        with pytest.raises(ValueError, match=f"feature_weights.*{message}"):
            regressor(feature_weights=list(wrong)).fit(X, y)


@pytest.mark.parametrize(
    ("loss", "base", "raw"),
    [
        ("squared_error", 2.0, 2.0),
        ("poisson", 2.0, np.log(2.0)),
        ("log_loss", 0.2, np.log(0.25)),
        ("exponential", 0.2, np.log(0.25) / 2),
    ],
)
def test_base_score_is_a_prediction(loss, base, raw):
    if loss in ("log_loss", "exponential"):
        X, y = classes()
        model = classifier(loss=loss, base_score=base).fit(X, y)
        same = classifier(loss=loss, init_score=raw).fit(X, y)
        start = model.predict_proba(X, n_iter=0)[:, 1]
    else:
        X, y = numbers()
        y = np.exp(y)
        model = regressor(loss=loss, base_score=base).fit(X, y)
        same = regressor(loss=loss, init_score=raw).fit(X, y)
        start = model.predict(X, n_iter=0)
    np.testing.assert_allclose(start, base)
    np.testing.assert_allclose(model.predict(X), same.predict(X))


def test_invalid_base_scores():
    X, y = classes()
    with pytest.raises(ValueError, match="probability"):
        classifier(base_score=1.5).fit(X, y)
    with pytest.raises(ValueError, match="init_score and base_score"):
        classifier(base_score=0.5, init_score=0.0).fit(X, y)
    with pytest.raises(ValueError, match="above 0"):
        regressor(loss="poisson", base_score=-1).fit(X, y)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_parallel_trees(n_classes, tmp_path):
    X, y = classes(n_classes)
    forest = {"subsample": 0.7, "num_parallel_tree": 4, "random_state": 0}
    model = classifier(n_estimators=6, **forest).fit(X, y)
    k = 1 if n_classes == 2 else 3
    assert len(model) == model.n_iter_ == 6
    assert model.estimators_.shape == (24, k)
    assert model.apply(X).shape[:2] == (300, 24)
    assert len(set(samples(model)[::k])) > 12
    # The mean of the trees of an iteration is added.
    raw = [model.predict(X, raw_score=True, n_iter=n) for n in (1, 2)]
    nodes = model.apply(X).reshape(300, -1)[:, 4 * k : 8 * k]
    trees = model.estimators_.ravel()[4 * k : 8 * k]
    added = np.sum(
        [t.tree_.value[n].ravel() for t, n in zip(trees[::k], nodes.T[::k], strict=True)], axis=0
    )
    first = (raw[1] - raw[0]).reshape(300, -1)[:, 0]
    np.testing.assert_allclose(first, added, atol=1e-12)
    more = classifier(n_estimators=3, warm_start=True, **forest).fit(X, y)
    more.set_params(n_estimators=6).fit(X, y)
    np.testing.assert_array_equal(more.predict_proba(X), model.predict_proba(X))
    model.save(tmp_path / "m.spinney")
    loaded = load(tmp_path / "m.spinney")
    assert len(loaded) == 6
    np.testing.assert_array_equal(loaded[:2].predict(X), model.predict(X, iteration_range=(0, 2)))
    assert len(list(model.staged_predict(X))) == 6
    np.testing.assert_array_equal(model.predict(X, ntree_limit=8), model.predict(X, n_iter=2))


def test_one_forest():
    """XGBRFRegressor: one iteration of many trees."""
    X, y = numbers()
    model = regressor(
        n_estimators=1, learning_rate=1.0, num_parallel_tree=50, subsample=0.8, random_state=0
    ).fit(X, y)
    values = [
        50 * t.tree_.value[n].ravel()
        for t, n in zip(model.estimators_.ravel(), model.apply(X).T, strict=True)
    ]
    expected = np.mean(values, axis=0) + y.mean()
    np.testing.assert_allclose(model.predict(X), expected)


def test_scales_of_the_minimum_gain():
    X, y = numbers()
    tree = regressor(n_estimators=1, max_leaf_nodes=2).fit(X, y).estimators_[0, 0].tree_
    residual, left = y - y.mean(), X[:, tree.feature[0]] <= tree.threshold[0]
    # The gain of LightGBM and XGBoost: the change of G^2 / (H + lambda).
    gain = sum(residual[rows].sum() ** 2 / (rows.sum() + 1.0) for rows in (left, ~left))
    for name in ("min_split_loss", "min_split_gain", "min_gain_to_split"):
        kept = regressor(n_estimators=1, max_leaf_nodes=2, **{name: 0.98 * gain}).fit(X, y)
        pruned = regressor(n_estimators=1, max_leaf_nodes=2, **{name: 1.02 * gain}).fit(X, y)
        assert kept.estimators_[0, 0].tree_.n_leaves == 2
        assert pruned.estimators_[0, 0].tree_.n_leaves == 1
    half = regressor(n_estimators=1, max_leaf_nodes=2, gamma=0.51 * gain).fit(X, y)
    assert half.estimators_[0, 0].tree_.n_leaves == 1


def test_features_of_weight_0_are_drawn_last():
    X, y = numbers(200)
    options = {"colsample_bynode": 0.67, "random_state": 0}
    model = regressor(**options, feature_weights=[0, 1, 1]).fit(X, y)
    assert model.importance("split")[0] == 0 < model.importance("split")[1:].min()
    # Two features are drawn, but only one has a weight: the second one is any of the others.
    model = regressor(**options, feature_weights=[0, 0, 1]).fit(X, y)
    assert model.importance("split")[:2].min() > 0
    regressor(**options, feature_weights=[0, 0, 0]).fit(X, y)


def test_0_jobs_are_all_threads():
    X, y = numbers(5000)
    model = regressor(n_jobs=0).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), regressor(n_jobs=1).fit(X, y).predict(X))


@pytest.mark.parametrize("given", [{"is_unbalance": True}, {"auto_class_weights": "SqrtBalanced"}])
def test_two_weights_of_classes(given):
    X, y = classes(2)
    with pytest.raises(ValueError, match=r"scale_pos_weight=2.* and class_weight=.*pass one"):
        classifier(scale_pos_weight=2.0, **given).fit(X, y)
    classifier(scale_pos_weight=1.0, **given).fit(X, y)


def test_balanced_weights_count_samples_of_weight_0():
    X, y = classes(2)
    weight = np.where((y == 1) & (np.arange(len(y)) % 2 == 0), 0.0, 1.0)
    model = classifier(class_weight="balanced").fit(X, y, sample_weight=weight)
    by_count = {label: len(y) / (2 * np.sum(y == label)) for label in (0, 1)}
    expected = classifier(class_weight=by_count).fit(X, y, sample_weight=weight)
    np.testing.assert_array_equal(model.predict_proba(X), expected.predict_proba(X))


def test_alpha():
    X, y = classes(2)
    assert classifier(alpha=0.5).reg_alpha == 0.5
    X, y = numbers()
    with pytest.raises(ValueError, match="L1 regularization, is reg_alpha"):
        regressor(alpha=1.0).fit(X, y)
    with pytest.warns(UserWarning, match=r"alpha=0.5 has no effect.*reg_alpha"):
        regressor(alpha=0.5).fit(X, y)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("given", [{"loss": "quantile"}, {"eval_metric": "huber"}])
def test_alpha_with_an_effect(given):
    regressor(alpha=0.5, **given).fit(*numbers())


@pytest.mark.parametrize("code", [-999, 0])
def test_codes_of_missing_values(code):
    with pytest.raises(ValueError, match=r"'missing' parameter .* replaced by NaN in X"):
        regressor(missing=code).fit(*numbers())
