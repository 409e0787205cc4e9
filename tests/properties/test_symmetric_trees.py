"""Symmetric trees predict the bits of the interpreter, on any rows and for any number of trees."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import GradientBoostingRegressor, _core

from .tables import awkward
from .test_edge_rows import edge_rows
from .test_ensemble import added, check, start

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)


def symmetric(rng, depth=6, n_trees=3, *, holes=0.1, n_rows=300, min_samples_leaf=1, **more):
    """Trees of one model; levels of small tables have leaves."""
    x = rng.normal(size=(n_rows, 4)).astype(np.float32)
    x[:, 1] = x[:, 1].round(1)
    x[rng.random(x.shape) < holes] = np.nan
    y = np.nan_to_num(x[:, 0] * x[:, 1]) + np.isnan(x[:, 2]) + awkward(rng, n_rows, 1)
    model = GradientBoostingRegressor(
        preset="fast",
        n_estimators=n_trees,
        growth="symmetric",
        max_depth=depth,
        min_samples_leaf=min_samples_leaf,
        n_jobs=1,
        **more,
    )
    return model.fit(x, y)._fitted().trees


def splits_by_level(tree):
    depth, splits = np.zeros(tree.node_count, int), {}
    for i in np.flatnonzero(tree.kind):
        depth[tree.first_child[i] : tree.first_child[i] + 2] = depth[i] + 1
        split = (tree.feature[i], tree.threshold[i], tree.missing_go_to_left[i])
        splits.setdefault(depth[i], []).append(split)
    return splits.values()


def test_levels_have_one_split_but_several_routes_of_missing_values():
    """The trees of these tests are those that the engine for symmetric trees accepts."""
    rng = np.random.default_rng(0)
    trees = symmetric(rng) + symmetric(rng, holes=0)
    levels = [splits for tree in trees for splits in splits_by_level(tree)]
    assert all(len({split[:2] for split in splits}) == 1 for splits in levels)
    assert any(len({split[2] for split in splits}) == 2 for splits in levels)
    assert any(tree.n_leaves not in (1, 2, 4, 8, 16, 32, 64) for tree in trees)


@few
@given(
    rng=seeds,
    depth=st.integers(1, 9),
    dtype=st.sampled_from([np.float32, np.float64]),
    n_rows=st.sampled_from([1, 31, 33, 128, 700]),
    absent=st.sampled_from([0.0, 0.2]),
    holes=st.sampled_from([0.0, 0.2]),
    n_scores=st.integers(1, 3),
    n_trees=st.sampled_from([1, 3, 9, 20]),
)
def test_symmetric_trees(rng, depth, dtype, n_rows, absent, holes, n_scores, n_trees):
    trees = symmetric(rng, depth, n_trees, holes=holes)
    with np.errstate(over="ignore"):
        table = _core.Table.from_matrix(edge_rows(rng, trees, n_rows, absent).astype(dtype))
    check(trees, table, start(rng, n_scores, n_rows))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_more_thresholds_than_bytes(dtype):
    """The first feature has more than 300 thresholds, too many for a byte."""
    rng = np.random.default_rng(1)
    trees = [tree for _ in range(12) for tree in symmetric(rng, n_trees=40, n_rows=400)]
    cuts = [t.threshold[(t.kind == 1) & (t.feature == 0)] for t in trees]
    assert len(np.unique(np.concatenate(cuts))) > 300
    for absent in (0.0, 0.1):
        rows = edge_rows(rng, trees, 600, absent)
        rows[:, 3] = rng.normal(size=600)
        with np.errstate(over="ignore"):
            check(trees, _core.Table.from_matrix(rows.astype(dtype)), start(rng, 2, 600))


def test_any_batch_threads_and_range():
    rng = np.random.default_rng(2)
    trees = symmetric(rng, n_trees=60) + symmetric(rng, depth=1, n_trees=4)
    rows = edge_rows(rng, trees, 5_003, 0.02)
    with np.errstate(over="ignore"):
        rows[:3_000] = np.nan_to_num(rows[:3_000].astype(np.float32))
    ensemble, table = _core.Ensemble(trees, 2), _core.Table.from_matrix(rows)
    scores = start(rng, 2, len(rows))
    whole = added(ensemble, table, scores)
    for n_threads in (2, 3, 7):
        assert added(ensemble, table, scores, n_threads).tobytes() == whole.tobytes()
    for size in (1, 100, 4_000):
        for i in range(0, len(rows), max(size, 500)):
            part = _core.Table.from_matrix(rows[i : i + size])
            found = added(ensemble, part, scores[:, i : i + size])
            assert found.tobytes() == whole[:, i : i + size].copy().tobytes()
    staged = added(ensemble, table, scores, 1, 0, 6)
    assert added(ensemble, table, staged, 1, 6).tobytes() == whole.tobytes()
    assert np.array_equal(ensemble.apply(table, first=3, last=9), ensemble.apply(table)[:, 3:9])


def test_symmetric_trees_among_others():
    """A tree with more levels, and trees of one node."""
    rng = np.random.default_rng(3)
    few_levels, many = symmetric(rng), symmetric(rng, depth=10, n_rows=2_000)
    leaf = symmetric(rng, n_trees=1, min_samples_leaf=200)
    assert leaf[0].node_count == 1
    for trees in (few_levels + many, few_levels + leaf, leaf):
        table = _core.Table.from_matrix(edge_rows(rng, few_levels + many, 300, 0.1))
        check(trees, table, start(rng, 1, 300))
