"""Values in CSV files: formatted numbers, spaces, dates and missing header lines."""

import numpy as np
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


def test_ambiguous_dates_are_noted(run, write):
    dates = [f"{1 + i % 4}/{1 + i % 3}/2020" for i in range(60)]
    [note] = run.json("fit", write("t.csv", lines_of(dates)), *QUICK)["notes"]
    assert "'x': read as text, because the order of day and month is ambiguous" in note


def test_a_missing_header_line_is_noted(run, write):
    rows = [f"{i % 7},{'pq'[i % 3 > 1]},{'ab'[i % 2]}" for i in range(40)]
    found = run.json("fit", write("t.csv", rows), "-t", "a", "--model", "tree", "--no-score")
    assert "is the header line of t.csv missing?" in found["notes"][0]
    named = write("u.csv", ["0,1,y", *rows])
    assert "notes" not in run.json("fit", named, *QUICK)
