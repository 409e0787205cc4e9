"""Tables with many columns: the limit on histograms, the layout of bins, sparse columns."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from properties.growing import Sample
from spinney import GradientBoostingClassifier, _core

from .core_booster import boost
from .tables import LOSSES, make_sample
from .test_properties import both_roundings

DEEP = {"max_bins": 255, "max_leaf_nodes": 40, "max_depth": 0}


def trained(limit, n_columns=8, loss="two classes", **options):
    name, n_classes = LOSSES[loss]
    sample = make_sample(np.random.default_rng(1), name, n_classes, 4_000, n_columns // 4)
    return boost(sample, name, max_histogram_bytes=limit, **DEEP | options)


@both_roundings
@pytest.mark.parametrize("loss", ["squared error", "two classes", "three classes"])
@pytest.mark.parametrize("growth", ["leaf", "level"])
@pytest.mark.parametrize("min_samples_leaf", [1, 20])
def test_the_limit_on_histograms_keeps_the_bits(quantize, loss, growth, min_samples_leaf):
    options = {"growth": growth, "quantize": quantize, "min_samples_leaf": min_samples_leaf}
    models = [trained(limit, loss=loss, n_threads=2, **options) for limit in (1, 100_000, 0)]
    assert max(tree.n_leaves for tree in models[0].trees) > 20
    assert models[0].bits() == models[1].bits() == models[2].bits()


def count_cells(limit):
    """Histogram cells of one tree."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(5_000, 4)), rng.normal(size=5_000)
    options = _core.BoostingOptions(
        max_bins=255, max_leaf_nodes=32, min_samples_leaf=1, max_histogram_bytes=limit
    )
    loss = _core.Loss("squared_error", 0)
    booster = _core.Booster(
        _core.Table.from_matrix(x), y, None, loss, np.zeros((1, len(y))), options
    )
    booster.step(0, 0.1)
    return booster.cells


def test_dropped_histograms_are_rebuilt():
    """Only the limit makes histograms be built from rows again; by default memory suffices."""
    assert count_cells(1) > count_cells(0) == count_cells(1 << 40)


def test_memory_is_known():
    assert 1 << 20 < _core.available_memory() < 1 << 60


def files(root, **texts):
    """Write files below a directory that stands for /; ``__`` in a name separates directories."""
    for name, text in texts.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


MEMINFO = "MemTotal: 99999999 kB\nMemAvailable: 4000000 kB\n"
STAT = "anon 1\n{0}inactive_file 300000000\nother 5\n{0}active_file 100000000\n"


def test_memory_of_the_system(tmp_path):
    files(tmp_path, proc__meminfo=MEMINFO)
    assert _core.available_memory(str(tmp_path)) == 4_096_000_000


@pytest.mark.parametrize("version", [1, 2])
def test_cached_files_do_not_use_up_the_memory_of_a_cgroup(tmp_path, version):
    """The kernel frees them when memory is short; a limit of a group above applies, too."""
    files(
        tmp_path,
        proc__meminfo=MEMINFO,
        proc__self__cgroup="4:cpu,memory:/a/b\n" if version == 1 else "0::/a/b\n",
    )
    mount = tmp_path / "sys/fs/cgroup" / ("memory" if version == 1 else "")
    names = ["limit_in_bytes", "usage_in_bytes"] if version == 1 else ["max", "current"]
    stat = STAT.format("total_" if version == 1 else "")
    for group, limit in [("a", "1000000000"), ("a/b", str(2**63) if version == 1 else "max")]:
        (mount / group).mkdir(parents=True, exist_ok=True)
        (mount / group / f"memory.{names[0]}").write_text(limit)
        (mount / group / f"memory.{names[1]}").write_text("900000000")
        (mount / group / "memory.stat").write_text(stat)
    assert _core.available_memory(str(tmp_path)) == 500_000_000


@both_roundings
def test_many_columns_grow_the_same_trees(quantize):
    """Tables of more than 512 columns have no column-major bins."""
    sample = make_sample(np.random.default_rng(2), "squared_error", 0, 600, 1)
    constant = [np.zeros(600)] * 600
    wide = replace(
        sample, columns=[*sample.columns, *constant], levels=[*sample.levels, *[0] * 600]
    )
    options = DEEP | {"quantize": quantize, "subsample": 0.7, "min_samples_leaf": 3}
    here, there = (boost(s, "squared_error", **options) for s in (sample, wide))
    assert max(tree.n_leaves for tree in here.trees) > 5
    assert here.bits(["n_features"]) == there.bits(["n_features"])


@pytest.mark.parametrize("max_bins", [5, 255])
def test_wide_sparse_table(max_bins):
    """Columns with negative, explicit zero and missing stored cells; full and empty columns."""
    rng = np.random.default_rng(3)
    x = sparse.random(500, 700, 0.05, "csc", rng=rng, data_rvs=rng.standard_normal)
    x.data[::7] = 0
    x.data[::11] = np.nan
    dense = x.toarray()
    dense[:, 0] = rng.normal(size=500)
    dense[:, 1] = 0
    dense[:, 2] = rng.integers(3, size=500)
    y = (dense[:, 0] + np.nan_to_num(dense[:, 3:]).sum(axis=1) > 0).astype(int)
    settings = {"n_estimators": 5, "max_bins": max_bins, "min_samples_leaf": 3}
    models = [
        GradientBoostingClassifier(preset="fast", **settings).fit(table, y)
        for table in (dense, sparse.csr_matrix(dense))
    ]
    assert np.array_equal(*(model.predict_proba(dense) for model in models))


def rare_values(seed, n_columns, n_filled):
    """Zeros with a few other values per column; two classes, which the values determine."""
    rng = np.random.default_rng(seed)
    x = np.zeros((3_000, n_columns))
    for column in x.T:
        column[rng.choice(len(x), n_filled, replace=False)] = rng.normal(size=n_filled)
    return x, (x.sum(axis=1) + 0.1 * rng.normal(size=len(x)) > 0).astype(int)


@pytest.mark.parametrize("sampling", [{}, {"colsample_bynode": 1.0, "subsample": 0.6}])
def test_columns_that_cannot_split_change_nothing(sampling):
    """Wide tables skip columns whose values outside the largest bin are too few for a leaf."""
    x, y = rare_values(4, 40, 60)
    rare = rare_values(5, 600, 19)[0]
    settings = {"n_estimators": 10, "min_samples_leaf": 20, "random_state": 0} | sampling
    narrow, wide = (
        GradientBoostingClassifier(preset="fast", **settings).fit(table, y)
        for table in (x, np.hstack([x, rare]))
    )
    assert max(tree.tree_.n_leaves for tree in narrow.estimators_.ravel()) > 5
    assert np.array_equal(narrow.predict_proba(x), wide.predict_proba(np.hstack([x, rare])))


@pytest.mark.parametrize("n_columns", [60, 600])
@pytest.mark.parametrize("limit", [1, 0])
@pytest.mark.parametrize("growth", ["leaf", "level"])
def test_splits_of_rare_values_leave_enough_rows(n_columns, limit, growth):
    """Where the best split of a large node leaves too few rows, the next best one replaces it:
    the same trees as with cells that count rows, up to rounding.
    """
    x, y = rare_values(6, n_columns, 25)
    sample = Sample(list(x.T), [0] * n_columns, y[:, None].astype(np.int32), n_classes=(2,))
    options = DEEP | {"max_leaf_nodes": 12, "max_histogram_bytes": limit, "growth": growth}
    free, exact, packed = (
        boost(sample, "log_loss", 1, **options, min_samples_leaf=rows, quantize=quantize)
        for rows, quantize in [(1, True), (20, False), (20, True)]
    )
    sizes = [model.trees[0].n_node_samples for model in (free, exact)]
    assert sizes[0].min() < 20 <= sizes[1].min()
    assert np.array_equal(exact.trees[0].feature, packed.trees[0].feature)
    assert np.array_equal(exact.trees[0].threshold, packed.trees[0].threshold)
