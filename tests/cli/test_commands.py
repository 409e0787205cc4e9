"""All commands on small tables."""

import ctypes
import json
import shlex
import shutil
import sqlite3
import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import spinney

from .conftest import houses

TREE = ("--model", "tree", "--set", "max_depth=3", "--set", "ccp_alpha=0.0", "--cv", "3")


@pytest.fixture
def tree(run, table):
    run("fit", table, "-t", "dear", "--drop", "price", *TREE, "-o", "tree.spinney", "-q")
    return "tree.spinney"


def test_fit_prints_scores_baseline_and_tree(run, table):
    done = run("fit", table, "-t", "dear", "--drop", "price", *TREE)
    assert (
        "scores by 3-fold cross-validation; the baseline predicts the majority class" in done.stdout
    )
    assert "importance" in done.stdout
    assert "|-- area <=" in done.stdout
    assert "not saved" in done.stderr


def test_fit_keeps_the_better_of_two_models_by_default(run, table):
    found = run.json("fit", table, "-t", "price", "--drop", "dear", "-o", "m.spinney")
    losses = {name: s["metrics"]["RMSE"]["mean"] for name, s in found["scores"].items()}
    assert losses.keys() == {"boost", "forest"}
    assert found["model"] == min(losses, key=losses.get)
    chosen = found["scores"][found["model"]]["metrics"]["R2"]
    assert chosen["mean"] > 0.5 > chosen["baseline"]
    assert spinney.load("m.spinney").feature_names_in_.tolist() == [
        *("area", "street", "garden", "built")
    ]


def test_the_same_seed_gives_the_same_document(run, table):
    command = ("fit", table, "-t", "dear", "-m", "forest", "--set", "n_estimators=5", "--seed", "3")
    assert run.json(*command) == run.json(*command)


def test_predict_writes_the_predictions_of_the_model(run, tree, table):
    model = spinney.load(tree)
    found = run.json("predict", tree, table, "--proba")["predictions"]
    assert list(found) == ["predicted_dear", "p_no", "p_yes"]
    assert set(found["predicted_dear"]) <= {"no", "yes"}
    chosen = np.where(np.array(found["p_yes"]) > 0.5, "yes", "no")
    assert chosen.tolist() == found["predicted_dear"]
    assert model.classes_.tolist() == ["no", "yes"]


def test_predict_writes_csv_to_standard_output(run, tree, table):
    lines = run("predict", tree, table, "--keep", "id").stdout.splitlines()
    assert lines[0] == "id,predicted_dear"
    assert len(lines) == 61
    assert run("predict", tree, table, "--only").stdout.splitlines()[0] == "predicted_dear"
    assert run("predict", tree, table).stdout.splitlines()[0].startswith("id,area,street")


def test_intervals_of_a_forest(run, table):
    options = ("-t", "price", "--drop", "dear", "--set", "n_estimators=20")
    run("fit", table, *options, "--intervals", "--no-score", "-o", "f.spinney", "-q")
    quantiles = ("--interval", "0.8", "--quantile", "0.5")
    found = run.json("predict", "f.spinney", table, *quantiles)["predictions"]
    low, high = found["predicted_price_low"], found["predicted_price_high"]
    assert all(
        a <= b <= c for a, b, c in zip(low, found["predicted_price_q0.5"], high, strict=True)
    )
    run("fit", table, *options, "-m", "forest", "--no-score", "-o", "g.spinney", "-q")
    assert "without --intervals" in run.error("predict", "g.spinney", table, "--interval", "0.8")
    assert "--proba needs a classifier" in run.error("predict", "g.spinney", table, "--proba")
    message = run.error("fit", table, "-t", "dear", "--intervals")
    assert "--intervals needs a regression task" in message


def test_unknown_categories_are_noted(run, tree, write):
    lines = houses()
    lines[1] = lines[1].replace("Elm", "Pine").replace("Oak", "Pine").replace("Ash", "Pine")
    done = run("predict", tree, write("new.csv", lines), "--only")
    assert len(done.stdout.splitlines()) == 61
    assert "note: categories unknown to the model" in done.stderr
    assert "'street' 'Pine'" in done.stderr


def test_absent_columns(run, tree, write):
    name = write("new.csv", ["area,garden,built", "100,true,1990-01-01"])
    assert "new.csv lacks the model's features 'street'" in run.error("predict", tree, name)
    done = run("predict", tree, name, "--fill-missing", "--only")
    assert done.stdout.splitlines()[0] == "predicted_dear"
    assert "treated as missing" in done.stderr
    name = write("known.csv", ["area,dear", "100,yes", "60,no", "190,yes"])
    shuffled = run.json("importance", tree, "--data", name, "--fill-missing")["importances"]
    assert shuffled["street"] == 0


def test_text_in_a_numeric_feature(run, tree, write):
    name = write("new.csv", ["area,street,garden,built", "100,Elm,true,1990-01-01", "big,Elm,,"])
    message = run.error("predict", tree, name)
    assert "new.csv, line 3, column 'area': 'big' is not a number" in message


def test_duplicate_column_names(run, tree, table):
    message = run.error("predict", tree, table, "--name", "id")
    assert "already has a column 'id'" in message
    assert "--only and --keep exclude each other" in run.error(
        "predict", tree, table, "--only", "--keep", "id"
    )


def test_evaluate(run, tree, table):
    found = run.json("evaluate", tree, table)
    predicted = run.json("predict", tree, table)["predictions"]["predicted_dear"]
    known = [line.split(",")[-1] for line in houses()[1:]]
    accuracy = np.mean([a == b for a, b in zip(predicted, known, strict=True)])
    assert found["scores"]["accuracy"]["mean"] == pytest.approx(accuracy)
    share = max(known.count("yes"), known.count("no")) / 60
    assert found["scores"]["accuracy"]["baseline"] == pytest.approx(share)
    assert np.sum(found["confusion"]) == 60
    assert "pred. yes" in run("evaluate", tree, table).stdout
    assert "no column 'x'" in run.error("evaluate", tree, table, "-t", "x")


def test_evaluate_warns_about_the_training_table(run, tree, table, write):
    assert "the scores are too optimistic" in run("evaluate", tree, table).stderr
    assert run("evaluate", tree, write("other.csv", houses())).stderr == ""


def test_a_tree_with_one_leaf(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 2},{'ab'[i // 2 % 2]}" for i in range(40))])
    shown = run("fit", name, "-t", "y", *TREE[:2], "--no-score").stdout
    assert "tree with 1 leaf\n" in shown
    assert "none: the model uses no feature" in shown


def test_tree_as_text_rules_dot_and_figures(run, tree, tmp_path):
    pytest.importorskip("matplotlib")
    model = spinney.load(tree)
    assert run("tree", tree).stdout.strip() == model.text()
    assert run("tree", tree, "--rules").stdout.strip() == str(model.rules())
    assert run("tree", tree, "--dot").stdout.startswith("digraph")
    run("tree", tree, "-o", "t.dot", "-q")
    assert (tmp_path / "t.dot").read_text() == model.to_dot() + "\n"
    run("tree", tree, "-o", "t.svg", "-q")
    assert ElementTree.parse("t.svg").getroot().tag.endswith("svg")
    run("tree", tree, "-o", "t.png", "-q")
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    assert "t.xyz" in run.error("tree", tree, "-o", "t.xyz")


def test_dates_are_dates_in_every_model(run, write):
    rows = [f"2020-01-{i % 28 + 1:02d},{'ab'[i % 28 > 9]}" for i in range(80)]
    name = write("t.csv", ["day,y", *rows])
    for model in ("tree", "forest", "boost"):
        path = f"{model}.spinney"
        run("fit", name, "-t", "y", "-m", model, "--no-score", "-o", path, "-q")
        assert "day <= 2020-01-10" in run("tree", path).stdout
        assert spinney.inspect_file(path).features == [{"name": "day", "kind": "date"}]
        predicted = run.json("predict", path, name)["predictions"]["predicted_y"]
        assert predicted == [row[-1] for row in rows]
    text = write("text.csv", ["day", "soon", "later"])
    line = run.error("predict", "tree.spinney", text)
    assert "text.csv, line 2, column 'day': 'soon': the model needs dates here" in line
    wrong = write("wrong.csv", ["day", "?", "2020-01-02", "2020-01-03", "2020-01-32"])
    assert "wrong.csv, line 5, column 'day': '2020-01-32'" in run.error(
        "predict", "tree.spinney", wrong
    )
    empty = write("empty.csv", ["day,x", ",1", ",2"])
    assert len(run.json("predict", "tree.spinney", empty)["predictions"]["predicted_y"]) == 2


def test_trees_of_ensembles_by_number(run, table):
    options = ("-t", "dear", "--no-score", "--set", "n_estimators=3")
    run("fit", table, *options, "-m", "forest", "-o", "f.spinney", "-q")
    assert run.json("tree", "f.spinney", "-n", "2", "--max-depth", "0")["tree"] == 2
    assert "trees 0 to 2" in run.error("tree", "f.spinney", "-n", "3")
    run("fit", table, *options, "-m", "boost", "-o", "b.spinney", "-q")
    assert run("tree", "b.spinney").stdout.startswith("all rows")
    assert "add to a score" in run.error("tree", "b.spinney", "--rules")


def test_importances_by_gain_and_by_permutation(run, tree, table):
    gain = run.json("importance", tree)["importances"]
    assert sum(gain.values()) == pytest.approx(1)
    shuffled = run.json("importance", tree, "--data", table)["importances"]
    assert next(iter(gain)) == next(iter(shuffled)) == "area"
    assert f"area   {24 * '█'}" in run("importance", tree).stdout


def test_prune(run, tree, tmp_path):
    sequence = run.json("prune", tree)["sequence"]
    assert [row["leaves"] for row in sequence] == sorted(row["leaves"] for row in sequence)
    assert sequence[-1]["leaves"] == spinney.load(tree).get_n_leaves()
    assert run.json("prune", tree, "--leaves", "2", "-o", "s.spinney")["leaves"] == 2
    assert spinney.load("s.spinney").get_n_leaves() == 2
    assert run.json("prune", tree, "--alpha", "1000")["leaves"] == 1
    for row in sequence:
        assert run.json("prune", tree, "--cp", row["CP"])["leaves"] == row["leaves"]
    assert "choose one" in run.error("prune", tree, "--cp", "1", "--leaves", "2")
    assert "choose one" in run.error("prune", tree, "--alpha", "1", "--leaves", "2")
    assert "set how much to prune" in run.error("prune", tree, "-o", "s.spinney")


def test_compare(run, table, tmp_path):
    pytest.importorskip("matplotlib")
    options = ("-t", "dear", "--drop", "price", "--models", "tree,optimal", "--cv", "2")
    found = run.json("compare", table, *options, "--plot", "c.png")
    losses = [entry["metrics"]["log loss"]["mean"] for entry in found["models"]]
    assert losses == sorted(losses)
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert "baseline" in run("compare", table, *options).stdout
    message = run.error("compare", table, "-t", "dear", "--models", "tree,forrest")
    assert "did you mean 'forest'?" in message


def test_tune_fixes_set_parameters_and_saves_the_best(run, table):
    options = ("-t", "price", "--drop", "dear", "-m", "tree", "--trials", "6")
    found = run.json("tune", table, *options, "--set", "max_depth=2", "-o", "m.spinney")
    assert len(found["trials"]) == 6
    assert found["trials"][0]["rows"] == 60
    assert all("max_depth" not in trial["parameters"] for trial in found["trials"])
    best = spinney.load("m.spinney")
    assert best.max_depth == 2
    settings = found["trials"][0]["parameters"]
    assert {name: getattr(best, name) for name in settings} == settings


def test_tune_prints_a_complete_command(run, table):
    """The command has the options that were given, and fits the same model."""
    table.rename("my houses.csv")
    options = ("-t", "price", "--drop", "dear", "--drop", "built", "-m", "tree", "--seed", "4")
    arguments = ("tune", "my houses.csv", *options, "--trials", "6", "--set", "max_depth=2")
    command = run.json(*arguments, "--missing", "-9 9", "-o", "m.spinney")["command"]
    assert command in run(*arguments, "--missing", "-9 9").stdout
    assert "'my houses.csv' --target price" in command
    program, *words = shlex.split(command)
    assert program == "spinney"
    assert "-9 9" in words
    run(*words, "--no-score", "-o", "again.spinney", "-q")
    best, again = spinney.load("m.spinney"), spinney.load("again.spinney")
    assert again.get_params() == best.get_params()
    assert spinney.export_text(again) == spinney.export_text(best)


def test_inspect(run, tree, table):
    found = run.json("inspect", tree)
    assert found["estimator"] == "DecisionTreeClassifier"
    assert found["fitted"]["target"] == "dear"
    assert "fitted to target 'dear' of" in run("inspect", tree).stdout
    assert "houses.csv" in run.error("inspect", table)
    assert "no such file" in run.error("inspect", "nowhere.spinney")


def test_damaged_model_files(run, tree, table, tmp_path):
    content = (tmp_path / tree).read_bytes()
    (tmp_path / "cut.spinney").write_bytes(content[: len(content) // 2])
    assert "cut.spinney" in run.error("predict", "cut.spinney", table)


def test_export_to_json_and_sql(run, tree, table, tmp_path):
    run("export", tree, "-o", "m.json", "-q")
    assert json.loads((tmp_path / "m.json").read_text())["estimator"] == "DecisionTreeClassifier"
    run("export", tree, "-o", "m.sql", "--table", "houses", "-q")
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE TABLE houses (area REAL, street TEXT, garden REAL, built REAL)")
        base.execute("INSERT INTO houses VALUES (199, 'Elm', 1, 7000), (51, 'Oak', 0, 7000)")
        rows = base.execute((tmp_path / "m.sql").read_text().rstrip().rstrip(";")).fetchall()
    assert [row[0] for row in rows] == ["yes", "no"]
    assert "set the format" in run.error("export", tree)
    assert "--table does not apply to C" in run.error("export", tree, "-f", "c", "--table", "t")


def test_export_to_c_compiles(run, tree, tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    run("export", tree, "-o", "m.c", "-q")
    built = [compiler, "-std=c99", "-shared", "-fPIC", "m.c", "-o", "m.so", "-lm"]
    subprocess.run(built, check=True, cwd=tmp_path)
    assert hasattr(ctypes.CDLL(str(tmp_path / "m.so")), "model_predict")
