"""What was guessed about a table, told to the user."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .column_kinds import CATEGORY, DATE, LEFT_OUT, NUMBER, TIME, YES_NO, ColumnKind
from .output import Output, plain
from .tables import Source
from .training_table import TrainingTable

TITLES = {
    NUMBER: "numbers",
    YES_NO: "yes/no",
    CATEGORY: "categories",
    DATE: "dates",
    TIME: "times",
}
UNITS = {DATE: " (as days since 1970)", TIME: " (as seconds)"}
SHOWN = 10


def tell_table(out: Output, source: Source, data: TrainingTable) -> None:
    """Rows, columns by kind, what is left out and why, target and task."""
    delimiter = source.csv.dialect.delimiter if source.csv else ","
    separated = "" if delimiter == "," else f", values separated by {delimiter!r}"
    out.say(f"{source.name}: {len(data)} rows, {len(source.columns)} columns{separated}", "bold")
    for kind, title in TITLES.items():
        columns = data.of_kind(kind)
        if columns:
            unit = UNITS.get(kind, "")
            out.say(f"  {title:<11} {named(columns, kind == CATEGORY)}{unit}")
    missing = [c for c in data.columns if c.kind != LEFT_OUT and c.n_missing]
    if missing:
        cells = sum(column.n_missing for column in missing)
        out.say(f"  {'missing':<11} {cells} values, in {named(missing)}")
    left_out = data.of_kind(LEFT_OUT)
    for column in left_out[:SHOWN]:
        out.say(f"  {'left out':<11} {shown_name(column)}: {column.why}")
    if len(left_out) > SHOWN:
        out.say(f"  {'left out':<11} and {len(left_out) - SHOWN} more, which --json lists")
    out.say(f"  {'target':<11} {data.target}: {told_target(data)}")
    out.say(f"  {'task':<11} {data.task} ({data.why_task})")


def named(columns: Sequence[ColumnKind], counts: bool = False) -> str:
    shown = [
        f"{shown_name(column)} ({column.n_distinct})" if counts else shown_name(column)
        for column in columns[:SHOWN]
    ]
    rest = f" and {len(columns) - SHOWN} more" if len(columns) > SHOWN else ""
    return ", ".join(shown) + rest


def shown_name(column: ColumnKind) -> str:
    return column.name or repr(column.name)


def told_target(data: TrainingTable) -> str:
    if not data.is_classes:
        low, middle, high = np.quantile(data.y, (0, 0.5, 1))
        return f"{low:.6g} to {high:.6g}, median {middle:.6g}"
    labels, counts = np.unique(data.y, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    shown = ", ".join(f"{labels[i]} {counts[i]}" for i in order[:SHOWN])
    return f"{len(labels)} classes ({shown}{', ...' if len(labels) > SHOWN else ''})"


def table_document(source: Source, data: TrainingTable) -> dict[str, Any]:
    """The same for machines."""
    return {
        "data": source.name,
        "rows": len(data),
        "target": data.target,
        "task": data.task,
        "classes": np.unique(data.y).tolist() if data.is_classes else None,
        "columns": [
            {
                "name": column.name,
                "kind": column.kind,
                "distinct": column.n_distinct,
                "missing": column.n_missing,
                **({"why": column.why} if column.why else {}),
            }
            for column in data.columns
        ],
    }


def table_notes(source: Source, data: TrainingTable, scores: Any) -> dict[str, Any]:
    """What a model file remembers of the table and of the scores."""
    facts = {"target": data.target, "task": data.task, "data": source.name, "rows": len(data)}
    kept: dict[str, Any] = plain(facts | {"scores": scores})
    return kept


def baseline_name(data: TrainingTable) -> str:
    if not data.is_classes:
        return "the mean"
    labels, counts = np.unique(data.y, return_counts=True)
    return f"always {str(labels[counts.argmax()])!r}"
