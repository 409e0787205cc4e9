"""Names, labels and model files cannot send commands to the terminal nor forge lines."""

import sys
import unicodedata

import pytest
from click.testing import CliRunner

import spinney
from spinney.cli.app import spinney as command
from spinney.cli.console import print_data

EVIL = "\x1b[2J\x1b]0;title\x07\u202eevil\u2066[red]x[/red]\nspinney: forged\rline"
MODEL = ("--model", "tree", "--cv", "2")


def check(text):
    """Check that only newlines of the command line itself are left."""
    others = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")} - {"\n"}
    assert not others
    assert not any(line.startswith("spinney: forged") for line in text.splitlines())


@pytest.fixture
def table(write):
    """Hostile names, categories and classes."""
    quoted = EVIL.replace('"', '""')
    lines = [f'"{quoted} a",b,"{quoted} y","{quoted} same"']
    lines += [f'"{quoted} {i % 3}",{i},"{quoted} {i % 3 == 0}","{quoted}"' for i in range(60)]
    return write("t.csv", lines)


@pytest.fixture
def model(run, table):
    run("fit", table, "-t", f"{EVIL} y", *MODEL, "-o", "m.spinney", "-q")
    return "m.spinney"


@pytest.mark.parametrize(
    "arguments",
    [
        ("fit", "t.csv", "-t", f"{EVIL} y", *MODEL),
        ("compare", "t.csv", "-t", f"{EVIL} y", "-m", "tree", "--cv", "2"),
        ("tune", "t.csv", "-t", f"{EVIL} y", "-m", "tree", "--trials", "2"),
        ("evaluate", "m.spinney", "t.csv"),
        ("inspect", "m.spinney"),
        ("tree", "m.spinney"),
        ("tree", "m.spinney", "--rules"),
        ("tree", "m.spinney", "--dot"),
        ("importance", "m.spinney"),
        ("prune", "m.spinney", "--leaves", "2"),
    ],
    ids=lambda arguments: " ".join(arguments[:1]),
)
def test_results(run, model, arguments):
    done = run(*arguments)
    check(done.stdout)
    check(done.stderr)
    assert "evil" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (EVIL,),
        ("fit", EVIL, "-t", "y"),
        ("fit", f"{EVIL}.csv", "-t", "y"),
        ("fit", "t.csv", "-t", EVIL),
        ("fit", "t.csv", "-t", "b", "--set", f"{EVIL}=1"),
        ("fit", "t.csv", "-t", "b", "--encoding", EVIL),
        ("fit", "t.csv", "-t", f"{EVIL} same"),
        ("predict", "m.spinney", "other.csv"),
        ("inspect", "t.csv"),
    ],
)
def test_errors(run, model, write, arguments):
    write("other.csv", ["a", "1"])
    done = run(*arguments, code=2)
    check(done.stderr)
    [line] = done.stderr.splitlines()
    assert line.startswith("spinney: ")


def test_notes_of_model_files(run, model):
    saved = spinney.load(model)
    for scores in (EVIL, [EVIL], {"metrics": EVIL}, {"validation": EVIL, "metrics": {}}, 7):
        saved.notes_ = {"target": EVIL, "data": EVIL, "rows": EVIL, "dates": EVIL, "scores": scores}
        saved.save(model)
        for arguments in (("inspect", model), ("tree", model)):
            done = run(*arguments)
            check(done.stdout)
            check(done.stderr)


def test_files_on_a_terminal(model, monkeypatch, capsysbinary):
    print_data(EVIL.encode())
    assert capsysbinary.readouterr().out == EVIL.encode()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_data(EVIL.encode())
    check(capsysbinary.readouterr().out.decode().replace("\nspinney", "\n"))


def test_exports_to_a_pipe_are_unchanged(run, model):
    text = spinney.to_sql(spinney.load(model))
    done = CliRunner().invoke(command, ["export", model, "--format", "sql"])
    assert done.stdout == text + "\n"


def test_json_is_unchanged(run, model):
    assert f"{EVIL} a" in run.json("importance", model)["importances"]


@pytest.mark.parametrize("length", [200_000, 3_000_000])
def test_long_fields(run, write, length):
    lines = ["a,b,y", *(f"{i},{'x' * (length if i == 7 else 1)},{i % 2}" for i in range(40))]
    name = write("t.csv", lines)
    found = run.json("fit", name, "-t", "y", *MODEL)
    assert found["rows"] == 40
    ragged = write("ragged.csv", [*lines, "1,2"])
    assert "line 42: 2 values" in run.error("fit", ragged, "-t", "y")
