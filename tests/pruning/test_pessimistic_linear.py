"""Pessimistic pruning of oblique and sphere splits, compared with a reference."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier

from .reference_pessimistic import ReferencePruning, Split

SEEDS = range(6)
KINDS = ["oblique", "sphere", "pca"]


def noisy_table(seed, n=250):
    """Classes by a line and a sphere with label noise; some rows have only missing values."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)).round(2)
    y = np.where(X[:, 0] + X[:, 1] > 0.5, 2, (X**2).sum(axis=1) > 2)
    y = np.where(rng.random(n) < 0.25, rng.integers(0, 3, n), y)
    X[rng.random(X.shape) < 0.1] = np.nan
    X[rng.random(n) < 0.05] = np.nan
    return X, y, rng.integers(0, 3, n).astype(float)


def fitted(kind, seed, **parameters):
    X, y, weight = noisy_table(seed)
    model = DecisionTreeClassifier(
        split_kind=kind, min_samples_leaf=2, random_state=0, **parameters
    )
    return model.fit(X, y, weight), X, y, weight


def check_same(tree, pruning):
    """Check the splits, and the class counts of the rows that reach each node."""
    rows = np.flatnonzero(pruning.weight).tolist()
    todo = [(0, pruning.root, rows)]
    seen = 0
    while todo:
        i, node, rows = todo.pop()
        seen += 1
        assert (tree.kind[i] == 0) == (node.split is None)
        total = tree.weighted_n_node_samples[i]
        assert tree.n_node_samples[i] == len(rows)
        np.testing.assert_allclose(tree.value[i, 0] * total, pruning.class_counts(rows), atol=1e-9)
        if node.split is not None:
            assert Split.of(tree, i) == node.split
            first = int(tree.first_child[i])
            subsets = pruning.partition(node, rows)
            todo += zip((first, first + 1), node.children, subsets, strict=True)
    assert seen == tree.node_count


@pytest.mark.parametrize("raising", [True, False], ids=["raising", "no raising"])
@pytest.mark.parametrize("kind", KINDS)
def test_equals_reference(kind, raising):
    n_raised = 0
    for seed in SEEDS:
        options = {"pruning": "pessimistic", "confidence": 0.4, "subtree_raising": raising}
        model = fitted(kind, seed, **options)[0]
        whole, X, y, weight = fitted(kind, seed)
        pruning = ReferencePruning(whole._fitted().tree, X, y, weight, 0.4, raising)
        check_same(model._fitted().tree, pruning)
        assert model.get_n_leaves() < model.n_leaves_grown_
        n_raised += pruning.n_raised
    assert (n_raised > 0) == raising


@pytest.mark.parametrize("missing", ["majority", "stop", "fractional"])
def test_rows_without_values_follow_the_learned_child(missing):
    """Splits on several features ignore the policy, also after subtree raising."""
    rng = np.random.default_rng(287)
    X = rng.normal(size=(250, 3)).round(2)
    y = np.where(X[:, 0] + X[:, 1] > 0.5, 2, (X**2).sum(axis=1) > 2)
    y = np.where(rng.random(250) < 0.25, rng.integers(0, 3, 250), y)
    X[rng.random(250) < 0.2] = np.nan
    options = {"pruning": "pessimistic", "confidence": 0.4, "missing": missing}
    model = DecisionTreeClassifier(
        split_kind="sphere", min_samples_leaf=2, random_state=0, **options
    )
    tree = model.fit(X, y)._fitted().tree
    leaves = tree.kind == 0
    reached = np.bincount(model.apply(X), minlength=tree.node_count)
    assert np.array_equal(reached[leaves], tree.n_node_samples[leaves])
