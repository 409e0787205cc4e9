"""Categories are matched by label, in any order, number and type; unseen ones are missing."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

import spinney

from .estimators import clean_y, each_estimator, each_reader, is_quick, predictions, takes_missing
from .inputs import (
    CATEGORY_CHOICES,
    COLORS,
    LEVEL_ORDERS,
    ODD_LABELS,
    SAME_LABELS,
    alternating,
    colored,
)


def target(entry):
    """A target that no order of the labels separates: colors at odd positions differ most."""
    frame = colored()
    position = frame["color"].astype(object).map(COLORS.index)
    return clean_y(entry.task, np.column_stack([10 * (position % 2), frame["size"]]))


@cache
def fitted(entry):
    """A model fitted to the colors, with its predictions for them."""
    frame = colored()
    model = entry.make().fit(frame, target(entry))
    return model, predictions(model, frame)


@each_reader()
def test_order_of_levels_does_not_matter(entry):
    model, expected = fitted(entry)
    for order in LEVEL_ORDERS:
        other = colored(order)
        assert predictions(model, other) == expected
        assert predictions(entry.make().fit(other, target(entry)), colored()) == expected


@each_reader()
@pytest.mark.parametrize("convert", SAME_LABELS.values(), ids=SAME_LABELS)
def test_library_does_not_matter(entry, convert):
    frame = colored()
    model, expected = fitted(entry)
    assert predictions(model, convert(frame)) == expected
    assert predictions(entry.make().fit(convert(frame), target(entry)), frame) == expected


@each_reader()
@pytest.mark.parametrize("choice", CATEGORY_CHOICES.values(), ids=CATEGORY_CHOICES)
def test_ways_to_choose_categories(entry, choice):
    frame = colored()
    y = target(entry)
    by_dtype, expected = fitted(entry)
    model = entry.make(categorical_features=choice).fit(frame, y)
    assert predictions(model, frame) == expected
    codes = np.column_stack([frame["color"].cat.codes, frame["size"]])
    if choice != ["color"]:
        model = entry.make(categorical_features=choice).fit(codes, y)
        assert np.array_equal(model.predict(codes), by_dtype.predict(frame))


@each_reader(takes_missing)
def test_unseen_category_is_missing(entry):
    frame = colored()
    model, _ = fitted(entry)
    new, missing = frame.astype({"color": object}), frame.astype({"color": object})
    new.loc[::3, "color"] = "ultraviolet"
    missing.loc[::3, "color"] = None
    assert predictions(model, new) == predictions(model, missing)
    codes = np.column_stack([frame["color"].cat.codes, frame["size"]]).astype(float)
    model = entry.make(categorical_features=[0]).fit(codes, target(entry))
    new, missing = codes.copy(), codes.copy()
    new[::3, 0], missing[::3, 0] = 2**40, np.nan
    assert predictions(model, new) == predictions(model, missing)


def has_categories(entry):
    return entry.has_parameters(["categorical_features"]) and not entry.random_splits


def check_many_levels(entry, n_levels):
    """Odd levels against even ones: one split is enough."""
    codes = np.repeat(np.random.default_rng(5).permutation(n_levels), 2)
    y = codes % 2
    frame = pd.DataFrame({"code": pd.Categorical(codes.astype(str))})
    for X, chosen in ((frame, "from_dtype"), (codes[:, None], [0])):
        model = entry.make(categorical_features=chosen, max_depth=1).fit(X, y)
        assert entry.recovers(model.predict(X), y)


@each_estimator(has_categories)
@pytest.mark.parametrize("n_levels", [255, 256, 257])
def test_more_levels_than_a_byte_holds(entry, n_levels):
    check_many_levels(entry, n_levels)


@each_estimator(has_categories, is_quick)
@pytest.mark.parametrize("n_levels", [65_535, 65_537, 70_000])
def test_more_levels_than_two_bytes_hold(entry, n_levels):
    check_many_levels(entry, n_levels)


@each_reader()
@pytest.mark.parametrize("labels", ODD_LABELS.values(), ids=ODD_LABELS)
def test_any_label(entry, labels):
    frame, y = alternating(labels), np.array([0, 1] * 10)
    model = entry.make().fit(frame, y)
    assert entry.recovers(model.predict(frame), y)
    assert entry.recovers(model.predict(alternating(labels[::-1])), 1 - y)


def test_single_rows_of_a_column_of_text_and_fractions():
    X = np.array([["one"], [4.5], [2]] * 5, dtype=object)
    model = spinney.DecisionTreeRegressor(categorical_features=[0]).fit(X, [0.0, 1.0, 3.0] * 5)
    for row, expected in enumerate([0.0, 1.0, 3.0]):
        assert model.predict(X[row : row + 1]) == expected


def test_error_names_an_unknown_number_in_a_column_of_text_and_fractions():
    X = np.array([["one"], [4.5], [2]] * 5, dtype=object)
    model = spinney.DecisionTreeRegressor(categorical_features=[0], unknown="error")
    model.fit(X, [0.0, 1.0, 3.0] * 5)
    with pytest.raises(ValueError, match=r"Row 1, column 0: the category 7.* was not seen at fit"):
        model.predict([[4.5], [7]])
