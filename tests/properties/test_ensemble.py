"""Ensembles sum their trees exactly, for any trees, layout and number of threads."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import _core

from .growing import Sample, grow
from .tables import awkward, mixed_columns

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)

LEVELS = [0, 0, 0, 7, 20, 60, 300]
"""Three numeric columns, four categorical ones: bitsets of one, two and several words."""
ROUTES = {"learned": 0, "surrogate": 1, "fractional": 2, "stop": 3, "majority": 4}
LEAVES = {"small": [31, 2, 32, 5, 1], "middle": [31, 33, 64, 40, 2], "all": [0, 64, 65, 1, 32]}
"""Numbers of leaves around the widths of machine words; 0: no limit."""


def any_columns(rng, n_rows, absent=0.1):
    """Numeric and categorical columns with missing and invalid (out of range) cells."""
    columns, _ = mixed_columns(rng, n_rows)
    columns += [rng.integers(k, size=n_rows).astype(float) for k in LEVELS[4:]]
    for column, k in zip(columns, LEVELS, strict=True):
        column[rng.random(n_rows) < absent] = np.nan
        if k and absent:
            column[rng.random(n_rows) < 0.05] = k + 3
            column[rng.random(n_rows) < 0.05] = -1
    return columns


def grow_trees(rng, leaves=LEAVES["all"], route="learned", n_rows=400):
    """Trees of many sizes with awkward values, on a table without some levels."""
    columns = any_columns(rng, n_rows)
    codes = [ROUTES[route]] * len(LEVELS)
    trees = []
    for n in leaves:
        sample = Sample(columns, LEVELS, awkward(rng, n_rows)[:, None])
        size = {"max_leaf_nodes": n, "min_samples_leaf": 3}
        routes = {"missing_routes": codes, "unknown_routes": codes, "max_surrogates": 3}
        trees.append(grow(sample, "squared_error", **size, **routes))
    return trees


def dense(columns, dtype=np.float64):
    return _core.Table.from_columns([c.astype(dtype) for c in columns], len(columns[0]), LEVELS)


def start(rng, n_scores, n_rows):
    return np.stack([awkward(rng, n_rows) for _ in range(n_scores)])


def added(ensemble, table, scores, *args):
    scores = scores.copy()
    ensemble.add(table, scores, *args)
    return scores


def added_one_by_one(trees, table, scores):
    scores = scores.copy()
    for i, tree in enumerate(trees):
        scores[i % len(scores)] += tree.predict(table)[:, 0, 0]
    return scores


def check(trees, table, scores):
    """Sums and nodes are those of the single trees."""
    ensemble = _core.Ensemble(trees, len(scores))
    assert ensemble.n_trees == len(trees)
    reference = added_one_by_one(trees, table, scores)
    assert added(ensemble, table, scores).tobytes() == reference.tobytes()
    nodes = np.stack([tree.apply(table) for tree in trees], axis=1)
    assert np.array_equal(ensemble.apply(table), nodes)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("leaves", LEAVES)
@few
@given(
    rng=seeds,
    n_rows=st.sampled_from([1, 7, 16, 63, 64, 200]),
    absent=st.sampled_from([0.0, 0.2]),
    dtype=st.sampled_from([np.float32, np.float64]),
)
def test_the_sum_of_the_trees(route, leaves, rng, n_rows, absent, dtype):
    trees = grow_trees(rng, LEAVES[leaves], route)
    table = dense(any_columns(rng, n_rows, absent), dtype)
    check(trees, table, start(rng, int(rng.integers(1, 4)), n_rows))


@few
@given(rng=seeds)
def test_routes_may_differ_by_feature_and_tree(rng):
    sample = Sample(any_columns(rng, 300), LEVELS, awkward(rng, 300)[:, None])
    trees = []
    for _ in range(6):
        missing, unknown = rng.integers(5, size=(2, len(LEVELS))).tolist()
        routes = {"missing_routes": missing, "unknown_routes": unknown, "max_surrogates": 2}
        trees.append(grow(sample, "squared_error", max_leaf_nodes=20, **routes))
    check(trees, sample.table, start(rng, 2, 300))


@few
@given(rng=seeds)
def test_categories_only(rng):
    cells = rng.integers(300, size=(500, 2)).astype(float)
    sample = Sample(list(cells.T), [300, 300], awkward(rng, 500)[:, None])
    for leaves in (*LEAVES["small"], 64, 0):
        check(
            [grow(sample, "squared_error", max_leaf_nodes=leaves)], sample.table, start(rng, 1, 500)
        )


@few
@given(rng=seeds)
def test_categories_unseen_in_training(rng):
    """A table may have more or fewer categories than the training table."""
    trees = grow_trees(rng, LEAVES[str(rng.choice(list(LEAVES)))])
    columns = any_columns(rng, 200)
    for levels in ([0, 0, 0, 5, 10, 300, 64], [0, 0, 0, 90, 100, 64, 1000]):
        check(trees, _core.Table.from_columns(columns, 200, levels), start(rng, 1, 200))


@pytest.fixture(scope="module", params=[5, 200], ids=["small trees", "large trees"])
def numbers(request):
    """Trees on float32 columns with zeros and missing values; and the rows."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=(5_003, 9)).astype(np.float32)
    x[rng.random(x.shape) < 0.3] = 0
    x[:, 5:] = np.rint(10 * x[:, 5:])
    x[rng.random(x.shape) < 0.05] = np.nan
    grown, levels = x[:1_000], [0] * 9
    columns = list(grown.T.astype(float))
    trees = [
        grow(Sample(columns, levels, awkward(rng, 1_000)[:, None]), "squared_error", **size)
        for size in ({"max_leaf_nodes": 31}, {"max_depth": 4}, {"max_leaf_nodes": request.param})
        * 3
    ]
    return trees, x


def prediction(trees, table, n_threads=1):
    scores = np.full((3, table.n_rows), 0.1)
    _core.Ensemble(trees, 3).add(table, scores, n_threads)
    return scores


def test_any_number_of_threads(numbers):
    trees, x = numbers
    table = _core.Table.from_matrix(np.tile(x, (4, 1)))
    scores, nodes = prediction(trees, table), _core.Ensemble(trees, 3).apply(table)
    for n_threads in range(2, 17):
        assert prediction(trees, table, n_threads).tobytes() == scores.tobytes()
        assert np.array_equal(_core.Ensemble(trees, 3).apply(table, n_threads), nodes)


@pytest.mark.parametrize("size", [1, 7, 64, 1_000])
def test_any_batch(numbers, size):
    trees, x = numbers
    x = x[:1_003]
    parts = [_core.Table.from_matrix(x[i : i + size]) for i in range(0, len(x), size)]
    scores = np.concatenate([prediction(trees, part) for part in parts], axis=1)
    assert scores.tobytes() == prediction(trees, _core.Table.from_matrix(x)).tobytes()


def as_csc(x):
    """As a sparse table; NaN is stored explicitly."""
    rows = [np.flatnonzero(column != 0) for column in x.T]
    cells = [column[r] for column, r in zip(x.T, rows, strict=True)]
    ends = np.cumsum([0, *map(len, rows)])
    return _core.Table.from_csc(np.concatenate(cells), np.concatenate(rows), ends, len(x))


@pytest.mark.parametrize(
    "layout",
    [
        lambda x: _core.Table.from_matrix(np.asfortranarray(x)),
        lambda x: _core.Table.from_matrix(x.astype(np.float64)),
        lambda x: _core.Table.from_matrix(np.repeat(x, 2, axis=1)[:, ::2]),
        lambda x: _core.Table.from_matrix(x[::-1].copy()[::-1]),
        lambda x: _core.Table.from_columns(list(x.T.astype(np.float64)), len(x)),
        lambda x: _core.Table.from_columns(
            [c.astype("df"[i % 2]) for i, c in enumerate(x.T)], len(x)
        ),
        as_csc,
    ],
    ids=["F order", "float64", "strided", "reversed", "columns", "mixed", "sparse"],
)
def test_any_layout(numbers, layout):
    trees, x = numbers
    assert (
        prediction(trees, layout(x)).tobytes()
        == prediction(trees, _core.Table.from_matrix(x)).tobytes()
    )


@pytest.mark.parametrize("dtype", ["?", *"bhilqBHILQfd"])
def test_any_type_of_cell(dtype):
    rng = np.random.default_rng(3)
    cells = rng.integers(0, 2 if dtype == "?" else 100, size=(300, 4)).astype(dtype)
    sample = Sample(list(cells.T.astype(float)), [0] * 4, awkward(rng, 300)[:, None])
    trees = [grow(sample, "squared_error", max_leaf_nodes=n) for n in (31, 100)]
    check(trees, _core.Table.from_matrix(cells), np.zeros((1, 300)))


@few
@given(rng=seeds)
def test_thresholds_between_two_floats(rng):
    """float64 values closer to each other and to the thresholds than float32 resolves."""
    values = 1 + rng.integers(8, size=(300, 3)) * 2.0**-26
    sample = Sample(list(values.T), [0] * 3, awkward(rng, 300)[:, None])
    rounded = _core.Table.from_matrix(values.astype(np.float32))
    for leaves in (20, 50, 0):
        trees = [grow(sample, "squared_error", max_leaf_nodes=leaves)]
        check(trees, sample.table, start(rng, 1, 300))
        check(trees, rounded, start(rng, 1, 300))


def test_large_and_tiny_numbers():
    values = np.array(
        [-np.inf, -1e300, -3e38, -1e-310, -1e-40, -0.0, 0.0, 5e-324, 1e-40, 3.5e38, np.inf]
    )
    finite = np.isfinite(values)
    sample = Sample([values[finite]], [0], np.arange(9.0)[:, None])
    trees = [grow(sample, "squared_error"), grow(sample, "squared_error", random_thresholds=True)]
    check(trees, _core.Table.from_matrix(values[:, None]), np.zeros((1, 11)))
    with np.errstate(over="ignore"):
        check(trees, _core.Table.from_matrix(values.astype(np.float32)[:, None]), np.zeros((1, 11)))


def test_range_of_trees(numbers):
    """Adding trees 0-3, then 4-8 gives the same bits as adding all at once."""
    trees, x = numbers
    ensemble, table = _core.Ensemble(trees, 3), _core.Table.from_matrix(x)
    scores = np.zeros((3, len(x)))
    whole = added(ensemble, table, scores)
    ensemble.add(table, scores, last=4)
    assert scores.tobytes() == added_one_by_one(trees[:4], table, np.zeros_like(scores)).tobytes()
    ensemble.add(table, scores, first=4, last=None)
    assert scores.tobytes() == whole.tobytes()
    assert np.array_equal(ensemble.apply(table, first=2, last=5), ensemble.apply(table)[:, 2:5])


def test_threads_share_an_ensemble(numbers):
    trees, x = numbers
    ensemble, table = _core.Ensemble(trees), _core.Table.from_matrix(x)
    reference = added(ensemble, table, np.zeros((1, len(x)))).tobytes()
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(added, ensemble, table, np.zeros((1, len(x))), 2) for _ in range(16)]
    assert {run.result().tobytes() for run in runs} == {reference}


def test_no_trees_and_no_rows(numbers):
    trees, x = numbers
    scores = np.ones((2, 5))
    _core.Ensemble([], 2).add(_core.Table.from_matrix(x[:5]), scores)
    assert (scores == 1).all()
    none = _core.Table.from_matrix(x[:0])
    _core.Ensemble(trees).add(none, np.empty((1, 0)))
    assert _core.Ensemble(trees).apply(none).shape == (0, len(trees))


def test_trees_outlive_their_list(numbers):
    trees, x = numbers
    table = _core.Table.from_matrix(x)
    copies = [tree.with_values(tree.value) for tree in trees]
    ensemble = _core.Ensemble(copies)
    del copies
    assert np.array_equal(ensemble.apply(table), _core.Ensemble(trees).apply(table))


def test_invalid_arguments(numbers):
    trees, x = numbers
    ensemble, table = _core.Ensemble(trees, 3), _core.Table.from_matrix(x)
    shares = grow(Sample([x[:99, 0]], [0], np.ones((99, 1), np.int32), None, (2,)), "gini")
    for wrong in [
        lambda: _core.Ensemble(trees, 0),
        lambda: _core.Ensemble([shares]),
        lambda: _core.Ensemble(
            [*trees, grow(Sample([x[:9, 0]], [0], np.ones((9, 1))), "squared_error")]
        ),
        lambda: ensemble.add(table, np.zeros((1, len(x)))),
        lambda: ensemble.add(table, np.zeros((3, len(x) + 1))),
        lambda: ensemble.add(table, np.zeros((3, len(x))), first=5, last=4),
        lambda: ensemble.apply(table, last=10),
        lambda: ensemble.apply(_core.Table.from_matrix(x[:, :8])),
    ]:
        with pytest.raises(ValueError, match=r"tree|score|ensemble"):
            wrong()
    for scores in (np.zeros((3, len(x)), np.float32), np.zeros((len(x), 3)).T):
        with pytest.raises(TypeError):
            ensemble.add(table, scores)
    with pytest.raises(TypeError, match="made of trees"):
        _core.Ensemble([None])
