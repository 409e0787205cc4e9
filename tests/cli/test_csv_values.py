"""Values in CSV files: formatted numbers, spaces, dates and missing header lines."""

import numpy as np
import pandas as pd
import pytest

import spinney

QUICK = ("-t", "y", "--model", "tree", "--no-score")


def lines_of(values, header="x,y"):
    return [header, *(f"{value},{'ab'[i % 2]}" for i, value in enumerate(values))]


@pytest.mark.parametrize(
    ("write_number", "number"),
    [
        (lambda i: f'"{1000 * i:,}"', lambda i: 1000 * i),
        (lambda i: f'"${1000 * i:,}.50"', lambda i: 1000 * i + 0.5),
        (lambda i: f"-{i}%", lambda i: -i),
        (lambda i: f"{i} €", lambda i: i),
        (lambda i: f"{i} 000".replace(" ", "\u202f"), lambda i: 1000 * i),
        (lambda i: f"  {i}  " if i % 5 else "  ? ", lambda i: i),
    ],
)
def test_formatted_numbers_are_numbers(run, write, write_number, number):
    name = write("t.csv", lines_of(map(write_number, range(1, 41))))
    found = run.json("fit", name, *QUICK, "-o", "m.spinney", "--set", "ccp_alpha=0.0")
    assert found["columns"][0]["kind"] == "number"
    plain = write("p.csv", lines_of(map(number, range(1, 41))))
    predicted = [run.json("predict", "m.spinney", n)["predictions"] for n in (name, plain)]
    known = [i for i in range(40) if (i + 1) % 5]
    assert np.array_equal(*(np.array(a["predicted_y"])[known] for a in predicted))


def test_formatted_numbers_are_noted(run, write):
    found = run.json("fit", write("t.csv", lines_of(f"{i}%" for i in range(40))), *QUICK)
    assert found["notes"] == ["'x': values such as '0%' read as numbers"]


def test_a_target_with_thousands_separators(run, write):
    rows = [f'{i % 9},"{1000 + 7 * i:,}"' for i in range(40)]
    found = run.json("fit", write("t.csv", ["x,y", *rows]), *QUICK)
    assert found["task"] == "regression"


def test_decimal_commas_with_thousands_points(run, write):
    rows = [f"{i}.000,5;{'ab'[i > 20]}" for i in range(1, 41)]
    run("fit", write("t.csv", ["x;y", *rows]), *QUICK, "-o", "m.spinney", "-q")
    assert spinney.load("m.spinney").tree_.threshold[0] == 20500.5


def test_text_among_formatted_numbers_is_an_error(run, write):
    lines = lines_of(f"${i}" for i in range(40))
    lines[7] = "cheap,a"
    assert "line 8, column 'x': 'cheap'" in run.error("fit", write("t.csv", lines), *QUICK)


def test_codes_stay_text(run, write):
    codes = [("12-34", "x1", "1.2.3", "020 123 456")[i % 4] for i in range(40)]
    found = run.json("fit", write("t.csv", lines_of(codes)), *QUICK)
    assert found["columns"][0]["kind"] == "category"


def test_names_and_values_are_stripped(run, write):
    rows = [f"{i % 7}, {'pq'[i % 2]} , {'uv'[i % 2]}" for i in range(40)]
    name = write("t.csv", ["x, kind , y", *rows])
    found = run.json("fit", name, *QUICK, "-o", "m.spinney")
    assert [c["name"] for c in found["columns"]] == ["x", "kind"]
    assert found["classes"] == ["u", "v"]
    done = run("predict", "m.spinney", write("n.csv", ["x,kind", "1,q"]), "--only")
    assert (done.stdout, done.stderr) == ("predicted_y\nv\n", "")


def test_empty_columns_of_spreadsheets_are_ignored(run, write):
    rows = [f"{i % 7},{'ab'[i % 2]},," for i in range(40)]
    found = run.json("fit", write("t.csv", ["x,y,,", *rows]), *QUICK)
    assert [c["name"] for c in found["columns"]] == ["x"]


@pytest.mark.parametrize("time", ["", " 10:30", " 10:30:59"])
@pytest.mark.parametrize("form", ["{d:02}.{m:02}.2020", "2020/{m:02}/{d:02}", "2020-{m:02}-{d:02}"])
def test_unambiguous_dates(run, write, form, time):
    dates = [form.format(d=1 + i % 28, m=1 + i % 12) + time for i in range(60)]
    found = run.json("fit", write("t.csv", lines_of(dates)), *QUICK)
    assert found["columns"][0]["kind"] == "date"


def test_trees_show_dates(run, write):
    dates = [f"2020-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(60)]
    lines = ["day,late", *(f"{day},{day > '2020-06-15'}" for day in dates)]
    arguments = ("fit", write("t.csv", lines), "-t", "late", "--model", "tree", "--no-score")
    assert "day <= 2020-06-" in run(*arguments, "-o", "m.spinney").stdout
    assert "day <= 2020-06-" in run("tree", "m.spinney").stdout
    assert "if day <= 2020-06-" in run("tree", "m.spinney", "--rules").stdout


@pytest.mark.parametrize(
    ("form", "reason", "options"),
    [
        ("{m}/{d}/2020", "the order of day and month is ambiguous", ["%d/%m/%Y", "%m/%d/%Y"]),
        ("{m}/{d}/20", "its dates have years of two digits", ["%d/%m/%y", "%m/%d/%y"]),
        ("{m}.{d}.20", "its dates have years of two digits", ["%d.%m.%y"]),
        ("{m}/{d}/20 10:30", "its dates have", ["%d/%m/%y %H:%M", "%m/%d/%y %H:%M"]),
    ],
)
def test_the_advice_for_ambiguous_dates_works(run, write, form, reason, options):
    dates = [form.format(m=1 + i % 4, d=1 + i % 3) for i in range(60)]
    name = write("t.csv", ["the day,y", *(f"{day},{'ab'[i % 2]}" for i, day in enumerate(dates))])
    [note] = run.json("fit", name, *QUICK)["notes"]
    assert f"'the day': read as text, because {reason}" in note
    given = [f"the day={option}" for option in options]
    assert note.endswith(" or ".join(f"--date-format '{option}'" for option in given))
    for option in given:
        found = run.json("fit", name, *QUICK, "--date-format", option)
        assert found["columns"][0]["kind"] == "date"


def test_a_missing_header_line_is_noted(run, write):
    rows = [f"{i % 7},{'pq'[i % 3 > 1]},{'ab'[i % 2]}" for i in range(40)]
    found = run.json("fit", write("t.csv", rows), "-t", "a", "--model", "tree", "--no-score")
    assert "is the header line of t.csv missing?" in found["notes"][0]
    named = write("u.csv", ["0,1,y", *rows])
    assert "notes" not in run.json("fit", named, *QUICK)


def test_leading_zeros_are_text(run, write):
    codes = [("01234", "10001", "20002")[i % 3] for i in range(60)]
    rows = [f"{code},{'ab'[code == '01234']}" for code in codes]
    found = run.json("fit", write("t.csv", ["x,y", *rows]), *QUICK, "-o", "m.spinney")
    assert found["columns"][0]["kind"] == "category"
    assert found["notes"] == [
        "'x': read as text, because values such as '01234' have leading zeros; "
        "--number x reads numbers"
    ]
    assert "x in {01234}" in run("tree", "m.spinney").stdout
    shown = run("predict", "m.spinney", "t.csv").stdout
    assert shown.splitlines()[1] == "01234,b,b"
    other = write("new.csv", ["x", "01234", "1234"])
    assert run.json("predict", "m.spinney", other)["predictions"]["predicted_y"] == ["b", "a"]


def test_numbers_with_leading_zeros(run, write):
    lines = ["x,y", *(f"{i % 30:03},{'ab'[i % 30 > 12]}" for i in range(60))]
    name = write("t.csv", lines)
    found = run.json("fit", name, *QUICK, "--number", "x", "-o", "m.spinney")
    assert found["columns"][0]["kind"] == "number"
    assert "x <= 12.5" in run("tree", "m.spinney").stdout
    predicted = run.json("predict", "m.spinney", write("n.csv", ["x", "012", "013"]))
    assert predicted["predictions"]["predicted_y"] == ["a", "b"]
    line = run.error("fit", name, *QUICK, "--number", "x", "--category", "x")
    assert "--category and --number exclude each other" in line


def test_mixed_codes_with_leading_zeros_are_no_error(run, write):
    codes = [("01234", "10001", "20002", "30003", "4000B")[i % 5] for i in range(60)]
    assert run.json("fit", write("t.csv", lines_of(codes)), *QUICK)["columns"][0]["kind"] == (
        "category"
    )


def test_zero_and_decimals_are_numbers(run, write):
    found = run.json("fit", write("t.csv", lines_of(i % 4 for i in range(40))), *QUICK)
    assert found["columns"][0]["kind"] == "number"
    found = run.json("fit", write("t.csv", lines_of(f"0.{i}" for i in range(40))), *QUICK)
    assert found["columns"][0]["kind"] == "number"


US_DATES = [f"{1 + i % 12}/{1 + i % 28}/2021" for i in range(60)]
DATE_FORMATS = {
    "%m/%d/%Y": US_DATES,
    "%d/%m/%Y": [f"{1 + i % 28}/{1 + i % 12}/2021" for i in range(60)],
    "%m-%d-%Y %H:%M": [f"{1 + i % 12}-{1 + i % 28}-2021 {i % 24}:05" for i in range(60)],
    "%m/%d/%Y %I:%M %p": [f"{1 + i % 12}/{1 + i % 28}/2021 {1 + i % 12}:05 PM" for i in range(60)],
    "%d-%b-%Y": [f"{1 + i % 28}-{('Jan', 'FEB', 'may')[i % 3]}-2021" for i in range(60)],
    "%b %d, %Y": [f'"{("January", "Jun")[i % 2]} {1 + i % 28}, 2021"' for i in range(60)],
}


@pytest.mark.parametrize("form", DATE_FORMATS)
def test_detected_date_formats(run, write, form):
    name = write("t.csv", lines_of(DATE_FORMATS[form]))
    found = run.json("fit", name, *QUICK, "-o", "m.spinney")
    assert found["columns"][0]["kind"] == "date"
    assert found["notes"] == [f"'x': read as dates with the format {form}"]
    expected = pd.to_datetime([d.strip('"') for d in DATE_FORMATS[form]], format="mixed")
    if form == "%d/%m/%Y":
        expected = pd.to_datetime(DATE_FORMATS[form], format=form)
    run("predict", "m.spinney", name, "-o", "p.parquet", "-q")
    assert pd.to_datetime(pd.read_parquet("p.parquet")["x"]).tolist() == expected.tolist()


def test_the_order_of_day_and_month_is_saved(run, write):
    """A table to predict whose dates are ambiguous by themselves."""
    rows = [f"{day},{int(day.split('/')[0]) > 6}" for day in US_DATES]
    run("fit", write("t.csv", ["x,y", *rows]), *QUICK, "-o", "m.spinney", "-q")
    name = write("new.csv", ["x", "3/8/2021", "8/3/2021"])
    predicted = run.json("predict", "m.spinney", name)["predictions"]["predicted_y"]
    assert predicted == [False, True]


def test_date_format_option(run, write):
    name = write("t.csv", lines_of([f"{1 + i % 12}/{1 + i % 9}/21" for i in range(60)]))
    assert "distinct values in 60 rows; dates need --date-format" in run.error("fit", name, *QUICK)
    for option in ("%m/%d/%y", "x=%m/%d/%y"):
        found = run.json("fit", name, *QUICK, "--date-format", option)
        assert found["columns"][0]["kind"] == "date"
    line = run.error("fit", name, *QUICK, "--date-format", "x=%d/%m/%Y")
    assert "t.csv, line 2, column 'x': '1/1/21' does not have the --date-format" in line
    assert "no column has the --date-format %H" in run.error(
        "fit", name, *QUICK, "--date-format", "%H"
    )
    assert "no column 'z'" in run.error("fit", name, *QUICK, "--date-format", "z=%m/%d/%y")
    assert "write a format such as" in run.error("fit", name, *QUICK, "--date-format", "iso")


def test_integers_as_dates(run, write):
    days = [f"2021{1 + i % 12:02}{1 + i % 28:02}" for i in range(60)]
    name = write("t.csv", lines_of(days))
    assert run.json("fit", name, *QUICK)["columns"][0]["kind"] == "number"
    found = run.json("fit", name, *QUICK, "--date-format", "x=%Y%m%d")
    assert found["columns"][0]["kind"] == "date"


@pytest.mark.parametrize("wrong", ["2021-02-30", "31/04/2021", "31.04.2021"])
def test_invalid_dates_are_errors(run, write, wrong):
    form = wrong.replace("02-30", "{m:02}-{d:02}").replace("31", "{d:02}").replace("04", "{m:02}")
    lines = lines_of(form.format(d=1 + i % 28, m=1 + i % 12) for i in range(60))
    lines[7] = f"{wrong},a"
    line = run.error("fit", write("t.csv", lines), *QUICK)
    assert f"t.csv, line 8, column 'x': '{wrong}' does not have the date format" in line


def test_repeated_column_names(run, write):
    rows = [f"{i % 5},{7 * i % 11},{i % 3},{'ab'[7 * i % 11 > 4]}" for i in range(60)]
    name = write("t.csv", ["x, x,x.1,y", *rows])
    found = run.json("fit", name, *QUICK, "-o", "m.spinney")
    assert [column["name"] for column in found["columns"]] == ["x", "x.2", "x.1"]
    assert found["notes"] == ["repeated column names: the later columns are 'x.2'"]
    assert run.json("importance", "m.spinney")["importances"]["x.2"] == 1
    assert run.json("evaluate", "m.spinney", name)["scores"]["accuracy"]["mean"] == 1
    line = run.error(
        "fit", write("u.csv", ["x,x,y", *(f"{i},a{i},1" for i in range(3)), "9,8"]), *QUICK
    )
    assert "line 5: 2 values" in line


def test_predict_copies_csv_columns_unchanged(run, write):
    lines = ["x,day,note,y", *(f"{i}.50,2021-01-02,NA,{'ab'[i % 2]}" for i in range(40))]
    name = write("t.csv", ["", *lines])
    run("fit", name, *QUICK, "-o", "m.spinney", "-q")
    shown = run("predict", "m.spinney", name).stdout.splitlines()
    assert [line.rpartition(",")[0] for line in shown] == lines


def test_predict_quotes_only_what_needs_quotes_and_keeps_names(run, write):
    rows = [f'{i},"{i % 3}, ""b""",{i % 5},plain,{"ab"[i % 2]}' for i in range(40)]
    lines = ['x,"a, b",x,text,y', *rows]
    run("fit", write("t.csv", lines), *QUICK, "-o", "m.spinney", "-q")
    shown = run("predict", "m.spinney", "t.csv").stdout.splitlines()
    assert [line.rpartition(",")[0] for line in shown] == lines
    kept = run("predict", "m.spinney", "t.csv", *("--keep", "x.1") * 2).stdout.splitlines()
    assert kept[0] == "x,predicted_y"
    named = run("predict", "m.spinney", "t.csv", "--keep", "x", "--name", "x.1").stdout
    assert named.splitlines()[0] == "x,x.1"
    run("predict", "m.spinney", "t.csv", "-o", "p.parquet", "-q")
    names = pd.read_parquet("p.parquet").columns.tolist()
    assert names == ["x", "a, b", "x.1", "text", "y", "predicted_y"]
    breaks = [f'{i},"{i % 3}\n",{i % 5},plain,{"ab"[i % 2]}' for i in range(40)]
    broken = run("predict", "m.spinney", write("u.csv", [lines[0], *breaks])).stdout
    assert broken.startswith('x,"a, b",x,text,y,predicted_y\n0,"0\n",0,plain,a,')
