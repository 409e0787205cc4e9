"""``spinney explain``: contributions as tables, in words and as figures."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import spinney

from .conftest import houses


@pytest.fixture
def boost(run, table):
    small = ("n_estimators=10", "min_samples_leaf=5", "preset=fast", "colsample_bytree=0.7")
    settings = [part for one in small for part in ("--set", one)]
    options = ("-m", "boost", *settings, "--no-score", "-q")
    run("fit", table, "-t", "dear", "--drop", "price", *options, "-o", "boost.spinney")
    return "boost.spinney"


@pytest.fixture
def tree(run, table):
    options = ("-m", "tree", "--set", "max_depth=3", "--set", "ccp_alpha=0.0", "--no-score", "-q")
    run("fit", table, "-t", "dear", "--drop", "price", *options, "-o", "tree.spinney")
    return "tree.spinney"


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_contributions_add_up_to_the_output(run, boost, table):
    rows = rows_of(run("explain", boost, table).stdout)
    assert list(rows[0]) == ["area", "street", "garden", "built", "base_value", "output"]
    assert len(rows) == 60
    cells = np.array([[float(cell) for cell in row.values()] for row in rows])
    assert cells[:, :5].sum(axis=1) == pytest.approx(cells[:, 5])
    predicted = run.json("predict", boost, table)["predictions"]["predicted_dear"]
    assert np.where(cells[:, 5] > 0, "yes", "no").tolist() == predicted


def test_several_classes_have_a_line_each(run, tree, table):
    rows = rows_of(run("explain", tree, table).stdout)
    assert [(row["row"], row["class"]) for row in rows[:3]] == [
        ("0", "no"),
        ("0", "yes"),
        ("1", "no"),
    ]
    shares = run.json("predict", tree, table, "--proba")["predictions"]
    assert [float(row["output"]) for row in rows[1::2]] == pytest.approx(shares["p_yes"])
    found = run.json("explain", tree, table, "--class", "yes")["contributions"]
    assert "class" not in found
    assert found["area"] == pytest.approx([float(row["area"]) for row in rows[1::2]])


def test_interactions_add_up_to_the_same_output(run, boost, table):
    plain = run.json("explain", boost, table)["contributions"]
    found = run.json("explain", boost, table, "--interactions")["contributions"]
    assert "street * built" in found
    parts = [values for name, values in found.items() if name != "output"]
    assert np.sum(parts, axis=0) == pytest.approx(plain["output"])
    assert found["street"] != pytest.approx(plain["street"])


def test_a_row_in_words(run, tree, table):
    done = run("explain", tree, table, "--row", "3")
    lines = done.stdout.splitlines()
    label = run.json("predict", tree, table)["predictions"]["predicted_dear"][3]
    assert lines[0] == f"row 3: dear = {label}"
    assert lines[1].startswith(f"base value: the probability of {label} is ")
    area = houses()[4].split(",")[1]
    [words] = [line for line in lines if line.startswith(f"  area = {area} ")]
    assert " it by " in words
    assert "path in the tree" in lines
    assert "1. area" in done.stdout
    document = run.json("explain", tree, table, "--row", "3", "--class", "no")
    assert (document["row"], document["class"], document["rows"]) == (3, "no", 1)
    assert document["path"][0].startswith("1. area")


def test_missing_values_of_a_row_are_named(run, boost, table):
    assert "area = missing" in run("explain", boost, table, "--row", "0").stdout
    text = run("explain", boost, table, "--row", "1", "--interactions").stdout
    assert " * " in text


def test_features_without_effect_are_merged(run, write):
    lines = ["a,b,c,y"] + [f"{i},{i % 3},{i % 5},{int(i > 20)}" for i in range(40)]
    name = write("t.csv", lines)
    options = ("-m", "tree", "--set", "max_depth=1", "--set", "ccp_alpha=0.0", "--no-score", "-q")
    run("fit", name, "-t", "y", *options, "-o", "t.spinney", "--keep", "a")
    text = run("explain", "t.spinney", name, "--row", "30").stdout
    assert "  a = 30            raises it by " in text
    assert "  2 other features  do not change it" in text


@pytest.mark.parametrize(
    "options",
    [(), ("--row", "3"), ("--class", "yes"), ("--interactions", "--class", "yes")],
)
def test_figures(run, tree, table, options):
    done = run("explain", tree, table, *options, "--plot", "f.png")
    assert "saved f.png" in done.stderr
    assert ("row 3" in done.stdout) == ("--row" in options)
    with Image.open("f.png") as image:
        assert min(image.size) > 200


def test_a_table_and_a_figure(run, boost, table):
    found = run.json("explain", boost, table, "-o", "v.parquet", "--plot", "f.svg")
    assert found["output"] == "v.parquet"
    assert found["columns"][-2:] == ["base_value", "output"]
    assert found["plot"] == "f.svg"


def test_background(run, boost, table, write):
    name = write("first.csv", houses()[:20])
    found = run.json("explain", boost, table, "--background", name)["contributions"]
    plain = run.json("explain", boost, table)["contributions"]
    assert found["output"] == pytest.approx(plain["output"])
    model = spinney.load(boost)
    assert found["base_value"][0] != pytest.approx(plain["base_value"][0])
    assert model.n_features_in_ == 4


def test_a_feature_may_be_called_output(run, write):
    lines = ["output,row,y"] + [f"{i},{i * 7 % 11},{2.5 * i}" for i in range(40)]
    name = write("t.csv", lines)
    options = ("-m", "forest", "--set", "n_estimators=3", "--no-score", "-q")
    run("fit", name, "-t", "y", *options, "-o", "t.spinney", "--keep", "output")
    found = run.json("explain", "t.spinney", name)["contributions"]
    assert list(found) == ["output", "row", "base_value", "output_"]


def test_errors_name_the_option(run, tree, table, boost):
    message = run.error("explain", tree, table, "--row", "60")
    assert "houses.csv has the rows 0 to 59" in message
    message = run.error("explain", tree, table, "--class", "maybe")
    assert "--class maybe: the model has no such output; it explains 'no', 'yes'" in message
    message = run.error("explain", tree, table, "--interactions", "--plot", "f.png")
    assert "choose it with --class" in message
    assert "figures are written as" in run.error("explain", tree, table, "--plot", "f.csv")
    assert "Did you mean 'explain'?" in run.error("shap", tree, table)
    message = run.error("explain", tree, table, "-o", table)
    assert "it is an input of the command" in message


def test_oblique_splits_need_a_background(run, table):
    X = np.random.default_rng(0).normal(size=(60, 2))
    model = spinney.DecisionTreeClassifier(split_kind="oblique", max_depth=2)
    model.fit(X, X.sum(axis=1) > 0).save("o.spinney")
    np.savetxt("x.csv", X, delimiter=",", header="a,b", comments="")
    assert "Name a table with --background" in run.error("explain", "o.spinney", "x.csv")
    options = ("--background", "x.csv", "--class", "True")
    found = run.json("explain", "o.spinney", "x.csv", *options)["contributions"]
    assert found["output"] == pytest.approx(model.predict_proba(X)[:, 1])


def test_probabilities_of_boosting(run, boost, table):
    assert "Name a table with --background" in run.error(
        "explain", boost, table, "--scale", "prediction"
    )
    options = ("--scale", "prediction", "--background", table, "--class", "yes")
    found = run.json("explain", boost, table, *options)["contributions"]
    probabilities = run.json("predict", boost, table, "--proba")["predictions"]["p_yes"]
    assert found["output"] == pytest.approx(probabilities)


def test_counterfactual(run, boost, table):
    text = run("explain", boost, table, "--row", "3", "--counterfactual").stdout
    assert "smallest change" in text
    assert "Change " in text
    document = run.json("explain", boost, table, "--row", "3", "--counterfactual")
    found = document["counterfactual"]
    predicted = run.json("predict", boost, table)["predictions"]["predicted_dear"][3]
    assert found["optimal"]
    assert found["prediction"] != predicted
    assert found["text"] in text
    fixed = [option for change in found["changes"] for option in ("--immutable", change["feature"])]
    other = run.json("explain", boost, table, "--row", "3", "--counterfactual", *fixed)
    changed = {change["feature"] for change in other["counterfactual"]["changes"]}
    assert not changed & {change["feature"] for change in found["changes"]}


def test_cost_does_not_depend_on_other_rows(run, boost, table):
    lines = Path(table).read_text().splitlines(keepends=True)
    Path("one.csv").write_text("".join([lines[0], lines[4]]))
    found = [
        run.json("explain", boost, data, "--row", row, "--counterfactual")["counterfactual"]
        for data, row in ((table, "3"), ("one.csv", "0"))
    ]
    assert found[0]["cost"] > 0
    assert found[0] == found[1]


def test_counterfactual_of_a_number(run, table):
    options = ("-m", "boost", "--set", "n_estimators=10", "--no-score", "-q", "-o", "price.spinney")
    run("fit", table, "-t", "price", "--drop", "dear", *options)
    prices = run.json("predict", "price.spinney", table)["predictions"]["predicted_price"]
    middle = str(np.median(prices))
    row = str(int(np.argmin(prices)))
    options = ("--row", row, "--counterfactual", "--between", middle, "1e9", "--plot", "change.png")
    found = run.json("explain", "price.spinney", table, *options)["counterfactual"]
    assert found["prediction"] >= float(middle)
    assert Image.open("change.png").size[0] > 300


def test_errors_of_counterfactuals(run, boost, table):
    assert "needs --row" in run.error("explain", boost, table, "--counterfactual")
    row = ("--row", "0", "--counterfactual")
    message = run.error("explain", boost, table, *row, "--class", "nothing")
    assert "--class nothing: the model has no such class" in message
    message = run.error("explain", boost, table, *row, "--between", "1", "2")
    assert "--between is for regression" in message
    assert "'nothing'" in run.error("explain", boost, table, *row, "--immutable", "nothing")
    message = run.error("explain", boost, table, "--row", "0", "--immutable", "area")
    assert "options of --counterfactual" in message
    message = run.error("explain", boost, table, *row, "--immutable", "aera")
    assert "Did you mean 'area'" in message
