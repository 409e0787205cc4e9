"""The models of the command line and their parameters."""

import numpy as np
import pytest

import spinney
from spinney.cli.model_kinds import KINDS


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("target", ["dear", "price"])
def test_every_model_fits_saves_and_predicts(run, table, name, target):
    few = ("--set", "n_estimators=5") if name in ("forest", "extra", "adaboost", "bagging") else ()
    other = {"dear": "price", "price": "dear"}[target]
    options = ("-t", target, "--drop", other, "-m", name, *few, "--holdout", "0.3")
    run("fit", table, *options, "-o", "m.spinney", "-q")
    predicted = run.json("predict", "m.spinney", table)["predictions"][f"predicted_{target}"]
    assert len(predicted) == 60
    assert run.json("evaluate", "m.spinney", table)["rows"] == 60


def test_models_lists_models_and_declared_parameters(run):
    assert run.json("models")["models"].keys() == {"auto", *KINDS}
    found = run.json("models", "boost", "--regression")
    assert found["class"] == "GradientBoostingRegressor"
    assert list(found["parameters"]) == list(spinney.GradientBoostingRegressor.parameters())
    n_trees = run.json("models", "forest")["parameters"]["n_estimators"]
    assert n_trees["value"] == 200 != n_trees["default"]
    declared = spinney.DecisionTreeClassifier.parameters()["max_depth"]
    assert declared.doc in run("models", "tree").stdout


def test_settings_accept_aliases(run, table):
    options = ("-t", "price", "-m", "boost", "--no-score", "--set", "num_leaves=7")
    assert "max_leaf_nodes=7" in run("fit", table, *options, "--set", "eta=0.2").stdout


def test_rpart_has_its_defaults_and_names(run, table):
    options = ("fit", table, "-t", "price", "-m", "rpart", "--no-score", "-q", "-o", "m.spinney")
    run(*options, "--set", "minbucket=4")
    model = spinney.load("m.spinney")
    expected = spinney.DecisionTreeRegressor.rpart(minbucket=4, random_state=0)
    assert model.get_params() == expected.get_params()
    assert model.min_samples_split == 12
    assert "xerror" in model.cp_table_
    for option in ("--alpha", "--cp", "--leaves"):
        assert run.json("prune", "m.spinney", option, "1")["leaves"] >= 1


def test_ordered_categories(run, write):
    rows = [f"{size},{'ab'[size == 'large']}" for size in ("small", "mid", "large") * 20]
    name = write("t.csv", ["size,y", *rows])
    order = 'ordered_features={"size": ["small", "mid", "large"]}'
    run("fit", name, "-t", "y", "-m", "tree", "--no-score", "-q", "-s", order, "-o", "m.spinney")
    assert "size <= mid" in run("tree", "m.spinney").stdout
    predicted = run.json("predict", "m.spinney", name)["predictions"]["predicted_y"]
    assert predicted == [row[-1] for row in rows]
    done = run("predict", "m.spinney", write("new.csv", ["size", "huge", "large"]))
    assert "categories unknown to the model" in done.stderr
    assert done.stdout.splitlines()[2] == "large,b"


def test_an_optimal_tree_shows_whether_it_is_proven(run, table):
    options = ("-t", "dear", "--drop", "price", "-m", "optimal", "--no-score")
    assert "proven optimal for depth 3" in run("fit", table, *options).stdout
    stopped = run("fit", table, *options, "--set", "time_limit=1e-9").stdout
    assert "not proven optimal: the error may be up to" in stopped


def test_names_of_other_libraries_are_listed(run):
    shown = run("models", "boost").stdout
    assert "Other names: eta, shrinkage, shrinkage_rate." in shown
    assert "early_stopping_rounds" in shown
    found = run.json("models", "boost")
    assert "eta" in found["parameters"]["learning_rate"]["aliases"]
    assert "early_stopping_rounds" in found["aliases"]
    listed = {a for entry in found["parameters"].values() for a in entry["aliases"]}
    assert not listed & set(found["aliases"])


def test_models_without_feature_names(run, write):
    X = np.random.default_rng(0).normal(size=(60, 2))
    spinney.DecisionTreeClassifier().fit(X, (X[:, 1] > 0).astype(int)).save("m.spinney")
    rows = [f"{a},{b},{int(b > 0) if i else ''}" for i, (a, b) in enumerate(X)]
    name = write("t.csv", ["a,b,y", *rows])
    found = run.json("evaluate", "m.spinney", name, "-t", "y")
    assert found["rows"] == 59
    assert found["scores"]["accuracy"]["mean"] == 1
    shuffled = run.json("importance", "m.spinney", "--data", name, "-t", "y")["importances"]
    assert shuffled["x1"] > 0.3 > shuffled["x0"] == 0
    assert "set --target" in run.error("evaluate", "m.spinney", name)


def test_models_without_feature_names_read_dates_and_categories(run, write):
    days = np.arange("2020-01-01", "2020-02-10", dtype="M8[D]").astype(object)
    X = np.array([[day, "abc"[i % 3], float(i % 7)] for i, day in enumerate(days)], object)
    y = np.array([int(i > 20) + 2 * (i % 3 == 1) + 4 * (i % 7 > 3) for i in range(40)])
    model = spinney.DecisionTreeClassifier(categorical_features=[1]).fit(X, y)
    model.save("m.spinney")
    rows = [f"{day},{letter},{x}" for day, letter, x in X]
    name = write("t.csv", ["day,letter,x,y", *map("{},{}".format, rows, y)])
    assert run.json("evaluate", "m.spinney", name, "-t", "y")["scores"]["accuracy"]["mean"] == 1
    shuffled = run.json("importance", "m.spinney", "--data", name, "-t", "y")["importances"]
    assert min(shuffled.values()) > 0.1
    new = write("new.csv", ["day,letter,x", ",,", "2020-01-02,new,1"])
    shown = run("predict", "m.spinney", new, "-o", "-")
    assert "unknown to the model" in shown.stderr
    wrong = write("wrong.csv", ["day,letter,x", "hello,a,1"])
    assert "the model needs dates here" in run.error("predict", "m.spinney", wrong)
