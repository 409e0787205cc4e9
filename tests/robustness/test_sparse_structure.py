"""Sparse matrices with inconsistent arrays raise ValueError instead of being read out of bounds."""

from copy import deepcopy

import numpy as np
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier

import spinney

N_ROWS, N_COLUMNS = 12, 4


def table():
    return (np.arange(N_ROWS * N_COLUMNS) % 5).astype(float).reshape(N_ROWS, N_COLUMNS)


def labels():
    return np.arange(N_ROWS) % 2


def changed(name, change):
    """Return a function that replaces one array of a sparse matrix."""

    def apply(X):
        setattr(X, name, change(deepcopy(getattr(X, name))))

    return apply


def put(index, value):
    def change(array):
        array[index] = value
        return array

    return change


def change_list(name, change):
    def apply(X):
        change(getattr(X, name)[3])

    return apply


COMPRESSED = {
    "short data": changed("data", lambda a: a[:-1]),
    "long data": changed("data", lambda a: np.concatenate([a, a])),
    "empty data": changed("data", lambda a: a[:0]),
    "short indices": changed("indices", lambda a: a[:-1]),
    "indices of floats": changed("indices", lambda a: a.astype(float)),
    "2-D indices": changed("indices", lambda a: a[:, None]),
    "index too large": changed("indices", put(2, 10**6)),
    "index negative": changed("indices", put(2, -1)),
    "int64 index too large": changed("indices", lambda a: put(2, 2**40)(a.astype(np.int64))),
    "short indptr": changed("indptr", lambda a: a[:-1]),
    "long indptr": changed("indptr", lambda a: np.append(a, a[-1])),
    "indptr from 1": changed("indptr", put(0, 1)),
    "indptr decreases": changed("indptr", put(1, 10**6)),
    "indptr too far": changed("indptr", put(-1, 10**6)),
    "indptr negative": changed("indptr", put(1, -5)),
    "indptr of floats": changed("indptr", lambda a: a.astype(float)),
}
CASES = {
    **{
        (kind, name): change
        for kind in ("csr", "csc", "bsr")
        for name, change in COMPRESSED.items()
    },
    ("bsr", "2-D data"): changed("data", lambda a: a[:, :, 0]),
    ("coo", "short data"): changed("data", lambda a: a[:-1]),
    ("coo", "long data"): changed("data", lambda a: np.append(a, a)),
    ("coo", "short column indices"): changed("coords", lambda a: (a[0], a[1][:-1])),
    ("coo", "row index too large"): changed("coords", lambda a: (put(2, N_ROWS)(a[0]), a[1])),
    ("coo", "column index negative"): changed("coords", lambda a: (a[0], put(2, -1)(a[1]))),
    ("dia", "short data"): changed("data", lambda a: a[:-1]),
    ("dia", "1-D data"): changed("data", lambda a: a[0]),
    ("dia", "short offsets"): changed("offsets", lambda a: a[:-1]),
    ("lil", "short row of values"): change_list("data", lambda row: row.pop()),
    ("lil", "short row of indices"): change_list("rows", lambda row: row.pop()),
    ("lil", "index too large"): change_list("rows", lambda row: row.append(10**6)),
    ("lil", "index negative"): change_list("rows", lambda row: row.__setitem__(0, -7)),
    ("lil", "fewer rows"): changed("rows", lambda a: a[:-1]),
    ("dok", "row too large"): lambda X: X._dict.update({(10**6, 0): 1.0}),
    ("dok", "column negative"): lambda X: X._dict.update({(0, -9): 1.0}),
}


def build(kind, container):
    return getattr(sparse, f"{kind}_{container}")(table())


MODELS = {
    "tree": lambda: spinney.DecisionTreeClassifier(),
    "forest": lambda: spinney.RandomForestClassifier(3, random_state=0),
    "boosting": lambda: spinney.GradientBoostingClassifier(preset="fast", n_estimators=3),
    "voting": lambda: spinney.VotingClassifier([("a", spinney.DecisionTreeClassifier())]),
    "bagging": lambda: spinney.BaggingClassifier(DummyClassifier(), 2),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("container", ["matrix", "array"])
@pytest.mark.parametrize(("kind", "name"), CASES, ids=lambda part: part)
def test_inconsistent_sparse_matrix_is_rejected(kind, name, container, model):
    broken = build(kind, container)
    CASES[kind, name](broken)
    with pytest.raises(ValueError, match=r"(?i)sparse|index|indices|dimension"):
        MODELS[model]().fit(broken, labels())
    fitted = MODELS[model]().fit(table(), labels())
    with pytest.raises(ValueError, match=r"(?i)sparse|index|indices|dimension"):
        fitted.predict(broken)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("container", ["matrix", "array"])
@pytest.mark.parametrize("kind", ["csr", "csc", "bsr", "coo", "dia", "lil", "dok"])
def test_valid_sparse_matrix_equals_dense(kind, container, model):
    X = build(kind, container)
    for name in ("indices", "indptr"):
        if hasattr(X, name):
            setattr(X, name, getattr(X, name).astype(np.int64))
    fitted = MODELS[model]().fit(X, labels())
    expected = MODELS[model]().fit(table(), labels())
    if model != "bagging":
        np.testing.assert_array_equal(fitted.predict(X), expected.predict(table()))
