"""Read a column of numpy, pandas, polars, pyarrow or any library that narwhals supports."""

import numbers
from collections import defaultdict
from typing import Any

import narwhals as nw
import numpy as np

from .codings import is_time_type, object_times, read_times
from .columns import (
    EXACT_INTEGERS,
    MISSING_TYPES,
    Array,
    Column,
    EncodedColumn,
    is_missing,
    is_number_type,
    plain_numbers,
    warn_if_inexact,
    warn_inexact,
)
from .native_arrays import check_native


def read_array(values: Array, name: str) -> Column:
    """Read a 1-D numpy array of any dtype."""
    kind = values.dtype.kind
    if kind == "O":
        return read_objects(values.tolist(), name)
    if kind in "US":
        distinct, codes = np.unique(values, return_inverse=True)
        return EncodedColumn(distinct.tolist(), codes.astype(np.int32))
    if kind == "T":
        return read_objects(values.tolist(), name)
    if kind in "mM":
        return read_times(values, name)
    return plain_numbers(values, name)


def read_objects(cells: list[Any], name: str) -> Column:
    """Read Python objects: as numbers if all of them are, else as encoded values."""
    types = set(map(type, cells))
    if any(issubclass(t, (complex, np.complexfloating)) for t in types):
        raise ValueError(f"Complex data not supported: {name} contains complex numbers.")
    if all(is_number_type(t) or t.__name__ in MISSING_TYPES for t in types):
        return object_numbers(cells, name)
    if all(is_time_type(t) or t.__name__ in MISSING_TYPES for t in types):
        return object_times(cells, name)
    index: defaultdict[Any, int] = defaultdict()
    index.default_factory = index.__len__
    try:
        codes = np.fromiter(map(index.__getitem__, cells), np.int32, len(cells))
    except TypeError:
        kind = next((t.__name__ for t in types if t.__hash__ is None), "object")
        raise TypeError(
            f"{name}: argument must be a string or a real number, not {kind!r}"
        ) from None
    is_text = all(isinstance(value, (str, bytes)) or is_missing(value) for value in index)
    return EncodedColumn(list(index), codes, is_text)


def object_numbers(cells: list[Any], name: str) -> Array:
    try:
        values = np.array(
            [np.nan if type(cell).__name__ in MISSING_TYPES else float(cell) for cell in cells]
        )
    except OverflowError:
        raise ValueError(f"{name} contains an integer too large for float64.") from None
    large = np.flatnonzero(np.abs(values) >= EXACT_INTEGERS)
    if any(isinstance(cells[i], numbers.Integral) and int(values[i]) != cells[i] for i in large):
        warn_inexact(name)
    return values


def read_series(series: "nw.Series[Any]", name: str) -> Column:
    """Read a column of a dataframe."""
    native = series.to_native()
    check_native(native, name)
    # The common case first: the dtype of a pandas column is slow to get from narwhals.
    if isinstance(getattr(native, "dtype", None), np.dtype):
        return read_array(native.to_numpy(), name)
    dtype = series.dtype
    if dtype.is_temporal():
        return read_time_series(series, name)
    if dtype in (nw.String, nw.Categorical, nw.Enum, nw.Binary):
        return read_categories(series, name)
    if dtype.is_nested():
        raise TypeError(f"{name} has type {dtype}, which is neither numeric nor categorical.")
    # Types unknown to narwhals: sparse, interval and period of pandas, date64 and null of Arrow.
    library = series.implementation
    is_unknown = dtype == nw.Unknown and (library.is_pandas_like() or library.is_pyarrow())
    if dtype == nw.Object or is_unknown:
        return read_array(np.asarray(native), name)
    return series_numbers(series, name)


def read_time_series(series: "nw.Series[Any]", name: str) -> Column:
    """Read dates, times or durations."""
    zone = getattr(series.dtype, "time_zone", None)
    if zone is None:
        return read_array(series.to_numpy(), name)
    in_utc = series.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
    return read_times(in_utc.to_numpy().astype("M8"), name, zone)


def series_numbers(series: "nw.Series[Any]", name: str) -> Array:
    if series.dtype in (nw.Decimal, nw.Int128, nw.UInt128, nw.Unknown):
        series = series.cast(nw.Float64)
    if series.null_count() == 0:
        return plain_numbers(series.to_numpy(), name)
    if series.dtype.is_integer():
        warn_if_inexact(series.fill_null(0).to_numpy(), name)
    return plain_numbers(series.cast(nw.Float64).to_numpy(), name)


def read_categories(series: "nw.Series[Any]", name: str) -> Column:
    """Read text or categories, with the codes of the library if it has any."""
    native = series.to_native()
    library = series.implementation
    if library.is_pandas():
        return read_pandas_categories(native)
    if library.is_polars() and series.dtype != nw.Binary:
        return read_polars_categories(native)
    if library.is_pyarrow():
        return read_arrow_categories(native)
    return read_objects(series.to_list(), name)


def read_pandas_categories(series: Any) -> EncodedColumn:
    import pandas as pd

    array = series.array
    if isinstance(series.dtype, pd.CategoricalDtype):  # ``series.cat`` is much slower
        return EncodedColumn(array.categories.tolist(), array.codes, ordered=bool(array.ordered))
    if isinstance(series.dtype, pd.ArrowDtype):
        return read_arrow_categories(array.__arrow_array__())
    codes, values = pd.factorize(series)
    return EncodedColumn(values.tolist(), codes)


def read_polars_categories(series: Any) -> EncodedColumn:
    import polars as pl

    if isinstance(series.dtype, pl.Enum):
        codes = series.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return EncodedColumn(series.dtype.categories.to_list(), codes, ordered=True)
    if series.dtype == pl.String:
        series = series.cast(pl.Categorical)
    distinct = series.unique().drop_nulls()
    # Physical codes number all strings of the process: number those of this column instead.
    used = distinct.to_physical().to_numpy()
    dense = np.full(int(used.max(initial=0)) + 2, -1, np.int32)  # null takes the last entry
    dense[used] = np.arange(len(used))
    physical = series.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
    return EncodedColumn(distinct.cast(pl.String).to_list(), dense[physical])


def read_arrow_categories(column: Any) -> EncodedColumn:
    import pyarrow as pa  # type: ignore[import-untyped]

    ordered = pa.types.is_dictionary(column.type) and column.type.ordered
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
    else:
        column = column.dictionary_encode()
    if column.num_chunks == 0:
        return EncodedColumn([], np.zeros(0, np.int32))
    codes = [np.asarray(chunk.indices.cast(pa.int64()).fill_null(-1)) for chunk in column.chunks]
    values = column.chunk(0).dictionary.to_pylist()
    return EncodedColumn(values, np.concatenate(codes), ordered=ordered)
