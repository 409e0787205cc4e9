"""Predictions have the same bits for any layout, batch size and number of threads."""

import io
import pickle

import joblib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import spinney
from spinney import _core

from .growing import bits, grow
from .tables import mixed_columns, mixed_sample

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)


def walk(tree, columns, row):
    """Leaf of one row, from the tree's arrays."""
    node = 0
    while tree.kind[node]:
        cell = columns[tree.feature[node]][row]
        if np.isnan(cell):
            left = tree.missing_go_to_left[node]
        elif tree.kind[node] == 1:
            left = cell <= tree.threshold[node]
        elif cell in tree.categories_seen(node):
            left = cell in tree.categories_left(node)
        else:
            weight = tree.weighted_n_node_samples
            left = weight[tree.children_left[node]] > weight[tree.children_right[node]]
        node = tree.children_left[node] if left else tree.children_right[node]
    return node


@pytest.mark.parametrize("criterion", ["gini", "squared_error", "absolute_error"])
@few
@given(rng=seeds)
def test_leaves_match_the_arrays(criterion, rng):
    """On new rows, with missing values in all columns."""
    sample = mixed_sample(rng, criterion)
    tree = grow(sample, criterion)
    columns, levels = mixed_columns(rng, 100)
    for column in columns:
        column[rng.random(100) < 0.2] = np.nan
    table = _core.Table.from_columns(columns, 100, levels)
    leaves = np.array([walk(tree, columns, row) for row in range(100)])
    assert np.array_equal(tree.apply(table), leaves)
    assert tree.predict(table).tobytes() == tree.value[leaves].tobytes()
    indptr, indices = tree.decision_path(table)
    assert np.array_equal(indices[indptr[1:] - 1], leaves)


def test_children_come_after_their_parents():
    tree = grow(mixed_sample(np.random.default_rng(0), "gini"), "gini")
    inner = np.flatnonzero(tree.kind)
    assert (tree.first_child[inner] > inner).all()
    assert np.array_equal(tree.children_right[inner], tree.children_left[inner] + 1)
    children = np.concatenate([tree.children_left[inner], tree.children_right[inner]])
    assert np.array_equal(np.sort(children), np.arange(1, tree.node_count))


def test_any_number_of_threads():
    sample = mixed_sample(np.random.default_rng(0), "squared_error", n_rows=20_011)
    tree = grow(sample, "squared_error", max_depth=12)
    values, leaves = tree.predict(sample.table).tobytes(), tree.apply(sample.table).tobytes()
    for n_threads in range(2, 17):
        assert tree.predict(sample.table, n_threads).tobytes() == values
        assert tree.apply(sample.table, n_threads).tobytes() == leaves


def fitted_classifier():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 6)).astype(np.float32)
    X[rng.random(X.shape) < 0.5] = 0
    X[:, 5] = np.where(rng.random(500) < 0.1, np.nan, X[:, 5])
    y = (X[:, 0] + X[:, 1] + rng.normal(size=500) > 0).astype(int) + (X[:, 2] > 1)
    return spinney.DecisionTreeClassifier(min_samples_leaf=5).fit(X, y), X


@pytest.mark.parametrize("size", [1, 7, 64, 500])
def test_any_batch(size):
    model, X = fitted_classifier()
    parts = [model.predict_proba(X[i : i + size]) for i in range(0, len(X), size)]
    assert np.concatenate(parts).tobytes() == model.predict_proba(X).tobytes()


@pytest.mark.parametrize(
    "layout",
    [
        np.asfortranarray,
        np.float64,
        lambda X: X.astype(object),
        lambda X: X[::-1].copy()[::-1],
        sparse.csr_matrix,
        sparse.csc_array,
        sparse.coo_array,
    ],
    ids=["F order", "float64", "object", "reversed", "CSR", "CSC", "COO"],
)
def test_any_layout(layout):
    model, X = fitted_classifier()
    assert model.predict_proba(layout(X)).tobytes() == model.predict_proba(X).tobytes()
    again = spinney.DecisionTreeClassifier(min_samples_leaf=5).fit(layout(X), model.predict(X))
    reference = spinney.DecisionTreeClassifier(min_samples_leaf=5).fit(X, model.predict(X))
    assert bits(again._fitted().tree) == bits(reference._fitted().tree)


def through_joblib(model):
    file = io.BytesIO()
    joblib.dump(model, file)
    file.seek(0)
    return joblib.load(file)


@pytest.mark.parametrize("copy", [lambda m: pickle.loads(pickle.dumps(m)), through_joblib])
@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
def test_copies_of_trees(copy, criterion):
    sample = mixed_sample(np.random.default_rng(0), criterion)
    tree = grow(sample, criterion)
    other = copy(tree)
    assert bits(other) == bits(tree)
    assert other.predict(sample.table).tobytes() == tree.predict(sample.table).tobytes()
    assert (other.max_depth, other.n_classes) == (tree.max_depth, tree.n_classes)


@pytest.mark.parametrize("copy", [lambda m: pickle.loads(pickle.dumps(m)), through_joblib])
def test_copies_of_estimators(copy):
    model, X = fitted_classifier()
    other = copy(model)
    assert other.predict_proba(X).tobytes() == model.predict_proba(X).tobytes()
    assert other.feature_importances_.tobytes() == model.feature_importances_.tobytes()
    assert bits(other._fitted().tree) == bits(model._fitted().tree)
