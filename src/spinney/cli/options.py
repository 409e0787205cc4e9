"""Options shared by several commands."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import click

from .csv_files import CsvOptions
from .date_formats import DateFormats
from .model_kinds import AUTO, KINDS, split_setting
from .tables import Source, read_source
from .training_table import CLASSIFICATION, REGRESSION, ColumnOptions, TrainingTable, prepare

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(dir_okay=False)
TABLE = click.Path(allow_dash=True)


def combine(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Combine several options into one decorator, in the order of the help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


output_options = combine(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document to stdout."),
    click.option("-q", "--quiet", is_flag=True, help="Print only errors and notes."),
)
csv_options = combine(
    click.option("--delimiter", help="Delimiter of CSV files.  [default: detected]"),
    click.option("--encoding", default="utf-8", show_default=True, help="Encoding of CSV files."),
    click.option(
        "--missing",
        multiple=True,
        metavar="TEXT",
        help="Text for missing values, besides empty, ?, NA, NaN and null. Repeatable.",
    ),
    click.option(
        "--date-format",
        multiple=True,
        metavar="[COLUMN=]FORMAT",
        help="Format of dates in CSV files, such as %m/%d/%Y. Repeatable.  [default: detected]",
    ),
)
column_options = combine(
    click.option("-t", "--target", required=True, help="The column to predict."),
    click.option(
        "--task",
        type=click.Choice([CLASSIFICATION, REGRESSION]),
        help="By default inferred: text, booleans and up to 10 distinct integers are classes.",
    ),
    click.option("--drop", multiple=True, metavar="COLUMN", help="Ignore a column. Repeatable."),
    click.option(
        "--keep",
        multiple=True,
        metavar="COLUMN",
        help="Use a column that would be dropped automatically. Repeatable.",
    ),
    click.option(
        "--category",
        multiple=True,
        metavar="COLUMN",
        help="Treat numbers as categories, for example postal codes. Repeatable.",
    ),
    click.option(
        "--number",
        multiple=True,
        metavar="COLUMN",
        help="Read integers with leading zeros as numbers. Repeatable.",
    ),
    click.option(
        "--ignore-case",
        multiple=True,
        metavar="COLUMN",
        help="Merge values that differ only in case, also of the target. Repeatable.",
    ),
    csv_options,
)
evaluation_options = combine(
    click.option("-t", "--target", help="Target column.  [default: that of the training data]"),
    click.option("--fill-missing", is_flag=True, help="Treat absent columns as missing values."),
    csv_options,
)


def check_form(_: Any, __: Any, settings: tuple[str, ...]) -> tuple[str, ...]:
    """Raise for a setting without a value, before click reports the value as an argument."""
    for setting in settings:
        split_setting(setting)
    return settings


settings_option = click.option(
    "-s",
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    callback=check_form,
    help="Set a parameter of the model, as in --set max_depth=4. Repeatable; "
    "see spinney models NAME.",
)
run_options = combine(
    click.option("--seed", default=0, show_default=True, help="Seed for random numbers."),
    click.option("--threads", type=click.IntRange(min=1), help="Threads.  [default: all cores]"),
)
validation_options = combine(
    click.option("--cv", type=click.IntRange(min=2), help="Number of cross-validation folds."),
    click.option(
        "--holdout",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        help="Score on this fraction of the rows instead.",
    ),
)


def model_option(default: str) -> Callable[[Command], Command]:
    choices = [AUTO, *KINDS] if default == AUTO else list(KINDS)
    return click.option(
        "-m",
        "--model",
        type=click.Choice(choices),
        default=default,
        show_default=True,
        help="Model to fit; see spinney models.",
    )


def csv_options_of(options: dict[str, Any]) -> CsvOptions:
    delimiter = "\t" if options["delimiter"] == r"\t" else options["delimiter"]
    dates = DateFormats.parse(options["date_format"])
    numbers = options.get("number", ())
    return CsvOptions(delimiter, options["encoding"], options["missing"], dates, numbers)


def read_training_table(data: str, options: dict[str, Any]) -> tuple[Source, TrainingTable]:
    """Read a table by the values of ``column_options``."""
    columns = ColumnOptions(**{f.name: options[f.name] for f in fields(ColumnOptions)})
    source = read_source(data, csv_options_of(options), columns.category)
    table = prepare(source, columns)
    return source, table
