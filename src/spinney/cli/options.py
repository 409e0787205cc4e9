"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .csv_files import CsvOptions
from .model_kinds import AUTO, KINDS
from .output import Output
from .tables import Source, read_source
from .training_table import CLASSES, NUMBERS, ColumnOptions, TrainingTable, prepare

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(dir_okay=False)
TABLE = click.Path(allow_dash=True)


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order of the help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


output_options = together(
    click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors and notes."),
)
csv_options = together(
    click.option("--delimiter", help="What separates values in CSV; guessed by default."),
    click.option("--encoding", default="utf-8", show_default=True, help="Encoding of CSV."),
    click.option(
        "--missing",
        multiple=True,
        metavar="TEXT",
        help='Text that means "no value", besides nothing, ?, NA, NaN, null ... Repeatable.',
    ),
)
column_options = together(
    click.option("-t", "--target", required=True, help="The column to predict."),
    click.option(
        "--task",
        type=click.Choice([CLASSES, NUMBERS]),
        help="Guessed by default: text, yes/no and up to 10 whole numbers are classes.",
    ),
    click.option("--drop", multiple=True, metavar="COLUMN", help="Leave out. Repeatable."),
    click.option(
        "--keep", multiple=True, metavar="COLUMN", help="Use, though it looks useless. Repeatable."
    ),
    click.option(
        "--category",
        multiple=True,
        metavar="COLUMN",
        help="Its numbers are names, as of a postcode. Repeatable.",
    ),
    csv_options,
)
settings_option = click.option(
    "-s",
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the model, as --set max_depth=4. Repeatable.",
)
running_options = together(
    click.option("--seed", default=0, show_default=True, help="For all that is drawn at random."),
    click.option("--threads", type=click.IntRange(min=1), help="Default: all that there are."),
)
scoring_options = together(
    click.option("--cv", type=click.IntRange(min=2), help="Score by so many folds."),
    click.option(
        "--holdout",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        help="Score on this share of the rows.",
    ),
)


def model_option(with_auto: bool, default: str) -> Callable[[Command], Command]:
    choices = [*([AUTO] if with_auto else []), *KINDS]
    return click.option(
        "-m", "--model", type=click.Choice(choices), default=default, show_default=True
    )


def csv_of(options: dict[str, Any]) -> CsvOptions:
    delimiter = "\t" if options["delimiter"] == r"\t" else options["delimiter"]
    return CsvOptions(delimiter, options["encoding"], options["missing"])


def training_table(data: str, options: dict[str, Any], out: Output) -> tuple[Source, TrainingTable]:
    """Read a table and guess its columns by the options of ``column_options``."""
    columns = ColumnOptions(
        *(options[name] for name in ("target", "task", "drop", "keep", "category"))
    )
    source = read_source(data, csv_of(options), columns.category)
    prepared = prepare(source, columns)
    for note in prepared.notes:
        out.note(note)
    return source, prepared
