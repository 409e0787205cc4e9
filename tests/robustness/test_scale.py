"""Extreme sizes: one row, 2**8 and 2**16 values, very wide, very deep."""

import pickle

import numpy as np
import pytest
from scipy import sparse

from .estimators import (
    CLASSIFIER,
    each_estimator,
    fit_or_refuse,
    is_classifier,
    is_multi_output,
    is_quick,
    predictions,
)


def finds_best_split(entry):
    """Whether one split of all rows is found if it is the best."""
    return not (entry.random_splits or entry.stacks)


@each_estimator()
@pytest.mark.parametrize("n_rows", [1, 2, 3])
def test_a_few_rows(entry, n_rows):
    X, y = np.arange(n_rows)[:, None], np.arange(n_rows)
    if entry.cross_fits and (n_rows == 1 or entry.task == CLASSIFIER):
        assert fit_or_refuse(entry, "cv=2", X, y) is None
        return
    model = entry.make().fit(X, y)
    if entry.interpolates:
        assert entry.recovers(model.predict(X), y)


def check_many_values(entry, n_values, holes):
    """Separate the two largest of many distinct values; some rows may be missing."""
    rng = np.random.default_rng(0)
    X = rng.permutation(n_values)[:, None] * 1.5
    y = (X[:, 0] > 1.5 * (n_values - 3)).astype(int)
    X = np.vstack([X, [[np.nan]] * 5]) if holes else X
    # Shallow trees fill in the mean, whose target is 0.
    y = np.append(y, [0 if entry.shallow else 1] * 5) if holes else y
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    edge = 1.5 * (n_values - 3) + 0.75
    assert entry.recovers(model.predict([[edge - 0.1], [edge + 0.1]]), [0, 1])


@each_estimator(finds_best_split)
@pytest.mark.parametrize("n_values", [254, 255, 256, 257])
@pytest.mark.parametrize("holes", [False, True])
def test_around_one_byte_of_values(entry, n_values, holes):
    check_many_values(entry, n_values, holes)


@each_estimator(finds_best_split, is_quick)
@pytest.mark.parametrize("n_values", [65_534, 65_535, 65_536, 65_537])
@pytest.mark.parametrize("holes", [False, True])
def test_around_two_bytes_of_values(entry, n_values, holes):
    check_many_values(entry, n_values, holes)


@each_estimator(lambda entry: is_classifier(entry) and entry.interpolates)
def test_many_classes(entry):
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(300), 4)
    X = np.column_stack([rng.permutation(1200), y * 2.0, rng.random(1200)])
    model = entry.make().fit(X, y)
    assert model.predict_proba(X).shape == (1200, 300)
    assert entry.recovers(model.predict(X), y)


@each_estimator(lambda entry: is_multi_output(entry) and entry.interpolates)
def test_many_outputs(entry):
    rng = np.random.default_rng(0)
    X = rng.random((200, 4))
    y = np.floor(X @ rng.random((4, 50)) * 3)
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if entry.task == CLASSIFIER:
        assert len(model.predict_proba(X)) == 50


@each_estimator(finds_best_split, is_quick)
def test_many_columns(entry):
    """Zeros of a sparse matrix take neither time nor memory."""
    rng = np.random.default_rng(0)
    X = sparse.random_array((300, 100_000), density=2e-4, format="csr", rng=rng)
    X = sparse.hstack([X, sparse.csr_array(rng.random((300, 1)))], format="csr")
    y = (X[:, [100_000]].toarray()[:, 0] > 0.5).astype(int)
    complete = {"missing": "error"} if entry.shallow else {}  # means of 100,000 columns take long
    model = entry.make(max_depth=4, **complete).fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if not entry.blends:
        assert model.feature_importances_.argmax() == 100_000


@each_estimator(lambda entry: entry.interpolates and not entry.cross_fits, is_quick)
def test_deep_tree(entry):
    """Alternating targets: each split separates one row, 5,000 levels deep."""
    n_rows = 5001
    X, y = np.arange(n_rows)[:, None], np.arange(n_rows) % 2
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if hasattr(model, "get_depth") and not entry.random_splits:
        assert model.get_depth() == n_rows - 1
        assert model.decision_path(X[-1:]).nnz <= n_rows
    copy = pickle.loads(pickle.dumps(model))
    assert predictions(copy, X) == predictions(model, X)
    if not entry.blends:
        assert model.feature_importances_.tolist() == [1.0]


@each_estimator()
def test_many_rows_of_one_column(entry):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (300_000, 1)).astype(np.int8)
    y = X[:, 0] > 0
    assert entry.recovers(entry.make().fit(X, y.astype(int)).predict(X), y)
