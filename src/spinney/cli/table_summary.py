"""Summary of a training table: inferred column types, target and task."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .column_types import BOOLEAN, CATEGORY, DATE, DROPPED, NUMBER, ORDERED, TIME, ColumnType
from .console import Output, to_json_value
from .tables import Source
from .training_table import TrainingTable

TITLES = {
    NUMBER: "numbers",
    BOOLEAN: "booleans",
    CATEGORY: "categories",
    ORDERED: "ordered",
    DATE: "dates",
    TIME: "times",
}
MAX_COLUMNS = 10


def show_table(out: Output, source: Source, data: TrainingTable, notes: Sequence[str] = ()) -> None:
    """Print notes, rows, columns by type, dropped columns with the reason, target and task."""
    for note in dict.fromkeys((*data.notes, *notes)):
        out.note(note)

    def show(title: str, text: str) -> None:
        out.print(f"  {title:<11} {text}")

    delimiter = source.csv.dialect.delimiter if source.csv else ","
    separated = "" if delimiter == "," else f", delimiter {delimiter!r}"
    out.heading(f"{source.name}: {len(data)} rows, {len(source.columns)} columns{separated}")
    for kind, title in TITLES.items():
        columns = data.of_kind(kind)
        if columns:
            show(title, f"{named(columns, kind in (CATEGORY, ORDERED))}")
    missing = [c for c in data.columns if c.kind != DROPPED and c.n_missing]
    if missing:
        show("missing", f"{sum(c.n_missing for c in missing)} values, in {named(missing)}")
    dropped = data.of_kind(DROPPED)
    for column in dropped[:MAX_COLUMNS]:
        show(DROPPED, f"{shown_name(column)}: {column.reason}")
    if len(dropped) > MAX_COLUMNS:
        show(DROPPED, f"and {len(dropped) - MAX_COLUMNS} more (listed by --json)")
    show("target", f"{data.target}: {describe_target(data)}")
    show("task", f"{data.task} ({data.task_reason})")


def named(columns: Sequence[ColumnType], counts: bool = False) -> str:
    shown = [
        f"{shown_name(column)} ({column.n_distinct})" if counts else shown_name(column)
        for column in columns[:MAX_COLUMNS]
    ]
    rest = f" and {len(columns) - MAX_COLUMNS} more" if len(columns) > MAX_COLUMNS else ""
    return ", ".join(shown) + rest


def shown_name(column: ColumnType) -> str:
    return column.name or repr(column.name)


def describe_target(data: TrainingTable) -> str:
    if not data.is_classes:
        low, median, high = np.quantile(data.y, (0, 0.5, 1))
        return f"{low:.6g} to {high:.6g}, median {median:.6g}"
    labels, counts = np.unique(data.y, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    shown = ", ".join(f"{labels[i]}: {counts[i]}" for i in order[:MAX_COLUMNS])
    return f"{len(labels)} classes ({shown}{', ...' if len(labels) > MAX_COLUMNS else ''})"


def table_document(source: Source, data: TrainingTable) -> dict[str, Any]:
    """The summary for JSON output."""
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
                **({"reason": column.reason} if column.reason else {}),
            }
            for column in data.columns
        ],
    }


def table_notes(source: Source, data: TrainingTable, scores: Any) -> dict[str, Any]:
    """Facts about the table and the scores that are saved with the model."""
    facts: dict[str, Any] = {"target": data.target, "task": data.task}
    facts |= {"data": source.name, "rows": len(data)}
    if source.csv and source.csv.date_formats:
        facts["date_formats"] = source.csv.date_formats
    if source.csv and source.csv.options.missing:
        facts["missing"] = list(source.csv.options.missing)
    if data.ignore_case:
        facts["ignore_case"] = list(data.ignore_case)
    notes: dict[str, Any] = to_json_value(facts | {"scores": scores})
    return notes


def baseline_name(data: TrainingTable) -> str:
    if not data.is_classes:
        return "the mean"
    labels, counts = np.unique(data.y, return_counts=True)
    return f"the majority class {str(labels[counts.argmax()])!r}"
