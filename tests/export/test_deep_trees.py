"""Every way to write a tree works for trees deeper than Python's recursion limit."""

import json
import pickle

import numpy as np
import pytest

import spinney

N = 2100


@pytest.fixture(scope="module")
def chain():
    X = np.arange(float(N))[:, None]
    model = spinney.DecisionTreeClassifier().fit(X, np.arange(N) % 2)
    assert model.get_depth() == N - 1
    return model, X


def test_json_and_c(chain):
    model, _ = chain
    [tree] = json.loads(spinney.to_json(model))["ensembles"][0]["trees"]
    for x in (0.0, N // 2, N - 1.0):
        node = tree["nodes"][0]
        while "split" in node:
            node = tree["nodes"][node["children"][int(x > node["thresholds"][0])]]
        assert np.argmax(node["value"]) == model.predict([[x]])[0]
    assert "model_predict" in spinney.to_c(model)


def test_texts_and_tables(chain):
    model, X = chain
    assert model.text().count("\n") > N
    assert len(model.rules()) == N
    assert model.to_dot().count("->") == model.tree_.node_count - 1
    assert len(model.to_frame(backend="dict")["node"]) == model.tree_.node_count
    node, depth = model.to_dict()["tree"], 0
    while "left" in node:
        sides = node["left"], node["right"]
        node, depth = next((side for side in sides if "left" in side), sides[0]), depth + 1
    assert depth == N - 1
    assert str(model.explain_row(X[-1:]))


def test_copies(chain, tmp_path):
    model, X = chain
    model.save(tmp_path / "deep.spinney")
    for copy in (pickle.loads(pickle.dumps(model)), spinney.load(tmp_path / "deep.spinney")):
        np.testing.assert_array_equal(copy.predict(X), model.predict(X))


def test_plot(chain):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    assert spinney.plot.tree(chain[0], max_depth=3) is not None
