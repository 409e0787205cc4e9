"""Tables for prediction: the model's features, found by name and converted as at fit."""

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from ..base.fitted_schema import find_schema
from .column_types import as_numbers, as_text, check_saved_format, is_text
from .console import Output
from .csv_files import CsvOptions
from .date_formats import (
    DateFormats,
    ambiguous_formats,
    date_option,
    detect_formats,
    first_lost,
    parse_dates,
)
from .errors import UserError, counted, did_you_mean, listed
from .letter_case import match_case
from .model_files import SavedModel
from .tables import Source, read_source


@dataclass(frozen=True)
class ModelColumns:
    """Feature names of a model, its categories, and the features that hold dates or times.

    Ordered categories are among the categories. Features without a name are given by position.
    """

    names: tuple[str, ...] | None
    n_features: int
    categories: Mapping[Any, Any]
    codings: Mapping[Any, Any]
    ignore_case: Collection[str] = ()

    @classmethod
    def of(cls, saved: SavedModel) -> "ModelColumns":
        model = saved.model
        names = getattr(model, "feature_names_in_", None)
        schema = find_schema(model)
        levels = () if schema is None or schema.categories is None else schema.categories
        categories = {j: known for j, known in enumerate(levels) if known}
        codings = {} if schema is None else schema.codings
        ordered = {j: coding.categories for j, coding in codings.items() if coding.categories}
        times = {j: coding for j, coding in codings.items() if j not in ordered}
        unnamed = cls(None, model.n_features_in_, categories | ordered, times, saved.ignore_case)
        return unnamed if names is None else unnamed.named(names)

    def named(self, names: Sequence[str]) -> "ModelColumns":
        """Return the columns with names instead of positions."""
        categories = {names[j]: known for j, known in self.categories.items()}
        codings = {names[j]: coding for j, coding in self.codings.items()}
        return replace(self, names=tuple(names), categories=categories, codings=codings)

    @cached_property
    def text(self) -> list[str]:
        """Features whose categories are all text."""
        return [
            name
            for name, known in self.categories.items()
            if all(isinstance(label, str) for label in known)
        ]


def read_features(
    saved: SavedModel,
    path: str,
    options: CsvOptions,
    out: Output,
    target: str | None,
    fill_missing: bool,
) -> tuple[Source, Any]:
    """Read a table; return it with the features of the model."""
    columns = ModelColumns.of(saved)
    text = columns.text if columns.names is not None else ()
    source = read_source(path, saved.csv_options(options), text)
    if columns.names is None:
        return source, features_by_position(source, columns, target, out)
    absent = [name for name in columns.names if name not in source.columns]
    if absent and not fill_missing:
        raise UserError(
            f"{source.name} lacks the model's features {listed(absent)}"
            f"{did_you_mean(absent[0], source.columns)}; "
            "with --fill-missing, absent columns are treated as missing values"
        )
    if absent:
        out.note(f"{source.name} lacks {listed(absent)}: treated as missing")
    features = pa.table({name: read_feature(source, name, columns) for name in columns.names})
    note_date_formats(source, columns.codings, out)
    note_unknown_categories(features, columns, out)
    return source, features


def features_by_position(
    source: Source, columns: ModelColumns, target: str | None, out: Output
) -> Any:
    """For a model without feature names, return all columns but the target in order."""
    names = [name for name in source.columns if name != target]
    if len(names) != columns.n_features:
        raise UserError(
            f"{source.name} has {len(names)} columns, but the model has {columns.n_features} "
            "features"
        )
    columns = columns.named(names)
    features = {name: read_feature(source, name, columns) for name in names}
    note_date_formats(source, columns.codings, out)
    note_unknown_categories(features, columns, out)
    if not columns.categories and not columns.codings:
        numbers = [column.cast(pa.float64()) for column in features.values()]
        return np.column_stack([np.asarray(column) for column in numbers])
    cells = np.empty((source.table.num_rows, len(names)), object)
    for j, column in enumerate(features.values()):
        cells[:, j] = column.to_pylist()
    return cells


def take_rows(X: Any, rows: Any) -> Any:
    """Select rows of an Arrow table or, for a model without feature names, of an array."""
    return X[rows] if isinstance(X, np.ndarray) else X.take(rows)


def read_feature(source: Source, name: str, columns: ModelColumns) -> Any:
    if name not in source.columns:
        kind = pa.string() if name in columns.text else pa.float64()
        return pa.nulls(source.table.num_rows, kind)
    column = source.columns[name]
    if name in columns.codings and column.null_count < len(column):
        return as_times(source, name, columns.codings[name].noun)
    if name not in columns.categories:
        return as_numbers(source, name)
    if name not in columns.text:
        return column
    text = as_text(column)
    return match_case(text, columns.categories[name]) if name in columns.ignore_case else text


def as_times(source: Source, name: str, expected: str) -> Any:
    """Return a column of dates, times or durations; raise if it has other values."""
    column = source.columns[name]
    if pa.types.is_temporal(column.type):
        return column
    check_saved_format(source, name)
    forms = ambiguous_formats(column)
    shares = detect_formats(column, 0.5) if is_text(column.type) else {}
    lost = first_lost(column, parse_dates(column, next(iter(shares)))) if shares else None
    wrong = lost or next(value for value in column.to_pylist() if value is not None)
    place = source.locate(name, lambda value: str(value).strip() == str(wrong))
    advice = date_option(name, forms) if forms else "see --date-format"
    raise UserError(f"{place}: the model needs {expected} here ({advice})")


def note_date_formats(source: Source, names: Iterable[str], out: Output) -> None:
    """Report formats that were detected, because the training table had another one or none."""
    found = source.csv.date_formats if source.csv else {}
    dates = source.csv.options.dates if source.csv else DateFormats()
    for name in names:
        form = found.get(name)
        if form and name not in (*dates.of_columns, *dates.saved) and form not in dates.common:
            out.note(f"{name!r}: read as dates with the format {form}")


def note_unknown_categories(features: Any, columns: ModelColumns, out: Output) -> None:
    """Report unknown categories of all columns in one note."""
    found, differ_in_case = [], []
    for name in columns.text:
        counts = pc.value_counts(features[name].drop_null()).to_pylist()
        known = columns.categories[name]
        new = {entry["values"]: entry["counts"] for entry in counts if entry["values"] not in known}
        if new:
            found.append(f"{name!r} {listed(new, 3)} ({counted(sum(new.values()), 'row')})")
        if {value.casefold() for value in new} & {value.casefold() for value in known}:
            differ_in_case.append(name)
    if differ_in_case:
        options = " ".join(f"--ignore-case {shlex.quote(name)}" for name in differ_in_case)
        out.note(
            f"{listed(differ_in_case)}: some unknown categories differ from known ones only in "
            f"case; fit the model with {options} to merge them"
        )
    if found:
        out.note(
            "categories unknown to the model (new, or too rare in the training data): "
            f"{'; '.join(found)}; the model's policy for unknown values applies"
        )
