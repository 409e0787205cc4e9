"""Priors and loss matrices as in rpart: growth, node values, predictions, tables."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier

from .reference_cv import reference_table

LOSS = np.array([[0.0, 1.0, 3.0], [2.0, 0.0, 1.0], [5.0, 1.0, 0.0]])
PRIORS = np.array([0.2, 0.5, 0.3])


def table(seed=0, n=240):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = np.digitize(X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n), [-1, 0.5])
    return X, y, rng.integers(1, 4, n).astype(float)


def expected_factors(y, weight, loss=None, priors=None):
    """Return the prior factors of the classes, and the growth weights of the rows, as in rpart."""
    share = np.bincount(y, weight) / weight.sum()
    prior = share if priors is None else priors
    altered = prior if loss is None else prior * loss.sum(axis=1)
    return prior / share, weight * (altered / altered.sum() / share)[y]


@pytest.mark.parametrize("loss", [None, LOSS])
@pytest.mark.parametrize("priors", [None, PRIORS])
def test_growth_by_altered_priors_and_prediction_by_expected_loss(loss, priors):
    X, y, weight = table()
    model = DecisionTreeClassifier(max_depth=4, loss_matrix=loss, priors=priors).fit(X, y, weight)
    prior_factor, growth = expected_factors(y, weight, loss, priors)
    same = DecisionTreeClassifier(max_depth=4).fit(X, y, growth)
    np.testing.assert_array_equal(model._fitted().tree.feature, same._fitted().tree.feature)
    np.testing.assert_allclose(model._fitted().tree.threshold, same._fitted().tree.threshold)
    np.testing.assert_allclose(
        model._fitted().tree.impurity, same._fitted().tree.impurity, atol=1e-12
    )
    leaf = model.apply(X)
    expected = np.zeros((model._fitted().tree.node_count, 3))
    np.add.at(expected, (leaf, y), weight * prior_factor[y])
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
    prior_factor, _ = expected_factors(y, weight, loss, priors)
    matrix = 1 - np.eye(3) if loss is None else loss

    def cost(alpha):
        return (weight * prior_factor[y] * matrix[y, model.prune(alpha).predict(X)]).sum()

    costs = [cost(alpha) for alpha in model.cp_table_["alpha"]]
    np.testing.assert_allclose(model.cp_table_["rel_error"], np.array(costs) / costs[0], atol=1e-12)
    if kind == "error":
        # Alpha is the cost decrease per additional leaf of consecutive trees.
        gained = -np.diff(costs) / np.diff(model.cp_table_["nsplit"]) / weight.sum()
        np.testing.assert_allclose(gained, model.cp_table_["alpha"][:-1], rtol=1e-9)


def test_cross_validation_uses_the_factors_of_all_rows():
    """As in rpart: equal to sample weights multiplied by the factors, without priors."""
    X, y, weight = table()
    folds = np.arange(len(y)) % 5
    model = DecisionTreeClassifier(priors=PRIORS, ccp_alpha="cv", cv=folds, ccp_risk="error")
    model.fit(X, y, weight)
    growth = expected_factors(y, weight, None, PRIORS)[1]
    same = DecisionTreeClassifier(ccp_alpha="cv", cv=folds, ccp_risk="error").fit(X, y, growth)
    at_root = model.cp_table_["xerror"][0], same.cp_table_["xerror"][0]
    assert at_root[0] == pytest.approx(at_root[1])
    np.testing.assert_allclose(model.cp_table_["alpha"], same.cp_table_["alpha"], rtol=1e-9)


def test_loss_matrix_in_cross_validation():
    """With stratified folds, the factors of a fold equal those of all rows."""
    X, y, _ = table(n=300)
    order = np.argsort(y, kind="stable")
    keep = np.concatenate([order[y[order] == k][: (y == k).sum() // 5 * 5] for k in range(3)])
    X, y = X[keep], y[keep]
    folds = np.arange(len(y)) % 5
    for priors in (None, PRIORS):
        model = DecisionTreeClassifier(
            priors=priors, loss_matrix=LOSS, ccp_alpha="cv", cv=folds, ccp_risk="error"
        ).fit(X, y)
        prior_factor, _ = expected_factors(y, np.ones(len(y)), LOSS, priors)
        xerror, xstd = reference_table(model, X, y, None, folds, prior_factor)
        np.testing.assert_allclose(model.cp_table_["xerror"], xerror, rtol=1e-9)
        np.testing.assert_allclose(model.cp_table_["xstd"], xstd, rtol=1e-9)


def test_priors_by_label_are_normalized():
    X, y = load_iris(return_X_y=True)
    names = np.array(["c", "a", "b"])[y]
    by_label = DecisionTreeClassifier(max_depth=2, priors={"a": 2, "b": 1, "c": 1}).fit(X, names)
    in_order = DecisionTreeClassifier(max_depth=2, priors=[0.5, 0.25, 0.25]).fit(X, names)
    np.testing.assert_array_equal(by_label.predict_proba(X), in_order.predict_proba(X))
    np.testing.assert_allclose(by_label._fitted().tree.value[0, 0], [0.5, 0.25, 0.25])


def test_class_with_prior_0_is_never_predicted():
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(priors=[1, 1, 0]).fit(X, y)
    assert set(model.predict(X)) == {0, 1}
    assert (model.predict_proba(X)[:, 2] == 0).all()


def test_validation_loss_uses_priors_and_losses():
    X, y, weight = table(n=400)
    model = DecisionTreeClassifier(
        priors=PRIORS, loss_matrix=LOSS, pruning="reduced_error", validation_fraction=0.3
    ).fit(X, y, weight)
    assert 1 <= model.get_n_leaves() < model.n_leaves_grown_
    plain = DecisionTreeClassifier(pruning="reduced_error", validation_fraction=0.3)
    assert model.validation_loss_ != plain.fit(X, y, weight).validation_loss_


INVALID = {
    "too many": ({"priors": [0.5, 0.5, 0.5, 0.5]}, "4,.*3 classes"),
    "negative": ({"priors": [0.5, 0.7, -0.2]}, "not negative"),
    "zero": ({"priors": [0, 0, 0]}, "0 for every class"),
    "nan": ({"priors": [0.5, np.nan, 0.5]}, "not negative"),
    "text": ({"priors": ["x", "y", "z"]}, "numbers"),
    "lacks": ({"priors": {0: 0.5, 1: 0.5}}, r"missing classes \[2\]"),
    "names": ({"priors": {0: 0.5, 1: 0.5, 2: 0.1, 9: 1}}, r"unknown classes \[9\]"),
    "shape": ({"loss_matrix": [[0, 1], [1, 0]]}, "3 classes"),
    "diagonal": ({"loss_matrix": 1 - np.eye(3) + np.diag([0, 1, 0])}, "diagonal; row 1"),
    "negative loss": ({"loss_matrix": [[0, 1, 1], [1, 0, -1], [1, 1, 0]]}, "row 1, column 2"),
    "infinite loss": ({"loss_matrix": [[0, 1, 1], [1, 0, np.inf], [1, 1, 0]]}, "row 1, column 2"),
    "free class": ({"loss_matrix": [[0, 1, 1], [0, 0, 0], [1, 1, 0]]}, "zeros in row 1"),
    "text loss": ({"loss_matrix": [["a"]]}, "numbers"),
    "ragged loss": ({"loss_matrix": [[0, 1], [1]]}, "numbers"),
}


@pytest.mark.parametrize("case", INVALID)
def test_invalid(case):
    parameters, message = INVALID[case]
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit(*load_iris(return_X_y=True))


def test_one_output_only():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="one output"):
        DecisionTreeClassifier(priors=[1, 1, 1]).fit(X, np.column_stack([y, y]))
