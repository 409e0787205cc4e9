"""``spinney demo``: example commands on the bundled table."""

import shlex
from contextlib import chdir
from importlib.resources import files
from pathlib import Path

import click

from ..console import Output

COMMANDS = (
    "fit penguins.csv --target species --model tree -o penguins.spinney",
    "predict penguins.spinney new.csv --proba --keep island --keep sex",
    "fit penguins.csv --target species -o best.spinney",
    "fit penguins.csv --target species --model tree --report penguins_report.html --quiet",
)
FOLDER = "spinney_demo"
NEW_ROWS = (0, 200, 300)


@click.command()
@click.pass_context
def demo(context: click.Context) -> None:
    """Run an example on a bundled table.

    Fits, scores, shows and saves models of a table of 344 penguins and writes a report. All files
    are in the folder spinney_demo, which is created in the current folder.
    """
    group = context.find_root().command
    out = Output(as_json=False, quiet=False)
    Path(FOLDER).mkdir(exist_ok=True)
    with chdir(FOLDER):
        write_tables()
        for line in COMMANDS:
            out.print()
            out.print(f"$ spinney {line}", "bold green")
            with group.make_context("spinney", shlex.split(line)) as run:
                group.invoke(run)
    out.print()
    out.print(
        f"The tables, the models and the report, penguins_report.html, are in {FOLDER}. "
        f"To run more commands on them: cd {FOLDER}"
    )


def write_tables() -> None:
    """Write the bundled table, and a few of its rows without the target."""
    text = (files("spinney.datasets") / "penguins.csv").read_text(encoding="utf-8")
    Path("penguins.csv").write_text(text, encoding="utf-8")
    header, *rows = text.splitlines()
    new = [header, *(rows[i] for i in NEW_ROWS)]
    Path("new.csv").write_text(
        "".join(line.rpartition(",")[0] + "\n" for line in new), encoding="utf-8"
    )
