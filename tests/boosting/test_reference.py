"""The reference implementation, compared with manual results and scikit-learn."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor

from .reference import Reference, Rules

G = np.array([-3.0, -1.0, 1.0, 9.0])
H = np.array([1.0, 1.0, 2.0, 1.0])
RAMP = np.arange(4.0)


def tree(columns, rules, g=G, h=H, levels=None, guide=None):
    return Reference(columns, levels or [0] * len(columns), g, h, rules, guide)


def leaf_rows(reference):
    """Rows of the leaves, from left to right."""
    return [node.rows.tolist() for node in reference.root.all() if not node.children]


def values(reference):
    return [reference.value(node) for node in reference.root.all() if not node.children]


@pytest.mark.parametrize(
    ("rules", "gain", "leaves"),
    [
        (Rules(), 0.5 * (3**2 / 5 + 9**2 / 2 - 6**2 / 6), [3 / 5, -9 / 2]),
        (Rules(reg_lambda=0), 0.5 * (3**2 / 4 + 9**2 / 1 - 6**2 / 5), [3 / 4, -9]),
        (Rules(reg_alpha=1), 0.5 * (2**2 / 5 + 8**2 / 2 - 5**2 / 6), [2 / 5, -8 / 2]),
        # A step of -2 instead of -9 / 2 lowers the objective by 9 * 2 - 2 * 2^2 / 2 only.
        (Rules(max_delta_step=2), 0.5 * (3**2 / 5 - 6**2 / 6) + 14, [3 / 5, -2]),
    ],
    ids=["lambda", "no lambda", "alpha", "delta"],
)
def test_gain_and_leaves_by_hand(rules, gain, leaves):
    reference = tree([RAMP], replace(rules, max_depth=1))
    assert leaf_rows(reference) == [[0, 1, 2], [3]]
    assert reference.root.split.gain == pytest.approx(gain)
    assert values(reference) == pytest.approx(leaves)


def test_minimum_weight_and_samples_of_children():
    assert leaf_rows(tree([RAMP], Rules(max_depth=1, min_child_weight=2))) == [[0, 1], [2, 3]]
    assert leaf_rows(tree([RAMP], Rules(max_depth=1, min_samples_leaf=2))) == [[0, 1], [2, 3]]
    assert leaf_rows(tree([RAMP], Rules(min_samples_leaf=3))) == [[0, 1, 2, 3]]
    assert leaf_rows(tree([RAMP], Rules(min_samples_split=4))) == [[0, 1, 2], [3]]


def test_missing_values_go_to_the_better_side():
    column = np.array([0.0, 1.0, np.nan, np.nan])
    # -3 | -1 1 5 would split the numbers; separating the missing rows is better.
    assert leaf_rows(tree([column], Rules(max_depth=1))) == [[0, 1], [2, 3]]
    column = np.array([0.0, 1.0, 2.0, np.nan])
    assert leaf_rows(tree([column], Rules(max_depth=1), g=np.array([4.0, -4.0, -4.0, 4.0]))) == [
        [0, 3],
        [1, 2],
    ]


def test_pruning_is_bottom_up():
    """XOR gains nothing at the root, which is kept because its children gain."""
    columns = [np.array([0.0, 0, 1, 1]), np.array([0.0, 1, 0, 1])]
    g, h = np.array([-2.2, 2, 2, -2]), np.ones(4)
    gains = [node.split.gain for node in tree(columns, Rules(), g, h).root.all() if node.split]
    assert gains[0] < 0.01 < 1.9 < min(gains[1:])
    assert len(leaf_rows(tree(columns, Rules(gamma=1.9), g, h))) == 4
    assert len(leaf_rows(tree(columns, Rules(gamma=2.5), g, h))) == 1


def test_largest_gain_is_split_first():
    g, h = np.array([-9.0, -8, -1, 1, 8, 20]), np.ones(6)
    columns = [np.arange(6.0)]
    assert leaf_rows(tree(columns, Rules(max_leaf_nodes=2), g, h)) == [[0, 1, 2, 3], [4, 5]]
    three = leaf_rows(tree(columns, Rules(max_leaf_nodes=3), g, h))
    assert three == [[0, 1], [2, 3], [4, 5]]


def test_categories_are_ordered_by_smoothed_ratios():
    column = np.array([0.0, 0, 1, 2, 2, 3, 4])
    g, h = np.array([-1.0, -1, 3, -4, -4, 2, -9]), np.ones(7)
    plain = Rules(max_depth=1, cat_smooth=1, cat_l2=0, min_samples_category=0)
    # -2/3, 3/2, -8/3, 1, -9/2
    assert leaf_rows(tree([column], plain, g, h, [5])) == [[3, 4, 6], [0, 1, 2, 5]]
    # Levels 1, 3 and 4 have a row each: together -4/4, between -8/3 and -2/3.
    pooled = replace(plain, min_samples_category=1.5)
    assert leaf_rows(tree([column], pooled, g, h, [5])) == [[3, 4], [0, 1, 2, 5, 6]]
    reference = tree([column], replace(plain, cat_l2=2), g, h, [5])
    assert reference.root.split.gain == pytest.approx(0.5 * (19**2 / 8 + 5**2 / 5 - 14**2 / 8))


def test_one_hot_splits():
    column = np.array([0.0, 0, 1, 2, 2, 3, 4])
    g, h = np.array([-1.0, -1, 3, -4, -4, 2, -9]), np.ones(7)
    # 3^2/2 + 17^2/7 is more than 9^2/2 + 5^2/7.
    reference = tree([column], Rules(max_depth=1, max_onehot=5), g, h, [5])
    assert leaf_rows(reference) == [[2], [0, 1, 3, 4, 5, 6]]
    # Missing values can be separated as well.
    column[:2] = np.nan
    g[:2] = 20.0
    reference = tree([column], Rules(max_depth=1, max_onehot=5), g, h, [5])
    assert leaf_rows(reference) == [[2, 3, 4, 5, 6], [0, 1]]


def test_common_split_of_a_level():
    first = np.array([0.0, 0, 0, 0, 1, 1, 1, 1])
    second = np.array([0.0, 0, 1, 1, 0, 0, 1, 1])
    third = np.array([0.0, 1, 0, 1, 0, 1, 0, 1])
    g = 8 * first + 2 * second * first + third * (3 - 2.5 * first) - 4
    rules = Rules(growth="symmetric", max_depth=2, reg_lambda=0)
    reference = tree([first, second, third], rules, g, np.ones(8))
    features = [node.split.feature for node in reference.root.all() if node.split]
    assert features == [0, 2, 2]


def test_monotone_constraint_orders_values():
    column, other = np.arange(6.0), np.array([0.0, 1, 0, 0, 1, 0])
    g, h = np.array([1.0, -9, 1, -2, -3, 6]), np.ones(6)
    free = Rules(reg_lambda=0, max_depth=2)
    bound = Rules(reg_lambda=0, max_depth=2, monotonic=(1, 0))
    predictions = []
    for rules in (free, bound):
        reference, values_of_rows = tree([column, other], rules, g, h), np.zeros(6)
        for node in reference.root.all():
            if not node.children:
                values_of_rows[node.rows] = reference.value(node)
        predictions.append(values_of_rows)
    same_other = [np.flatnonzero(other == v) for v in (0, 1)]
    assert any((np.diff(predictions[0][rows]) < 0).any() for rows in same_other)
    assert all((np.diff(predictions[1][rows]) >= 0).all() for rows in same_other)


def test_interaction_constraints():
    rng = np.random.default_rng(0)
    columns = [rng.normal(size=40) for _ in range(4)]
    g = -(columns[0] * columns[2] + columns[1] * columns[3])
    reference = tree(columns, Rules(interactions=((0, 1), (2, 3), (0, 3))), g, np.ones(40))
    paths = {node.path for node in reference.root.all()}
    assert all(path <= {0, 1} or path <= {2, 3} or path <= {0, 3} for path in paths)
    assert any(len(path) == 2 for path in paths)


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("leaves", [4, 12])
def test_against_scikit_learn(missing, leaves):
    rng = np.random.default_rng(leaves)
    X = rng.normal(size=(60, 3)).round(1)
    if missing:
        X[rng.random(X.shape) < 0.2] = np.nan
    y = np.nan_to_num(X[:, 0], nan=1.5) * 2 + X[:, 1:].sum(axis=1, where=X[:, 1:] > 0)
    y += rng.normal(size=60)
    peer = HistGradientBoostingRegressor(
        max_iter=1,
        learning_rate=1.0,
        max_leaf_nodes=leaves,
        min_samples_leaf=3,
        l2_regularization=1.5,
        early_stopping=False,
    ).fit(X, y)
    rules = Rules(reg_lambda=1.5, max_leaf_nodes=leaves, min_samples_leaf=3)
    reference = tree(list(X.T), rules, y.mean() - y, np.ones(60))
    predicted = np.full(60, y.mean())
    for node in reference.root.all():
        if not node.children:
            predicted[node.rows] += reference.value(node)
    np.testing.assert_allclose(peer.predict(X), predicted, rtol=1e-5, atol=1e-5)
