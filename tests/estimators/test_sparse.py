"""Sparse matrices in any format; entries that are not stored are 0."""

import numpy as np
import pytest
from scipy import sparse

from spinney.data.frames import read_frame

from .helpers import assert_same_tree, tree_of

SPARSE = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


@pytest.mark.parametrize("layout", SPARSE)
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix])
def test_sparse_formats(layout, kind):
    dense = np.random.default_rng(0).poisson(0.5, (40, 6)).astype(float)
    y = (dense[:, 2] > dense[:, 4]).astype(int)
    X = kind(dense).asformat(layout)
    assert_same_tree(tree_of(dense, y), tree_of(X, y))
    assert tree_of(dense, y).apply(X).tolist() == tree_of(dense, y).apply(dense).tolist()


def test_duplicates_are_summed_without_changing_the_input():
    data, rows = np.array([1.0, 2.0, 3.0, 4.0]), np.array([2, 0, 0, 1], dtype=np.int64)
    X = sparse.csc_array((data, rows, np.array([0, 3, 4], dtype=np.int64)), shape=(3, 2))
    before = X.data.copy(), X.indices.copy()
    csc = read_frame(X).cells
    assert csc.toarray().tolist() == [[5, 0], [0, 4], [1, 0]]
    assert csc.has_canonical_format
    np.testing.assert_array_equal(X.data, before[0])
    np.testing.assert_array_equal(X.indices, before[1])


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
@pytest.mark.parametrize("index", [-1, 5])
def test_sparse_index_out_of_range(layout, index):
    X = sparse.coo_array(np.eye(5)).asformat(layout)
    (X.coords[0] if layout == "coo" else X.indices)[2] = index
    with pytest.raises(ValueError, match=f"index {index} is out of range, it has 5"):
        read_frame(X)


def test_sparse_categories():
    dense = np.array([[0, 3], [1, 2], [2, 3], [0, 2], [1, 3], [2, 2]] * 3)
    y = (dense[:, 0] == 1).astype(int)
    model = tree_of(sparse.csr_array(dense), y, categorical_features=[0, 1])
    assert list(model._model.schema.categories[1]) == [0, 2, 3]
    assert model.predict(dense).tolist() == model.predict(sparse.csc_array(dense)).tolist()
    assert model.predict(dense).tolist() == y.tolist()
