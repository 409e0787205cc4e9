"""Order of the categories in Parquet and Arrow files."""

from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as parquet  # type: ignore[import-untyped]


def is_ordered(column: Any) -> bool:
    return bool(pa.types.is_dictionary(column.type) and column.type.ordered)


def read_parquet(file: Any) -> pa.Table:
    """Read a Parquet file; ordered categories without a stored order become text."""
    reader = parquet.ParquetFile(file)
    table = reader.read()
    ordered = [j for j, column in enumerate(table.columns) if is_ordered(column)]
    unknown = without_dictionary(reader.metadata) if ordered else set()
    for j in ordered:
        name, column = table.column_names[j], table.column(j)
        if name in unknown:
            table = table.set_column(j, name, column.cast(column.type.value_type))
    return table


def without_dictionary(metadata: Any) -> set[str]:
    """Return the columns with a row group without dictionary, which has the categories in order."""
    groups = [metadata.row_group(g) for g in range(metadata.num_row_groups)]
    columns = [group.column(j) for group in groups for j in range(metadata.num_columns)]
    return {column.path_in_schema for column in columns if not column.has_dictionary_page}


def declared_order(column: Any) -> Any:
    """Return ordered categories as text, from low to high; None if the chunks disagree."""
    if not is_ordered(column) or column.num_chunks == 0:
        return None
    chunks = [chunk.dictionary for chunk in column.chunks]
    longest = max(chunks, key=len)
    same = all(chunk.equals(longest[: len(chunk)]) for chunk in chunks)
    order = longest.cast(pa.string())
    return order if same and len(order.unique()) == len(order) and not order.null_count else None


def in_order(text: Any, order: Any) -> Any:
    """Return a column of text as categories in a given order."""
    codes = pc.index_in(text.combine_chunks(), order)
    return pa.DictionaryArray.from_arrays(codes, order, ordered=True)
