"""Layouts, dtypes and libraries in which the same X can be passed."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from scipy import sparse

from .estimators import clean_table

NAMES = ["a", "b", "c"]
COLORS = ["red", "green", "blue", "ochre"]


def unsorted_csr(X):
    """CSR with the entries of each row reversed, and each entry stored as two halves."""
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
    """A field of packed records: no cell is aligned to its size."""
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
    """Small numbers with many zeros, among them some all-zero rows."""
    X = clean_table()
    X[np.random.default_rng(2).random(X.shape) < 0.4] = 0
    X[10:13] = 0
    return X


def read_only_memmap(X, folder):
    path = folder / "X.npy"
    np.save(path, X)
    return np.load(path, mmap_mode="r")


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


def frame_with_missing():
    X = clean_table()
    X[np.random.default_rng(3).random(X.shape) < 0.2] = np.nan
    X[5] = np.nan
    return pd.DataFrame(X, columns=NAMES)


def frame_of_dtypes():
    """A frame of float64 with missing values, float32 and int8."""
    frame = pd.DataFrame(clean_table(), columns=NAMES).astype({"b": np.float32, "c": np.int8})
    frame.loc[::7, "a"] = np.nan
    return frame


def colored(order=COLORS, n_rows=80):
    """A frame with an informative category and an informative number."""
    rng = np.random.default_rng(4)
    colors = pd.Categorical(np.array(COLORS)[rng.integers(4, size=n_rows)], categories=order)
    return pd.DataFrame({"color": colors, "size": rng.integers(0, 9, n_rows)})


LEVEL_ORDERS = (COLORS[::-1], [*COLORS, "never used"], sorted(COLORS))
SAME_LABELS = {
    "pandas str": lambda frame: frame.astype({"color": "str"}),
    "pandas object": lambda frame: frame.astype({"color": object}),
    "polars String": lambda frame: pl.from_pandas(frame.astype({"color": "str"})),
    "polars Categorical": pl.from_pandas,
    "Arrow dictionary": lambda frame: pa.Table.from_pandas(frame),
    "Arrow string": lambda frame: pa.Table.from_pandas(frame.astype({"color": "str"})),
    "Arrow chunks": lambda frame: pa.concat_tables(
        [pa.Table.from_pandas(frame[:30]), pa.Table.from_pandas(frame[30:])]
    ),
}
CATEGORY_CHOICES = {"name": ["color"], "index": [0], "mask": [True, False]}
ODD_LABELS = {
    "empty": ["", "full"],
    "huge": ["x" * 1_000_000, "y" * 1_000_000],
    "not UTF-8": ["\udcff", "\udcfe"],
    "bytes": [b"\xff\xfe", b"\xfe"],
    "zero inside": ["a\0b", "a\0c"],
    "same when stripped": ["a", "a "],
    "numbers": [3, 17],
    "mixed": [1, "1"],
    "bools": [False, True],
}


def alternating(labels):
    """A frame of 20 rows that alternate between two labels."""
    index = pd.Index(labels, dtype=object)
    return pd.DataFrame({"label": pd.Categorical.from_codes([0, 1] * 10, categories=index)})


def all_kinds_of_nan(X):
    """A copy of X in which some NaN are negative or have a payload."""
    width = X.dtype.itemsize
    changed = X.copy()
    cells = changed.view(f"u{width}")
    cells[::6] |= 1 << (8 * width - 1)
    cells[::9] |= 5
    assert np.array_equal(np.isnan(changed), np.isnan(X))
    return changed
