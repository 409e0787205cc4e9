"""Columns stored by the cells outside their most frequent bin: the same trees as dense bins."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from properties.growing import Sample
from spinney import GradientBoostingClassifier, GradientBoostingRegressor, _core

from .core_booster import boost
from .tables import make_sample

N_ROWS = 2_500


def rare_column(rng, kind):
    """Draw a column with at most a tenth of its cells outside one value, and its levels."""
    here = rng.choice(N_ROWS, rng.integers(30, N_ROWS // 10), replace=False)
    if kind == "level":
        column = np.full(N_ROWS, 2.0)
        column[here] = rng.choice([0, 1, 3, 4, np.nan], len(here))
        return column, 5
    column = np.full(N_ROWS, {"zeros": 0.0, "ones": 0.0, "constant": -1.5, "missing": np.nan}[kind])
    column[here] = 1.0 if kind == "ones" else rng.normal(size=len(here))
    if kind == "zeros":
        column[here[::9]] = np.nan
    return column, 0


def make_table(seed=0, loss="log_loss", n_classes=2):
    """Mixed dense columns, and many columns with one frequent value, of which some matter."""
    rng = np.random.default_rng(seed)
    sample = make_sample(rng, "squared_error", 0, N_ROWS, 1)
    kinds = ["zeros"] * 30 + ["ones"] * 10 + ["constant", "missing", "level"] * 4
    rare, levels = zip(*(rare_column(rng, kind) for kind in kinds), strict=True)
    signal = sample.y[:, 0] + 2 * np.nan_to_num(np.array(rare[:20])).sum(axis=0)
    y = signal if not n_classes else np.searchsorted(np.quantile(signal, [0.4, 0.7]), signal)
    if n_classes:
        y = np.minimum(y, n_classes - 1).astype(np.int32)
    return replace(
        sample,
        columns=[*sample.columns, *rare],
        levels=[*sample.levels, *levels],
        y=y[:, None],
        n_classes=(n_classes,) if n_classes else (),
    )


CASES = {
    "leaf-wise": {},
    "level by level": {"growth": "level"},
    "symmetric": {"growth": "symmetric", "max_depth": 4},
    "single rows": {"min_samples_leaf": 1, "max_leaf_nodes": 300},
    "rows drawn": {"subsample": 0.6, "colsample_bynode": 0.5},
    "random thresholds": {"extra_trees": True},
    "one column after another": {"max_histogram_bytes": 1},
    "penalties": {"reg_alpha": 0.5, "max_delta_step": 0.7},
    "no minimum": {"min_child_weight": 0.0, "reg_lambda": 0.0, "min_samples_leaf": 3},
    "symmetric, random thresholds": {"growth": "symmetric", "max_depth": 4, "extra_trees": True},
}
OPTIONS = {"max_bins": 255, "max_leaf_nodes": 40, "max_depth": 0, "min_samples_leaf": 8}


def models(sample, loss, **options):
    """The model with sparse bins and with dense ones."""
    return [
        boost(sample, loss, **OPTIONS | options, sparse_bins=stored) for stored in (True, False)
    ]


@pytest.mark.parametrize("quantize", [True, False])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("n_threads", [1, 2])
def test_the_same_trees(case, quantize, n_threads):
    few, all_cells = models(
        make_table(), "log_loss", quantize=quantize, n_threads=n_threads, **CASES[case]
    )
    used = {feature for tree in few.trees for feature in tree.feature if feature >= 4}
    assert len(used) > 2
    assert few.bits() == all_cells.bits()


@pytest.mark.parametrize(("loss", "n_classes"), [("squared_error", 0), ("log_loss", 3)])
@pytest.mark.parametrize("case", ["leaf-wise", "symmetric"])
def test_the_same_trees_of_other_losses(loss, n_classes, case):
    few, all_cells = models(make_table(1, loss, n_classes), loss, **CASES[case])
    assert few.bits() == all_cells.bits()


@pytest.mark.parametrize("quantize", [True, False])
@pytest.mark.parametrize("n_classes", [3, 9])
def test_the_same_trees_with_vector_leaves(quantize, n_classes):
    sample = make_table(2, "log_loss", 3)
    y = (sample.y + 3 * (np.arange(N_ROWS) % (n_classes // 3))[:, None]).astype(np.int32)
    sample = replace(sample, y=y, n_classes=(n_classes,))
    few, all_cells = models(
        sample, "log_loss", vector_leaves=True, max_channels=6, quantize=quantize
    )
    assert few.bits() == all_cells.bits()


def test_the_same_trees_with_monotone_constraints():
    sample = make_table(3)
    monotonic = [0] * len(sample.columns)
    for j in range(4, 30, 2):
        monotonic[j] = 1 if j % 4 else -1
    few, all_cells = models(sample, "log_loss", monotonic=monotonic)
    assert few.bits() == all_cells.bits()


def test_the_same_trees_with_forced_splits():
    sample = make_table(4)
    forced = [(6, 0.25, 1, -1), (40, 0.5, -1, -1)]
    few, all_cells = models(sample, "log_loss", forced_splits=forced)
    assert few.trees[0].feature[:2].tolist() == [6, 40]
    assert few.bits() == all_cells.bits()


def test_cells_are_counted_only_where_they_are():
    """The cost of histograms is that of the stored cells."""
    rng = np.random.default_rng(5)
    x = sparse.random(3_000, 400, 0.01, "csc", rng=rng, data_rvs=rng.standard_normal)
    y = np.asarray(x.sum(axis=1)).ravel()
    options = {"max_leaf_nodes": 8, "max_bins": 255}
    few, all_cells = (
        _core.Booster(
            _core.Table.from_csc(x.data, x.indices, x.indptr, len(y)),
            y,
            None,
            _core.Loss("squared_error", 0),
            np.zeros((1, len(y))),
            _core.BoostingOptions(sparse_bins=stored, **options),
        )
        for stored in (True, False)
    )
    for booster in (few, all_cells):
        booster.step(0, 0.1)
    assert 0 < few.cells < all_cells.cells / 20
    assert few.scores.tobytes() == all_cells.scores.tobytes()


@pytest.mark.parametrize("container", [sparse.csr_matrix, sparse.csc_matrix, sparse.coo_array])
@pytest.mark.parametrize("settings", [{"preset": "fast"}, {"n_estimators": "auto"}, {"cv": 2}])
def test_sparse_and_dense_tables_give_the_same_model(container, settings):
    rng = np.random.default_rng(6)
    x = sparse.random(600, 60, 0.05, "csr", rng=rng, data_rvs=rng.standard_normal)
    x.data[::11] = 0
    x.data[::13] = np.nan
    dense = x.toarray()
    y = np.nan_to_num(dense).sum(axis=1) + 0.1 * rng.normal(size=600)
    for make, target in [
        (GradientBoostingRegressor, y),
        (GradientBoostingClassifier, (y > 0).astype(int)),
    ]:
        of_dense, of_sparse = (make(**settings).fit(t, target) for t in (dense, container(x)))
        assert np.array_equal(of_dense.predict(dense), of_sparse.predict(dense))
        assert np.array_equal(of_dense.predict(dense), of_dense.predict(container(x)))


def test_weights_and_removed_rows():
    sample = make_table(7)
    weight = np.where(np.arange(N_ROWS) % 3 == 0, 0.0, 1.5)
    few, all_cells = models(replace(sample, weight=weight), "log_loss")
    assert few.bits() == all_cells.bits()


def rare_cells(seed, frequent, n_rows=1_500):
    """A table with columns of one to four cells, fewer than a leaf has rows."""
    rng = np.random.default_rng(seed)
    x = np.full((n_rows, 24), frequent)
    x[:, :4] = rng.normal(size=(n_rows, 4)).round(1)
    for j in range(4, 24):
        here = rng.choice(n_rows, rng.integers(1, 5), replace=False)
        x[here, j] = rng.normal(size=len(here))
    noise = 3 * (x[:, 4:] != frequent).any(axis=1) * rng.normal(size=n_rows)
    return x, (x[:, 0] + x[:, 1] + noise > rng.choice([0, 2])).astype(int)


def same_model_of_array_and_csr(x, y, **settings):
    of_dense, of_sparse = (
        GradientBoostingClassifier(random_state=0, **settings).fit(table, y)
        for table in (x, sparse.csr_matrix(x))
    )
    return np.array_equal(of_dense.predict_proba(x), of_sparse.predict_proba(x))


@pytest.mark.parametrize("extra_trees", [True, False])
@pytest.mark.parametrize("frequent", [0.0, -1.5, np.nan])
@pytest.mark.parametrize("seed", [2, 7, 16])
def test_columns_with_fewer_cells_than_a_leaf_has_rows(frequent, extra_trees, seed):
    """CSR stores every cell of these columns unless the frequent value is 0."""
    settings = {"growth": "leaf", "min_child_weight": 0.0, "reg_lambda": 0.0, "learning_rate": 1.0}
    x, y = rare_cells(seed, frequent)
    assert same_model_of_array_and_csr(x, y, n_estimators=10, extra_trees=extra_trees, **settings)


@pytest.mark.parametrize("seed", [0, 2])
def test_default_parameters_with_rare_cells(seed):
    assert same_model_of_array_and_csr(*rare_cells(seed, -1.5, 4_000))


def test_periodic_values_are_not_mistaken_for_a_frequent_one():
    """A column that is 0 in every k-th row only has dense bins."""
    n_rows = 256 * 20
    rng = np.random.default_rng(8)
    x = rng.normal(size=(n_rows, 20))
    x[::20] = 0
    booster = _core.Booster(
        _core.Table.from_matrix(np.asfortranarray(x)),
        x[:, 0].copy(),
        None,
        _core.Loss("squared_error", 0),
        np.zeros((1, n_rows)),
        _core.BoostingOptions(max_leaf_nodes=2, max_bins=255),
    )
    booster.step(0, 0.1)
    assert booster.cells >= n_rows * 20


def test_columns_with_few_rows():
    """Tables of a few rows, where most columns are constant."""
    for n_rows in (1, 2, 5):
        columns = [np.zeros(n_rows) for _ in range(30)]
        columns[3][0] = 1.0
        y = np.arange(n_rows) % 2
        sample = Sample(columns, [0] * 30, y[:, None].astype(np.int32), n_classes=(2,))
        few, all_cells = models(sample, "log_loss", min_samples_leaf=1)
        assert few.bits() == all_cells.bits()
