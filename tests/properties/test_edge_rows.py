"""Fast prediction equals the interpreter on thresholds, their neighbors and special values."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import _core

from .growing import Sample, grow
from .tables import awkward
from .test_ensemble import check

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)
SPECIAL = [-np.inf, np.inf, -0.0, 0.0, 5e-324, -1e-40, 3.5e38, -1e300]


def edge_rows(rng, trees, n_rows, absent):
    """Rows of thresholds, the next smaller and larger numbers, special values and NaN."""
    n_features = trees[0].n_features
    rows = np.empty((n_rows, n_features))
    for f in range(n_features):
        cuts = np.concatenate([t.threshold[(t.kind == 1) & (t.feature == f)] for t in trees])
        near = [np.nextafter(cuts, -np.inf), np.nextafter(cuts, np.inf), cuts.astype(np.float32)]
        rows[:, f] = rng.choice(np.concatenate([cuts, *near, SPECIAL, rng.normal(size=9)]), n_rows)
    rows[rng.random(rows.shape) < absent] = np.nan
    return rows


def check_forest(trees, table):
    forest = _core.Forest(trees)
    nodes = np.stack([tree.apply(table) for tree in trees], axis=1)
    assert np.array_equal(forest.apply(table), nodes)
    total = sum((tree.predict(table) for tree in trees), np.zeros_like(trees[0].predict(table)))
    assert forest.predict(table).tobytes() == (total / len(trees)).tobytes()


@few
@given(
    rng=seeds,
    dtype=st.sampled_from([np.float32, np.float64]),
    n_rows=st.sampled_from([1, 5, 40, 900]),
    absent=st.sampled_from([0.0, 0.2]),
    learned=st.booleans(),
)
def test_numbers_at_thresholds(rng, dtype, n_rows, absent, learned):
    x = rng.normal(size=(200, 4)).round(1).astype(dtype).astype(float)
    x[:, 2:] = awkward(rng, 400).reshape(200, 2).astype(dtype)
    if learned:
        x[rng.random(x.shape) < 0.1] = np.nan
    sizes = [{}, {"max_leaf_nodes": 64}, {"max_depth": 0}, {"max_depth": 3}]
    samples = [Sample(list(x.T), [0] * 4, awkward(rng, 200)[:, None]) for _ in sizes]
    trees = [grow(s, "squared_error", **size) for s, size in zip(samples, sizes, strict=True)]
    with np.errstate(over="ignore"):
        table = _core.Table.from_matrix(edge_rows(rng, trees, n_rows, absent).astype(dtype))
    check_forest(trees, table)
    check(trees, table, awkward(rng, 2 * n_rows).reshape(2, n_rows))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("absent", [0.0, 0.1])
def test_trees_of_depth_200(dtype, absent):
    """Each split of this target separates one row from the others."""
    rng = np.random.default_rng(0)
    x = np.arange(230.0)
    orders = [1.0, -1.0, 1.0]
    samples = [Sample([x, order * x], [0, 0], (4.0 ** (order * x))[:, None]) for order in orders]
    trees = [grow(sample, "squared_error") for sample in samples]
    assert min(tree.max_depth for tree in trees) >= 200
    with np.errstate(over="ignore"):
        table = _core.Table.from_matrix(edge_rows(rng, trees, 2_000, absent).astype(dtype))
    check_forest(trees, table)
    check(trees, table, np.zeros((1, 2_000)))


@pytest.mark.parametrize("n_features", [1, 300, 5_000])
def test_wide_tables(n_features):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(150, n_features)).astype(np.float32)
    trees = [
        grow(Sample(list(x.T), [0] * n_features, rng.normal(size=(150, 1))), "squared_error")
        for _ in range(3)
    ]
    check_forest(trees, _core.Table.from_matrix(rng.normal(size=(400, n_features))))


def test_rows_of_a_forest_do_not_depend_on_the_batch():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(3_000, 5)).astype(np.float32)
    x[rng.random(x.shape) < 0.05] = np.nan
    samples = [Sample(list(x.T), [0] * 5, rng.normal(size=(3_000, 1))) for _ in range(8)]
    forest = _core.Forest([grow(sample, "squared_error") for sample in samples])
    whole = forest.predict(_core.Table.from_matrix(x), n_threads=3)
    for size in (1, 9, 500, 2_999):
        for i in range(0, 3_000, max(size, 200)):
            part = forest.predict(_core.Table.from_matrix(x[i : i + size]))
            assert part.tobytes() == whole[i : i + size].tobytes()
