"""Text that differs only in case: warnings, and the option ``--ignore-case``."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from .errors import UserError, check_columns
from .tables import Source


def same_but_case(values: Iterable[str]) -> list[list[str]]:
    """Return the groups of values that differ only in case."""
    groups: dict[str, list[str]] = {}
    for value in values:
        groups.setdefault(value.casefold(), []).append(value)
    return [group for group in groups.values() if len(group) > 1]


def merge_case(source: Source, names: Iterable[str]) -> Source:
    """Replace values that differ only in case by the most frequent one of them."""
    check_columns(names, source.columns, source.name)
    columns = dict(source.columns)
    for name in names:
        if not pa.types.is_string(columns[name].type) or name in source.orders:
            raise UserError(f"--ignore-case {name!r}: the column does not hold unordered text")
        counts = pc.value_counts(columns[name].drop_null()).to_pylist()
        counts.sort(key=lambda entry: (-entry["counts"], entry["values"]))
        columns[name] = match_case(columns[name], [entry["values"] for entry in counts])
    return replace(source, table=pa.table(columns))


def match_case(text: Any, known: Iterable[str]) -> Any:
    """Replace values by the first known one that differs only in case; others stay."""
    spelling: dict[str, str] = {}
    for value in known:
        spelling.setdefault(value.casefold(), value)
    values = pc.unique(text.drop_null())
    return replace_values(text, {v: spelling.get(v.casefold(), v) for v in values.to_pylist()})


def replace_values(text: Any, new: Mapping[str, str]) -> Any:
    old = pa.array(list(new), pa.string())
    return pa.array(list(new.values()), pa.string()).take(
        pc.index_in(text, value_set=old).combine_chunks()
    )
