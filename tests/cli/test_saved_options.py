"""Options of the training table that a model keeps for new tables: dates, missing values, case."""

import pytest

QUICK = ("-t", "y", "--model", "tree", "--no-score", "--set", "ccp_alpha=0.0")
EUROPEAN = [f"{1 + i % 28}/{1 + i % 12}/2021" for i in range(60)]


def months(days, form="{day},{late}"):
    """CSV rows with a target that depends on the month of dates with the day first."""
    return [form.format(day=day, late=int(day.split("/")[1]) > 6) for day in days]


def predicted(run, *arguments):
    return run.json("predict", "m.spinney", *arguments)["predictions"]["predicted_y"]


@pytest.fixture
def european(run, write):
    name = write("t.csv", ["day,y", *months(EUROPEAN)])
    run("fit", name, *QUICK, "-o", "m.spinney", "-q")
    return name


def test_the_order_of_day_and_month_is_not_detected_again(run, write, european):
    """A single date that does not fit must not exchange day and month of the others."""
    name = write("new.csv", ["day,y", "3/8/2021,True", "1/13/2021,False"])
    for command in (("predict", "m.spinney", name), ("evaluate", "m.spinney", name)):
        line = run.error(*command)
        assert "new.csv, line 3, column 'day': '1/13/2021' does not have the date format" in line
        assert "%d/%m/%Y of the training table; correct it, or set another format" in line
        assert "--date-format day=%m/%d/%Y, or use --missing TEXT" in line
    assert "line 3, column 'day'" in run.error("importance", "m.spinney", "--data", name)
    assert predicted(run, name, "--missing", "1/13/2021")[0] is True
    assert predicted(run, name, "--date-format", "day=%m/%d/%Y") == [False, False]
    assert predicted(run, name, "--date-format", "%m/%d/%Y") == [False, False]


@pytest.mark.parametrize("days", [["2021-08-03", "2021-03-08"], ["2021-08-03T10:00", "2021-03-08"]])
def test_iso_dates_are_read_by_every_model(run, write, european, days):
    assert predicted(run, write("new.csv", ["day", *days])) == [True, False]


def test_missing_dates(run, write, european):
    some = predicted(run, write("new.csv", ["day,x", "3/8/2021,1", ",1", "?,1"]))
    assert predicted(run, write("new.csv", ["day,x", ",1", "NA,1"])) == some[1:]


def test_the_format_of_a_pruned_model(run, write, european):
    run("prune", "m.spinney", "--leaves", "2", "-o", "small.spinney", "-q")
    name = write("new.csv", ["day", "3/8/2021", "1/13/2021"])
    assert "does not have the date format" in run.error("predict", "small.spinney", name)


def test_other_columns_may_change_their_format(run, write):
    rows = [f"{day},{i % 4},{i % 4 > 1}" for i, day in enumerate(EUROPEAN)]
    name = write("t.csv", ["day,x,y", *rows])
    run("fit", name, *QUICK, "--drop", "day", "-o", "m.spinney", "-q")
    assert predicted(run, write("new.csv", ["day,x", "1/13/2021,1", "soon,3"])) == [False, True]


def test_integers_are_dates_as_at_fit(run, write):
    days = [f"2021{1 + i % 12:02}{1 + i % 28:02}" for i in range(60)]
    name = write("t.csv", ["day,y", *(f"{day},{day > '20210700'}" for day in days)])
    run("fit", name, *QUICK, "--date-format", "day=%Y%m%d", "-o", "m.spinney", "-q")
    assert predicted(run, write("new.csv", ["day", "20210803", "20210308"])) == [True, False]
    line = run.error("predict", "m.spinney", write("new.csv", ["day", "20210803", "20211308"]))
    assert "line 3, column 'day': '20211308' does not have the date format %Y%m%d" in line


def test_formats_detected_at_prediction_are_noted(run, write):
    """The training table had ISO dates, so the order of day and month is unknown."""
    days = [f"2021-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(60)]
    name = write("t.csv", ["day,y", *(f"{day},{day > '2021-07'}" for day in days)])
    run("fit", name, *QUICK, "-o", "m.spinney", "-q")
    found = run.json("predict", "m.spinney", write("new.csv", ["day", "3/8/2021", "13/1/2021"]))
    assert found["notes"] == ["'day': read as dates with the format %d/%m/%Y"]
    line = run.error("predict", "m.spinney", write("new.csv", ["day", "3/8/2021"]))
    assert "the model needs dates here" in line
    assert "--date-format day=%d/%m/%Y or --date-format day=%m/%d/%Y" in line


def test_dates_as_target(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 12},{day}" for i, day in enumerate(EUROPEAN))])
    run("fit", name, *QUICK, "-o", "m.spinney", "-q")
    new = write("new.csv", ["x,y", "1,3/8/2021", "2,1/13/2021"])
    line = run.error("evaluate", "m.spinney", new)
    assert "line 3, column 'y': '1/13/2021' does not have the date format %d/%m/%Y" in line


def test_texts_for_missing_values_are_saved(run, write):
    rows = [f"{i % 5 if i % 3 else -999},{i % 3 == 0 or i % 5 > 2}" for i in range(60)]
    name = write("t.csv", ["x,y", *rows])
    run("fit", name, *QUICK, "--missing", "-999", "-o", "m.spinney", "-q")
    given = [write("new.csv", ["x,z", f"{text},1", "1,1"]) for text in ("", "-999")]
    assert predicted(run, given[0]) == predicted(run, given[1])
    importance = run.json("importance", "m.spinney", "--data", name)
    with_option = run.json("importance", "m.spinney", "--data", name, "--missing", "-999")
    assert importance == with_option


SPELLINGS = ["Yes", "NO", "yes", "Maybe", "YES", "no", "yes"]


def test_all_values_that_differ_in_case_are_noted(run, write):
    lines = ["the answer,y", *(f"{SPELLINGS[i % 7]},{'AbaB'[i % 4]}" for i in range(70))]
    found = run.json("fit", write("t.csv", lines), *QUICK)
    assert found["notes"] == [
        "'the answer': values differ only in case ('Yes', 'yes', 'YES'; 'NO', 'no'); "
        "--ignore-case 'the answer' merges them",
        "'y': values differ only in case ('A', 'a'; 'b', 'B'); --ignore-case y merges them",
    ]


def test_many_groups_are_counted(run, write):
    values = list("abcdefgABCDEFG") * 5
    found = run.json("fit", write("t.csv", ["x,y", *(f"{v},{v > 'a'}" for v in values)]), *QUICK)
    assert "'e', 'E'; and 2 more groups);" in found["notes"][0]


def test_ignored_case(run, write):
    """The most frequent spelling is kept; new tables may have others."""
    lines = ["x,y", *(f"{SPELLINGS[i % 7]},{'AbaBab'[i % 6]}" for i in range(70))]
    options = ("--ignore-case", "x", "--ignore-case", "y")
    found = run.json("fit", write("t.csv", lines), *QUICK, *options, "-o", "m.spinney")
    assert "notes" not in found
    assert found["classes"] == ["a", "b"]
    assert found["columns"][0]["distinct"] == 3
    new = write("new.csv", ["x,y", "yEs,A", "no,B", "MAYBE,b", ",b"])
    same = write("same.csv", ["x,y", "yes,a", "NO,b", "Maybe,b", ",b"])
    assert predicted(run, new) == predicted(run, same)
    scores = [run.json("evaluate", "m.spinney", name) for name in (new, same)]
    assert "notes" not in scores[0]
    assert scores[0]["scores"] == scores[1]["scores"]
    assert scores[0]["classes"] == ["a", "b"]
    assert "no column 'z'" in run.error("evaluate", "m.spinney", new, "-t", "z")


def test_case_of_other_columns(run, write):
    name = write("t.csv", ["x,y", *(f"{i % 7},{'ab'[i % 2]}" for i in range(40))])
    line = run.error("fit", name, *QUICK, "--ignore-case", "x")
    assert "--ignore-case 'x': the column does not hold unordered text" in line
    assert "no column 'z'" in run.error("fit", name, *QUICK, "--ignore-case", "z")
