"""Nodes, surrogates and competitors as data frames."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.base import result_frames

from .samples import SAMPLES

X = np.array([[1.0, 9.0], [2.0, 8.0], [3.0, 3.0], [4.0, 4.0], [5.0, 5.0]])
Y = ["low", "low", "high", "high", "high"]


def test_a_row_per_node():
    tree = DecisionTreeClassifier(missing="surrogate", max_competitors=3).fit(X, Y)
    assert tree.to_frame(backend="dict") == {
        "node": [0, 1, 2],
        "parent": [-1, 0, 0],
        "depth": [0, 1, 1],
        "condition": ["all rows", "x0 <= 2.5", "x0 > 2.5"],
        "kind": ["threshold", "leaf", "leaf"],
        "feature": ["x0", None, None],
        "threshold": [2.5, pytest.approx(np.nan, nan_ok=True), pytest.approx(np.nan, nan_ok=True)],
        "categories": [None, None, None],
        "missing": ["surrogate", None, None],
        "rows": [5, 2, 3],
        "weight": [5.0, 2.0, 3.0],
        "share": [1.0, 0.4, 0.6],
        "impurity": [pytest.approx(0.48), 0.0, 0.0],
        "gain": [pytest.approx(0.48), 0.0, 0.0],
        "prediction": ["high", "low", "high"],
        "share high": [0.6, 0.0, 1.0],
        "share low": [0.4, 1.0, 0.0],
        "surrogates": [1, 0, 0],
        "competitors": [1, 0, 0],
    }


def test_surrogates_and_competitors():
    tree = DecisionTreeClassifier(missing="surrogate", max_competitors=3).fit(X, Y)
    assert tree.surrogates(backend="dict") == {
        "node": [0],
        "rank": [1],
        "feature": ["x1"],
        "condition": ["x1 > 6.5"],
        "agreement": [1.0],
        "adjusted": [1.0],
    }
    assert tree.competitors(0, backend="dict") == {
        "node": [0],
        "rank": [1],
        "feature": ["x1"],
        "condition": ["x1 <= 6.5"],
        "gain": [pytest.approx(0.48)],
    }
    assert len(tree.surrogates(1)) == len(tree.competitors(2)) == 0
    for node in (-1, 3):
        with pytest.raises(ValueError, match=f"node must be from 0 to 2, got {node}"):
            tree.surrogates(node)


def test_category_alternatives():
    rows = pd.DataFrame({"size": X[:, 0], "color": ["red", "red", "blue", "grey", "grey"]})
    tree = DecisionTreeClassifier(missing="surrogate").fit(rows, Y)
    assert tree.surrogates(backend="dict")["condition"] == ["color in {red}"]


@pytest.mark.filterwarnings("ignore:The tree has no")
@pytest.mark.parametrize("sample", SAMPLES)
def test_pandas_and_polars_hold_the_same(sample):
    model, _ = SAMPLES[sample]()
    plain = model.to_frame(backend="dict")
    frame, polars = model.to_frame(), model.to_frame(backend="polars")
    assert isinstance(frame, pd.DataFrame)
    assert isinstance(polars, pl.DataFrame)
    assert list(frame.columns) == polars.columns == list(plain)
    for name in ("node", "rows", "condition", "impurity", "surrogates"):
        assert frame[name].tolist() == polars[name].to_list() == plain[name]
    assert (frame["surrogates"].sum(), frame["competitors"].sum()) == (
        len(model.surrogates()),
        len(model.competitors(backend="polars")),
    )


def test_parents_depths_and_predictions():
    model, X = SAMPLES["classes learned"]()
    frame = model.to_frame()
    assert frame["depth"].max() == model.get_depth()
    inner = frame[frame["kind"] != "leaf"]
    assert (frame["parent"].iloc[1:].value_counts() == 2).all()
    assert set(frame["parent"].iloc[1:]) == set(inner["node"])
    predictions = frame["prediction"].to_numpy()[model.apply(X)]
    assert predictions.tolist() == model.predict(X).tolist()
    shares = frame[[f"share {label}" for label in model.classes_]].to_numpy()[model.apply(X)]
    np.testing.assert_array_equal(shares, model.predict_proba(X))


def test_several_outputs_have_numbered_columns():
    model, X = SAMPLES["several outputs"]()
    frame = model.to_frame()
    predictions = frame[["prediction 0", "prediction 1"]].to_numpy()[model.apply(X)]
    np.testing.assert_array_equal(predictions, model.predict(X))
    assert [name for name in frame if name.startswith("share 0")] == ["share 0 0", "share 0 1"]
    model, X = SAMPLES["several numbers"]()
    predictions = model.to_frame()[["prediction 0", "prediction 1"]].to_numpy()[model.apply(X)]
    np.testing.assert_array_equal(predictions, model.predict(X))


def test_categories_are_those_that_go_left():
    rows = np.array([["a"], ["b"], ["c"]], dtype=object)
    tree = DecisionTreeRegressor(categorical_features=[0], max_depth=1).fit(rows, [0, 0, 9])
    assert tree.to_frame()["categories"][0] == ["a", "b"]


def test_backends(monkeypatch):
    with pytest.raises(ValueError, match="backend must be one of"):
        result_frames.as_table({}, "arrow")
    monkeypatch.setattr(result_frames, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="needs pandas or polars"):
        result_frames.as_table({"a": [1]})
    with pytest.raises(ImportError, match="needs polars"):
        result_frames.as_table({"a": [1]}, "polars")
    monkeypatch.setattr(result_frames, "find_spec", lambda name: None if name == "pandas" else name)
    assert isinstance(result_frames.as_table({"a": [1]}), pl.DataFrame)


@pytest.mark.parametrize(
    ("parameters", "needed"),
    [
        ({}, 'missing="surrogate"'),
        ({"missing": "surrogate", "max_surrogates": 0}, "max_surrogates=5"),
        ({"missing": "surrogate"}, None),
    ],
)
def test_empty_tables_of_surrogates_name_the_parameter(parameters, needed):
    X = [[1, 10], [2, 20], [3, 15], [4, 30], [5, 40], [6, 12]]
    tree = DecisionTreeClassifier(**parameters).fit(X, [0, 0, 0, 1, 1, 1])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = tree.surrogates(backend="dict")
    assert [needed in str(entry.message) for entry in caught] == [True] * (needed is not None)
    assert all(entry.filename == __file__ for entry in caught)
    assert bool(found["node"]) == (needed is None)


def test_empty_tables_of_competitors_name_the_parameter():
    X, y = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], [0, 1, 1]
    with pytest.warns(UserWarning, match="fit it with max_competitors=4"):
        DecisionTreeClassifier().fit(X, y).competitors()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DecisionTreeClassifier(max_competitors=1).fit(X, y).competitors()
        DecisionTreeClassifier(max_competitors=1).fit(X, [1, 1, 1]).competitors()
