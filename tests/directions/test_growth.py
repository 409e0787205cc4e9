"""Properties of trees with any kind of multivariate split."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from properties import oracle
from properties.checks import check_nodes, rows_of_nodes
from properties.growing import Sample, grow
from spinney import _core

from .grown import (
    KINDS,
    LINEAR,
    SPHERE,
    criterion_of,
    expected_leaves,
    grow_kind,
    make_sample,
    multivariate_nodes,
    tree_state,
)

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=15, deadline=None)
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
@few
@given(rng=seeds)
def test_training_and_prediction_agree(kind, rng):
    sample = make_sample(
        rng,
        int(rng.integers(3, 300)),
        int(rng.integers(2, 6)),
        classes=int(rng.choice([0, 2, 4])),
        missing=float(rng.choice([0, 0.3])),
        dtype=rng.choice([np.float32, np.float64]),
        weighted=bool(rng.integers(2)),
    )
    tree = grow_kind(sample, kind)
    check_nodes(tree, sample.weighted(), criterion_of(sample), rows_of_nodes(tree, sample))
    assert np.array_equal(tree.apply(sample.table), expected_leaves(tree, sample.columns))


@each_kind
@pytest.mark.parametrize("criterion", ["entropy", "misclassification", "absolute_error", "poisson"])
def test_other_criteria(kind, criterion):
    classes = 3 if criterion in oracle.CLASSIFICATION else 0
    sample = make_sample(np.random.default_rng(0), 120, 4, classes=classes)
    if not classes:
        sample.y[:] = np.exp(sample.y)
    tree = grow(sample, criterion, split_kinds=[kind], max_depth=4)
    check_nodes(tree, sample.weighted(), criterion, rows_of_nodes(tree, sample))
    assert len(multivariate_nodes(tree)) > 0


@each_kind
def test_several_outputs(kind):
    rng = np.random.default_rng(3)
    sample = make_sample(rng, 200, 4, classes=0)
    both = np.column_stack([sample.y, sample.columns[3] - sample.columns[1]])
    numbers = Sample(sample.columns, sample.levels, both)
    labels = Sample(sample.columns, sample.levels, (both > 0).astype(np.int32), None, (2, 2))
    for one in (numbers, labels):
        tree = grow_kind(one, kind, max_depth=4)
        check_nodes(tree, one.weighted(), criterion_of(one), rows_of_nodes(tree, one))


@each_kind
def test_terms(kind):
    sample = make_sample(np.random.default_rng(1), 400, 6, missing=0.1)
    tree = grow_kind(sample, kind)
    assert set(tree.kind[multivariate_nodes(tree)]) == {SPHERE if kind == "sphere" else LINEAR}
    for node in multivariate_nodes(tree):
        features, factors, centers, shares = tree.terms(node)
        assert np.all(np.diff(features) > 0)
        assert np.all(factors != 0)
        assert np.all(np.isfinite(centers))
        assert np.all(shares >= 0)
        assert shares.sum() == pytest.approx(1)
        assert tree.feature[node] == features[np.argmax(shares)]


@each_kind
@pytest.mark.parametrize("n_rows", [1500, 12_000])
def test_any_number_of_threads(kind, n_rows):
    sample = make_sample(np.random.default_rng(2), n_rows, 10, missing=0.05)
    trees = [grow_kind(sample, kind, n_threads=n, max_depth=8) for n in (1, 2, 5)]
    assert tree_state(trees[0]) == tree_state(trees[1]) == tree_state(trees[2])


@each_kind
def test_any_layout(kind):
    rng = np.random.default_rng(4)
    x = rng.integers(-4, 5, (300, 5)).astype(np.float64)
    y = (x[:, :1] + x[:, 1:2] > x[:, 2:3]).astype(np.int32)
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 5, y, None, (2,))
    csc = sparse.csc_array(x)
    tables = [
        _core.Table.from_matrix(np.asfortranarray(x)),
        _core.Table.from_matrix(x.astype(np.int8)),
        _core.Table.from_matrix(x.astype(np.float32)),
        _core.Table.from_csc(csc.data, csc.indices, csc.indptr, 300),
    ]
    expected = tree_state(grow_kind(sample, kind))
    assert all(tree_state(grow_kind(sample, kind, table=table)) == expected for table in tables)


@each_kind
def test_leaf_limits(kind):
    sample = make_sample(np.random.default_rng(5), 5000, 5, weighted=True)
    tree = grow_kind(sample, kind, min_samples_leaf=40, min_weight_leaf=120.0)
    leaves = tree.kind == 0
    assert tree.node_count > 20
    assert tree.n_node_samples[leaves].min() >= 40
    assert tree.weighted_n_node_samples[leaves].min() >= 120


@each_kind
def test_rows_without_any_value(kind):
    """Rows without any value follow the learned default direction."""
    rng = np.random.default_rng(6)
    sample = make_sample(rng, 400, 3)
    gone = rng.random(400) < 0.3
    for column in sample.columns:
        column[gone] = np.nan
    sample.y[gone] = 1
    tree = grow_kind(sample, kind, max_depth=3)
    check_nodes(tree, sample.weighted(), "gini", rows_of_nodes(tree, sample))
    nothing = _core.Table.from_matrix(np.full((1, 3), np.nan))
    assert tree.predict(nothing)[0, 0, 1] > 0.7


@each_kind
def test_huge_and_tiny_numbers(kind):
    rng = np.random.default_rng(7)
    sample = make_sample(rng, 300, 4)
    for column, scale in zip(sample.columns, [1e300, 1e-300, 1e30, 1.0], strict=True):
        column *= scale
    tree = grow_kind(sample, kind)
    check_nodes(tree, sample.weighted(), "gini", rows_of_nodes(tree, sample))
    assert np.all(np.isfinite(tree.threshold[multivariate_nodes(tree)]))


@each_kind
def test_no_possible_split(kind):
    """Constant columns, and columns without any value."""
    y = np.arange(6, dtype=np.int32)[:, None] % 2
    columns = [np.full(6, 3.5), np.full(6, np.nan), np.full(6, 0.1)]
    tree = grow_kind(Sample(columns, [0, 0, 0], y, None, (2,)), kind)
    assert tree.node_count == 1


@each_kind
def test_categorical_splits_are_searched_too(kind):
    rng = np.random.default_rng(8)
    level = rng.integers(0, 3, 200).astype(np.float64)
    columns = [rng.normal(size=200), level, rng.normal(size=200)]
    y = (level == 1).astype(np.int32)[:, None]
    tree = grow_kind(Sample(columns, [0, 3, 0], y, None, (2,)), kind)
    assert tree.kind.tolist() == [2, 0, 0]


def test_the_best_split_kind_is_chosen():
    """The classes are separated by a sphere, or by an oblique border."""
    rng = np.random.default_rng(9)
    x = rng.uniform(-2, 2, (1500, 2))
    for inside, kind in ((np.hypot(*x.T) < 1, SPHERE), (x[:, 0] + x[:, 1] < 0.3, LINEAR)):
        y = inside.astype(np.int32)[:, None]
        sample = Sample(list(np.ascontiguousarray(x.T)), [0, 0], y, None, (2,))
        tree = grow_kind(sample, "binary", "oblique", "sphere", "pca")
        assert tree.kind[0] == kind
