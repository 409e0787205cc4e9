"""``spinney inspect``: what a model file holds."""

from dataclasses import asdict
from typing import Any

import click

from ..model_files import inspect_model
from ..options import FILE, output_options
from ..output import Output
from ..scores import rows_of


@click.command()
@click.argument("model", type=FILE)
@output_options
def inspect(model: str, as_json: bool, quiet: bool) -> None:
    """Tell what a model file holds, without making the model.

    Its class, features, parameters and sizes, and the scores that it had when it was fitted.

    \b
    Examples:
      spinney inspect m.spinney
      spinney inspect m.spinney --json
    """
    out = Output(as_json, quiet)
    contents = inspect_model(model)
    show_notes(out, contents.notes)
    out.say(str(contents))
    document = asdict(contents)
    fitted = document.pop("notes")
    del document["arrays"]
    out.finish({"file": model, **document, "fitted": fitted})


def show_notes(out: Output, notes: dict[str, Any]) -> None:
    """What the command line noted when it fitted the model."""
    if "target" in notes and "data" in notes:
        rows = notes.get("rows")
        out.say(f"fitted to {notes['target']!r} of {notes['data']} ({rows} rows)", "bold")
    scores = notes.get("scores")
    if scores:
        out.table((scores["how"], "model", "baseline"), rows_of(scores["metrics"]))
