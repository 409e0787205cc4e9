"""Reports from the command line."""

import json
import re

import pytest


@pytest.fixture
def table(tmp_path):
    from spinney.cli.commands.demo import write_tables

    write_tables()
    return "penguins.csv"


def data_of(path):
    text = path.read_text()
    found = re.search(r'id="report-data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1])


def test_report(run, table, tmp_path):
    run("fit", table, "-t", "species", "-m", "tree", "-o", "m.spinney")
    done = run("report", "m.spinney", table, "-o", "r.html", "--rows", "0", "--title", "Birds")
    assert "saved r.html" in done.stderr
    data = data_of(tmp_path / "r.html")
    assert data["title"] == "Birds"
    assert data["sample"] == {"n": 0}
    assert data["evaluation"]["outputs"][0]["name"] == "species"
    assert "Pass train=" in data["drift"]["unavailable"]
    document = run.json("report", "m.spinney", table, "--train", table)
    assert document["output"] == "report.html"
    assert data_of(tmp_path / "report.html")["drift"]["clear"] == []


def test_fit_with_report(run, table, tmp_path):
    document = run.json("fit", table, "-t", "species", "-m", "tree", "--report", "r.html")
    assert document["report"] == "r.html"
    data = data_of(tmp_path / "r.html")
    assert data["summary"]["n_rows"] == 69  # a fifth of the rows
    assert data["evaluation"]["from_train"]
    assert data["note"].startswith("The model of this page was fitted to 275 of the 344 rows")


def test_sections_that_the_page_does_not_have(run, table, tmp_path):
    run("fit", table, "-t", "species", "-m", "forest", "-o", "m.spinney")
    assert "the page has no" not in run("report", "m.spinney", table).stderr
    done = run("report", "m.spinney", table, "--max-trees", "3")
    text = " ".join(done.stderr.split())
    assert "the page has no What if: The page contains the first 3 of 200 trees" in text


def test_errors(run, table):
    run("fit", table, "-t", "species", "-m", "tree", "-o", "m.spinney")
    assert "excludes --no-score" in run.error(
        "fit", table, "-t", "species", "--no-score", "--report", "r.html"
    )
    assert "there is no folder" in run.error("report", "m.spinney", table, "-o", "no/r.html")
    assert "input of the command" in run.error("report", "m.spinney", table, "-o", table)
    assert "input of the command" in run.error("report", "m.spinney", table, "-o", "./m.spinney")
    assert "no such file" in run.error("report", "other.spinney", table)


@pytest.mark.parametrize("exists", [False, True])
def test_model_and_report_in_the_same_file(run, table, tmp_path, exists):
    path = tmp_path / "m.spinney"
    if exists:
        path.write_text("kept")
    words = ("fit", table, "-t", "species", "-o", "m.spinney", "--report", str(path))
    assert "--output and --report name the same file" in run.error(*words)
    assert path.exists() == exists
    if exists:
        assert path.read_text() == "kept"
