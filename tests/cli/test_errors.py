"""Usage errors, help, completion and internal errors."""

from importlib import import_module

import pytest
from click.testing import CliRunner

from spinney.cli.app import COMMANDS, OTHER_NAMES, spinney


def test_wrong_command_lines(run):
    assert "No such command 'fitt'" in run("fitt", code=2).stderr
    for arguments in (["fit", "t.csv"], ["fit", "t.csv", "-t", "y", "--modell", "tree"]):
        [line] = run(*arguments, code=2).stderr.splitlines()
        assert line.endswith("(see spinney fit --help)")
    assert "Usage: spinney" in run(code=2).stderr


@pytest.mark.parametrize("command", spinney.commands)
def test_help_has_examples(run, command):
    shown = run(command, "--help").stdout
    assert f"spinney {command}" in shown
    assert "Examples:" in shown or command == "demo"


@pytest.mark.parametrize("name", COMMANDS)
def test_command_list_and_command_help_agree(name):
    command = getattr(import_module(f"spinney.cli.commands.{name}"), name)
    assert command.get_short_help_str(limit=100) == COMMANDS[name]


def test_command_list_is_ordered(run):
    listed = run("--help").stdout.partition("Commands:")[2].split("\n")[1:]
    assert [line.split()[0] for line in listed if line] == list(COMMANDS)


@pytest.mark.parametrize(
    ("words", "completion"),
    [
        ("pre", "plain,predict"),
        ("fit -m f", "plain,forest"),
        ("fit --mo", "plain,--model"),
        ("fit hou", "file,hou"),
    ],
)
def test_completion_in_the_shell(words, completion):
    typed = {"COMP_WORDS": f"spinney {words}", "COMP_CWORD": str(len(words.split()))}
    env = typed | {"_SPINNEY_COMPLETE": "bash_complete"}
    done = CliRunner().invoke(spinney, [], prog_name="spinney", env=env)
    assert done.stdout.splitlines() == [completion]


def test_other_errors_have_exit_code_one(run, table, monkeypatch):
    def broken(*_):
        raise RuntimeError("a wheel\nfell off")

    monkeypatch.setattr("spinney.cli.commands.fit.fit_best", broken)
    done = run("fit", table, "-t", "dear", "-q", code=1)
    [line] = done.stderr.splitlines()
    assert "unexpected RuntimeError: a wheel fell off" in line


@pytest.mark.parametrize(("error", "code"), [(MemoryError, 1), (KeyboardInterrupt, 130)])
def test_memory_and_ctrl_c(run, table, monkeypatch, error, code):
    def stopped(*_):
        raise error

    monkeypatch.setattr("spinney.cli.commands.fit.fit_best", stopped)
    [line] = run("fit", table, "-t", "dear", "-q", code=code).stderr.split("\n")[-2:-1]
    assert line == {1: "spinney: out of memory", 130: "spinney: interrupted"}[code]


def test_similar_columns_are_suggested(run, write):
    wide = write("wide.csv", [",".join(f"c{i}" for i in range(100)), ",".join("1" * 100)])
    line = run.error("fit", wide, "-t", "zzz")
    assert "wide.csv has no column 'zzz'; its columns: 'c0', 'c1'" in line
    assert line.endswith("and 70 more")
    name = write("t.csv", ["Price,price_old,area", "1,2,3"])
    line = run.error("fit", name, "-t", "price")
    assert line == "spinney: t.csv has no column 'price' (did you mean 'Price'?)"


@pytest.mark.parametrize("option", ["--drop", "--keep", "--category", "--number"])
def test_options_for_features_do_not_name_the_target(run, table, option):
    line = run.error("fit", table, "-t", "dear", option, "dear")
    assert "'dear' is the target" in line


def test_several_columns_in_one_option(run, table):
    line = run.error("fit", table, "-t", "dear", "--drop", "area, price")
    assert "no column 'area, price'; repeat the option for each column" in line


@pytest.mark.parametrize(
    ("name", "command"), [("train", "fit"), ("score", "evaluate"), ("plot", "tree")]
)
def test_other_names_of_commands(run, name, command):
    line = CliRunner().invoke(spinney, [name, "x"]).stderr
    assert f"No such command '{name}'. Did you mean '{command}'?" in line
    assert command in COMMANDS


def test_other_names_are_no_commands():
    assert not OTHER_NAMES.keys() & COMMANDS.keys()
    assert set(OTHER_NAMES.values()) <= COMMANDS.keys()


def test_a_setting_and_its_value_as_two_words(run, table):
    line = run.error("fit", table, "-t", "dear", "--set", "max_depth", "3")
    assert "--set 'max_depth': write name=value" in line


def test_tables_in_the_place_of_models(run, table):
    for command in ("predict", "evaluate"):
        line = run.error(command, table, table)
        assert "houses.csv is a table, not a model: the model precedes the table" in line
    assert "is a table, not a model" in run.error("inspect", table)


def test_regression_of_text(run, table, write):
    line = run.error("fit", table, "-t", "street", "--task", "regression", "--no-score")
    assert "line 2, column 'street': " in line
    assert "or use --task classification" in line
    padded = write("t.csv", ["x,y", *(f"{i % 11},0{i % 7}" for i in range(30))])
    found = run.json("fit", padded, "-t", "y", "--task", "regression", "-m", "tree", "--no-score")
    assert found["task"] == "regression"


def test_similar_names_and_categories_in_new_tables(run, table, write):
    options = ("-t", "price", "--drop", "dear", "-m", "tree", "--no-score", "-q")
    run("fit", table, *options, "-o", "m.spinney")
    lines = table.read_text().splitlines()
    renamed = write("new.csv", [lines[0].replace("area", "Area"), *lines[1:]])
    line = run.error("predict", "m.spinney", renamed)
    assert "lacks the model's features 'area' (did you mean 'Area'?)" in line
    lower = write("new.csv", [line.replace("Elm", "elm") for line in lines])
    notes = run.json("predict", "m.spinney", lower)["notes"]
    assert "fit the model with --ignore-case street to merge them" in notes[0]
    assert "'street' 'elm'" in notes[1]


def test_formats_of_exports_and_models_to_prune(run, table):
    run("fit", table, "-t", "dear", "-m", "boost", "--no-score", "-q", "-o", "m.spinney")
    line = run.error("export", "m.spinney", "-o", "m.pmml")
    assert "m.pmml has another suffix than .c, .json, .sql: set the format" in line
    assert "fit one with spinney fit --model tree" in run.error("prune", "m.spinney")


def test_tables_without_features(run, write):
    name = write("t.csv", ["id,y", *(f"{i},{i % 2}" for i in range(30))])
    line = run.error("fit", name, "-t", "y")
    assert "no feature columns are left ('id': an identifier: all values are distinct)" in line
    assert line.endswith("--keep COLUMN uses a column that is dropped")
    assert run.json("fit", name, "-t", "y", "--keep", "id", "-m", "tree", "--no-score")
