"""``spinney export``: a model as JSON, SQL or C."""

from pathlib import Path
from typing import Any

import click

from ...export import EXPORTERS
from ..console import Output, print_data
from ..errors import UserError
from ..model_files import load_model
from ..options import FILE, output_options
from ..output_files import check_writable, write_text

FORMATS = {exporter.suffix: exporter.name for exporter in EXPORTERS.values()}


def format_options(command: Any) -> Any:
    """Add the options of all export formats."""
    for exporter in EXPORTERS.values():
        for name, text in exporter.options.items():
            command = click.option(f"--{name}", help=f"{exporter.name.upper()}: {text}")(command)
    return command


@click.command()
@click.argument("model", type=FILE)
@click.option("-f", "--format", type=click.Choice(list(FORMATS.values())))
@click.option(
    "-o", "--output", type=FILE, help="Output file; its suffix sets the format.  [default: stdout]"
)
@format_options
@output_options
def export(
    model: str, format: str | None, output: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Export a model to JSON, SQL or C.

    SQL and C code predict without Spinney.

    \b
    Examples:
      spinney export m.spinney -o model.json
      spinney export m.spinney -o score.sql --dialect postgres --table customers
      spinney export m.spinney --format c > model.c
    """
    out = Output(as_json, quiet)
    output = None if output == "-" else output
    format = format or FORMATS.get(Path(output or "").suffix.lower())
    if format is None:
        place = f"{output} has another suffix than {', '.join(FORMATS)}: " if output else ""
        raise UserError(f"{place}set the format: --format {' or '.join(FORMATS.values())}")
    given = {name: value for name, value in options.items() if value is not None}
    exporter = EXPORTERS[format]
    for name in given.keys() - exporter.options.keys():
        raise UserError(f"--{name} does not apply to {format.upper()}")
    if output:
        check_writable(output, model)
    saved = load_model(model).model
    text = exporter.function(saved, **given)
    document = {"model": model, "format": format}
    if output:
        write_text(text if text.endswith("\n") else text + "\n", output)
        out.status(f"saved {output}")
        out.print_json(document | {"output": output})
    elif as_json:
        out.print_json(document | {"text": text})
    else:
        print_data(text.encode() + b"\n")
