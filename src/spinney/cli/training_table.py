"""From a table to what is learned: features, target and task, with what was guessed."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .column_kinds import (
    CATEGORY,
    LEFT_OUT,
    NUMBER,
    ColumnKind,
    as_numbers,
    as_text,
    count_distinct,
    guess_kind,
    is_text,
    is_value,
    refuse_infinity,
    refuse_text_among_numbers,
)
from .doubts import doubts
from .errors import UserError, counted, unknown_column
from .tables import Source

FEW_CLASSES = 10
"""Whole numbers with so many distinct values at most are taken for classes."""
MANY_CLASSES = 30
"""Whole numbers with so many distinct values at most might be classes."""
CLASSES, NUMBERS = "classification", "regression"


@dataclass(frozen=True)
class ColumnOptions:
    """What the user says of the columns."""

    target: str
    task: str | None = None
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    category: tuple[str, ...] = ()

    def forced(self, name: str) -> str | None:
        return CATEGORY if name in self.category else "keep" if name in self.keep else None


@dataclass(frozen=True)
class TrainingTable:
    """Rows to learn from. X is a table of Arrow, which the estimators read as it is."""

    X: Any
    y: Any
    target: str
    task: str
    why_task: str
    columns: list[ColumnKind]
    notes: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.y)

    @property
    def is_classes(self) -> bool:
        return self.task == CLASSES

    @property
    def has_missing(self) -> bool:
        return any(column.null_count for column in self.X.columns)

    def rows(self, indices: Any) -> "TrainingTable":
        return replace(self, X=self.X.take(indices), y=self.y[indices])

    def of_kind(self, kind: str) -> list[ColumnKind]:
        return [column for column in self.columns if column.kind == kind]


def prepare(source: Source, wishes: ColumnOptions) -> TrainingTable:
    """Guess what the columns are, and read features and target accordingly."""
    for name in (wishes.target, *wishes.drop, *wishes.keep, *wishes.category):
        if name not in source.columns:
            raise unknown_column(name, list(source.columns), source.name)
    notes = doubts(source)
    source, left_out = without_missing_targets(source, wishes.target)
    notes += left_out
    task, why = guess_task(source, wishes)
    y = read_target(source, wishes.target, task)
    kinds = [
        ColumnKind(name, LEFT_OUT, 0, 0, "by --drop")
        if name in wishes.drop
        else guess_kind(source, name, wishes.forced(name))
        for name in source.columns
        if name != wishes.target
    ]
    used = [kind for kind in kinds if kind.kind != LEFT_OUT]
    if not used:
        reasons = "; ".join(f"{kind.name!r}: {kind.why}" for kind in kinds)
        raise UserError(f"{source.name}: no column is left to learn from. {reasons}".rstrip(". "))
    X = pa.table({kind.name: feature(source, kind) for kind in used})
    return TrainingTable(X, y, wishes.target, task, why, kinds, notes)


def feature(source: Source, kind: ColumnKind) -> Any:
    if kind.kind == CATEGORY:
        return as_text(source.columns[kind.name])
    return as_numbers(source, kind.name)


def without_missing_targets(source: Source, target: str) -> tuple[Source, list[str]]:
    missing = source.columns[target].null_count
    if not missing:
        return source, []
    if missing == source.table.num_rows:
        raise UserError(f"{source.name}: the target {target!r} has no values")
    kept = source.table.filter(pc.is_valid(source.columns[target]))
    left_out = f"{counted(missing, 'row')} without a target left out"
    return replace(source, table=kept), [left_out]


def guess_task(source: Source, wishes: ColumnOptions) -> tuple[str, str]:
    """Classes or numbers, and why."""
    column = source.columns[wishes.target]
    if not is_value(column.type):
        raise UserError(
            f"{source.name}: the target {wishes.target!r} holds values of type {column.type}, "
            "which are neither classes nor numbers"
        )
    n_distinct = count_distinct(column)
    if wishes.task is not None:
        task, why = wishes.task, "as you say"
    elif is_text(column.type) or pa.types.is_boolean(column.type):
        if is_text(column.type):
            refuse_text_among_numbers(source, wishes.target)
        task, why = CLASSES, "the target is text" if is_text(column.type) else "yes or no"
    elif whole_numbers(column) and n_distinct <= FEW_CLASSES:
        task = CLASSES
        why = f"{n_distinct} distinct whole numbers; --task regression takes them as numbers"
    elif pa.types.is_temporal(column.type):
        task, why = NUMBERS, "dates, as days since 1970"
    else:
        task, why = NUMBERS, f"{n_distinct} distinct numbers"
        if whole_numbers(column) and n_distinct <= MANY_CLASSES:
            why += "; --task classification takes them as classes"
    if n_distinct == 1:
        value = str(column[0])
        raise UserError(f"{source.name}: the target {wishes.target!r} is {value!r} in every row")
    if task == CLASSES and n_distinct > max(FEW_CLASSES, len(column) // 2):
        raise UserError(
            f"{source.name}: the target {wishes.target!r} has {n_distinct} distinct values in "
            f"{len(column)} rows: too many for classes"
        )
    return task, why


def whole_numbers(column: Any) -> bool:
    if pa.types.is_integer(column.type):
        return True
    if not pa.types.is_floating(column.type):
        return False
    return bool(pc.all(pc.equal(pc.floor(column), column)).as_py())


def read_target(source: Source, target: str, task: str) -> Any:
    """The target as an array: text, whole numbers or booleans for classes, else numbers."""
    column = source.columns[target]
    if task == NUMBERS:
        return np.asarray(as_numbers(source, target)).astype(np.float64)
    if pa.types.is_boolean(column.type):
        return np.asarray(column)
    if pa.types.is_floating(column.type):
        refuse_infinity(source, target)
    if whole_numbers(column):
        return np.asarray(column).astype(np.int64)
    return np.array(as_text(column).to_pylist())


__all__ = [
    "CLASSES",
    "NUMBER",
    "NUMBERS",
    "ColumnOptions",
    "TrainingTable",
    "prepare",
    "whole_numbers",
]
