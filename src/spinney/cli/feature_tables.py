"""A table read for a model that exists: its columns, by name and kind as at fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .column_kinds import as_numbers, as_text
from .csv_files import CsvOptions
from .errors import UserError, counted, listed
from .model_files import SavedModel
from .output import Output
from .tables import Source, read_source


@dataclass(frozen=True)
class Columns:
    """What a model asks for: names, and the categories of those columns that have some."""

    names: tuple[str, ...] | None
    n_features: int
    levels: Mapping[str, Any]

    @classmethod
    def of(cls, model: Any) -> "Columns":
        names = getattr(model, "feature_names_in_", None)
        if names is None:
            return cls(None, model.n_features_in_, {})
        schema = find_schema(model)
        levels = () if schema is None or schema.categories is None else schema.categories
        named = zip(names, levels, strict=False)
        return cls(tuple(names), len(names), {name: known for name, known in named if known})

    @cached_property
    def text(self) -> list[str]:
        """Columns whose categories are all text."""
        return [
            name
            for name, known in self.levels.items()
            if all(isinstance(label, str) for label in known)
        ]


def find_schema(model: Any) -> Any:
    """What a model learned of its columns; of a blend, what its first member did."""
    fitted = model._fitted() if hasattr(model, "_fitted") else None
    found = getattr(fitted, "schema", None) or getattr(
        getattr(fitted, "team", None), "schema", None
    )
    if found is not None:
        return found
    members = list(getattr(model, "estimators_", []))
    return find_schema(members[0]) if members else None


def read_for(
    saved: SavedModel,
    path: str,
    options: CsvOptions,
    out: Output,
    target: str | None,
    fill: bool,
) -> tuple[Source, Any]:
    """The table as it is, and its features as the model wants them."""
    columns = Columns.of(saved.model)
    source = read_source(path, options, columns.text)
    if columns.names is None:
        return source, unnamed(source, columns.n_features, target)
    absent = [name for name in columns.names if name not in source.columns]
    if absent and not fill:
        raise UserError(
            f"{source.name} lacks {listed(absent)}, which the model asks for; "
            "--fill-missing takes absent columns as missing values"
        )
    if absent:
        out.note(f"{source.name} lacks {listed(absent)}: taken as missing")
    features = pa.table({name: feature(source, name, columns) for name in columns.names})
    tell_unknown(features, columns, out)
    return source, features


def unnamed(source: Source, n_features: int, target: str | None) -> Any:
    """For a model that knows no names: all columns but the target, as they come."""
    names = [name for name in source.columns if name != target]
    if len(names) != n_features:
        raise UserError(
            f"{source.name} has {len(names)} columns, but the model {n_features} features"
        )
    numbers = [as_numbers(source, name).cast(pa.float64()) for name in names]
    return np.column_stack([np.asarray(column) for column in numbers])


def take_rows(X: Any, rows: Any) -> Any:
    """Some rows of what ``read_for`` gives: a table, or an array for a model without names."""
    return X[rows] if isinstance(X, np.ndarray) else X.take(rows)


def with_column_shuffled(X: Any, j: int, order: Any) -> Any:
    """A copy whose column ``j`` is in another order."""
    if isinstance(X, np.ndarray):
        changed = X.copy()
        changed[:, j] = X[order, j]
        return changed
    return X.set_column(j, X.column_names[j], X.column(j).take(order))


def feature(source: Source, name: str, columns: Columns) -> Any:
    if name not in source.columns:
        kind = pa.string() if name in columns.text else pa.float64()
        return pa.nulls(source.table.num_rows, kind)
    if name not in columns.levels:
        return as_numbers(source, name)
    column = source.columns[name]
    return as_text(column) if name in columns.text else column


def tell_unknown(features: Any, columns: Columns, out: Output) -> None:
    """Say which categories the model does not know, of all columns in one note."""
    found = []
    for name in columns.text:
        counts = pc.value_counts(features[name].drop_null()).to_pylist()
        known = columns.levels[name]
        new = {entry["values"]: entry["counts"] for entry in counts if entry["values"] not in known}
        if new:
            found.append(f"{name!r} {listed(new, 3)} ({counted(sum(new.values()), 'row')})")
    if found:
        out.note(
            "categories that the model does not know (new, or too rare when it was fitted): "
            f"{'; '.join(found)}. Its rule for unknown values applies."
        )
