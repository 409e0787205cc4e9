"""``spinney evaluate``: scores of a model on a table with known targets."""

from pathlib import Path
from typing import Any

import click
import numpy as np
from sklearn.metrics import confusion_matrix

from ...reporting.metrics import score, score_baseline
from ..console import Output
from ..evaluation_tables import read_evaluation_table
from ..model_files import load_model
from ..options import FILE, TABLE, csv_options_of, evaluation_options, output_options
from ..score_tables import score_rows

MAX_CLASSES = 12
"""Larger confusion matrices are only part of the JSON output."""


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@evaluation_options
@output_options
def evaluate(model: str, data: str, as_json: bool, quiet: bool, **options: Any) -> None:
    """Score a model on a table with known targets.

    The baseline predicts the majority class or the mean of the target of this table.

    \b
    Examples:
      spinney evaluate m.spinney test.csv
      spinney evaluate m.spinney test.parquet --target price --json
    """
    out = Output(as_json, quiet)
    saved = load_model(model)
    table = read_evaluation_table(saved, data, csv_options_of(options), out, options)
    name, n_rows = table.source.name, len(table.y)
    note_training_table(saved.notes, name, n_rows, out)
    is_classes = hasattr(saved.model, "classes_")
    baseline = score_baseline(table.y, table.y, is_classes)
    summary = {
        metric: {"mean": value, "baseline": baseline.get(metric)}
        for metric, value in score(saved.model, table.X, table.y).items()
    }
    out.heading(f"{name}: {n_rows} rows, target {table.target}")
    out.table(("", "model", "baseline"), score_rows(summary))
    document = {"model": model, "data": name, "rows": n_rows, "target": table.target}
    document |= {"scores": summary}
    if is_classes:
        labels = np.unique(np.concatenate([saved.model.classes_, table.y]))
        matrix = confusion_matrix(table.y, saved.model.predict(table.X), labels=labels)
        show_confusion(out, labels, matrix)
        document |= {"classes": labels, "confusion": matrix}
    out.print_json(document)


def note_training_table(notes: dict[str, Any], name: str, n_rows: int, out: Output) -> None:
    """Warn if the table looks like the one that the model was fitted to."""
    training = notes.get("data")
    same_name = isinstance(training, str) and Path(training).name == Path(name).name
    if same_name and notes.get("rows") == n_rows:
        out.note(
            f"the model was fitted to a table {training} with the same number of rows: if it is "
            "this one, the scores are too optimistic; spinney inspect shows scores on held-out rows"
        )


def show_confusion(out: Output, labels: Any, matrix: Any) -> None:
    if len(labels) > MAX_CLASSES:
        return
    out.heading("confusion matrix: rows by true class and predicted class")
    out.table(
        ("class", *(f"pred. {label}" for label in labels)),
        [(str(label), *map(str, row)) for label, row in zip(labels, matrix.tolist(), strict=True)],
    )
