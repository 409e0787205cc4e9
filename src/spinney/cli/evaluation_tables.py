"""Tables for evaluation: the model's features and the known targets."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .column_types import as_numbers, as_text
from .console import Output
from .csv_files import CsvOptions
from .errors import UserError, check_columns, counted, listed
from .feature_tables import read_features, take_rows
from .letter_case import match_case
from .model_files import SavedModel
from .tables import Source


class EvaluationTable(NamedTuple):
    """Features and targets of the rows with a known target."""

    source: Source
    target: str
    X: Any
    y: Any


def read_evaluation_table(
    saved: SavedModel, path: str, csv: CsvOptions, out: Output, options: dict[str, Any]
) -> EvaluationTable:
    """Read a table by the options ``target`` and ``fill_missing``."""
    target = saved.require_target(options["target"])
    source, X = read_features(saved, path, csv, out, target, options["fill_missing"])
    check_columns([target], source.columns, source.name)
    if target in saved.ignore_case and hasattr(saved.model, "classes_"):
        labels = match_case(as_text(source.columns[target]), map(str, saved.model.classes_))
        source = replace(source, table=pa.table(source.columns | {target: labels}))
    rows, y = known_targets(source, target, saved.model, out)
    return EvaluationTable(source, target, take_rows(X, rows), y)


def known_targets(source: Source, target: str, model: Any, out: Output) -> tuple[Any, Any]:
    """Return the indices of the rows with a target, and their targets."""
    present = np.flatnonzero(np.asarray(pc.is_valid(source.columns[target])))
    missing = source.table.num_rows - len(present)
    if not len(present):
        raise UserError(f"{source.name}: the target {target!r} has no values")
    if missing:
        out.note(f"dropped {counted(missing, 'row')} without a target")
    if not hasattr(model, "classes_"):
        return present, np.asarray(as_numbers(source, target)).astype(np.float64)[present]
    classes = np.asarray(model.classes_)
    y = as_classes(source.columns[target].take(present), classes)
    unknown = sorted({str(label) for label in y[~np.isin(y, classes)]})
    if unknown:
        out.note(f"classes unknown to the model: {listed(unknown)}; their rows count as errors")
    return present, y


def as_classes(column: Any, classes: Any) -> Any:
    """Convert labels to the dtype of the model's classes."""
    kind = column.type
    if classes.dtype.kind in "UO":
        return np.array(as_text(column).to_pylist())
    if classes.dtype.kind == "b" and pa.types.is_boolean(kind):
        return np.asarray(column)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        return np.asarray(column.cast(pa.float64())).astype(classes.dtype)
    raise UserError(
        f"the target has type {kind}, but the model's classes are {listed(map(str, classes))}"
    )
