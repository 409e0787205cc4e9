"""The target of a table with known answers, in the type that a model's classes have."""

from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .column_kinds import as_numbers, as_text
from .errors import UserError, counted, listed, unknown_column
from .output import Output
from .tables import Source


def known_targets(source: Source, target: str, model: Any, out: Output) -> tuple[Any, Any]:
    """The rows that have a target, and their targets."""
    if target not in source.columns:
        raise unknown_column(target, list(source.columns), source.name)
    present = np.flatnonzero(np.asarray(pc.is_valid(source.columns[target])))
    missing = source.table.num_rows - len(present)
    if not len(present):
        raise UserError(f"{source.name}: the target {target!r} has no values")
    if missing:
        out.note(f"{counted(missing, 'row')} without a target left out")
    if not hasattr(model, "classes_"):
        return present, np.asarray(as_numbers(source, target)).astype(np.float64)[present]
    classes = np.asarray(model.classes_)
    y = as_classes(source.columns[target].take(present), classes)
    unknown = sorted({str(label) for label in y[~np.isin(y, classes)]})
    if unknown:
        out.note(f"the model does not know the classes {listed(unknown)}: always wrong there")
    return present, y


def as_classes(column: Any, classes: Any) -> Any:
    """Labels as the model has them: text, whole numbers or yes/no."""
    kind = column.type
    if classes.dtype.kind in "UO":
        return np.array(as_text(column).to_pylist())
    if classes.dtype.kind == "b" and pa.types.is_boolean(kind):
        return np.asarray(column)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        return np.asarray(column.cast(pa.float64())).astype(classes.dtype)
    raise UserError(
        f"the target holds {kind}, but the model's classes are {listed(map(str, classes))}"
    )
