"""Usage errors, help, completion and internal errors."""

from importlib import import_module

import pytest
from click.testing import CliRunner

from spinney.cli.app import COMMANDS, spinney


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
    assert line.endswith("and 92 more")
    name = write("t.csv", ["Price,price_old,area", "1,2,3"])
    line = run.error("fit", name, "-t", "price")
    assert line == "spinney: t.csv has no column 'price' (did you mean 'Price'?)"


@pytest.mark.parametrize("option", ["--drop", "--keep", "--category", "--number"])
def test_options_for_features_do_not_name_the_target(run, table, option):
    line = run.error("fit", table, "-t", "dear", option, "dear")
    assert "'dear' is the target" in line
