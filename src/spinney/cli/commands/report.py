"""``spinney report``: an HTML report of a model."""

from typing import Any

import click

from ..console import Output
from ..evaluation_tables import read_evaluation_table
from ..model_files import load_model
from ..options import FILE, TABLE, csv_options_of, evaluation_options, output_options
from ..output_files import check_writable
from ..reports import write_report
from .evaluate import note_training_table


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@click.option(
    "-o", "--output", type=FILE, default="report.html", show_default=True, help="HTML file."
)
@click.option("--train", type=TABLE, help="Training table, for the baseline and to find drift.")
@click.option(
    "--rows",
    type=click.IntRange(0, 2000),
    default=2000,
    show_default=True,
    help="Rows of DATA that the page contains; 0 for none.",
)
@click.option("--title", help="Title of the page.")
@click.option("--max-trees", type=click.IntRange(min=1), help="Trees that the page contains.")
@click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto")
@click.option("--seed", default=0, show_default=True, help="Seed for random numbers.")
@evaluation_options
@output_options
def report(
    model: str,
    data: str,
    output: str,
    train: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Write an HTML report of a model.

    The page has scores, importances, effects, trees, and predictions of edited rows.

    DATA has rows with known targets that were not used for training. The page is one file and makes
    no network requests. It contains rows of DATA unless --rows 0 is given.

    \b
    Examples:
      spinney report m.spinney test.csv -o report.html
      spinney report m.spinney test.parquet --train train.parquet --rows 0
    """
    out = Output(as_json, quiet)
    check_writable(output, model, data, *([train] if train else []))
    saved = load_model(model)
    csv = csv_options_of(options)
    table = read_evaluation_table(saved, data, csv, out, options)
    note_training_table(saved.notes, table.source.name, len(table.y), out)
    if train:
        known = read_evaluation_table(saved, train, csv, out, options)
        options["train"] = (known.X, known.y)
    names = ("train", "rows", "title", "max_trees", "theme")
    chosen = {name: options[name] for name in names if options.get(name) is not None}
    chosen["title"] = options["title"] or f"{table.target}: {type(saved.model).__name__}"
    chosen |= {"random_state": options["seed"], "target_names": [table.target]}
    write_report(saved.model, table.X, table.y, output, out, **chosen)
    out.print_json({"model": model, "data": table.source.name, "output": output})
