"""Counts of missing and unknown values and of the policies applied to them."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from spinney.data.missing.policies import MISSING

from . import reference
from .tables import ESTIMATORS, coded, table_with_missing, target_of, with_unknown_categories

TASKS = pytest.mark.parametrize("task", ESTIMATORS)
FILLING = ["mean", "median", "mode"]


def training(task, missing_rate=0.2, weighted=False):
    rng = np.random.default_rng(9)
    X = table_with_missing(rng, missing_rate=missing_rate)
    weight = rng.integers(0, 3, len(X)).astype(float) if weighted else None
    return X, target_of(task, X, rng), weight


def expected_uses(model, X, policy):
    """Return the counts of the reference by feature."""
    route = "majority" if policy == "drop" else policy
    rows, levels = coded(model, X)
    n = len(levels)
    counts = reference.uses(model._fitted().tree, rows, levels, [route] * n, ["missing"] * n)
    return dict(zip(X.columns, counts.tolist(), strict=True))


@TASKS
@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
@pytest.mark.parametrize("policy", [p for p in MISSING if p not in ("error", "drop")])
def test_counts_of_the_training_rows(task, weighted, policy):
    X, y, weight = training(task, weighted=weighted)
    model = ESTIMATORS[task](missing=policy, max_depth=5).fit(X, y, weight)
    counted = X if weight is None else X[weight > 0]
    counts = model.missing_counts_
    assert list(counts) == list(X.columns)
    uses = expected_uses(model, counted, policy)
    for name, entry in counts.items():
        filled = policy in FILLING or (policy == "category" and name in ("tree", "soil"))
        missing = int(counted[name].isna().sum())
        assert entry["policy"] == policy
        assert (entry["missing"], entry["unknown"], entry["dropped"]) == (missing, 0, 0)
        assert entry["filled"] == missing * filled
        if policy not in (*FILLING, "category", "fractional"):
            assert [entry["by_surrogate"], entry["by_policy"]] == uses[name]
        if filled:
            assert entry["by_surrogate"] == entry["by_policy"] == 0
    assert json.loads(json.dumps(counts)) == counts
    if weight is None:
        assert model.missing_use(X) == counts


@TASKS
def test_dropped_rows(task):
    X, y, weight = training(task, weighted=True)
    model = ESTIMATORS[task](missing="drop").fit(X, y, weight)
    lost = X[weight > 0].isna().sum()
    assert {name: entry["dropped"] for name, entry in model.missing_counts_.items()} == dict(lost)
    assert all(entry["missing"] == entry["dropped"] for entry in model.missing_counts_.values())
    assert not any(entry["by_policy"] for entry in model.missing_counts_.values())
    assert model.missing_use(X)["height"]["dropped"] == 0
    only = ESTIMATORS[task](missing={"soil": "drop"}).fit(X, y, weight).missing_counts_
    kept = X[(weight > 0) & X["soil"].notna()]
    assert only["soil"]["dropped"] == lost["soil"]
    assert only["tree"]["missing"] == kept["tree"].isna().sum()


@TASKS
@pytest.mark.parametrize("policy", MISSING)
def test_no_counts_without_missing_values(task, policy):
    X, y, _ = training(task, missing_rate=0)
    model = ESTIMATORS[task](missing=policy).fit(X, y)
    assert model.missing_counts_ == {}
    assert model.missing_use(X) == {}


@TASKS
@pytest.mark.parametrize("policy", ["learned", "surrogate", "majority", "stop"])
def test_use_by_new_rows(task, policy):
    X, y, _ = training(task)
    model = ESTIMATORS[task](missing=policy, max_depth=5).fit(X, y)
    rng = np.random.default_rng(10)
    new = with_unknown_categories(table_with_missing(rng, 60, missing_rate=0.3), rng)
    uses = expected_uses(model, new, policy)
    for name, entry in model.missing_use(new).items():
        assert entry["missing"] == new[name].isna().sum()
        assert entry["unknown"] == (new[name] == "baobab").sum()
        assert [entry["by_surrogate"], entry["by_policy"]] == uses[name]


@pytest.mark.parametrize("unknown", ["mode", "missing", "stop"])
def test_imputed_unknown_categories(unknown):
    X, y, _ = training("classifier")
    model = ESTIMATORS["classifier"](missing="category", unknown=unknown).fit(X, y)
    use = model.missing_use(X.assign(soil="peat"))["soil"]
    assert (use["missing"], use["unknown"]) == (0, len(X))
    assert use["filled"] == (0 if unknown == "stop" else len(X))


def test_arrays_and_sparse_matrices_count_by_index():
    rng = np.random.default_rng(11)
    X = rng.integers(0, 4, (60, 3)).astype(float)
    X[:7, 2] = np.nan
    weight = np.r_[0.0, 0.0, np.ones(58)]
    y = rng.integers(0, 2, 60)
    for policy in ("learned", "median"):
        counts = [
            ESTIMATORS["classifier"](missing=policy).fit(layout(X), y, weight).missing_counts_
            for layout in (np.asarray, np.asfortranarray, sparse.csr_matrix, sparse.csc_array)
        ]
        assert list(counts[0]) == [2]
        assert counts[0][2]["missing"] == 5
        assert all(count == counts[0] for count in counts)


def test_refit_resets_the_counts():
    X, y, _ = training("classifier")
    model = ESTIMATORS["classifier"]().fit(X, y)
    assert model.missing_counts_
    full, y, _ = training("classifier", missing_rate=0)
    assert model.fit(full, y).missing_counts_ == {}
    assert model.missing_use(pd.DataFrame(X)).keys() == set(X.columns)
