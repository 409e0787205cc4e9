"""Sizes at which something changes inside: one row, 2**8 and 2**16 values, very wide, very deep."""

import pickle

import numpy as np
import pytest
from scipy import sparse

from .estimators import (
    CLASSIFIER,
    answers,
    every_classifier_that_recalls,
    every_estimator,
    every_estimator_that_recalls_and_keeps_all_rows,
    every_multi_output_that_recalls,
    every_search_that_keeps_all_rows,
    fit_or_refuse,
)


@every_estimator
@pytest.mark.parametrize("n_rows", [1, 2, 3])
def test_a_few_rows(entry, n_rows):
    X, y = np.arange(n_rows)[:, None], np.arange(n_rows)
    if entry.holds_out and (n_rows == 1 or entry.task == CLASSIFIER):
        assert fit_or_refuse(entry, "cv=2", X, y) is None
        return
    model = entry.make().fit(X, y)
    if entry.recalls:
        assert entry.recovers(model.predict(X), y)


@every_search_that_keeps_all_rows
@pytest.mark.parametrize("n_values", [254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537])
@pytest.mark.parametrize("holes", [False, True])
def test_code_widths(entry, n_values, holes):
    """As many distinct values as a code can count, and one more or less; one may be missing."""
    rng = np.random.default_rng(0)
    X = rng.permutation(n_values)[:, None] * 1.5
    y = (X[:, 0] > 1.5 * (n_values - 3)).astype(int)
    X = np.vstack([X, [[np.nan]] * 5]) if holes else X
    # The mean, which small trees put in, is among the zeros.
    y = np.append(y, [0 if entry.small else 1] * 5) if holes else y
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    edge = 1.5 * (n_values - 3) + 0.75
    assert entry.recovers(model.predict([[edge - 0.1], [edge + 0.1]]), [0, 1])


@every_classifier_that_recalls
def test_many_classes(entry):
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(300), 4)
    X = np.column_stack([rng.permutation(1200), y * 2.0, rng.random(1200)])
    model = entry.make().fit(X, y)
    assert model.predict_proba(X).shape == (1200, 300)
    assert entry.recovers(model.predict(X), y)


@every_multi_output_that_recalls
def test_many_outputs(entry):
    rng = np.random.default_rng(0)
    X = rng.random((200, 4))
    y = np.floor(X @ rng.random((4, 50)) * 3)
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if entry.task == CLASSIFIER:
        assert len(model.predict_proba(X)) == 50


@every_search_that_keeps_all_rows
def test_many_columns(entry):
    """Sparse, with few entries: neither time nor memory for the zeros."""
    rng = np.random.default_rng(0)
    X = sparse.random_array((300, 100_000), density=2e-4, format="csr", rng=rng)
    X = sparse.hstack([X, sparse.csr_array(rng.random((300, 1)))], format="csr")
    y = (X[:, [100_000]].toarray()[:, 0] > 0.5).astype(int)
    complete = {"missing": "error"} if entry.small else {}  # to fill in means takes each column
    model = entry.make(max_depth=4, **complete).fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if not entry.blends:
        assert model.feature_importances_.argmax() == 100_000


@every_estimator_that_recalls_and_keeps_all_rows
def test_a_chain_of_splits(entry):
    """Alternating targets: each split takes one row off, 5,000 levels deep."""
    n_rows = 5001
    X, y = np.arange(n_rows)[:, None], np.arange(n_rows) % 2
    model = entry.make().fit(X, y)
    assert entry.recovers(model.predict(X), y)
    if hasattr(model, "get_depth"):
        assert model.get_depth() == n_rows - 1
        assert model.decision_path(X[-1:]).nnz <= n_rows
    copy = pickle.loads(pickle.dumps(model))
    assert answers(copy, X) == answers(model, X)
    if not entry.blends:
        assert model.feature_importances_.tolist() == [1.0]


@every_estimator
def test_long_and_thin(entry):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (300_000, 1)).astype(np.int8)
    y = X[:, 0] > 0
    assert entry.recovers(entry.make().fit(X, y.astype(int)).predict(X), y)
