"""A runner for the command line in this process, and small tables."""

import json

import numpy as np
import pytest

pytest.importorskip("click")
pytest.importorskip("rich")
pytest.importorskip("pyarrow")

from click.testing import CliRunner

from spinney.cli.app import spinney


class Runner:
    """Runs ``spinney`` and checks the exit code; failures print nothing to stdout."""

    def __call__(self, *arguments, code=0, stdin=None):
        done = CliRunner().invoke(spinney, [str(a) for a in arguments], input=stdin)
        assert done.exit_code == code, done.output
        if code:
            assert done.stdout == ""
        return done

    def json(self, *arguments, stdin=None):
        return json.loads(self(*arguments, "--json", stdin=stdin).stdout)

    def error(self, *arguments, stdin=None):
        """Run a command with a user error, and return the one line that it prints."""
        done = self(*arguments, "--quiet", code=2, stdin=stdin)
        [line] = done.stderr.splitlines()
        assert line.startswith("spinney: ")
        return line


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Runner()


def houses(n=60, seed=0):
    """CSV lines with a column of each type."""
    rng = np.random.default_rng(seed)
    lines = ["id,area,street,garden,built,country,price,dear"]
    for i in range(n):
        area = int(rng.integers(50, 200))
        street = ["Elm", "Oak", "Ash"][int(rng.integers(3))]
        garden = bool(rng.integers(2))
        price = 2 * area + 50 * garden + int(rng.integers(10))
        built = f"{1950 + i % 60}-03-01"
        lines.append(
            f"{7000 + 13 * i},{area if i % 11 else ''},{street},{str(garden).lower()},{built},"
            f"NL,{price},{'yes' if price > 280 else 'no'}"
        )
    return lines


@pytest.fixture
def table(tmp_path):
    """Write ``houses.csv`` to the working folder."""
    (tmp_path / "houses.csv").write_text("\n".join(houses()) + "\n")
    return tmp_path / "houses.csv"


@pytest.fixture
def write(tmp_path):
    def write_lines(name, lines, end="\n", encoding="utf-8"):
        (tmp_path / name).write_bytes((end.join(lines) + end).encode(encoding))
        return name

    return write_lines
