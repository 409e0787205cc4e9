"""Priors and loss matrices as in rpart: growth, node values, predictions, tables."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier

from .slow_cv import slow_table

LOSS = np.array([[0.0, 1.0, 3.0], [2.0, 0.0, 1.0], [5.0, 1.0, 0.0]])
PRIORS = np.array([0.2, 0.5, 0.3])


def table(seed=0, n=240):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = np.digitize(X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n), [-1, 0.5])
    return X, y, rng.integers(1, 4, n).astype(float)


def priors_by_hand(y, weight, loss=None, priors=None):
    """What rpart makes of the classes: charges, and growth weights of the rows."""
    share = np.bincount(y, weight) / weight.sum()
    prior = share if priors is None else priors
    altered = prior if loss is None else prior * loss.sum(axis=1)
    return prior / share, weight * (altered / altered.sum() / share)[y]


@pytest.mark.parametrize("loss", [None, LOSS])
@pytest.mark.parametrize("priors", [None, PRIORS])
def test_grown_with_altered_priors_and_answered_by_least_expected_loss(loss, priors):
    X, y, weight = table()
    model = DecisionTreeClassifier(max_depth=4, loss_matrix=loss, priors=priors).fit(X, y, weight)
    charge, growth = priors_by_hand(y, weight, loss, priors)
    same = DecisionTreeClassifier(max_depth=4).fit(X, y, growth)
    np.testing.assert_array_equal(model.tree_.feature, same.tree_.feature)
    np.testing.assert_allclose(model.tree_.threshold, same.tree_.threshold)
    np.testing.assert_allclose(model.tree_.impurity, same.tree_.impurity, atol=1e-12)
    leaf = model.apply(X)
    expected = np.zeros((model.tree_.node_count, 3))
    np.add.at(expected, (leaf, y), weight * charge[y])
    shares = expected[leaf] / expected[leaf].sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(X), shares, atol=1e-12)
    cost = shares @ (LOSS if loss is not None else 1 - np.eye(3))
    assert (cost[np.arange(len(y)), model.predict(X)] <= cost.min(axis=1) + 1e-12).all()


@pytest.mark.parametrize("kind", ["error", "impurity"])
@pytest.mark.parametrize(("loss", "priors"), [(LOSS, None), (None, PRIORS), (LOSS, PRIORS)])
def test_relative_errors_are_expected_losses(kind, loss, priors):
    X, y, weight = table()
    model = DecisionTreeClassifier(loss_matrix=loss, priors=priors, ccp_risk=kind)
    model.fit(X, y, weight)
    charge, _ = priors_by_hand(y, weight, loss, priors)
    matrix = 1 - np.eye(3) if loss is None else loss

    def cost(alpha):
        return (weight * charge[y] * matrix[y, model.prune(alpha).predict(X)]).sum()

    costs = [cost(alpha) for alpha in model.cp_table_["alpha"]]
    np.testing.assert_allclose(model.cp_table_["rel_error"], np.array(costs) / costs[0], atol=1e-12)
    if kind == "error":
        # Between two neighbours of the sequence alpha is the cost of a leaf.
        gained = -np.diff(costs) / np.diff(model.cp_table_["nsplit"]) / weight.sum()
        np.testing.assert_allclose(gained, model.cp_table_["alpha"][:-1], rtol=1e-9)


def test_cross_validation_keeps_the_factors_of_the_whole_table():
    """As in rpart. Weights that have them built in, and no priors, grow the same trees."""
    X, y, weight = table()
    folds = np.arange(len(y)) % 5
    model = DecisionTreeClassifier(priors=PRIORS, ccp_alpha="cv", cv=folds, ccp_risk="error")
    model.fit(X, y, weight)
    growth = priors_by_hand(y, weight, None, PRIORS)[1]
    same = DecisionTreeClassifier(ccp_alpha="cv", cv=folds, ccp_risk="error").fit(X, y, growth)
    at_root = model.cp_table_["xerror"][0], same.cp_table_["xerror"][0]
    assert at_root[0] == pytest.approx(at_root[1])
    np.testing.assert_allclose(model.cp_table_["alpha"], same.cp_table_["alpha"], rtol=1e-9)


def test_loss_matrix_in_cross_validation():
    """With classes as frequent in each fold as in all, the factors are those of a fold's fit."""
    X, y, _ = table(n=300)
    order = np.argsort(y, kind="stable")
    keep = np.concatenate([order[y[order] == k][: (y == k).sum() // 5 * 5] for k in range(3)])
    X, y = X[keep], y[keep]
    folds = np.arange(len(y)) % 5
    for priors in (None, PRIORS):
        model = DecisionTreeClassifier(
            priors=priors, loss_matrix=LOSS, ccp_alpha="cv", cv=folds, ccp_risk="error"
        ).fit(X, y)
        charge, _ = priors_by_hand(y, np.ones(len(y)), LOSS, priors)
        xerror, xstd = slow_table(model, X, y, None, folds, charge)
        np.testing.assert_allclose(model.cp_table_["xerror"], xerror, rtol=1e-9)
        np.testing.assert_allclose(model.cp_table_["xstd"], xstd, rtol=1e-9)


def test_priors_by_label_and_not_yet_scaled():
    X, y = load_iris(return_X_y=True)
    names = np.array(["c", "a", "b"])[y]
    by_label = DecisionTreeClassifier(max_depth=2, priors={"a": 2, "b": 1, "c": 1}).fit(X, names)
    in_order = DecisionTreeClassifier(max_depth=2, priors=[0.5, 0.25, 0.25]).fit(X, names)
    np.testing.assert_array_equal(by_label.predict_proba(X), in_order.predict_proba(X))
    np.testing.assert_allclose(by_label.tree_.value[0, 0], [0.5, 0.25, 0.25])


def test_a_prior_of_0_takes_the_class_away():
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(priors=[1, 1, 0]).fit(X, y)
    assert set(model.predict(X)) == {0, 1}
    assert (model.predict_proba(X)[:, 2] == 0).all()


def test_validation_part_is_charged_too():
    X, y, weight = table(n=400)
    model = DecisionTreeClassifier(
        priors=PRIORS, loss_matrix=LOSS, pruning="reduced_error", validation_fraction=0.3
    ).fit(X, y, weight)
    assert 1 <= model.get_n_leaves() < model.n_leaves_grown_
    plain = DecisionTreeClassifier(pruning="reduced_error", validation_fraction=0.3)
    assert model.validation_loss_ != plain.fit(X, y, weight).validation_loss_


BAD = {
    "too many": ({"priors": [0.5, 0.5, 0.5, 0.5]}, "4,.*3 classes"),
    "negative": ({"priors": [0.5, 0.7, -0.2]}, "not negative"),
    "zero": ({"priors": [0, 0, 0]}, "0 for every class"),
    "nan": ({"priors": [0.5, np.nan, 0.5]}, "not negative"),
    "text": ({"priors": ["x", "y", "z"]}, "numbers"),
    "lacks": ({"priors": {0: 0.5, 1: 0.5}}, r"lacks \[2\]"),
    "names": ({"priors": {0: 0.5, 1: 0.5, 2: 0.1, 9: 1}}, r"names \[9\]"),
    "shape": ({"loss_matrix": [[0, 1], [1, 0]]}, "3 classes"),
    "diagonal": ({"loss_matrix": 1 - np.eye(3) + np.diag([0, 1, 0])}, "diagonal; row 1"),
    "negative loss": ({"loss_matrix": [[0, 1, 1], [1, 0, -1], [1, 1, 0]]}, "row 1, column 2"),
    "infinite loss": ({"loss_matrix": [[0, 1, 1], [1, 0, np.inf], [1, 1, 0]]}, "row 1, column 2"),
    "free class": ({"loss_matrix": [[0, 1, 1], [0, 0, 0], [1, 1, 0]]}, "zeros in row 1"),
    "text loss": ({"loss_matrix": [["a"]]}, "numbers"),
    "ragged loss": ({"loss_matrix": [[0, 1], [1]]}, "numbers"),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(case):
    parameters, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit(*load_iris(return_X_y=True))


def test_one_output_only():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="one output"):
        DecisionTreeClassifier(priors=[1, 1, 1]).fit(X, np.column_stack([y, y]))
