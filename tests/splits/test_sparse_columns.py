"""Trees and forests on sparse tables equal those on dense tables, bit for bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from properties.growing import Sample, bits, grow
from spinney import (
    BaggingRegressor,
    DecisionTreeClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)

CRITERIA = {
    "gini": (2,),
    "gini, three classes": (3,),
    "entropy": (2,),
    "entropy, two outputs": (3, 2),
    "squared_error": (),
    "absolute_error": (),
    "poisson": (),
}


def sparse_sample(seed, criterion, n_rows=150, n_columns=24, weights="none", missing=True):
    """Columns of different fill: values of both signs, few and many values, missing, constant."""
    rng = np.random.default_rng(seed)
    columns = []
    for j in range(n_columns):
        column = np.zeros(n_rows)
        here = rng.random(n_rows) < rng.choice([0.02, 0.1, 0.3, 0.9])
        values = rng.normal(size=n_rows) if j % 2 else rng.integers(-2, 4, n_rows)
        column[here] = values[here]
        if missing and j % 5 == 0:
            column[rng.random(n_rows) < 0.05] = np.nan
        columns.append(column)
    signal = np.nan_to_num(columns[0] + columns[1] - columns[2] + columns[3])
    signal = signal + 0.3 * rng.normal(size=n_rows)
    n_classes = CRITERIA[criterion]
    if n_classes:
        parts = [
            np.argsort(np.argsort(signal * (-1) ** k)) * n // n_rows
            for k, n in enumerate(n_classes)
        ]
        y = np.stack(parts, axis=1).astype(np.int32)
    else:
        y = np.abs(signal)[:, None] if criterion == "poisson" else signal[:, None]
    weight = {
        "none": None,
        "whole": rng.integers(0, 4, n_rows).astype(float),
        "any": rng.random(n_rows) + 0.01,
    }[weights]
    return Sample(columns, [0] * n_columns, y, weight, n_classes)


def assert_same_trees(sample, criterion, **options):
    name = criterion.split(",")[0]
    here, there = (grow(sample, name, t, **options) for t in (sample.table, sample.sparse_table))
    assert bits(here) == bits(there)
    return here


OPTIONS = st.fixed_dictionaries(
    {
        "max_features": st.sampled_from([None, 1, 4, 24]),
        "min_samples_leaf": st.sampled_from([1, 5]),
        "random_thresholds": st.sampled_from([False, False, True]),
        "max_leaf_nodes": st.sampled_from([None, 9]),
        "max_bins": st.sampled_from([None, None, 7]),
        "n_threads": st.sampled_from([1, 2]),
    }
)


@given(
    st.integers(0, 2**32),
    st.sampled_from(sorted(CRITERIA)),
    st.sampled_from(["none", "whole", "any"]),
    st.booleans(),
    OPTIONS,
)
@settings(max_examples=200, deadline=None)
def test_the_same_tree(seed, criterion, weights, missing, options):
    sample = sparse_sample(seed, criterion, weights=weights, missing=missing)
    if sample.weight is not None:
        sample = sample.weighted()
    assert_same_trees(sample, criterion, **options)


@pytest.mark.parametrize("criterion", ["gini", "gini, three classes", "entropy", "squared_error"])
@pytest.mark.parametrize("max_features", [None, 7])
def test_nodes_read_by_columns_and_by_rows(criterion, max_features):
    """Large nodes read their columns in the order of codes, small ones the cells of their rows."""
    sample = sparse_sample(1, criterion, 4_000, 120)
    tree = assert_same_trees(sample, criterion, max_features=max_features, n_threads=2)
    assert tree.n_leaves > 100


@pytest.mark.parametrize("route", ["learned", "surrogate", "fractional", "majority"])
def test_policies_for_missing_values(route):
    sample = sparse_sample(2, "gini", 300)
    x = np.array(sample.columns).T
    X = sparse.csr_matrix(x)
    here, there = (
        DecisionTreeClassifier(missing=route, max_depth=6).fit(t, sample.y[:, 0]) for t in (x, X)
    )
    assert here.text() == there.text()
    assert np.array_equal(here.predict_proba(x), there.predict_proba(X))


@pytest.mark.parametrize(
    "estimator",
    [
        RandomForestClassifier(30, oob_score=True, random_state=0),
        RandomForestClassifier(20, max_features=None, max_depth=4, class_weight="balanced"),
        ExtraTreesClassifier(20, random_state=0),
        RandomForestRegressor(20, max_bins=20, random_state=0),
        BaggingRegressor(n_estimators=5, random_state=0),
    ],
    ids=lambda e: type(e).__name__,
)
@pytest.mark.parametrize("container", [sparse.csr_matrix, sparse.csc_array])
def test_the_same_forest(estimator, container):
    sample = sparse_sample(3, "gini", 500, 60, missing=not isinstance(estimator, BaggingRegressor))
    x = np.array(sample.columns).T
    estimator.set_params(random_state=3)
    dense = estimator.fit(x, sample.y[:, 0])
    probabilities = getattr(dense, "predict_proba", dense.predict)(x)
    scores = getattr(dense, "oob_score_", None)
    again = estimator.fit(container(x), sample.y[:, 0])
    assert np.array_equal(probabilities, getattr(again, "predict_proba", again.predict)(x))
    assert scores == getattr(again, "oob_score_", None)
