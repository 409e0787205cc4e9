"""JSON export: a plain interpreter predicts from the text alone."""

import json

import numpy as np
import pytest

import spinney
from spinney import to_json

from .interpreter import RejectedError, predict
from .models import MODELS, as_frame, predictions, sample


@pytest.mark.parametrize("name", MODELS)
def test_json_is_enough_to_predict(name):
    model, X = sample(name)
    document = json.loads(to_json(model))
    values, labels = predictions(model, X)
    cells = as_frame(X)
    if name == "bytes and numbers":
        cells = cells.map(lambda cell: str(cell) if isinstance(cell, bytes) else cell)
    found_rows = [predict(document, row) for row in cells.to_dict("records")]
    found = np.array([values for values, _ in found_rows])
    if len(document["ensembles"][0]["trees"]) == 1 and "fractional" not in name:
        np.testing.assert_array_equal(found, values)
    np.testing.assert_allclose(found, values, rtol=1e-12, atol=1e-12)
    if labels is not None:
        assert [classes for _, classes in found_rows] == labels.tolist()


def test_numbers_read_back_as_they_are():
    X = np.array([[0.1], [0.1 + 2**-53], [0.3], [1e-300], [5e-324]])
    y = np.array([0.1, 1 / 3, 1e300, -0.7, 2**-1074])
    model = spinney.DecisionTreeRegressor().fit(X, y)
    nodes = json.loads(to_json(model))["ensembles"][0]["trees"][0]["nodes"]
    thresholds = [node["thresholds"][0] for node in nodes if "thresholds" in node]
    assert sorted(thresholds) == sorted(model.tree_.threshold[model.tree_.kind == 1].tolist())
    assert sorted(n["value"][0] for n in nodes if "value" in n) == sorted(y.tolist())


def test_rejected_values():
    X = [[1.0, "a"], [2.0, "b"], [3.0, "a"]]
    model = spinney.DecisionTreeRegressor(
        categorical_features=[1], missing={0: "error"}, unknown={1: "error"}
    ).fit(X, [1, 2, 3])
    document = json.loads(to_json(model, feature_names=["size", "kind"]))
    assert predict(document, {"size": 1.0, "kind": None})[0] == [model.predict([[1.0, None]])[0]]
    for row in ({"size": None, "kind": "a"}, {"size": 1.0, "kind": "c"}):
        with pytest.raises(RejectedError):
            predict(document, row)


def test_header():
    model, _ = sample("forest")
    document = json.loads(to_json(model, indent=1))
    assert document["format"] == "spinney-export"
    assert document["version"] == 4
    assert document["spinney"] == spinney.__version__
    assert document["estimator"] == "RandomForestClassifier"
    assert document["classes"] == [["b", "c", "it's"]]
    assert len(document["ensembles"][0]["trees"]) == 7
