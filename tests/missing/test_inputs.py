"""Every policy gives the same tree and predictions for every kind of input."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from estimators.helpers import assert_same_tree
from spinney.data.missing.policies import MISSING

from .tables import ESTIMATORS, table_with_missing, target_of, with_unknown_categories

POLICIES = [policy for policy in MISSING if policy != "error"]
TASKS = pytest.mark.parametrize("task", ESTIMATORS)
EVERY_POLICY = pytest.mark.parametrize("policy", POLICIES)
CATEGORIES = ["tree", "soil"]


def tables():
    """Return a training frame, and a frame to predict with unknown categories."""
    rng = np.random.default_rng(12)
    train = table_with_missing(rng, 90)
    return train, with_unknown_categories(table_with_missing(rng, 40, missing_rate=0.3), rng)


def records(frame):
    kinds = [(name, object if name in CATEGORIES else float) for name in frame]
    return np.array(list(frame.itertuples(index=False, name=None)), dtype=kinds)


def unsorted_categories(frame):
    """Convert to pandas categories in arbitrary order, some of them unused."""
    labels = {name: sorted(set(frame[name].dropna()) | {"unused"})[::-1] for name in CATEGORIES}
    return frame.assign(**{name: pd.Categorical(frame[name], labels[name]) for name in CATEGORIES})


FRAMES = {
    "categories": unsorted_categories,
    "pandas str": lambda frame: frame.astype(dict.fromkeys(CATEGORIES, "str")),
    "polars": pl.from_pandas,
    "polars categories": lambda frame: pl.from_pandas(frame).cast(
        dict.fromkeys(CATEGORIES, pl.Categorical)
    ),
    "Arrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "Arrow dictionaries": lambda frame: pa.Table.from_pandas(
        unsorted_categories(frame), preserve_index=False
    ),
    "records": records,
}
OBJECTS = {
    "objects": lambda frame: frame.to_numpy(object),
    "lists": lambda frame: frame.to_numpy(object).tolist(),
}


@TASKS
@EVERY_POLICY
@pytest.mark.parametrize("convert", (FRAMES | OBJECTS).values(), ids=FRAMES | OBJECTS)
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_frames(task, policy, convert):
    train, new = tables()
    y = target_of(task, train, np.random.default_rng(13))
    expected = ESTIMATORS[task](missing=policy).fit(train, y)
    chosen = [3, 4] if convert in OBJECTS.values() else "from_dtype"
    model = ESTIMATORS[task](missing=policy, categorical_features=chosen).fit(convert(train), y)
    assert_same_tree(model, expected)
    assert list(model.missing_counts_.values()) == list(expected.missing_counts_.values())
    for odd in (convert(new), new):
        if odd is new and convert in OBJECTS.values():
            continue
        assert np.array_equal(model.predict(odd), expected.predict(new))


LAYOUTS = {
    "Fortran": np.asfortranarray,
    "strided": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
    "reversed": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "objects": lambda X: X.astype(object),
    "lists": np.ndarray.tolist,
    "float32": lambda X: X.astype(np.float32),
    "CSR": sparse.csr_matrix,
    "CSC": sparse.csc_array,
    "COO": sparse.coo_array,
}


@TASKS
@EVERY_POLICY
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("categories", [None, [3]], ids=["numbers", "categories"])
def test_matrices(task, policy, layout, categories):
    rng = np.random.default_rng(14)
    train = rng.integers(0, 6, (80, 4)).astype(float)
    new = rng.integers(0, 9, (40, 4)).astype(float)
    for X in (train, new):
        X[rng.random(X.shape) < 0.25] = np.nan
    y = rng.integers(0, 3, 80)
    weight = rng.integers(0, 3, 80).astype(float)
    options = {"missing": policy, "categorical_features": categories}
    expected = ESTIMATORS[task](**options).fit(train, y, weight)
    model = ESTIMATORS[task](**options).fit(layout(train), y, weight)
    assert_same_tree(model, expected)
    assert model.missing_counts_ == expected.missing_counts_
    assert np.array_equal(model.predict(layout(new)), expected.predict(new))
    assert model.missing_use(layout(new)) == expected.missing_use(new)


@pytest.mark.parametrize("policy", ["mean", "median"])
def test_fill_value_outside_float32(policy):
    """Fill values keep full precision for any dtype of the column."""
    X = np.array([[0.1], [0.7], [0.9], [np.nan], [0.4]], np.float32)
    y = np.array([0.0, 1.0, 1.0, 5.0, 0.0])
    model = ESTIMATORS["regressor"](missing=policy).fit(X, y)
    expected = ESTIMATORS["regressor"](missing=policy).fit(X.astype(float), y)
    assert_same_tree(model, expected)
    assert model.predict([[np.nan]]) == expected.predict([[np.nan]]) == 5


def test_unknown_category_in_a_sparse_matrix():
    X = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0], [0.0, 3.0]])
    model = ESTIMATORS["classifier"](unknown="error", categorical_features=[1])
    model.fit(sparse.csr_array(X), [0, 1, 0, 1])
    new = X.copy()
    new[2, 1] = 7
    for matrix in (new, sparse.csr_array(new), sparse.csc_matrix(new)):
        with pytest.raises(ValueError, match=r"Row 2, column 1: the category 7 was not seen"):
            model.predict(matrix)


@EVERY_POLICY
def test_copies_keep_the_policies(policy):
    train, new = tables()
    y = target_of("classifier", train, np.random.default_rng(13))
    model = ESTIMATORS["classifier"](missing=policy, unknown="mode").fit(train, y)
    other = pickle.loads(pickle.dumps(model))
    assert np.array_equal(other.predict_proba(new), model.predict_proba(new))
    assert other.missing_use(new) == model.missing_use(new)
    assert other.missing_counts_ == model.missing_counts_
