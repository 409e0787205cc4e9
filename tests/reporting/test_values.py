"""Reports of unusual columns and values."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import recall_score

import spinney


def table(n=120):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 3))
    return X, X[:, 1] + 0.1 * rng.random(n)


def read(X, y, **options):
    model = spinney.DecisionTreeRegressor(max_depth=3).fit(X, y)
    return spinney.report(model, X, y, **options).data


@pytest.mark.parametrize("container", [np.asarray, pd.DataFrame])
def test_columns_without_names(container):
    X, y = table()
    data = read(container(X), y)
    assert data["effects"]["features"][0]["name"] == "x1"
    assert data["ranked"][0] == 1
    assert data["importance"]["bars"][0]["name"] == "x1"
    assert data["shap"]["names"][0] == "x1"


def test_training_column_without_values():
    X, y = table()
    empty = X.copy()
    empty[:, 2] = np.nan
    model = spinney.DecisionTreeRegressor(max_depth=3).fit(empty, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = spinney.report(model, X, y, train=(empty, y)).data
    assert data["drift"]["clear"] == ["x2"]


@pytest.mark.parametrize("values", [[0.3, 0.1 + 0.2], [1e20, 1e20]])
def test_ranges_without_distinct_bins(values):
    X, y = table()
    X[:, 2] = np.resize(values, len(X))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = read(X, y)
    assert data["data"]["features"][2]["histogram"] == [120]


def test_targets_in_a_narrow_range():
    X, y = table()
    data = read(X, np.where(y > 0, 0.3, 0.1 + 0.2))
    assert data["data"]["targets"][0]["histogram"] == [120]


def test_recall_with_many_classes():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(40), np.arange(2, 42))
    X = rng.random((len(y), 2))
    model = spinney.DecisionTreeClassifier().fit(X, rng.permutation(y))
    confusion = spinney.report(model, X, y).data["evaluation"]["outputs"][0]["confusion"]
    assert len(confusion["labels"]) == 30
    assert confusion["n_hidden"] == 10
    diagonal = np.diag(confusion["matrix"])
    labels = [int(text) for text in confusion["labels"]]
    expected = recall_score(y, model.predict(X), labels=labels, average=None)
    assert diagonal / confusion["totals"] == pytest.approx(expected)
    assert (np.sum(confusion["matrix"], axis=1) < confusion["totals"]).any()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_class_without_weight(n_classes):
    X, _ = table()
    y = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0.5) * (n_classes - 2)
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    weight = np.where(y == 1, 0.0, 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = spinney.report(model, X, y, sample_weight=weight).data
    curves = data["evaluation"]["outputs"][0]["curves"]
    if n_classes == 2:
        assert curves == {"unavailable": "All rows with a weight have the same class."}
    else:
        assert sorted(one["class"] for one in curves["classes"]) == [0, 2]


def test_baseline_is_weighted():
    X, y = table()
    weight = np.where(y > 0, 9.0, 1.0)
    output = read(X, y, sample_weight=weight)["evaluation"]["outputs"][0]
    scores = {metric["name"]: metric["baseline"] for metric in output["metrics"]}
    assert scores["R2"] == pytest.approx(0)
    assert float(output["guess"]) == pytest.approx(np.average(y, weights=weight), rel=1e-5)
    labels = np.where(y > 0, "b", "a")
    labels[:5] = "b"
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, labels)
    made = spinney.report(model, X, labels, sample_weight=np.where(labels == "a", 9.0, 1.0))
    output = made.data["evaluation"]["outputs"][0]
    assert output["guess"] == "a"
    scores = {metric["name"]: metric["baseline"] for metric in output["metrics"]}
    share = 9 * np.sum(labels == "a") / (9 * np.sum(labels == "a") + np.sum(labels == "b"))
    assert scores["accuracy"] == pytest.approx(share)


def test_large_values():
    X, y = table()
    X[:, 2] = 1e300
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = read(X, y)
    assert data["version"] == spinney.__version__


def test_title(tmp_path):
    X, y = table()
    model = spinney.DecisionTreeRegressor(max_depth=2).fit(X, y)
    made = spinney.report(model, X, y, title="a\ud800b", path=tmp_path / "r.html")
    assert "<title>a?b</title>" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "MB" in repr(made)
    with pytest.raises(TypeError, match="title must be a str"):
        spinney.report(model, X, y, title=5)
    with pytest.raises(TypeError, match="note must be a str"):
        spinney.report(model, X, y, note=5)


def test_kinds_of_integers():
    X, y = table()
    data = read(X, y, rows=np.int64(7), max_trees=np.int32(1), random_state=np.uint8(1))
    assert data["sample"]["n"] == 7
    for option in ("rows", "max_trees", "random_state"):
        with pytest.raises(ValueError, match=f"{option} must be"):
            read(X, y, **{option: True})
