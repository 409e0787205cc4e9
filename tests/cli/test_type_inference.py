"""Inferred column types and task, and the options that override them."""

import pytest

from .conftest import houses

QUICK = ("--model", "tree", "--no-score")


def kinds(run, *arguments):
    found = run.json("fit", *arguments, *QUICK)
    return {column["name"]: column["kind"] for column in found["columns"]}


def test_kinds_of_columns(run, table):
    assert kinds(run, table, "-t", "price", "--drop", "dear") == {
        "id": "dropped",
        "area": "number",
        "street": "category",
        "garden": "boolean",
        "built": "date",
        "country": "dropped",
        "dear": "dropped",
    }


def test_dropped_columns_are_shown_with_a_reason(run, table):
    shown = run("fit", table, "-t", "price", *QUICK).stdout
    assert "id: an identifier: all values are distinct" in shown
    assert "country: constant ('NL')" in shown
    assert "dates       built" in shown
    assert "6 values, in area" in shown


def test_long_lists_are_shortened(run, write):
    names = [f"c{j}" for j in range(40)]
    name = write(
        "t.csv",
        [",".join([*names, "x", "y"]), *("1," * 40 + f"{i % 7},{i % 2}" for i in range(40))],
    )
    shown = run("fit", name, "-t", "y", *QUICK).stdout
    assert shown.count("dropped") == 11
    assert "and 30 more" in shown


def test_options_override_inferred_types(run, table):
    found = kinds(
        run, table, "-t", "price", "--keep", "id", "--category", "area", "--drop", "built"
    )
    assert found["id"] == "number"
    assert found["area"] == "category"
    assert found["built"] == "dropped"


def test_text_identifiers_are_dropped(run, write):
    lines = ["name,code,x,y", *(f"p{i},c{i % 25},{i / 7},{i % 2}" for i in range(40))]
    found = kinds(run, write("t.csv", lines), "-t", "y")
    assert found == {"name": "dropped", "code": "dropped", "x": "number"}


@pytest.mark.parametrize(
    ("values", "task"),
    [
        (["a", "b"], "classification"),
        (["true", "false"], "classification"),
        (["0", "1", "2"], "classification"),
        (["0.5", "1", "2"], "regression"),
        ([str(i) for i in range(20)], "regression"),
    ],
)
def test_tasks(run, write, values, task):
    lines = ["x,y", *(f"{i % 7},{values[i % len(values)]}" for i in range(60))]
    name = write("t.csv", lines)
    assert run.json("fit", name, "-t", "y", *QUICK)["task"] == task


def test_task_option(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 3}" for i in range(60))])
    found = run.json("fit", name, "-t", "y", "--task", "regression", *QUICK)
    assert found["class"] == "DecisionTreeRegressor"


def test_ambiguous_tasks_show_a_hint(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 12}" for i in range(60))])
    assert "use --task classification" in run("fit", name, "-t", "y", *QUICK).stdout
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 3}" for i in range(60))])
    assert "use --task regression" in run("fit", name, "-t", "y", *QUICK).stdout


def test_contradicting_options(run, table):
    both = ("--cv", "3", "--holdout", "0.2")
    assert "--cv and --holdout exclude each other" in run.error("fit", table, "-t", "dear", *both)
    assert "--no-score excludes" in run.error("fit", table, "-t", "dear", *QUICK, *both[:2])
    share = ("--holdout", "0.01")
    assert "too few rows to train or test; use another" in run.error(
        "fit", table, "-t", "dear", *share
    )


def test_tiny_tables(run, write):
    small = write("t.csv", ["x,y", "1,0", "2,1"])
    for command in ("fit", "tune", "compare"):
        line = run.error(command, small, "-t", "y")
        assert "2 rows: too few to train and test a model; it needs at least 4" in line
    assert run.json("fit", small, "-t", "y", *QUICK)["rows"] == 2
    few = write("few.csv", ["x,y", *(f"{i},{'ab'[i % 2]}" for i in range(7))])
    line = run.error("fit", few, "-t", "y", "-m", "tree", "--cv", "10")
    assert "7 rows are too few for 10 folds of at least 2 rows; use --cv 3, or" in line
    for command, model in (("fit", "tree"), ("fit", "rpart"), ("tune", "tree")):
        notes = run.json(command, few, "-t", "y", "-m", model)["notes"]
        assert notes[0] == (
            "the tree is pruned by 4-fold instead of 10-fold cross-validation, because a training "
            "part has only 4 rows"
        )
    both = run("compare", few, "-t", "y", "-m", "tree,rpart").stderr
    assert both.count("the tree is pruned by 4-fold") == 1


def test_text_among_numbers_is_named_by_line_and_value(run, write):
    lines = houses()
    lines[9] = lines[9].replace(lines[9].split(",")[1], "big", 1)
    name = write("t.csv", lines)
    message = run.error("fit", name, "-t", "dear", *QUICK)
    assert "t.csv, line 10, column 'area': 'big' is not a number" in message
    assert kinds(run, name, "-t", "dear", "--missing", "big")["area"] == "number"
    assert kinds(run, name, "-t", "dear", "--category", "area")["area"] == "category"


def test_infinity_is_named_by_line(run, write):
    lines = ["x,y", *(f"{i}.5,{i % 2}" for i in range(30))]
    lines[4] = "inf,1"
    message = run.error("fit", write("t.csv", lines), "-t", "y", *QUICK)
    assert "t.csv, line 5, column 'x': 'inf' is infinite" in message


def test_rows_without_a_target_are_dropped_with_a_note(run, write):
    lines = houses()
    lines[3] = lines[3].rpartition(",")[0] + ","
    found = run.json("fit", write("t.csv", lines), "-t", "dear", *QUICK)
    assert found["rows"] == 59
    assert found["notes"] == ["dropped 1 row without a target"]


def test_too_many_classes(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},name{i}" for i in range(60))])
    assert "60 distinct values in 60 rows" in run.error("fit", name, "-t", "y", *QUICK)


def test_unknown_columns(run, table):
    assert "did you mean 'price'?" in run.error("fit", table, "-t", "prise", *QUICK)
    assert "its columns: 'id', 'area'" in run.error("fit", table, "-t", "zzz", *QUICK)
    assert "no column 'zzz'" in run.error("fit", table, "-t", "price", "--drop", "zzz", *QUICK)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("max_dept=3", "did you mean 'max_depth'?"),
        ("max_depth", "write name=value"),
        ("max_depth=-1", "max_depth"),
        ("max_depth=deep", "max_depth"),
    ],
)
def test_wrong_settings_precede_notes_and_reading(run, write, setting, message):
    """Errors are a single line, also for a table with notes and for one that does not exist."""
    name = write("t.csv", ["x,y", *(f"{i}%,{'ab'[i % 2]}" for i in range(60))])
    for command in ("fit", "tune"):
        for table in (name, "nowhere.csv"):
            line = run.error(command, table, "-t", "y", "-m", "tree", "--set", setting)
            assert message in line


def test_settings_of_one_task(run, write):
    """Whether the criterion is wrong depends on the task, and that on the table."""
    name = write("t.csv", ["x,y", *(f"{i}%,{'ab'[i % 2]}" for i in range(60))])
    wrong = ("--set", "criterion=squared_error")
    assert "criterion" in run.error("fit", name, "-t", "y", *QUICK, *wrong)
    line = run.error("fit", "nowhere.csv", "-t", "y", *QUICK, *wrong, "--task", "classification")
    assert "criterion" in line
    assert "nowhere.csv" in run.error("fit", "nowhere.csv", "-t", "y", *QUICK, *wrong)


def test_settings_of_members(run):
    arguments = ("fit", "nowhere.csv", "-t", "y", "-m", "bagging")
    assert "max_depth" in run.error(*arguments, "--set", "estimator__max_depth=-2")
    assert "did you mean" in run.error(*arguments, "--set", "estimator__max_dept=2")


def test_settings_are_literals_or_words(run, table):
    settings = ("--set", "max_depth=2", "--set", "criterion=entropy", "--set", "ccp_alpha=0.0")
    found = run.json("fit", table, "-t", "dear", *settings, *QUICK)["parameters"]
    assert found["max_depth"] == 2
    assert found["criterion"] == "entropy"


def test_a_model_that_does_not_beat_the_baseline_is_noted(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 2},{'ab'[i // 2 % 2]}" for i in range(80))])
    found = run.json("fit", name, "-t", "y", "--model", "tree")
    assert "does not beat the baseline" in found["notes"][-1]


def test_a_model_that_beats_the_baseline_is_not_noted(run, table):
    assert "notes" not in run.json("fit", table, "-t", "dear", "--model", "tree", "--cv", "3")
