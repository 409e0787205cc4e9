"""Samples and features of the trees of a forest, and warm start."""

import numpy as np
import pytest

from spinney import _core

from .small_tables import bag_counts, classes, classifier, numbers, regressor


@pytest.mark.filterwarnings("ignore:.*in every bag")
@pytest.mark.parametrize("make", [classifier, regressor])
def test_warm_start_equals_a_single_fit(make):
    X, y = classes()
    whole = make(oob_score=True, n_estimators=20).fit(X, y)
    grown = make(oob_score=True, n_estimators=5, warm_start=True).fit(X, y)
    assert len(grown) == 5
    grown.set_params(n_estimators=20).fit(X, y)
    np.testing.assert_array_equal(grown.predict(X), whole.predict(X))
    np.testing.assert_array_equal(grown.oob_errors_, whole.oob_errors_)
    assert len(grown.fit(X, y)) == 20


def test_warm_start_keeps_a_random_seed():
    X, y = numbers()
    forest = regressor(n_estimators=3, warm_start=True, random_state=None).fit(X, y)
    before = forest.predict(X)
    forest.set_params(n_estimators=6).fit(X, y)
    np.testing.assert_array_equal(forest[:3].predict(X), before)


def test_warm_start_without_new_trees_is_a_warning():
    X, y = classes()
    forest = classifier(n_estimators=5, warm_start=True).fit(X, y)
    before = forest.predict_proba(X)
    with pytest.warns(UserWarning, match="without increasing n_estimators does not fit new"):
        forest.fit(X, y)
    np.testing.assert_array_equal(forest.predict_proba(X), before)


@pytest.mark.parametrize("change", [{"max_depth": 2}, {"class_weight": "balanced"}], ids=repr)
def test_changed_parameters_in_a_warm_start_are_a_warning(change):
    X, y = classes()
    forest = classifier(n_estimators=5, warm_start=True).fit(X, y)
    (name,) = change
    with pytest.warns(UserWarning, match=rf"other values of {name} \(was None\)"):
        forest.set_params(n_estimators=7, **change).fit(X, y)
    assert len(forest) == 7


def test_invalid_warm_start():
    X, y = classes()
    forest = classifier(n_estimators=5, warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match="n_estimators=3 is below the 5"):
        forest.set_params(n_estimators=3).fit(X, y)
    forest.set_params(n_estimators=8)
    with pytest.raises(ValueError, match="same training data"):
        forest.fit(X[:100], y[:100])
    with pytest.raises(ValueError, match="label 7 in row 0"):
        forest.fit(X, np.where(np.arange(200) == 0, 7, y))
    with pytest.raises(ValueError, match="2 outputs"):
        forest.fit(X, np.column_stack([y, y]))
    with pytest.raises(ValueError, match="max_samples"):
        forest.set_params(max_samples=0.5).fit(X, y)


def test_bags_by_max_samples():
    X, y = numbers()
    for max_samples, replace, n in ((30, True, 30), (0.25, True, 50), (0.25, False, 50)):
        forest = regressor(max_samples=max_samples, bootstrap=replace).fit(X, y)
        counts = bag_counts(forest, 200)
        assert set(counts.sum(axis=1)) == {n}
        assert (counts.max() > 1) == replace
        n_rows = [tree.tree_.n_node_samples[0] for tree in forest.estimators_]
        np.testing.assert_array_equal(n_rows, (counts > 0).sum(axis=1))


def test_without_bootstrap():
    X, y = numbers()
    forest = regressor(bootstrap=False, max_features=None, n_estimators=2).fit(X, y)
    np.testing.assert_allclose(forest.predict(X), y)
    np.testing.assert_array_equal(bag_counts(forest, 200), 1)


def test_user_defined_bags():
    X, y = classes()
    rng = np.random.default_rng(0)
    bags = [rng.choice(200, 60) for _ in range(12)]
    forest = classifier(bags=bags, oob_score=True).fit(X, y)
    for rows, given in zip(forest.estimators_samples_, bags, strict=True):
        np.testing.assert_array_equal(rows, np.sort(given))
    by_counts = classifier(bags=bag_counts(forest, 200), oob_score=True).fit(X, y)
    np.testing.assert_array_equal(by_counts.predict_proba(X), forest.predict_proba(X))
    assert by_counts.oob_score_ == forest.oob_score_
    with pytest.raises(ValueError, match="12 bags, but n_estimators is 13"):
        classifier(bags=bags, n_estimators=13).fit(X, y)


def test_balanced_and_stratified_bags():
    X, y = classes(2)
    keep = (y == 0) | (np.arange(200) % 5 == 0)
    X, y = X[keep], y[keep]

    def shares(**parameters):
        forest = classifier(max_depth=1, **parameters).fit(X, y)
        return np.array([tree.tree_.value[0, 0, 1] for tree in forest.estimators_])

    assert shares().max() < 0.4
    np.testing.assert_allclose(shares(class_weight="balanced_subsample"), 0.5)
    balanced = shares(class_weight="balanced")
    assert balanced.mean() == pytest.approx(0.5, abs=0.1)
    assert np.ptp(balanced) > 0
    np.testing.assert_allclose(shares(stratified=True), y.mean(), atol=1 / len(y))


def test_rows_are_drawn_by_weight():
    X, y = numbers()
    weight = np.where(np.arange(200) < 20, 10.0, 0.1)
    weight[100:] = 0
    counts = bag_counts(regressor().fit(X, y, weight), 200)
    assert set(counts.sum(axis=1)) == {100}
    assert counts[:, 100:].sum() == 0
    assert counts[:, :20].sum() > 0.9 * counts.sum()


def test_features_of_a_tree_and_of_a_node():
    X, y = numbers()
    forest = regressor(max_features_per_tree=2, max_features=None).fit(X, y)
    used = [set(tree.tree_.feature) - {-2} for tree in forest.estimators_]
    assert all(len(features) == 2 for features in used)
    assert len(set(map(frozenset, used))) > 1
    assert forest.max_features_ == 2
    assert regressor().fit(X, y).max_features_ == 1
    assert regressor(max_features=0.5, max_features_per_tree=0.5).fit(X, y).max_features_ == 1


def test_max_features_by_out_of_bag_error():
    X, y = numbers(400)
    X = np.column_stack([X, np.random.default_rng(1).normal(size=(400, 8))])
    forest = regressor(n_estimators=60, max_features="oob", oob_score=True).fit(X, y)
    errors = forest.max_features_errors_
    assert list(errors) == [3, 4, 6, 12]
    assert forest.max_features_ == min(errors, key=errors.get) > 3
    plain = regressor(n_estimators=60, max_features=forest.max_features_, oob_score=True).fit(X, y)
    np.testing.assert_array_equal(forest.predict(X), plain.predict(X))
    assert plain.oob_errors_[49] == errors[forest.max_features_]
    np.testing.assert_array_equal(forest.oob_errors_, plain.oob_errors_)


def test_core_rejects_unknown_options():
    classes = _core.TreeOptions, _core.ForestOptions, _core.BoostingOptions, _core.OptimalOptions
    for cls in classes:
        with pytest.raises(TypeError, match=f"{cls.__name__} has no option 'typo'"):
            cls(typo=1)
        with pytest.raises(TypeError):
            cls(max_depth="deep")


def test_core_limits_are_integers_or_none():
    options = _core.ForestOptions(max_depth=3, max_leaf_nodes=None, max_bins=10**30)
    assert isinstance(options, _core.TreeOptions)
    assert (options.max_depth, options.max_leaf_nodes, options.max_bins) == (3, None, None)
    options.max_depth = None
    options.max_features = np.int64(2)
    assert (options.max_depth, options.max_features) == (None, 2)
    with pytest.raises(ValueError, match="negative"):
        options.max_depth = -1


@pytest.mark.parametrize("make", [classifier, regressor])
def test_trees_are_pruned_by_cost_complexity(make):
    X, y = classes()
    whole = make(n_estimators=10).fit(X, y)
    pruned = make(n_estimators=10, ccp_alpha=0.01).fit(X, y)
    for before, after in zip(whole.estimators_, pruned.estimators_, strict=True):
        assert after.tree_.node_count < before.tree_.node_count
        np.testing.assert_array_equal(after.predict(X), before.prune(0.01).predict(X))
    with pytest.raises(ValueError, match="ccp_alpha"):
        make(ccp_alpha=-1.0).fit(X, y)
