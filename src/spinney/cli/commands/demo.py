"""``spinney demo``: the main job on the bundled table, command by command."""

import shlex
from contextlib import chdir
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ..output import Output

COMMANDS = (
    "fit penguins.csv --target species --model tree -o penguins.spinney",
    "predict penguins.spinney new.csv --proba --keep island --keep sex",
    "fit penguins.csv --target species -o best.spinney",
)
NEW_ROWS = (0, 200, 300)


@click.command()
@click.pass_context
def demo(context: click.Context) -> None:
    """Show the main job on a bundled table.

    Fit, score, draw, save and predict, on 344 penguins. Everything happens in a temporary folder.
    """
    group = context.find_root().command
    out = Output(as_json=False, quiet=False)
    with TemporaryDirectory() as folder, chdir(folder):
        write_tables()
        for line in COMMANDS:
            out.say(f"\n$ spinney {line}", "bold green")
            arguments = shlex.split(line)
            with group.make_context("spinney", arguments) as run:
                group.invoke(run)


def write_tables() -> None:
    """The bundled table, and a few of its rows without the answer."""
    text = (files("spinney.datasets") / "penguins.csv").read_text(encoding="utf-8")
    Path("penguins.csv").write_text(text, encoding="utf-8")
    header, *rows = text.splitlines()
    new = [header, *(rows[i] for i in NEW_ROWS)]
    Path("new.csv").write_text(
        "".join(line.rpartition(",")[0] + "\n" for line in new), encoding="utf-8"
    )
