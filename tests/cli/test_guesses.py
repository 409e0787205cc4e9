"""What the columns, the target and the task are taken for, and what the user can say instead."""

import pytest

from .conftest import houses

QUICK = ("--model", "tree", "--no-score")


def kinds(run, *arguments):
    found = run.json("fit", *arguments, *QUICK)
    return {column["name"]: column["kind"] for column in found["columns"]}


def test_kinds_of_columns(run, table):
    assert kinds(run, table, "-t", "price", "--drop", "dear") == {
        "id": "left out",
        "area": "number",
        "street": "category",
        "garden": "yes/no",
        "built": "date",
        "country": "left out",
        "dear": "left out",
    }


def test_what_is_left_out_is_said_with_its_reason(run, table):
    shown = run("fit", table, "-t", "price", *QUICK).stdout
    assert "id: an identifier: a value of its own in every row" in shown
    assert "country: the same value in every row ('NL')" in shown
    assert "built (as days since 1970)" in shown
    assert "6 values, in area" in shown


def test_long_lists_are_cut_short(run, write):
    names = [f"c{j}" for j in range(40)]
    name = write(
        "t.csv",
        [",".join([*names, "x", "y"]), *("1," * 40 + f"{i % 7},{i % 2}" for i in range(40))],
    )
    shown = run("fit", name, "-t", "y", *QUICK).stdout
    assert shown.count("left out") == 11
    assert "and 30 more" in shown


def test_the_user_can_say_otherwise(run, table):
    said = kinds(run, table, "-t", "price", "--keep", "id", "--category", "area", "--drop", "built")
    assert said["id"] == "number"
    assert said["area"] == "category"
    assert said["built"] == "left out"


def test_text_that_names_rows_is_left_out(run, write):
    lines = ["name,code,x,y", *(f"p{i},c{i % 25},{i / 7},{i % 2}" for i in range(40))]
    found = kinds(run, write("t.csv", lines), "-t", "y")
    assert found == {"name": "left out", "code": "left out", "x": "number"}


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


def test_task_can_be_said(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 3}" for i in range(60))])
    found = run.json("fit", name, "-t", "y", "--task", "regression", *QUICK)
    assert found["class"] == "DecisionTreeRegressor"


def test_the_other_task_is_named_where_it_might_be_meant(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 12}" for i in range(60))])
    assert "--task classification takes" in run("fit", name, "-t", "y", *QUICK).stdout
    name = write("t.csv", ["x,y", *(f"{i % 7},{i % 3}" for i in range(60))])
    assert "--task regression takes" in run("fit", name, "-t", "y", *QUICK).stdout


def test_contradictions_and_tables_too_small_to_score(run, table, write):
    both = ("--cv", "3", "--holdout", "0.2")
    assert "--cv contradicts --holdout" in run.mistake("fit", table, "-t", "dear", *both)
    assert "--no-score contradicts" in run.mistake("fit", table, "-t", "dear", *QUICK, *both[:2])
    share = ("--holdout", "0.01")
    assert "too few to learn or to test" in run.mistake("fit", table, "-t", "dear", *share)
    small = write("t.csv", ["x,y", "1,0", "2,1"])
    assert "2 rows: too few" in run.mistake("fit", small, "-t", "y")


def test_text_among_numbers_is_named_by_line_and_value(run, write):
    lines = houses()
    lines[9] = lines[9].replace(lines[9].split(",")[1], "big", 1)
    name = write("t.csv", lines)
    message = run.mistake("fit", name, "-t", "dear", *QUICK)
    assert "t.csv, line 10, column 'area': 'big' is not a number" in message
    assert kinds(run, name, "-t", "dear", "--missing", "big")["area"] == "number"
    assert kinds(run, name, "-t", "dear", "--category", "area")["area"] == "category"


def test_infinity_is_named_by_line(run, write):
    lines = ["x,y", *(f"{i}.5,{i % 2}" for i in range(30))]
    lines[4] = "inf,1"
    message = run.mistake("fit", write("t.csv", lines), "-t", "y", *QUICK)
    assert "t.csv, line 5, column 'x': 'inf' is infinite" in message


def test_rows_without_a_target_are_left_out_with_a_word(run, write):
    lines = houses()
    lines[3] = lines[3].rpartition(",")[0] + ","
    found = run.json("fit", write("t.csv", lines), "-t", "dear", *QUICK)
    assert found["rows"] == 59
    assert found["notes"] == ["1 row without a target left out"]


def test_too_many_classes(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},name{i}" for i in range(60))])
    assert "60 distinct values in 60 rows" in run.mistake("fit", name, "-t", "y", *QUICK)


def test_unknown_columns(run, table):
    assert "did you mean 'price'?" in run.mistake("fit", table, "-t", "prise", *QUICK)
    assert "its columns: 'id', 'area'" in run.mistake("fit", table, "-t", "zzz", *QUICK)
    assert "no column 'zzz'" in run.mistake("fit", table, "-t", "price", "--drop", "zzz", *QUICK)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("max_dept=3", "did you mean 'max_depth'?"),
        ("max_depth", "write name=value"),
        ("max_depth=-1", "max_depth"),
        ("max_depth=deep", "max_depth"),
    ],
)
def test_wrong_settings(run, table, setting, message):
    assert message in run.mistake("fit", table, "-t", "dear", "--set", setting, *QUICK)


def test_settings_are_python_values_or_words(run, table):
    settings = ("--set", "max_depth=2", "--set", "criterion=entropy", "--set", "ccp_alpha=0.0")
    found = run.json("fit", table, "-t", "dear", *settings, *QUICK)["settings"]
    assert found["max_depth"] == 2
    assert found["criterion"] == "entropy"


def test_a_model_no_better_than_the_baseline_is_told(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 2},{'ab'[i // 2 % 2]}" for i in range(80))])
    found = run.json("fit", name, "-t", "y", "--model", "tree")
    assert "no better than the baseline" in found["notes"][-1]


def test_a_model_better_than_the_baseline_is_not(run, table):
    assert "notes" not in run.json("fit", table, "-t", "dear", "--model", "tree", "--cv", "3")
