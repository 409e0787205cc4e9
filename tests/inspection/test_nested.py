"""Trees as nested dicts, which are sufficient to predict."""

import json

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.inspection.phrases import json_value

from .samples import SAMPLES, mixed_rows


def test_small_tree():
    X = pd.DataFrame({"size": [1.0, 2.0, 4.0, 5.0], "color": ["red", "red", "blue", "blue"]})
    tree = DecisionTreeRegressor(missing="surrogate", max_competitors=1).fit(X, [0, 0, 2, 2])
    found = tree.to_dict()
    assert found["features"][1] == {
        "name": "color",
        "kind": "category",
        "categories": ["blue", "red"],
        "missing": "surrogate",
        "unknown": "missing",
    }
    assert (found["classes"], found["loss"]) == (None, None)
    root = found["tree"]
    assert root["split"] == {
        "feature": "size",
        "index": 0,
        "threshold": 3.0,
        "up_to_threshold": "left",
        "missing": "surrogate",
        "else": "right",
    }
    color = {"feature": "color", "index": 1, "left": ["red"], "right": ["blue"]}
    assert root["surrogates"] == [{**color, "agreement": 1.0, "adjusted": 1.0}]
    [competitor] = root["competitors"]
    assert {*competitor["left"], *competitor["right"]} == {"red", "blue"}
    assert competitor["gain"] == root["gain"] == 1.0
    assert root["left"] == {
        "node": 1,
        "rows": 2,
        "weight": 2.0,
        "impurity": 0.0,
        "prediction": [0.0],
    }


def is_absent(value):
    return value is None or value != value


class Walker:
    """Predicts from the nested dicts alone."""

    def __init__(self, found):
        self.features = found["features"]
        self.root = found["tree"]
        self.loss = found["loss"]

    def cell(self, row, j):
        feature = self.features[j]
        if is_absent(row[j]):
            return feature.get("missing_as")
        value = json_value(row[j])
        if feature["kind"] == "category" and value not in feature["categories"]:
            return feature.get("unknown_as", value)
        return value

    def total(self, split, row):
        """Return the sum of a split on several features; None if the row has none of them."""
        power = 2 if "sphere" in split else 1
        terms = split.get("linear") or split["sphere"]
        cells = [(term, self.cell(row, term["index"])) for term in terms]
        parts = [
            term["factor"] * (x - term["center"]) ** power for term, x in cells if not is_absent(x)
        ]
        return sum(parts) if parts else None

    def side(self, split, value):
        """Return left, right or the position of a child; None for an absent value."""
        if "thresholds" in split:
            thresholds = [np.inf if t is None else t for t in split["thresholds"]]
            return None if is_absent(value) else sum(value > t for t in thresholds)
        if "categories" in split:
            return next((k for k, own in enumerate(split["categories"]) if value in own), None)
        if "up_to_threshold" not in split and "threshold" in split:
            return None if value is None else "left" if value <= split["threshold"] else "right"
        if "threshold" in split:
            threshold = np.inf if split["threshold"] is None else split["threshold"]
            if is_absent(value):
                return None
            below = split["up_to_threshold"]
            other = {"left": "right", "right": "left"}[below]
            return below if value <= threshold else other
        return next((side for side in ("left", "right") if value in split[side]), None)

    def destination(self, node, row):
        split = node["split"]
        several = "linear" in split or "sphere" in split
        value = self.total(split, row) if several else self.cell(row, split["index"])
        side = self.side(split, value)
        if side is not None:
            return side
        known = () if several else self.features[split["index"]]["categories"] or ()
        absent = "missing" if is_absent(value) else "unseen" if value in known else "unknown"
        if split[absent] != "surrogate":
            return split[absent]
        found = (self.side(s, self.cell(row, s["index"])) for s in node["surrogates"])
        return next((side for side in found if side), split["else"])

    def value(self, row, node=None):
        node = node or self.root
        while "split" in node:
            destination = self.destination(node, row)
            if destination == "stop":
                break
            children = node.get("children") or [node["left"], node["right"]]
            if destination in ("both", "all"):
                weights = [child["weight"] for child in children]
                return np.average([self.value(row, c) for c in children], axis=0, weights=weights)
            node = children[
                destination
                if isinstance(destination, int)
                else ("left", "right").index(destination)
            ]
        return np.concatenate([np.ravel(part) for part in node.get("shares", node["prediction"])])


@pytest.mark.parametrize("sample", SAMPLES)
def test_json_rebuilds_the_predictions(sample):
    model, X = SAMPLES[sample]()
    walker = Walker(json.loads(json.dumps(model.to_dict(), allow_nan=False)))
    rows = X.to_numpy(dtype=object) if hasattr(X, "to_numpy") else X
    found = np.array([walker.value(row) for row in rows])
    values = model.predict(X) if model._fitted().classes == [] else model.predict_proba(X)
    expected = np.column_stack(values) if isinstance(values, list) else np.array(values)
    np.testing.assert_allclose(found, expected.reshape(len(X), -1), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    "unknown", ["missing", "majority", "surrogate", "fractional", "stop", "mode"]
)
@pytest.mark.parametrize("missing", ["learned", "surrogate", "stop", "category"])
def test_unknown_categories_too(missing, unknown):
    X, score = mixed_rows(seed=6)
    model = DecisionTreeClassifier(max_depth=4, missing=missing, unknown=unknown).fit(X, score)
    walker = Walker(json.loads(json.dumps(model.to_dict())))
    rows, _ = mixed_rows(seed=7)
    rows.loc[::3, "color"] = "never seen"
    found = np.array([walker.value(row) for row in rows.to_numpy(dtype=object)])
    np.testing.assert_allclose(found, model.predict_proba(rows), rtol=1e-12, atol=1e-15)


def test_the_loss_matrix_is_there():
    model, _ = SAMPLES["loss"]()
    found = model.to_dict()
    assert found["loss"] == [[0, 1, 1], [20, 0, 1], [1, 1, 0]]
    node = found["tree"]
    costs = np.array(node["shares"][0]) @ np.array(found["loss"])
    assert node["prediction"] == [found["classes"][0][costs.argmin()]]


def test_deep_trees_are_built_without_recursion():
    X = np.arange(3000.0).reshape(-1, 1)
    tree = DecisionTreeRegressor().fit(X, 4.0 ** -np.arange(0, 300, 0.1))
    node, depth = tree.to_dict()["tree"], 0
    while "split" in node:
        node = max(node["left"], node["right"], key=lambda child: child["rows"])
        depth += 1
    assert 1 < depth <= tree.get_depth()


def test_labels_that_json_does_not_have_become_text():
    assert [json_value(x) for x in ("a", 1, 1.5, True, None)] == ["a", 1, 1.5, True, None]
    assert [json_value(x) for x in (b"a", np.int8(3), float("inf"), (1, 2))] == [
        "b'a'",
        3,
        "inf",
        "(1, 2)",
    ]
