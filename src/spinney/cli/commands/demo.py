"""``spinney demo``: example commands on the bundled table."""

import shlex
from contextlib import chdir
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ..console import Output
from ..output_files import check_writable

COMMANDS = (
    "fit penguins.csv --target species --model tree -o penguins.spinney",
    "predict penguins.spinney new.csv --proba --keep island --keep sex",
    "fit penguins.csv --target species -o best.spinney",
    "fit penguins.csv --target species --model tree --report {report} --quiet",
)
REPORT = "penguins_report.html"
NEW_ROWS = (0, 200, 300)


@click.command()
@click.pass_context
def demo(context: click.Context) -> None:
    """Run an example on a bundled table.

    Fits, scores, shows and saves models of a table of 344 penguins, in a temporary folder, and
    writes a report to penguins_report.html in the current folder.
    """
    group = context.find_root().command
    out = Output(as_json=False, quiet=False)
    report = Path(REPORT).resolve()
    check_writable(str(report))
    with TemporaryDirectory() as folder, chdir(folder):
        write_tables()
        for line in COMMANDS:
            out.print()
            out.print(f"$ spinney {line.format(report=REPORT)}", "bold green")
            arguments = shlex.split(line.format(report=shlex.quote(str(report))))
            with group.make_context("spinney", arguments) as run:
                group.invoke(run)
    out.print()
    out.print(f"The report of the tree is {REPORT}: open it in a browser.")


def write_tables() -> None:
    """Write the bundled table, and a few of its rows without the target."""
    text = (files("spinney.datasets") / "penguins.csv").read_text(encoding="utf-8")
    Path("penguins.csv").write_text(text, encoding="utf-8")
    header, *rows = text.splitlines()
    new = [header, *(rows[i] for i in NEW_ROWS)]
    Path("new.csv").write_text(
        "".join(line.rpartition(",")[0] + "\n" for line in new), encoding="utf-8"
    )
