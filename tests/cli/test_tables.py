"""Reading and writing tables in all formats."""

import gzip

import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest

from .conftest import houses

FIT = ("--target", "dear", "--model", "tree", "--cv", "2")


@pytest.fixture
def model(run, table):
    run("fit", table, *FIT, "--drop", "price", "-o", "m.spinney", "-q")
    return "m.spinney"


def fitted(run, *arguments):
    found = run.json("fit", *arguments, *FIT)
    return {key: found[key] for key in ("rows", "scores", "importances")}


@pytest.mark.parametrize("name", ["t.csv.gz", "t.parquet", "t.feather", "t.arrow", "t.tsv"])
def test_every_format_gives_the_same_model(run, table, name):
    expected = fitted(run, table)
    columns = pacsv.read_csv(table)
    if name.endswith(".gz"):
        with gzip.open(name, "wb") as file:
            file.write(table.read_bytes())
    elif name.endswith(".parquet"):
        parquet.write_table(columns, name)
    elif name.endswith(".feather"):
        feather.write_feather(columns, name)
    elif name.endswith(".arrow"):
        with pa.ipc.new_stream(name, columns.schema) as file:
            file.write_table(columns)
    else:
        with open(name, "w") as file:
            file.write(table.read_text().replace(",", "\t"))
    assert fitted(run, name) == expected


def test_parquet_types_match_csv_types(run):
    size = 60
    words = pa.array(["p", "q", None] * 20)
    columns = {
        "encoded": words.dictionary_encode(),
        "large": words.cast(pa.large_string()),
        "view": words.cast(pa.string_view()),
        "nan": pa.array([float("nan"), 1.0, 2.5] * 20),
        "clock": pa.array([i % 24 for i in range(size)], pa.int32()).cast(pa.time32("s")),
        "list": pa.array([[i] for i in range(size)]),
        "y": pa.array(["a", "b"] * 30).dictionary_encode(),
    }
    parquet.write_table(pa.table(columns), "t.parquet")
    found = run.json("fit", "t.parquet", "-t", "y", "-m", "tree", "--no-score", "-o", "m.spinney")
    kinds = {column["name"]: (column["kind"], column["missing"]) for column in found["columns"]}
    assert kinds == {
        **dict.fromkeys(("encoded", "large", "view"), ("category", 20)),
        "nan": ("number", 20),
        "clock": ("time", 0),
        "list": ("dropped", 0),
    }
    assert run.json("evaluate", "m.spinney", "t.parquet")["rows"] == size
    assert "column 'list' of type" in run.error("predict", "m.spinney", "t.parquet")
    assert "neither classes nor numbers" in run.error("fit", "t.parquet", "-t", "list")


def write_sizes(name, order=("small", "medium", "large"), **options):
    """Write a table whose target depends on an ordered column; return its rows."""
    codes = pa.array([i % 3 for i in range(60)], pa.int8())
    sizes = pa.DictionaryArray.from_arrays(codes, pa.array(order), ordered=True)
    columns = pa.table({"size": sizes, "y": [("a", "b", "a")[i % 3] for i in range(60)]})
    if name.endswith(".parquet"):
        parquet.write_table(columns, name, row_group_size=25, **options)
    else:
        feather.write_feather(columns, name, compression="uncompressed")
    return columns


def fit_sizes(run, name, *options):
    """Fit a tree; return the kind of the ordered column."""
    found = run.json(
        "fit", name, "-t", "y", "-m", "tree", "--no-score", "-o", "m.spinney", *options
    )
    return found["columns"][0]["kind"]


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow"])
def test_ordered_categories_keep_their_order(run, write, name):
    columns = write_sizes(name)
    assert fit_sizes(run, name) == "ordered"
    shown = run("tree", "m.spinney").stdout
    assert "size <= small" in shown
    assert "size > medium" in shown
    shown = run("fit", name, "-t", "y", "-m", "tree", "--no-score").stdout
    assert "ordered     size (3)" in shown
    expected = run("predict", "m.spinney", name, "-o", "-").stdout
    as_csv = write("t.csv", ["size,y", *(f"{r['size']},{r['y']}" for r in columns.to_pylist())])
    assert run("predict", "m.spinney", as_csv, "-o", "-").stdout == expected


def test_order_of_categories_can_be_ignored(run):
    write_sizes("t.parquet")
    assert fit_sizes(run, "t.parquet", "--category", "size") == "category"
    assert "medium" in run("tree", "m.spinney").stdout


def test_lost_or_contradictory_orders_are_not_used(run):
    write_sizes("t.parquet", use_dictionary=False)
    assert fit_sizes(run, "t.parquet") == "category"
    parts = [write_sizes("t.arrow", order) for order in (("x", "y", "z"), ("y", "x", "z"))]
    with pa.OSFile("t.arrow", "wb") as file, pa.ipc.new_stream(file, parts[0].schema) as stream:
        for part in parts:
            stream.write_table(part)
    assert fit_sizes(run, "t.arrow") == "category"


def test_ordered_categories_as_target(run):
    write_sizes("t.parquet")
    found = run.json("fit", "t.parquet", "-t", "size", "-m", "tree", "--no-score")
    assert found["classes"] == ["large", "medium", "small"]


def test_byte_order_mark_crlf_and_blank_lines_change_nothing(run, table, write):
    expected = fitted(run, table)
    name = write("odd.csv", ["\ufeff" + houses()[0], *houses()[1:], ""], end="\r\n")
    assert fitted(run, name) == expected


def test_standard_input(run, table):
    found = run.json("fit", "-", *FIT, stdin=table.read_text())
    assert found["rows"] == 60
    assert found["data"] == "standard input"


def test_semicolons_with_decimal_commas(run, write):
    lines = ["a;y", *(f"{i},5;{'x' if i < 15 else 'z'}" for i in range(30))]
    found = run.json("fit", write("t.csv", lines), "-t", "y", "-m", "tree", "--cv", "2")
    assert found["columns"][0]["kind"] == "number"


def test_encodings(run, write):
    lines = ["stadt,y", *(f"{'Köln' if i % 2 else 'Bonn'},{i % 2}" for i in range(40))]
    name = write("t.csv", lines, encoding="latin-1")
    assert "t.csv, line 3: not valid utf-8" in run.error("fit", name, "-t", "y")
    found = run.json("fit", name, "-t", "y", "-m", "tree", "--cv", "2", "--encoding", "latin-1")
    assert found["columns"][0]["kind"] == "category"
    assert "--encoding 'klingon': unknown" in run.error(
        "fit", name, "-t", "y", "--encoding", "klingon"
    )
    sixteen = write("u.csv", lines, encoding="utf-16")
    assert "--encoding utf-16" in run.error("fit", sixteen, "-t", "y")


def test_ragged_lines(run, write):
    lines = houses()
    lines[6] = lines[6].rpartition(",")[0]
    line = run.error("fit", write("t.csv", lines), *FIT)
    assert "t.csv, line 7: 7 values, but the header has 8 columns" in line
    lines[3] = '1,"two\nlines",Elm,true,2000-01-01,NL,5,no'  # quoted line breaks count as lines
    assert "t.csv, line 8:" in run.error("fit", write("t.csv", lines), *FIT)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "t.csv is empty"),
        ("\n \n", "t.csv is empty"),
        ("a,dear\n", "has a header but no rows"),
        ("dear\nno\nyes\n", "no feature columns are left"),
        ("a,dear\n1,no\n2,no\n", "the target 'dear' is constant: 'no'"),
        ("a,dear\n1,\n2,\n", "the target 'dear' has no values"),
    ],
)
def test_tables_without_data(run, tmp_path, content, message):
    (tmp_path / "t.csv").write_text(content)
    assert message in run.error("fit", "t.csv", *FIT, "-o", "m.spinney")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["t.csv"]


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.csv.gz"])
def test_files_with_a_wrong_suffix(run, write, name):
    assert name in run.error("fit", write(name, houses()), *FIT)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (b"PAR1", "is not CSV but Parquet"),
        (b"ARROW1", "is not CSV but Arrow"),
        (b"\x1f\x8b", "is not CSV but compressed"),
        (b"PK\x03\x04", "a spreadsheet"),
        (b"\x89SPN", "a Spinney model"),
        (b"a,dear\n\0,1\n", "line 2: not text"),
        (b"a,dear\n1,1\n\xff\0", "line 3: not text"),
    ],
)
def test_files_that_are_not_csv(run, tmp_path, start, message):
    (tmp_path / "t.csv").write_bytes(start + b"\n")
    assert message in run.error("fit", "t.csv", *FIT)


def test_models_and_tables_are_not_interchangeable(run, model, table):
    assert "has the suffix of a model" in run.error("fit", model, *FIT)
    assert str(table) in run.error("predict", table, model)


def test_delimiter_option(run, write):
    lines = [line.replace(",", " ") for line in houses() if ",," not in line]
    message = run.error("fit", write("t.txt", lines), *FIT)
    assert "set the separator with --delimiter" in message
    assert run.json("fit", "t.txt", *FIT, "--delimiter", " ")["rows"] == len(lines) - 1
    tabs = write("t.csv", [line.replace(",", "\t") for line in houses()])
    assert run.json("fit", tabs, *FIT, "--delimiter", r"\t")["rows"] == 60
    assert "a single character" in run.error("fit", tabs, *FIT, "--delimiter", "ab")


def test_files_that_cannot_be_read(run, tmp_path):
    assert "nowhere.csv: No such file" in run.error("fit", "nowhere.csv", *FIT)
    for name in ("d.csv", "d"):
        assert "is a folder" in run.error("fit", make_folder(tmp_path, name), *FIT)
    assert "unknown table format" in run.error("fit", "t.xlsx", *FIT)


def make_folder(tmp_path, name):
    (tmp_path / name).mkdir()
    return name


def test_unwritable_paths_fail_before_the_work(run, table, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    for place in ("nowhere/m.spinney", "houses.csv/m.spinney"):
        line = run.error("fit", table, *FIT, "-o", place)
        assert f"cannot write {place}: there is no folder" in line
    assert sorted(tmp_path.rglob("*")) == before


def test_read_only_folders_fail_before_the_work(run, table, monkeypatch):
    def refuse(**_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("spinney.cli.output_files.tempfile.TemporaryFile", refuse)
    line = run.error("fit", table, *FIT, "-o", "m.spinney")
    assert "cannot write m.spinney: Read-only file system" in line


@pytest.mark.parametrize("command", ["fit", "tune"])
def test_a_model_does_not_overwrite_its_table(run, table, command):
    before = table.read_bytes()
    line = run.error(command, table, "-t", "dear", "-m", "tree", "-o", "houses.csv")
    assert "cannot write houses.csv: it is an input" in line
    assert table.read_bytes() == before


def test_a_failed_write_leaves_nothing_behind(run, model, table, tmp_path, monkeypatch):
    (tmp_path / "predictions.csv").write_text("old")
    before = sorted(p.name for p in tmp_path.iterdir())

    def full_disk(*_):
        raise OSError(28, "No space left on device", "predictions.csv")

    monkeypatch.setattr("spinney.base.output_files.os.replace", full_disk)
    line = run.error("predict", model, table, "-o", "predictions.csv")
    assert "No space left" in line
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    assert (tmp_path / "predictions.csv").read_text() == "old"


@pytest.mark.parametrize("name", ["o.csv", "o.csv.gz", "o.tsv", "o.parquet", "o.arrow"])
def test_predictions_in_every_format_can_be_read(run, model, table, name):
    run("predict", model, table, "-o", name, "-q")
    again = run.json("predict", model, name, "--name", "again")
    direct = run.json("predict", model, table)
    assert again["predictions"]["again"] == direct["predictions"]["predicted_dear"]
    assert again["rows"] == 60


def test_text_with_commas_and_quotes(run, write):
    lines = ["who,y", *(f'"a, ""{i % 3}""",{i % 2}' for i in range(40))]
    name = write("t.csv", lines)
    run("fit", name, "-t", "y", "-m", "tree", "--cv", "2", "-o", "m.spinney", "-q")
    run("predict", "m.spinney", name, "-o", "o.csv", "-q")
    assert pacsv.read_csv("o.csv")["who"].to_pylist()[:2] == ['a, "0"', 'a, "1"']
