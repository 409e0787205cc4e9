"""Target statistics of the core against a reference, and their splits as sets of categories."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import spinney
from spinney import _core


def table_of(codes, n_levels):
    return _core.Table.from_columns([np.asarray(codes, dtype=np.float64)], len(codes), [n_levels])


def statistics_of(table, y, rows, weight=None, smooth=1.0, key=0, max_bins=255, n_groups=3):
    targets = np.atleast_2d(np.asarray(y, dtype=np.float64))
    return _core.TargetStatistics(
        *(table, [0], targets, weight, np.asarray(rows, dtype=np.uint32)),
        *(smooth, max_bins, n_groups, key),
    )


def groups_of(rows, key, n_groups):
    """The random groups of the core: SplitMix64 of key and row."""
    mask = (1 << 64) - 1

    def mix(z):
        z = (z + 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    return np.array([mix(key ^ mix(int(row))) % n_groups for row in rows])


def reference(codes, n_levels, y, rows, weight, smooth, key, n_groups):
    """Statistics of all rows and levels, one by one; the last level is missing."""
    weight = np.ones(len(y)) if weight is None else weight
    codes = np.where((codes < 0) | (codes >= n_levels), n_levels, codes).astype(int)
    group = dict(zip(rows, groups_of(rows, key, n_groups), strict=True))
    added = smooth * weight[rows].sum() / len(rows)

    def mean(level, left_out):
        used = np.array([r for r in rows if group[r] != left_out], dtype=int)
        prior = np.average(y[used], weights=weight[used]) if len(used) else 0.0
        own = used[codes[used] == level]
        total = (weight[own] * y[own]).sum() + added * prior
        return total / (weight[own].sum() + added)

    of_row = [mean(codes[i], group.get(i, -1)) for i in range(len(y))]
    return np.array(of_row), np.array([mean(k, -1) for k in range(n_levels + 1)])


@given(
    n=st.integers(4, 40),
    n_levels=st.integers(1, 6),
    seed=st.integers(0, 10_000),
    weighted=st.booleans(),
)
def test_statistics_are_means_of_other_groups(n, n_levels, seed, weighted):
    rng = np.random.default_rng(seed)
    codes = rng.integers(-1, n_levels, n).astype(float)
    y = rng.normal(size=n) * 10.0 ** rng.integers(-3, 4)
    weight = rng.uniform(0.5, 3, n) if weighted else None
    rows = np.flatnonzero(rng.random(n) < 0.7)
    rows = rows if len(rows) else np.array([0])
    smooth = float(rng.uniform(0.1, 5))
    found = statistics_of(table_of(codes, n_levels), y, rows, weight, smooth, seed)
    of_row, of_level = reference(codes, n_levels, y, rows, weight, smooth, seed, 3)
    bins = found.table(table_of(codes, n_levels)).column(1)
    # Bins have the order of the statistics; equal bins may hold different ones.
    order = np.argsort(bins, kind="stable")
    for low, high in pairwise(order):
        if bins[low] < bins[high]:
            assert of_row[low] < of_row[high] + 1e-9 * np.abs(y).max()
    tree = stump(2, threshold=float(np.median(bins)))
    translated = found.translate(tree)
    value = translated.predict(table_of(np.arange(n_levels, dtype=float), n_levels)).ravel()
    left = of_level[:-1][value == 0]
    right = of_level[:-1][value == 1]
    if len(left) and len(right):
        assert left.max() < right.min() + 1e-9 * np.abs(y).max()


def stump(n_features, threshold):
    """A tree that splits the last feature."""
    x = np.zeros((4, n_features))
    x[:, -1] = [threshold, threshold, threshold + 2, threshold + 2]
    tree = spinney.DecisionTreeRegressor(max_depth=1, random_state=0).fit(x, [0.0, 0, 1, 1])
    return tree._model.tree
