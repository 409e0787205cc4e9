"""The reader of X: which columns, levels and cells the core receives for any kind of input."""

import copy
import pickle
import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from spinney.data import schema as schema_module
from spinney.data.schema import Schema

from .bad_cases import BAD_AT_PREDICT, BAD_CATEGORIES, BAD_NAMES, BAD_X, Input, check_error, frame
from .estimators import CLASSIFIER, ESTIMATORS, clean_table
from .inputs import (
    CATEGORY_CHOICES,
    COLORS,
    FRAMES,
    LAYOUTS,
    LEVEL_ORDERS,
    NAMES,
    ODD_LABELS,
    SAME_LABELS,
    all_kinds_of_nan,
    alternating,
    colored,
    frame_of_dtypes,
    frame_with_missing,
    read_only_memmap,
    sparse_table,
)


class DenseTable:
    """Replacement for the core's table that stores the cells in a matrix."""

    def __init__(self, cells, levels):
        self.cells = np.asarray(cells, dtype=np.float64)
        self.levels = list(levels or [0] * self.cells.shape[1])

    @classmethod
    def from_matrix(cls, x, levels=None):
        return cls(x, levels)

    @classmethod
    def from_columns(cls, columns, n_rows, levels=None):
        assert all(column.shape == (n_rows,) for column in columns)
        return cls(np.column_stack(columns), levels)

    @classmethod
    def from_csc(cls, data, indices, indptr, n_rows, levels=None):
        shape = (n_rows, len(indptr) - 1)
        return cls(sparse.csc_array((data, indices, indptr), shape=shape).toarray(), levels)

    def find_infinite(self, n_threads=1):
        rows, columns = np.nonzero(np.isinf(self.cells))
        return (int(rows[0]), int(columns[0])) if len(rows) else None


class DenseCore:
    """Replacement for the core module, with only its table."""

    Table = DenseTable


@pytest.fixture
def dense_core(monkeypatch):
    monkeypatch.setattr(schema_module, "_core", DenseCore)


def learn(X, categorical_features="from_dtype"):
    """Learn the schema of X; return it with the table of X."""
    schema, read = Schema.learn(X, categorical_features)
    return schema, schema.table(read)


def assert_same_cells(one, two):
    np.testing.assert_array_equal(one.cells, two.cells)
    assert one.levels == two.levels


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(layout):
    X = sparse_table()
    converted = layout(X)
    before = pickle.dumps(converted)
    schema, table = learn(converted)
    assert schema == Schema(3, None, None)
    np.testing.assert_array_equal(table.cells, X)
    assert_same_cells(schema.table(schema.read(X)), table)
    assert pickle.dumps(converted) == before


@pytest.mark.usefixtures("dense_core")
def test_read_only_file(tmp_path):
    X = clean_table()
    np.testing.assert_array_equal(learn(read_only_memmap(X, tmp_path))[1].cells, X)


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("convert", FRAMES.values(), ids=FRAMES)
def test_frames_with_missing_values(convert):
    given = frame_with_missing()
    converted = convert(given)
    before = copy.deepcopy(converted)
    schema, table = learn(converted)
    assert schema == Schema(3, tuple(NAMES), None)
    np.testing.assert_array_equal(table.cells, given.to_numpy())
    assert_same_cells(schema.table(schema.read(given)), table)
    assert converted.equals(before)


@pytest.mark.usefixtures("dense_core")
def test_structured_array():
    given = frame_of_dtypes()
    schema, table = learn(np.array(given.to_records(index=False)))
    assert schema == Schema(3, tuple(NAMES), None)
    np.testing.assert_array_equal(table.cells, given.to_numpy(float))


def expected_codes(given):
    """Level indices of the colors, sorted by label, next to the sizes."""
    codes = [sorted(COLORS).index(color) for color in given["color"]]
    return np.column_stack([codes, given["size"]])


def check_colors(given, categorical_features="from_dtype"):
    """Check levels and codes of colors that another type or order represents."""
    schema, table = learn(given, categorical_features)
    levels = {color: level for level, color in enumerate(sorted(COLORS))}
    assert schema == Schema(2, ("color", "size"), (levels, None))
    assert table.levels == [4, 0]
    np.testing.assert_array_equal(table.cells, expected_codes(colored()))
    known, _ = Schema.learn(colored())
    assert_same_cells(known.table(known.read(given)), table)


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("convert", SAME_LABELS.values(), ids=SAME_LABELS)
def test_labels_of_any_library(convert):
    check_colors(convert(colored()))


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("order", LEVEL_ORDERS)
def test_order_of_levels_does_not_matter(order):
    check_colors(colored(order))


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("choice", CATEGORY_CHOICES.values(), ids=CATEGORY_CHOICES)
def test_ways_to_choose_categories(choice):
    check_colors(colored(), choice)


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("choice", [[0], [True, False]], ids=["index", "mask"])
def test_codes_declared_categorical(choice):
    given = colored()
    codes = np.column_stack([given["color"].cat.codes, given["size"]])
    schema, table = learn(codes, choice)
    assert schema.categories == ({0: 0, 1: 1, 2: 2, 3: 3}, None)
    np.testing.assert_array_equal(table.cells, codes)


@pytest.mark.usefixtures("dense_core")
def test_missing_and_unseen_labels():
    schema, _ = Schema.learn(colored())
    given = colored().astype({"color": object})[:3]
    given["color"] = ["ultraviolet", None, COLORS[0]]
    codes = schema.table(schema.read(given)).cells[:, 0]
    assert codes.tolist() == [4, -1, sorted(COLORS).index(COLORS[0])]


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("labels", ODD_LABELS.values(), ids=ODD_LABELS)
def test_any_label(labels):
    schema, table = learn(alternating(labels))
    assert set(schema.categories[0]) == set(labels)
    first, second = (schema.categories[0][label] for label in labels)
    assert table.cells[:, 0].tolist() == [first, second] * 10
    swapped = schema.table(schema.read(alternating(labels[::-1])))
    assert swapped.cells[:, 0].tolist() == [second, first] * 10


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_every_nan_is_missing(dtype):
    X = np.random.default_rng(6).permutation(1000).astype(dtype)[:, None]
    X[::3] = np.nan
    np.testing.assert_array_equal(learn(all_kinds_of_nan(X))[1].cells, X)


@pytest.mark.usefixtures("dense_core")
@pytest.mark.parametrize("dtype", ["i8", "u8", "object"])
def test_integers_that_float64_cannot_represent(dtype):
    large = 2**53 if dtype == "i8" else 2**63
    with pytest.warns(UserWarning, match=r"column 0 .*2\*\*53"):
        learn(np.array([[large], [large + 1]], dtype=dtype))


@pytest.mark.usefixtures("dense_core")
def test_bool_columns():
    X = clean_table() > 25
    np.testing.assert_array_equal(learn(X)[1].cells, X.astype(float))


READER_CASES = BAD_X + [case for case in BAD_CATEGORIES if "monotone" not in case.name]


@pytest.mark.parametrize("case", READER_CASES, ids=lambda case: case.name)
def test_invalid_tables_at_fit(case):
    given = case.input_for(ESTIMATORS[0])
    with pytest.raises(case.error) as caught:
        learn(given.X, **given.parameters)
    check_error(caught, case)


@pytest.mark.parametrize("case", BAD_AT_PREDICT, ids=lambda case: case.name)
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_invalid_tables_at_predict(case):
    schema, _ = Schema.learn(clean_table())
    with pytest.raises(case.error) as caught:
        schema.table(schema.read(case.input_for(ESTIMATORS[0]).X))
    if case.name != "no columns":  # reported as too few
        check_error(caught, case)


@pytest.mark.parametrize(("names", "patterns"), BAD_NAMES.values(), ids=BAD_NAMES)
def test_invalid_names_at_predict(names, patterns):
    X = Input.clean(CLASSIFIER).X
    schema, _ = Schema.learn(frame(X))
    with pytest.raises(ValueError, match="names") as caught:
        schema.read(pd.DataFrame(np.column_stack([X, X])[:, : len(names)], columns=names))
    for pattern in patterns:
        assert re.search(rf"\b{pattern}\b", str(caught.value))
