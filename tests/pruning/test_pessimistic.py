"""Pessimistic pruning of C4.5, and the statistics of raised subtrees."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

import spinney
from spinney import DecisionTreeClassifier, _core
from spinney.pruning.fractional_rows import fractional_rows
from spinney.pruning.tree_structure import children, parents

SEEDS = (0, 3, 4, 7)
ROUTES = ["learned", "surrogate", "fractional", "stop", "majority"]
KINDS = {
    "gini": {},
    "entropy": {"criterion": "entropy"},
    "errors": {"criterion": "misclassification"},
    "multiway": {"split_kind": "multiway", "criterion": "entropy"},
}


def noisy_table(seed, n=300):
    """Numbers and categories with missing values; y mostly depends on the first column."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 20, (n, 3)) / 4, rng.integers(0, 5, n)])
    y = np.where(rng.random(n) < 0.25, rng.integers(0, 3, n), np.digitize(X[:, 0], [1.5, 3.5]))
    X[rng.random(X.shape) < 0.1] = np.nan
    return X, y


def fit(X, y, weight=None, **parameters):
    model = DecisionTreeClassifier(
        pruning="pessimistic", min_samples_leaf=2, categorical_features=[3], **parameters
    )
    return model.fit(X, y, weight)


def weights_from_rows(model, X, y, weight):
    """Return the weight of each class in each node, from the nodes where rows end."""
    tree = model._fitted().tree
    row, end, fraction = fractional_rows(tree, model._table(X)[1])
    found = np.zeros((tree.node_count, int(y.max()) + 1))
    np.add.at(found, (end, y[row]), weight[row] * fraction)
    for node, parent in reversed(list(enumerate(parents(tree)))[1:]):
        found[parent] += found[node]
    return found


def test_subtree_is_pruned_if_a_leaf_has_fewer_expected_errors():
    """Leaves of 6, 1 and 9 rows without errors have 3.27 expected errors, one leaf 2.55."""
    X = np.repeat([[0.0], [1.0], [2.0]], [6, 1, 9], axis=0)
    y = np.repeat([0, 1, 0], [6, 1, 9])
    model = DecisionTreeClassifier(pruning="pessimistic").fit(X, y)
    assert (model.n_leaves_grown_, model.get_n_leaves()) == (3, 1)
    model.fit(np.repeat(X, 5, axis=0), np.repeat(y, 5))
    assert model.get_n_leaves() == 3


def test_leaf_is_preferred_up_to_a_tenth_of_an_error():
    """Leaves of 12 rows each, with 1 and 2 errors, have only 0.07 fewer expected errors than a
    single leaf.
    """
    y = np.repeat([0, 1, 0, 1], [11, 1, 10, 2])
    X = np.repeat([[0.0], [1.0]], 12, axis=0)
    model = DecisionTreeClassifier(pruning="pessimistic").fit(X, y)
    assert (model.n_leaves_grown_, model.get_n_leaves()) == (2, 1)


def test_smaller_confidence_prunes_more():
    X, y = load_breast_cancer(return_X_y=True)
    sizes = [
        DecisionTreeClassifier(pruning="pessimistic", confidence=c).fit(X, y).get_n_leaves()
        for c in (0.49, 0.25, 0.01)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


@pytest.mark.parametrize(
    ("kind", "missing"),
    [(k, m) for k in KINDS for m in ROUTES if (k, m) != ("multiway", "surrogate")],
)
def test_node_statistics_match_the_rows(kind, missing):
    for seed in SEEDS:
        X, y = noisy_table(seed)
        weight = np.random.default_rng(seed).integers(0, 3, len(y)).astype(float)
        parameters = {"missing": missing, "confidence": 0.4} | KINDS[kind]
        model = fit(X, y, weight, **parameters)
        tree, found = model._fitted().tree, weights_from_rows(model, X, y, weight)
        # Growth sends fractions below 0.001 of a row with the majority.
        total = tree.weighted_n_node_samples
        np.testing.assert_allclose(found.sum(axis=1), total, rtol=1e-12, atol=5e-3)
        counts = tree.value[:, 0] * total[:, None]
        np.testing.assert_allclose(found, counts, rtol=1e-12, atol=5e-3)
        criterion = parameters.get("criterion", "gini")
        expected = [impurity_of(shares, criterion) for shares in tree.value[:, 0]]
        np.testing.assert_allclose(tree.impurity, expected, atol=1e-12)


def impurity_of(shares, criterion):
    present = np.flatnonzero(shares)
    return spinney.impurity(present, criterion, shares[present])


@pytest.mark.parametrize("kind", KINDS)
def test_subtree_raising_changes_trees(kind):
    """Ensures that the other tests cover raised subtrees."""
    fitted = [
        [
            fit(*noisy_table(seed), confidence=0.4, subtree_raising=raising, **KINDS[kind])
            for seed in SEEDS
        ]
        for raising in (True, False)
    ]
    raised, replaced = ([model.get_n_leaves() for model in models] for models in fitted)
    assert raised != replaced


@pytest.mark.parametrize("kind", ["gini", "entropy", "errors"])
def test_gains_equal_the_decrease_of_impurity(kind):
    for seed in SEEDS:
        X, y = noisy_table(seed)
        tree = fit(X, y, confidence=0.4, **KINDS[kind])._fitted().tree
        total = tree.impurity * tree.weighted_n_node_samples
        for node in np.flatnonzero(tree.kind):
            decrease = total[node] - total[list(children(tree, node))].sum()
            assert tree.gain[node] == pytest.approx(decrease / len(y), abs=1e-12)


def test_several_outputs_count_mean_errors():
    X, y = noisy_table(0)
    one, two = fit(X, y), fit(X, np.column_stack([y, y]))
    assert one.get_n_leaves() == two.get_n_leaves()
    np.testing.assert_array_equal(two.predict(X), np.column_stack([one.predict(X)] * 2))


def test_integer_weights_equal_repeated_rows():
    X, y = noisy_table(1)
    weight = np.random.default_rng(1).integers(0, 3, len(y))
    model = DecisionTreeClassifier(pruning="pessimistic")
    weighted = model.fit(X, y, weight).predict_proba(X)
    repeated = model.fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert 1 < repeated.get_n_leaves() < repeated.n_leaves_grown_
    np.testing.assert_array_equal(repeated.predict_proba(X), weighted)


def test_very_deep_tree():
    n = 1500
    X, y = np.arange(n, dtype=float)[:, None], np.arange(n) % 2
    model = DecisionTreeClassifier(criterion="misclassification", pruning="pessimistic").fit(X, y)
    assert model.n_leaves_grown_ == n
    assert model.get_n_leaves() < 5


def test_subtree_raising_is_not_supported_with_monotonic_cst():
    X, y = noisy_table(2)
    y = (y > 0).astype(int)
    constraint = {"monotonic_cst": [1, 0, 0, 0]}
    with pytest.raises(ValueError, match="subtree_raising=True may break monotonic_cst"):
        fit(X, y, **constraint)
    assert fit(X, y, subtree_raising=False, **constraint).get_n_leaves() > 1


def test_core_rejects_incompatible_arguments():
    table = _core.Table.from_matrix(np.zeros((3, 2)))
    tree = DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1])._fitted().tree
    y = np.zeros((3, 1), dtype=np.int32)
    options = {"criterion": _core.Criterion.gini, "confidence": 0.25, "z": 0.67, "raising": True}
    with pytest.raises(ValueError, match="number of features"):
        _core.prune_by_errors(tree, table, y, None, **options)
    numbers = spinney.DecisionTreeRegressor().fit([[0.0], [1.0]], [0.0, 1.0])._fitted().tree
    with pytest.raises(ValueError, match="for classes"):
        _core.prune_by_errors(numbers, table, y, None, **options)
