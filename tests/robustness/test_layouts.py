"""Odd input that means what clean input means: same bits out, and the input is left alone."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from .estimators import (
    answers,
    clean_table,
    clean_y,
    every_estimator,
    every_variant,
    every_variant_with_missing,
)

NAMES = ["a", "b", "c"]


def read_only_memmap(X, folder):
    path = folder / "X.npy"
    np.save(path, X)
    return np.load(path, mmap_mode="r")


def unsorted_csr(X):
    """Rows stored backwards, and every entry as two halves."""
    csr = sparse.csr_array(X)
    rows = [slice(*ends) for ends in zip(csr.indptr[:-1], csr.indptr[1:], strict=True)]
    indices = np.concatenate([np.tile(csr.indices[row][::-1], 2) for row in rows])
    halves = np.concatenate([np.tile(csr.data[row][::-1] / 2, 2) for row in rows])
    return sparse.csr_array((halves, indices, csr.indptr * 2), shape=X.shape)


def long_indices(X):
    csc = sparse.csc_array(X)
    csc.indices, csc.indptr = csc.indices.astype(np.int64), csc.indptr.astype(np.int64)
    return csc


def unaligned(X):
    """A field of packed records: no cell lies on a multiple of its size."""
    records = np.zeros(X.shape, dtype=np.dtype([("pad", "u1"), ("x", "f8")]))
    records["x"] = X
    return records["x"]


LAYOUTS = {
    "Fortran": np.asfortranarray,
    "strided": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
    "reversed": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "byte-swapped": lambda X: X.astype(X.dtype.newbyteorder()),
    "unaligned": unaligned,
    "object": lambda X: X.astype(object),
    "list": np.ndarray.tolist,
    "matrix of Python ints": lambda X: X.astype(int).astype(object),
    **{
        dtype: lambda X, dtype=dtype: X.astype(dtype)
        for dtype in ("f2", "f4", "g", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", ">f4")
    },
    "CSR": sparse.csr_matrix,
    "CSC": sparse.csc_array,
    "COO": sparse.coo_array,
    "LIL": sparse.lil_array,
    "DOK": sparse.dok_array,
    "BSR": sparse.bsr_array,
    "CSR, unsorted, with duplicates": unsorted_csr,
    "CSC with int64 indices": long_indices,
    "CSR of int8": lambda X: sparse.csr_array(X.astype(np.int8)),
}


def sparse_table():
    """Clean numbers with many zeros: whole rows of them too."""
    X = clean_table()
    X[np.random.default_rng(2).random(X.shape) < 0.4] = 0
    X[10:13] = 0
    return X


@every_variant
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_any_layout(entry, layout):
    X = sparse_table()
    y = clean_y(entry.task, X)
    expected = answers(entry.make().fit(X, y), X)
    odd = layout(X)
    before = pickle.dumps(odd)
    model = entry.make().fit(odd, y)
    assert answers(model, odd) == expected
    assert answers(model, X) == expected
    assert pickle.dumps(odd) == before


@every_variant
def test_a_read_only_file(entry, tmp_path):
    X = clean_table()
    y = clean_y(entry.task, X)
    model = entry.make().fit(X, y)
    on_disk = read_only_memmap(X, tmp_path)
    assert answers(entry.make().fit(on_disk, y), on_disk) == answers(model, X)


@every_estimator
def test_read_only_targets_and_weights(entry):
    X = clean_table()
    y, weight = clean_y(entry.task, X), np.arange(60.0)
    expected = answers(entry.make().fit(X, y, sample_weight=weight), X)
    for array in (X, y, weight):
        array.flags.writeable = False
    assert answers(entry.make().fit(X, y, sample_weight=weight), X) == expected


def chunked_arrow(frame):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    return pa.concat_tables([table.slice(0, 7), table.slice(7, 1), table.slice(8)])


FRAMES = {
    "pandas": lambda frame: frame,
    "pandas with an index": lambda frame: frame.set_index(np.arange(60)[::-1]),
    "pandas Float64": lambda frame: frame.astype("Float64"),
    "pandas Int32": lambda frame: frame.astype("Int32"),
    "pandas Arrow": lambda frame: frame.astype("float64[pyarrow]"),
    "pandas Arrow integers": lambda frame: frame.astype("Int64").astype("int64[pyarrow]"),
    "pandas objects": lambda frame: frame.astype("Int64").astype(object),
    "pandas None": lambda frame: frame.astype(object).where(frame.notna(), None),
    "polars": lambda frame: pl.from_pandas(frame),
    "polars integers": lambda frame: pl.from_pandas(frame.astype("Int16")),
    "polars chunks": lambda frame: pl.concat(
        [pl.from_pandas(frame[:9]), pl.from_pandas(frame[9:])], rechunk=False
    ),
    "Arrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "Arrow chunks": chunked_arrow,
    "Arrow integers": lambda frame: chunked_arrow(frame.astype("Int64")),
}


@every_variant_with_missing
@pytest.mark.parametrize("convert", FRAMES.values(), ids=FRAMES)
def test_null_is_missing_in_any_frame(entry, convert):
    X = clean_table()
    X[np.random.default_rng(3).random(X.shape) < 0.2] = np.nan
    X[5] = np.nan
    y = clean_y(entry.task, X)
    frame = pd.DataFrame(X, columns=NAMES)
    expected = answers(entry.make().fit(frame, y), frame)
    odd = convert(frame)
    before = copy.deepcopy(odd)
    model = entry.make().fit(odd, y)
    assert answers(model, odd) == expected
    assert answers(model, frame) == expected
    assert list(model.feature_names_in_) == NAMES
    assert odd.equals(before)


@every_variant_with_missing
def test_records_are_a_frame(entry):
    """Fields of a structured array are columns with names; packed, they are not aligned."""
    frame = pd.DataFrame(clean_table(), columns=NAMES).astype({"b": np.float32, "c": np.int8})
    frame.loc[::7, "a"] = np.nan
    y = clean_y(entry.task, frame)
    model = entry.make().fit(frame, y)
    records = np.array(frame.to_records(index=False))
    expected = answers(model, frame)
    assert answers(model, records) == expected
    assert answers(entry.make().fit(records, y), records) == expected


@every_estimator
def test_names_only_at_one_end(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    frame = pd.DataFrame(X, columns=NAMES)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        entry.make().fit(frame, y).predict(X)
    with pytest.warns(UserWarning, match="X has feature names"):
        entry.make().fit(X, y).predict(frame)
