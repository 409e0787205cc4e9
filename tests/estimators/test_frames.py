"""The same data in any library, dtype or layout gives the same tree."""

import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from spinney.data.columns import as_numbers, warn_if_inexact
from spinney.data.frames import read_frame
from spinney.data.schema import Schema

from .helpers import assert_same_tree, tree_of

NUMBERS = [1.5, None, 3.0, 4.0, 2.0, 7.0, None, 8.0]
COUNTS = [1, 2, 3, None, 5, 6, 7, 8]
COLORS = ["red", "blue", None, "red", "green", "blue", "red", "green"]
FLAGS = [True, False, None, True, False, True, True, False]
TARGET = np.array([0, 1, 0, 0, 1, 1, 0, 1])
DATA = {"size": NUMBERS, "count": COUNTS, "color": COLORS, "flag": FLAGS}


def chunked(table):
    return pa.concat_tables([table.slice(0, 3), table.slice(3)])


def structured():
    frame = np.empty(8, dtype=[("size", "f8"), ("count", "f8"), ("color", "O"), ("flag", "f4")])
    for name, column in DATA.items():
        frame[name] = column
    return frame


FRAMES = {
    "pandas": lambda: pd.DataFrame(DATA),
    "pandas nullable": lambda: pd.DataFrame(DATA).convert_dtypes(),
    "pandas arrow": lambda: pd.DataFrame(DATA).convert_dtypes(dtype_backend="pyarrow"),
    "pandas category": lambda: pd.DataFrame(DATA).astype({"color": "category"}),
    "pandas object": lambda: pd.DataFrame(DATA, dtype=object),
    "polars": lambda: pl.DataFrame(DATA),
    "polars categorical": lambda: pl.DataFrame(DATA).cast({"color": pl.Categorical}),
    "polars enum": lambda: pl.DataFrame(DATA).cast({"color": pl.Enum(["red", "green", "blue"])}),
    "polars chunks": lambda: pl.concat([pl.DataFrame(DATA)[:3], pl.DataFrame(DATA)[3:]]),
    "arrow": lambda: pa.table(DATA),
    "arrow chunks": lambda: chunked(pa.table(DATA)),
    "arrow dictionary": lambda: chunked(
        pa.table(DATA | {"color": pa.array(COLORS).dictionary_encode()})
    ),
    "structured array": structured,
}


@pytest.mark.parametrize("fitted", FRAMES)
def test_all_libraries_give_the_same_tree(fitted):
    reference = tree_of(FRAMES["pandas"](), TARGET)
    model = tree_of(FRAMES[fitted](), TARGET, ordered_features=None)
    assert_same_tree(reference, model)
    assert model._model.schema.categories == (None, None, {"blue": 0, "green": 1, "red": 2}, None)
    assert model.feature_names_in_.tolist() == list(DATA)
    for build in FRAMES.values():
        assert model.apply(build()).tolist() == reference.apply(FRAMES["pandas"]()).tolist()


def test_arrays_are_not_copied():
    for dtype in (bool, np.int8, np.uint64, np.float32, np.float64):
        X = np.zeros((4, 6), dtype)[::-1, ::2]
        assert read_frame(X).cells is X
    frame = pl.DataFrame({"a": np.arange(4.0)})
    column = read_frame(frame).column(0)
    assert np.shares_memory(column, frame["a"].to_numpy())
    codes = pd.DataFrame({"a": pd.Categorical(list("abca"))})
    schema, frame = Schema.learn(codes)
    assert schema.column(frame, 0, exact=False).dtype == np.int8  # pandas' own codes


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [("f2", "f4"), (">f8", "f8"), (">i4", "i4"), ("g", "f8"), ("O", "f8"), ("<u2", "u2")],
)
def test_other_dtypes_are_converted(dtype, expected):
    X = np.array([[1, 2], [3, 4]]).astype(dtype)
    frame = read_frame(X)
    columns = [as_numbers(frame.column(j), "x") for j in range(2)]
    assert {column.dtype for column in columns} == {np.dtype(expected)}
    assert np.column_stack(columns).tolist() == [[1, 2], [3, 4]]


def test_unaligned_and_masked_arrays():
    packed = np.zeros(5, dtype=[("pad", "u1"), ("x", "f8")])
    packed["x"] = np.arange(5)
    assert not packed["x"].flags.aligned
    assert read_frame(packed["x"].reshape(-1, 1)).cells.flags.aligned
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
    np.testing.assert_array_equal(read_frame(masked).cells, [[1, np.nan], [3, 4]])


def test_integers_beyond_float64():
    exact, rounded = np.array([2**53, 2**60]), np.array([2**53 + 1, 5])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_if_inexact(exact, "column 0")
        warn_if_inexact(np.array([-(2**63), 0]), "column 0")
    for values in (
        rounded,
        rounded.astype(np.uint64),
        np.array([2**63 - 1]),
        np.array([2**64 - 1]),
    ):
        with pytest.warns(UserWarning, match=r"column 0 .*2\*\*53"):
            warn_if_inexact(values, "column 0")
    for X in (
        pd.DataFrame({"a": rounded}),
        pd.DataFrame({"a": pd.array([2**53 + 1, None], "Int64")}),
        pl.DataFrame({"a": [2**53 + 1, None]}),
        pd.DataFrame({"a": np.array([2**53 + 1, 5], object)}),
    ):
        with pytest.warns(UserWarning, match=r"column 'a'"):
            tree_of(X, [0, 1])
    with pytest.warns(UserWarning, match="column 1"):
        tree_of(np.array([[1, 2**53 + 1], [2, 5]]), [0, 1])


def test_mixed_columns_raise():
    with pytest.raises(ValueError, match=r"'x' in column 'a', row 1"):
        tree_of(pd.DataFrame({"a": [1, "x"]}), [0, 1])
    with pytest.raises(ValueError, match=r"'x' in column 1, row 1"):
        tree_of([[1, 2], [3, "x"]], [0, 1])
    with pytest.raises(ValueError, match=r"Replace it by a number or NaN or, if .* categorical"):
        tree_of([[1, 2], [3, "x"]], [0, 1])
    with pytest.raises(ValueError, match=r"'2' in column 1, row 0\. It is a number stored as text"):
        tree_of([[1, "2"], [3, "x"]], [0, 1])
    with pytest.raises(TypeError, match=r"'a' has type List"):
        tree_of(pl.DataFrame({"a": [[1], [2]]}), [0, 1])
    with pytest.raises(TypeError, match="collect"):
        tree_of(pl.LazyFrame({"a": [1, 2]}), [0, 1])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["a"], r"now missing:\n- b"),
        (["a", "b", "c"], r"unseen at fit time:\n- c"),
        (["a", "z"], r"unseen at fit time:\n- z\n.*now missing:\n- b"),
    ],
)
def test_names_at_predict(columns, message):
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    model = tree_of(frame, [0, 1])
    with pytest.raises(ValueError, match=message):
        model.predict(pd.DataFrame(np.ones((2, len(columns))), columns=columns))


def test_tables_without_chunks_and_huge_integers():
    empty = pa.table({"a": pa.chunked_array([], pa.string())})
    with pytest.raises(ValueError, match="0 sample"):
        tree_of(empty, [])
    with pytest.raises(ValueError, match="column 0 contains an integer too large"):
        tree_of(np.array([[10**400], [1]], dtype=object), [0, 1])


def test_same_name_twice_at_predict():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    with pytest.raises(ValueError, match=r"'a' 2 times\n.*at fit time:\n- a\n- b"):
        tree_of(frame, [0, 1]).predict(frame.set_axis(["a", "a"], axis=1))


def test_names_in_fit_or_predict_only():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        tree_of(frame, [0, 1]).predict(frame.to_numpy())
    with pytest.warns(UserWarning, match="fitted without feature names"):
        tree_of(frame.to_numpy(), [0, 1]).predict(frame)
    assert not hasattr(tree_of(frame, [0, 1]).fit(frame.to_numpy(), [0, 1]), "feature_names_in_")
    assert not hasattr(tree_of(frame.set_axis([0, 1], axis=1), [0, 1]), "feature_names_in_")
    with pytest.raises(TypeError, match="all input features have string names"):
        tree_of(frame.set_axis(["a", 1], axis=1), [0, 1])
    for twice in (frame.set_axis(["a", "a"], axis=1), pa.table([[1], [2]], names=["a", "a"])):
        with pytest.raises(ValueError, match="a"):
            tree_of(twice, [0, 1][: len(twice)])


def test_schema_pickles():
    schema, _ = Schema.learn(FRAMES["polars categorical"]())
    assert pickle.loads(pickle.dumps(schema)) == schema
