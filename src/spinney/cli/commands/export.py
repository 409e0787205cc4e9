"""``spinney export``: a model for other programs, as JSON, SQL or C."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...export import to_c, to_json, to_sql
from ..errors import UserError
from ..model_files import load_model
from ..options import FILE, output_options
from ..output import Output
from ..outputs import check_writable, write_text

FORMS = {".json": "json", ".sql": "sql", ".c": "c"}
WRITERS: dict[str, Callable[[Any], str]] = {"json": to_json, "c": to_c}


@click.command()
@click.argument("model", type=FILE)
@click.option("-f", "--format", "form", type=click.Choice(list(FORMS.values())))
@click.option("-o", "--output", type=FILE, help="Default: stdout. Its ending names the format.")
@click.option("--dialect", help="Of SQL: sqlite, postgres or duckdb.")
@click.option("--table", help="The table that SQL reads.")
@output_options
def export(
    model: str, form: str | None, output: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Write a model as JSON, SQL or C.

    The result predicts without Spinney.

    \b
    Examples:
      spinney export m.spinney -o model.json
      spinney export m.spinney -o score.sql --dialect postgres --table customers
      spinney export m.spinney --format c > model.c
    """
    out = Output(as_json, quiet)
    form = form or FORMS.get(Path(output or "").suffix.lower())
    if form is None:
        raise UserError(f"say the format: --format {' or '.join(FORMS.values())}")
    given = {name: value for name, value in options.items() if value is not None}
    if given and form != "sql":
        raise UserError(f"--{next(iter(given))} is for SQL")
    if output:
        check_writable(output)
    saved = load_model(model).model
    text = to_sql(saved, **given) if form == "sql" else WRITERS[form](saved)
    document = {"model": model, "format": form}
    if output:
        write_text(text if text.endswith("\n") else text + "\n", output)
        out.done(f"written to {output}")
        out.finish(document | {"output": output})
    elif as_json:
        out.finish(document | {"text": text})
    else:
        click.echo(text)
