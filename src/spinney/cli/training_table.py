"""Features, target and task of a training table."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .column_types import (
    CATEGORY,
    DATE,
    DROPPED,
    NUMBER,
    ORDERED,
    TIME,
    ColumnType,
    as_numbers,
    as_text,
    can_be_target,
    check_finite,
    check_for_errors,
    count_distinct,
    infer_type,
    is_text,
)
from .data_warnings import data_warnings
from .errors import UserError, check_columns, counted
from .letter_case import merge_case
from .ordered_columns import in_order
from .tables import Source

MAX_CLASSES = 10
"""Integers with at most this many distinct values are taken for classes."""
POSSIBLE_CLASSES = 30
"""Integers with at most this many distinct values get a hint at ``--task classification``."""
CLASSIFICATION, REGRESSION = "classification", "regression"


@dataclass(frozen=True)
class ColumnOptions:
    """Options of the user for the columns of a table."""

    target: str
    task: str | None = None
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    ignore_case: tuple[str, ...] = ()

    def forced(self, name: str) -> str | None:
        """Return the kind that the user gave for a column, or "keep"; None to infer it."""
        if name in self.category:
            return CATEGORY
        return NUMBER if name in self.number else "keep" if name in self.keep else None


@dataclass(frozen=True)
class TrainingTable:
    """Training data. X is an Arrow table, which the estimators read directly."""

    X: Any
    y: Any
    target: str
    task: str
    task_reason: str
    columns: list[ColumnType]
    notes: list[str] = field(default_factory=list)
    ignore_case: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.y)

    @property
    def is_classes(self) -> bool:
        return self.task == CLASSIFICATION

    def rows(self, indices: Any) -> "TrainingTable":
        return replace(self, X=self.X.take(indices), y=self.y[indices])

    def of_kind(self, kind: str) -> list[ColumnType]:
        return [column for column in self.columns if column.kind == kind]


def prepare(source: Source, options: ColumnOptions) -> TrainingTable:
    """Infer column types and task, and convert features and target accordingly."""
    target = options.target
    named = (target, *options.drop, *options.keep, *options.category, *options.number)
    check_columns(named, source.columns, source.name)
    check_target_options(options)
    both = sorted(set(options.category) & set(options.number))
    if both:
        raise UserError(f"--category and --number exclude each other: {both[0]!r} has both")
    source = merge_case(source, options.ignore_case)
    notes = data_warnings(source)
    source, missing_notes = drop_missing_targets(source, target)
    task, reason = infer_task(source, options)
    y = read_target(source, target, task)
    types = [
        ColumnType(name, DROPPED, 0, 0, "by --drop")
        if name in options.drop
        else infer_type(source, name, options.forced(name))
        for name in source.columns
        if name != target
    ]
    used = [column for column in types if column.kind != DROPPED]
    if not used:
        reasons = "; ".join(f"{column.name!r}: {column.reason}" for column in types)
        advice = f" ({reasons}); --keep COLUMN uses a column that is dropped" if types else ""
        raise UserError(f"{source.name}: no feature columns are left{advice}")
    X = pa.table({column.name: read_feature(source, column) for column in used})
    return TrainingTable(
        X, y, target, task, reason, types, notes + missing_notes, options.ignore_case
    )


def check_target_options(options: ColumnOptions) -> None:
    """Raise if an option for features names the target."""
    target = options.target
    if target in (*options.drop, *options.keep):
        raise UserError(f"{target!r} is the target: it cannot be set by --drop or --keep")
    if target in (*options.category, *options.number):
        raise UserError(f"{target!r} is the target: use --task instead of --category or --number")


def read_feature(source: Source, column: ColumnType) -> Any:
    if column.kind == CATEGORY:
        return as_text(source.columns[column.name])
    if column.kind == ORDERED:
        return in_order(source.columns[column.name], source.orders[column.name])
    if column.kind in (DATE, TIME):
        return source.columns[column.name]
    return as_numbers(source, column.name)


def drop_missing_targets(source: Source, target: str) -> tuple[Source, list[str]]:
    missing = source.columns[target].null_count
    if not missing:
        return source, []
    if missing == source.table.num_rows:
        raise UserError(f"{source.name}: the target {target!r} has no values")
    kept = source.table.filter(pc.is_valid(source.columns[target]))
    return replace(source, table=kept), [f"dropped {counted(missing, 'row')} without a target"]


def infer_task(source: Source, options: ColumnOptions) -> tuple[str, str]:
    """Return classification or regression, and the reason; raise if the target fits neither."""
    column = source.columns[options.target]
    where = f"{source.name}: the target {options.target!r}"
    if not can_be_target(column.type):
        raise UserError(f"{where} has values of type {column.type}: neither classes nor numbers")
    n_distinct = count_distinct(column)
    if options.task is None and is_text(column.type):
        check_for_errors(source, options.target)
    if options.task is not None:
        task, reason = options.task, "by --task"
    else:
        task, reason = task_of_values(column, n_distinct)
    if n_distinct == 1:
        raise UserError(f"{where} is constant: {str(column[0])!r} in all rows")
    if task == CLASSIFICATION and n_distinct > max(MAX_CLASSES, len(column) // 2):
        raise UserError(
            f"{where} has {n_distinct} distinct values in {len(column)} rows: too many for classes"
        )
    return task, reason


def task_of_values(column: Any, n_distinct: int) -> tuple[str, str]:
    if is_text(column.type):
        return CLASSIFICATION, "the target is text"
    if pa.types.is_boolean(column.type):
        return CLASSIFICATION, "the target is boolean"
    if pa.types.is_temporal(column.type):
        return REGRESSION, "dates, as days since 1970"
    if not is_integral(column):
        return REGRESSION, f"{n_distinct} distinct numbers"
    integers = f"{n_distinct} distinct integers"
    if n_distinct <= MAX_CLASSES:
        return CLASSIFICATION, f"{integers}; use --task regression to predict them as numbers"
    if n_distinct <= POSSIBLE_CLASSES:
        return REGRESSION, f"{integers}; use --task classification to predict them as classes"
    return REGRESSION, integers


def is_integral(column: Any) -> bool:
    """Return whether all values are integers, also if they are stored as floats."""
    if pa.types.is_integer(column.type):
        return True
    if not pa.types.is_floating(column.type):
        return False
    return bool(pc.all(pc.equal(pc.floor(column), column)).as_py())


def read_target(source: Source, target: str, task: str) -> Any:
    """Return the target as an array: text, integers or booleans for classes, else floats."""
    column = source.columns[target]
    if task == REGRESSION:
        advice = "correct it, use --missing TEXT, or use --task classification"
        return np.asarray(as_numbers(source, target, advice)).astype(np.float64)
    if pa.types.is_boolean(column.type):
        return np.asarray(column)
    if pa.types.is_floating(column.type):
        check_finite(source, target)
    if is_integral(column):
        return np.asarray(column).astype(np.int64)
    return np.array(as_text(column).to_pylist())
