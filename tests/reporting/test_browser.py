"""Reports in a real browser: Chromium, driven by playwright-core."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.export.models import predictions

import spinney

from .test_estimators import BAD, prepared

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "frontend" / "node_modules" / "playwright-core"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (BROWSER and PACKAGES.is_dir() and shutil.which("node")),
        reason="needs node, chromium, and npm ci in frontend/",
    ),
]
N_ROWS = 100
ALL_SECTIONS = [
    *("Scores", "Warnings", "Importance", "Effects", "Trees", "What if", "Learning curve"),
    *("Data", "About"),
]


def browse(report, path):
    """Open a report, and return what the script found; check what holds for every report."""
    report.save(path)
    done = subprocess.run(
        ["node", ROOT / "tests" / "reporting" / "browser.mjs", BROWSER, path, str(N_ROWS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == []
    assert {url.partition(":")[0] for url in found["requests"]} == {"file"}
    assert found["images"] == 0
    assert found["sections"] == ALL_SECTIONS
    assert "This section failed" not in found["text"]
    assert found["axe"] == {"light": [], "dark": []}
    for theme in ("light", "dark"):
        width, available = found[f"width_{theme}"]
        assert width <= available
        assert min(found[f"fonts_{theme}"]) > 11
    assert found["theme"] == "light"
    return found


MODELS = (
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "RandomForestClassifier",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "AdaBoostClassifier",
    "VotingRegressor",
)


def make(name):
    cls = getattr(spinney, name)
    if name.startswith("Voting"):
        tree = spinney.DecisionTreeRegressor(max_depth=3)
        return cls([("a", tree), ("b", spinney.RandomForestRegressor(3, random_state=0))])
    if name.startswith("DecisionTree"):
        return cls()
    return cls(n_estimators=6, random_state=0)


@pytest.mark.parametrize("name", MODELS)
def test_page(name, tmp_path):
    X, y = prepared(name)
    model = make(name).fit(X, y)
    report = spinney.report(model, X, y, train=(X, y), title=f"{name} {BAD}")
    found = browse(report, tmp_path / "report.html")
    assert found["title"] == f"{name} {BAD}"
    assert f"{len(X)} data rows" in found["text"]
    check_predictions(found, model, X)
    check_tree(found)
    assert found["path"] >= 2
    assert "orange path is that of row 1." in found["followed"]
    assert "orange path is that of the row in What if." in found["path_text"]
    assert found["hint"] == found["row_hint"] == f"The page has rows 0 to {len(X) - 1}."
    assert len(set(found["changed"])) > 1


def check_predictions(found, model, X):
    values, labels = predictions(model, X[:N_ROWS])
    got = np.array([row["values"] for row in found["predictions"]])
    np.testing.assert_allclose(got, values, rtol=1e-12, atol=1e-12)
    raw = np.array([row["raw"] for row in found["predictions"]])
    if hasattr(model, "decision_function"):
        expected = np.asarray(model.decision_function(X[:N_ROWS])).reshape(len(raw), -1)
        np.testing.assert_array_equal(raw, expected)
    if labels is not None:
        best = model.classes_[[row["best"][0] for row in found["predictions"]]]
        assert best.tolist() == labels[:, 0].tolist()


def check_tree(found):
    assert "training row" in found["tip"]
    assert "prediction" in found["tip"] or "value" in found["tip"]
    assert "[object" not in found["tip"]
    for drawn in found["cut"]:
        assert (drawn["outside"], drawn["overflow"]) == (0, 0), found["cut"]
    assert found["cut"][1]["nodes"] == found["visible"][0]
    assert found["nodes"] > 1
    assert found["collapsed"] == 1
    assert found["expanded"] == "false"
    assert found["focused"] not in ("0", None)
    leaves = [int(text.split(": ")[1].split()[0].replace(",", "")) for text in found["leaves"]]
    assert leaves[0] >= leaves[1] >= leaves[2] == 1
    assert leaves[0] > 1
    n_found = int(found["search"]["text"].split()[0])
    assert n_found == found["search"]["marked"] > 0


def test_model_that_cannot_predict_in_the_page(tmp_path):
    X, y = prepared("StackingClassifier")
    tree = spinney.DecisionTreeClassifier(max_depth=3)
    model = spinney.StackingClassifier([("tree", tree)]).fit(X, y)
    found = browse(spinney.report(model, X, y), tmp_path / "report.html")
    assert "Predictions cannot be computed in this page" in found["text"]
    assert "Trees of the members are shown." in found["text"]
    assert "changed" not in found
    check_tree(found)


def test_large_tree_is_drawn_on_a_canvas(tmp_path):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.random(6000), "b": rng.random(6000)})
    model = spinney.DecisionTreeRegressor().fit(X, rng.random(6000))
    found = browse(spinney.report(model, X, rng.random(6000)), tmp_path / "report.html")
    size, small = found["visible"]
    assert size > 2000
    assert small


def test_page_without_rows(tmp_path):
    X, y = prepared("GradientBoostingRegressor")
    model = make("GradientBoostingRegressor").fit(X, y)
    found = browse(spinney.report(model, X, y, rows=0), tmp_path / "report.html")
    assert "This page contains no data rows" in found["text"]
    assert found["predictions"] == []
    assert len(set(found["changed"])) > 1


def test_several_targets(tmp_path):
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(2007, 2010, 200), rng.normal(size=200)])
    y = np.column_stack([10 * (X[:, 0] - 2008), X[:, 1]])
    model = spinney.DecisionTreeRegressor(max_depth=3).fit(X, y)
    report = spinney.report(model, X, y, target_names=["cheap", "costly"])
    found = browse(report, tmp_path / "report.html")
    assert set(found["outputs"]) == {"cheap", "costly"}
    assert found["changed"][0].split()[:2] == ["Prediction", "cheap"]
    years = [text for text in found["ticks"] if text.startswith("200")]
    assert years == ["2007", "2008", "2009"]


def test_texts_of_a_forest(tmp_path):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=200), "an id": [f"r{i}" for i in range(200)]})
    y = np.array(["few", "many"])[((X["a"] > -0.5) ^ (rng.random(200) < 0.1)).astype(int)]
    y[:3] = "one"
    model = spinney.RandomForestClassifier(3, random_state=0, max_leaf_nodes=6).fit(X, y)
    made = spinney.report(model, X, y, max_trees=2, note="A note.")
    found = browse(made, tmp_path / "report.html")
    assert "classification · 3 trees (2 shown) · 200 rows" in found["text"]
    assert "A note." in found["text"]
    assert "first 2 of 3 trees because of max_trees=2" in found["text"]
    assert "“Other” stands for all labels that the model does not know" in found["text"]
    assert found["bars"] == [["many", "#E69F00"], ["few", "#0072B2"], ["one", "#009E73"]]
    [tree, *_] = model.estimators_
    n, weight = tree.tree_.n_node_samples[0], tree.tree_.weighted_n_node_samples[0]
    lines = found["tip"].replace("\t", " ").splitlines()
    assert lines[0].startswith("a ≤ ")
    assert lines[1].startswith("prediction: many ")
    assert lines[2] == f"{n} training rows (100%), weight {weight:.0f}"
    rows = [line.split() for line in lines[3:6]]
    assert [name for name, *_ in rows] == ["many", "few", "one"]
    counts = [int(count) for *_, count in rows]
    assert sum(counts) == weight
    assert lines[6] == "200 rows of this page"


def test_predicted_class_without_the_largest_probability(tmp_path):
    rng = np.random.default_rng(8)
    X = rng.integers(0, 3, size=(60, 2)).astype(float)
    y = np.array(["a", "b", "c", "d"])[rng.integers(0, 4, 60)]
    model = spinney.RandomForestClassifier(2, random_state=0).fit(X, y)
    proba, predicted = model.predict_proba(X), model.predict(X)
    odd = np.flatnonzero(model.classes_[proba.argmax(axis=1)] != predicted)
    found = browse(spinney.report(model, X, y), tmp_path / "report.html")
    check_predictions(found, model, X)
    label = predicted[odd[0]]
    assert [line for line in found["decision"].splitlines() if line][1] == label
    text = f"The model predicts the class with the largest mean share before smoothing: {label} "
    assert text in found["decision"]
    assert "raw score" not in found["text"].lower()


def test_raw_scores_are_named(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 2))
    y = np.array(["low", "middle", "high"])[np.searchsorted([-0.4, 0.4], X[:, 0])]
    model = spinney.GradientBoostingClassifier(n_estimators=4, random_state=0).fit(X, y)
    found = browse(spinney.report(model, X, y), tmp_path / "report.html")
    assert re.search(r"Raw scores: high -?[\d.e-]+, low -?[\d.e-]+, middle ", found["changed"][0])


def test_many_classes(tmp_path):
    rng = np.random.default_rng(0)
    y = np.array([f"class number {k}" for k in rng.integers(0, 28, 900)])
    X = rng.normal(size=(900, 2))
    model = spinney.DecisionTreeClassifier(max_depth=5).fit(X, y)
    found = browse(spinney.report(model, X, y), tmp_path / "report.html")
    width, available = found["matrix"]
    assert width <= available
