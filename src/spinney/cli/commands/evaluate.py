"""``spinney evaluate``: how good a model is on a table with known answers."""

from pathlib import Path
from typing import Any

import click
import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import confusion_matrix

from ..errors import UserError
from ..feature_tables import read_for, take_rows
from ..model_files import load_model
from ..options import FILE, TABLE, csv_of, csv_options, output_options
from ..output import Output
from ..scores import Scores, rows_of, score
from ..targets import known_targets

MOST_CLASSES = 12


@click.command()
@click.argument("model", type=FILE)
@click.argument("data", type=TABLE)
@click.option("-t", "--target", help="Default: the one that the model was fitted to.")
@click.option("--fill-missing", is_flag=True, help="Take absent columns as missing values.")
@csv_options
@output_options
def evaluate(
    model: str, data: str, target: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Score a model on a table with known answers.

    The baseline is the majority class or the mean of this table's own target.

    \b
    Examples:
      spinney evaluate m.spinney test.csv
      spinney evaluate m.spinney test.parquet --target price --json
    """
    out = Output(as_json, quiet)
    saved = load_model(model)
    name = target or saved.target
    if name is None:
        raise UserError(f"{model} does not say what its target is: name it with --target")
    source, X = read_for(saved, data, csv_of(options), out, name, options["fill_missing"])
    rows, y = known_targets(source, name, saved.model, out)
    tell_training_table(saved.notes, source.name, len(y), out)
    X = take_rows(X, rows)
    scores = score(saved.model, X, y)
    summary = {
        metric: {"mean": value, "baseline": base}
        for (metric, value), base in zip(scores.items(), baseline(y, scores), strict=True)
    }
    out.say(f"{source.name}: {len(y)} rows, target {name}", "bold")
    out.table(("", "model", "baseline"), rows_of(summary))
    document = {"model": model, "data": source.name, "rows": len(y), "target": name}
    document |= {"scores": summary}
    if hasattr(saved.model, "classes_"):
        labels = np.unique(np.concatenate([saved.model.classes_, y]))
        matrix = confusion_matrix(y, saved.model.predict(X), labels=labels)
        show_confusion(out, labels, matrix)
        document |= {"classes": labels, "confusion": matrix}
    out.finish(document)


def tell_training_table(notes: dict[str, Any], name: str, n_rows: int, out: Output) -> None:
    fitted_to = notes.get("data")
    same_name = isinstance(fitted_to, str) and Path(fitted_to).name == Path(name).name
    if same_name and notes.get("rows") == n_rows:
        out.note(
            f"the model was fitted to a table {fitted_to} of as many rows: if it is this one, "
            "the scores are too good; spinney inspect shows those of held-out rows"
        )


def baseline(y: Any, scores: Scores) -> list[float | None]:
    """The same metrics for answers that know only the target's distribution."""
    nothing = np.zeros((len(y), 1))
    dummy = DummyRegressor() if "RMSE" in scores else DummyClassifier(strategy="prior")
    found = score(dummy.fit(nothing, y), nothing, y)
    return [found.get(metric) for metric in scores]


def show_confusion(out: Output, labels: Any, matrix: Any) -> None:
    if len(labels) > MOST_CLASSES:
        return
    out.say("\nrows by class and answer", "bold")
    out.table(
        ("class", *(f"as {label}" for label in labels)),
        [(str(label), *map(str, row)) for label, row in zip(labels, matrix.tolist(), strict=True)],
    )
