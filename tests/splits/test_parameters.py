"""Combinations of split kinds with other parameters."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 3))
Y = (X[:, 0] + X[:, 1] > 0).astype(int)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"split_kind": "diagonal"}, "split_kind"),
        ({"split_kind": []}, "split_kind must be one or several"),
        ({"split_kind": ["binary", "round"]}, "got 'round'"),
        (
            {"split_kind": "multiway", "splitter": "random"},
            'splitter="random" needs split_kind="binary"',
        ),
        ({"split_kind": "oblique", "monotonic_cst": [1, 0, 0]}, "monotonic_cst needs split_kind"),
        ({"split_kind": "sphere", "missing": "surrogate"}, '"surrogate" needs split_kind="binary"'),
        ({"split_kind": "multiway", "max_competitors": 2}, "max_competitors needs split_kind"),
        ({"split_kind": "oblique", "max_bins": 16}, "max_bins"),
        ({"criterion": "gain_ratio"}, 'needs split_kind="multiway"'),
        (
            {"criterion": "gain_ratio", "split_kind": ["multiway", "sphere"]},
            'split_kind="multiway"',
        ),
    ],
)
def test_invalid_combinations_raise(parameters, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit(X, Y)


def test_gain_ratio_is_for_one_output():
    with pytest.raises(ValueError, match="one output"):
        DecisionTreeClassifier(split_kind="multiway", criterion="gain_ratio").fit(
            X, np.c_[Y, 1 - Y]
        )


def test_order_of_split_kinds_does_not_matter():
    trees = [
        DecisionTreeClassifier(split_kind=kinds, random_state=3).fit(X, Y)._fitted().tree
        for kinds in (["sphere", "binary", "oblique"], ("oblique", "sphere", "binary", "binary"))
    ]
    np.testing.assert_array_equal(trees[0].threshold, trees[1].threshold)
    np.testing.assert_array_equal(trees[0].kind, trees[1].kind)


@pytest.mark.parametrize("kind", ["multiway", "oblique", "sphere", "pca"])
@pytest.mark.parametrize("cls", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_growth_limits(kind, cls):
    tree = cls(split_kind=kind, max_depth=3, min_samples_leaf=5, random_state=0).fit(X, Y)
    assert tree.get_depth() <= 3
    if kind != "multiway":
        leaves = tree._fitted().tree.n_children == 0
        assert tree._fitted().tree.n_node_samples[leaves].min() >= 5
    few = cls(split_kind=kind, max_leaf_nodes=6, random_state=0).fit(X, Y)
    assert few.get_n_leaves() <= 6


@pytest.mark.parametrize("kind", ["multiway", "oblique", "sphere", "pca"])
def test_zero_weight_removes_rows(kind):
    weight = (RNG.random(80) < 0.7).astype(float)
    kept = weight > 0
    with_weights = DecisionTreeClassifier(split_kind=kind, random_state=0).fit(X, Y, weight)
    without = DecisionTreeClassifier(split_kind=kind, random_state=0).fit(X[kept], Y[kept])
    np.testing.assert_array_equal(with_weights.predict_proba(X), without.predict_proba(X))


@pytest.mark.parametrize("kind", ["multiway", "oblique", "sphere", "pca"])
def test_missing_values_and_several_outputs(kind):
    holes = X.copy()
    holes[::7, 0] = np.nan
    holes[::11] = np.nan
    model = DecisionTreeRegressor(split_kind=kind, random_state=0).fit(holes, np.c_[Y, X[:, 2]])
    assert model.predict(holes).shape == (80, 2)
    forest = RandomForestClassifier(10, split_kind=kind, random_state=0).fit(holes, Y)
    assert forest.score(holes, Y) > 0.8
    assert np.isfinite(forest.feature_importances_).all()
