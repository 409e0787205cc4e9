"""Categories by their labels: any order, any number, any text; unknown ones follow the policy."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import spinney

from .estimators import (
    answers,
    clean_y,
    every_search_of_categories,
    every_variant,
    every_variant_with_missing,
)

COLOURS = ["red", "green", "blue", "ochre"]


def coloured(order=COLOURS, n_rows=80):
    """A frame with a category and a number; both matter."""
    rng = np.random.default_rng(4)
    colours = pd.Categorical(np.array(COLOURS)[rng.integers(4, size=n_rows)], categories=order)
    return pd.DataFrame({"colour": colours, "size": rng.integers(0, 9, n_rows)})


def target(entry, frame):
    """Even and odd colours differ most, so that no order of the labels parts them at once."""
    position = frame["colour"].astype(object).map(COLOURS.index)
    return clean_y(entry.task, np.column_stack([10 * (position % 2), frame["size"]]))


@every_variant
def test_the_order_of_levels_does_not_matter(entry):
    frame = coloured()
    y = target(entry, frame)
    model = entry.make().fit(frame, y)
    expected = answers(model, frame)
    for order in (COLOURS[::-1], [*COLOURS, "never used"], sorted(COLOURS)):
        other = coloured(order)
        assert answers(model, other) == expected
        assert answers(entry.make().fit(other, y), frame) == expected


SAME_LABELS = {
    "pandas str": lambda frame: frame.astype({"colour": "str"}),
    "pandas object": lambda frame: frame.astype({"colour": object}),
    "polars String": lambda frame: pl.from_pandas(frame.astype({"colour": "str"})),
    "polars Categorical": pl.from_pandas,
    "polars Enum": lambda frame: pl.from_pandas(frame).cast({"colour": pl.Enum(COLOURS[::-1])}),
    "Arrow dictionary": lambda frame: pa.Table.from_pandas(frame),
    "Arrow string": lambda frame: pa.Table.from_pandas(frame.astype({"colour": "str"})),
    "Arrow chunks": lambda frame: pa.concat_tables(
        [pa.Table.from_pandas(frame[:30]), pa.Table.from_pandas(frame[30:])]
    ),
}


@every_variant
@pytest.mark.parametrize("convert", SAME_LABELS.values(), ids=SAME_LABELS)
def test_the_library_does_not_matter(entry, convert):
    frame = coloured()
    y = target(entry, frame)
    model = entry.make().fit(frame, y)
    expected = answers(model, frame)
    assert answers(model, convert(frame)) == expected
    assert answers(entry.make().fit(convert(frame), y), frame) == expected


@every_variant
@pytest.mark.parametrize("choice", [["colour"], [0], [True, False]], ids=["name", "index", "mask"])
def test_ways_to_choose_categories(entry, choice):
    frame = coloured()
    y = target(entry, frame)
    expected = answers(entry.make().fit(frame, y), frame)
    model = entry.make(categorical_features=choice).fit(frame, y)
    assert answers(model, frame) == expected
    codes = np.column_stack([frame["colour"].cat.codes, frame["size"]])
    if choice != ["colour"]:
        model = entry.make(categorical_features=choice).fit(codes, y)
        assert np.array_equal(model.predict(codes), entry.make().fit(frame, y).predict(frame))


@every_variant_with_missing
def test_a_category_never_seen_is_missing(entry):
    """The policy: a new label goes where a missing one goes, and never passes for another."""
    frame = coloured()
    model = entry.make().fit(frame, target(entry, frame))
    new, missing = frame.astype({"colour": object}), frame.astype({"colour": object})
    new.loc[::3, "colour"] = "ultraviolet"
    missing.loc[::3, "colour"] = None
    assert answers(model, new) == answers(model, missing)
    codes = np.column_stack([frame["colour"].cat.codes, frame["size"]]).astype(float)
    model = entry.make(categorical_features=[0]).fit(codes, target(entry, frame))
    new, missing = codes.copy(), codes.copy()
    new[::3, 0], missing[::3, 0] = 2**40, np.nan
    assert answers(model, new) == answers(model, missing)


@every_search_of_categories
@pytest.mark.parametrize("n_levels", [255, 256, 257, 65_535, 65_537, 70_000])
def test_many_levels(entry, n_levels):
    """Odd levels against even ones: one question is enough."""
    codes = np.repeat(np.random.default_rng(5).permutation(n_levels), 2)
    y = codes % 2
    frame = pd.DataFrame({"code": pd.Categorical(codes.astype(str))})
    for X, chosen in ((frame, "from_dtype"), (codes[:, None], [0])):
        model = entry.make(categorical_features=chosen, max_depth=1).fit(X, y)
        assert entry.recovers(model.predict(X), y)


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


@every_variant
@pytest.mark.parametrize("labels", ODD_LABELS.values(), ids=ODD_LABELS)
def test_any_label(entry, labels):
    index = pd.Index(labels, dtype=object)
    colour = pd.Categorical.from_codes([0, 1] * 10, categories=index)
    frame, y = pd.DataFrame({"label": colour}), np.array([0, 1] * 10)
    model = entry.make().fit(frame, y)
    assert entry.recovers(model.predict(frame), y)
    swapped = pd.Categorical.from_codes([0, 1] * 10, categories=index[::-1])
    assert entry.recovers(model.predict(pd.DataFrame({"label": swapped})), 1 - y)


def test_a_row_of_a_column_that_mixes_text_and_fractions():
    X = np.array([["one"], [4.5], [2]] * 5, dtype=object)
    model = spinney.DecisionTreeRegressor(categorical_features=[0]).fit(X, [0.0, 1.0, 3.0] * 5)
    for row, answer in enumerate([0.0, 1.0, 3.0]):
        assert model.predict(X[row : row + 1]) == answer


def test_an_unknown_number_in_a_column_that_mixes_text_and_fractions_is_named():
    X = np.array([["one"], [4.5], [2]] * 5, dtype=object)
    model = spinney.DecisionTreeRegressor(categorical_features=[0], unknown="error")
    model.fit(X, [0.0, 1.0, 3.0] * 5)
    with pytest.raises(ValueError, match=r"Row 1, column 0: the category 7.* was not seen at fit"):
        model.predict([[4.5], [7]])
