"""The command line as a separate process: streams, exit codes and missing packages."""

import os
import subprocess
import sys

from .conftest import houses

COMMAND = [sys.executable, "-m", "spinney.cli"]


def spinney(*arguments, folder, **options):
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, cwd=folder, **options
    )


def test_from_a_table_to_predictions(table, tmp_path):
    fit = ("fit", "houses.csv", "-t", "dear", "-m", "tree", "--drop", "price", "-o", "m.spinney")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = spinney(*fit, folder=tmp_path, env=ascii_only)
    assert done.returncode == 0, done.stderr
    assert "####" in done.stdout
    assert "saved m.spinney" in done.stderr
    text = "\n".join(houses(5)) + "\n"
    done = spinney("predict", "m.spinney", "-", "--only", folder=tmp_path, input=text)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "predicted_dear"
    assert len(done.stdout.splitlines()) == 6


def test_user_error(tmp_path):
    done = spinney("fit", "nowhere.csv", "-t", "y", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "spinney: nowhere.csv: No such file or directory\n"


WITHOUT_COMMANDS = """
import sys
from spinney.cli.app import spinney
try:
    spinney(["--help"], prog_name="spinney")
finally:
    print([name for name in sys.modules if name.startswith("spinney.cli.commands.")])
"""


def test_help_imports_no_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_COMMANDS], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("[]\n")


WITHOUT_THE_EXTRA = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "rich" else found(name, *rest)
from spinney.cli import main
main()
"""


def test_missing_package_names_the_extra(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 1
    assert done.stderr == (
        "spinney: the command line needs rich: python -m pip install 'spinney[cli]'\n"
    )
