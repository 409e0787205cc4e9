"""Checks of the data: identifiers, labels that the model does not know, and drift."""

import numpy as np
import pandas as pd
import pytest

import spinney

N, N_TRAIN = 600, 400


def table(**columns):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=N), "b": rng.normal(size=N)})
    y = (X["a"] + X["b"] + rng.normal(size=N) > 0).astype(int)
    return X.assign(**columns), y


def read(X, y, **options):
    model = spinney.RandomForestClassifier(10, random_state=0).fit(X[:N_TRAIN], y[:N_TRAIN])
    train = (X[:N_TRAIN], y[:N_TRAIN])
    return spinney.report(model, X[N_TRAIN:], y[N_TRAIN:], train=train, **options).data


def warnings_of(data):
    return {warning["kind"]: warning["text"] for warning in data["warnings"]}


def test_text_identifier():
    data = read(*table(id=[f"k{i:05d}" for i in range(N)]))
    found = warnings_of(data)
    assert "'id'" in found["identifier"]
    assert "constant" not in found
    assert found["unknown values"].startswith("100% of the values of 'id' are not known")
    assert data["drift"]["identifiers"] == ["id"]
    assert {one["name"] for one in data["drift"]["features"]} == {"a", "b"}
    [summary] = [one for one in data["data"]["features"] if one["name"] == "id"]
    assert summary["distinct"] == summary["n_unknown"] == N - N_TRAIN
    assert summary["top"] == [("other", N - N_TRAIN)]


def test_unknown_labels_are_not_duplicates():
    labels = [f"k{i // 2}" for i in range(N)]
    X, y = table(a=0.0, b=0.0, id=labels)
    data = read(X, y)
    assert "100 of 200 rows" in warnings_of(data)["duplicates"]
    assert data["drift"]["n_known_rows"] == 0


def test_labels_that_training_rows_do_not_have():
    rng = np.random.default_rng(0)
    same = rng.choice(["x", "y", "z"], N)
    new = np.where(np.arange(N) < N_TRAIN, same, np.where(rng.random(N) < 0.5, "new", same))
    few = np.where(rng.random(N) < 0.05, "rare", same)
    data = read(*table(same=same, new=new, few=few))
    assert data["drift"]["clear"] == ["new"]
    assert list(warnings_of(data)) == ["unknown values"]
    assert "'new'" in warnings_of(data)["unknown values"]


def test_many_categories_do_not_drift_by_chance():
    rng = np.random.default_rng(0)
    tickets = [f"t{k}" for k in rng.integers(0, 500, N)]
    few_missing = np.where(np.arange(N) == 3, None, rng.choice(["f", "m"], N))
    data = read(*table(ticket=tickets, sex=few_missing))
    assert data["drift"]["clear"] == []
    assert {one["name"] for one in data["drift"]["features"]} == {"a", "b", "ticket", "sex"}


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_leakage_is_not_rounded_to_all(share):
    rng = np.random.default_rng(0)
    X, _ = table()
    y = pd.Series(np.where(X["a"] > 0, 1.0, 0.0) + (1 - share) * 0.02 * rng.normal(size=N))
    model = spinney.DecisionTreeRegressor(max_depth=2).fit(X, y)
    text = warnings_of(spinney.report(model, X, y).data)["leakage suspect"]
    assert ("explains 100%" in text) == (share == 1.0)
