"""``spinney inspect``: contents of a model file."""

from dataclasses import asdict
from typing import Any

import click

from ..console import Output
from ..model_files import inspect_model
from ..model_kinds import chosen_text
from ..options import FILE, output_options
from ..score_tables import score_rows

READING_OPTIONS = {
    "date formats": "date_formats",
    "texts for missing values": "missing",
    "case ignored in": "ignore_case",
}
"""Notes about how tables are read, by title."""


@click.command()
@click.argument("model", type=FILE)
@output_options
def inspect(model: str, as_json: bool, quiet: bool) -> None:
    """Show the contents of a model file.

    Prints class, features, parameters, sizes and the scores computed by spinney fit, without
    loading the model.

    \b
    Examples:
      spinney inspect m.spinney
      spinney inspect m.spinney --json
    """
    out = Output(as_json, quiet)
    contents = inspect_model(model)
    show_notes(out, contents.notes)
    out.print_lines(str(contents))
    document = asdict(contents)
    fitted = document.pop("notes")
    del document["arrays"]
    out.print_json({"file": model, **document, "fitted": fitted})


def show_notes(out: Output, notes: dict[str, Any]) -> None:
    """Print the training table and the scores that the command line saved with the model."""
    if "target" in notes and "data" in notes:
        rows = notes.get("rows")
        out.heading(f"fitted to target {notes['target']!r} of {notes['data']} ({rows} rows)")
    for title, key in READING_OPTIONS.items():
        value = notes.get(key)
        if isinstance(value, dict):
            value = [f"{name}={form}" for name, form in value.items()]
        if value and isinstance(value, list):
            out.print(f"{title}: {', '.join(map(str, value))}")
    chosen = notes.get("auto_values")
    if chosen and isinstance(chosen, dict):
        out.print(f"chosen automatically: {chosen_text(chosen)}")
    scores = notes.get("scores")
    if not scores:
        return
    try:
        validation = str(scores.get("validation", scores.get("how")))  # "how": in older files
        rows = score_rows(scores["metrics"])
    except (AttributeError, LookupError, TypeError, ValueError):
        out.note("the scores in the file have an unknown form")
    else:
        out.table((validation, "model", "baseline"), rows)
