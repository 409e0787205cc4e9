"""``spinney inspect`` and model files: contents, damaged and foreign files."""

import numpy as np
import pytest

import spinney
from persistence.damage import pieces, put_together


def test_inspect_shows_a_damaged_model(run, tmp_path):
    X = np.arange(20.0).reshape(-1, 1)
    tree = spinney.DecisionTreeClassifier().fit(X, X[:, 0] > 9)
    tree.notes_ = {"target": "y", "data": "t.csv", "rows": 20}
    path = tmp_path / "m.spinney"
    tree.save(path)
    text, arrays = pieces(path.read_bytes())
    [name] = [name for name in arrays if name.endswith(".first_child")]
    arrays[name][0] = 7
    path.write_bytes(put_together(text, arrays))
    assert run.json("inspect", path)["fitted"] == tree.notes_
    assert "fitted to target 'y' of t.csv (20 rows)" in run("inspect", path).stdout
    assert "a child of the tree is out of range" in run.error("tree", path)


def test_the_greedy_tree_of_an_optimal_tree_is_not_counted(run, table):
    run("fit", table, "-t", "dear", "-m", "optimal", "--no-score", "-q", "-o", "m.spinney")
    found = run.json("inspect", "m.spinney")
    assert found["n_trees"] == 1
    assert found["n_nodes"] == spinney.load("m.spinney").tree_.node_count


def test_dates_are_a_kind(run, table):
    run("fit", table, "-t", "dear", "-m", "tree", "--no-score", "-q", "-o", "m.spinney")
    kinds = {f["name"]: f["kind"] for f in run.json("inspect", "m.spinney")["features"]}
    assert kinds["built"] == "date"


def test_options_of_the_training_table_are_shown(run, write):
    rows = [f"{1 + i % 28}/{1 + i % 12}/2021,{'Ab'[i % 2]},{i % 5}" for i in range(60)]
    options = ("--missing", "-9", "--ignore-case", "kind", "-m", "tree", "--no-score", "-q")
    name = write("t.csv", ["day,kind,y", *rows])
    run("fit", name, "-t", "y", *options, "-o", "m.spinney")
    shown = run("inspect", "m.spinney").stdout
    assert (
        "date formats: day=%d/%m/%Y\ntexts for missing values: -9\ncase ignored in: kind" in shown
    )


@pytest.mark.parametrize("value", [5, [5, None], {"x": 3}, "text", {}])
def test_notes_of_an_unknown_form_are_ignored(run, table, value):
    run("fit", table, "-t", "dear", "-m", "tree", "--no-score", "-q", "-o", "m.spinney")
    expected = run("predict", "m.spinney", table).stdout
    model = spinney.load("m.spinney")
    model.notes_ |= dict.fromkeys(("date_formats", "missing", "ignore_case"), value)
    model.save("m.spinney")
    assert "fitted to target" in run("inspect", "m.spinney").stdout
    assert run("predict", "m.spinney", table).stdout == expected
    run("evaluate", "m.spinney", table)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"\x89PNG\r\n\x1a\n" + bytes(100)])
def test_other_files(run, tmp_path, content):
    (tmp_path / "m.spinney").write_bytes(content)
    expected = "it is not a Spinney model file" if content else "the file is empty"
    for command in (["inspect", "m.spinney"], ["tree", "m.spinney"]):
        assert f"m.spinney: {expected}" in run.error(*command)


def test_chosen_values_are_shown(run, table):
    options = ("-t", "dear", "-m", "boost", "--no-score", "--set", "n_iter_no_change=1")
    shown = run("fit", table, *options, "-o", "m.spinney").stdout
    chosen = spinney.load("m.spinney").auto_values_
    assert f"n_estimators={chosen['n_estimators']}" in shown
    assert "chosen automatically: " in run("inspect", "m.spinney").stdout
    assert run.json("inspect", "m.spinney")["fitted"]["auto_values"]["growth"] == chosen["growth"]
    assert run.json("fit", table, *options)["auto_values"]["max_depth"] == chosen["max_depth"]
