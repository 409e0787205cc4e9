"""Plots of models with ordered categories."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import spinney
from spinney import plot

N = 80
RNG = np.random.default_rng(0)
SIZES = ["small", "medium", "$large$", "huge"]
CODES = RNG.integers(0, 4, N)
FRAME = pd.DataFrame(
    {
        "x": RNG.random(N),
        "size": pd.Categorical.from_codes(CODES, SIZES, ordered=True),
        "color": RNG.choice(["red", "blue"], N),
    }
)
Y = (CODES >= 2) ^ (FRAME["x"] > 0.8)
TEXT = FRAME.assign(size=FRAME["size"].astype(str))
GIVEN = {"ordered_features": {1: SIZES}, "categorical_features": [2]}
CASES = {
    "pandas": (FRAME, {}),
    "polars": (pl.from_pandas(TEXT).with_columns(pl.col("size").cast(pl.Enum(SIZES))), {}),
    "Arrow": (pa.Table.from_pandas(FRAME), {}),
    "text": (TEXT, GIVEN),
    "objects": (TEXT.to_numpy(object), GIVEN),
    "structured": (TEXT.to_records(index=False), GIVEN),
}


def tick_labels(axis):
    axis.figure.canvas.draw()
    return [label.get_text().replace("\\", "") for label in axis.get_ticklabels()]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", ["tree", "forest"])
def test_boundary(name, kind):
    X, options = CASES[name]
    model = spinney.DecisionTreeClassifier(max_depth=3, **options)
    if kind == "forest":
        model = spinney.RandomForestClassifier(3, random_state=0, **options)
    ax = plot.boundary(model.fit(X, Y), X, Y, features=[0, 1], resolution=20)
    assert tick_labels(ax.yaxis) == SIZES
    assert ax.get_ylim() == (-0.5, 3.5)
    points = ax.collections[-1].get_offsets()
    np.testing.assert_array_equal(points[:, 1], CODES)


def test_boundary_draws_the_prediction_of_each_category():
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(FRAME, Y)
    mesh = plot.boundary(model, FRAME, Y, features=["size", "x"], resolution=20).collections[0]
    colors = mesh.get_array()[0]
    assert (colors[0] == colors[1]).all()
    assert (colors[2] == colors[3]).all()
    assert (colors[1] != colors[2]).any()


def test_boundary_selects_ordered_features():
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(FRAME, Y)
    ax = plot.boundary(model, FRAME, Y, resolution=20)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x", "size")
    with pytest.raises(ValueError, match=r"numeric or ordered, but .*color.* is categorical"):
        plot.boundary(model, FRAME, Y, features=["x", "color"])


def test_boundary_of_oblique_splits():
    X = FRAME[["x", "size"]]
    model = spinney.DecisionTreeClassifier(split_kind="oblique", random_state=0).fit(X, Y)
    plot.boundary(model, X, Y, resolution=20).figure.canvas.draw()


def test_impurity_curve():
    expected = spinney.impurity_curve(CODES[:, None], Y, 0)
    found = spinney.impurity_curve(FRAME, Y, "size")
    np.testing.assert_array_equal(found.thresholds, [0.5, 1.5, 2.5])
    np.testing.assert_array_equal(found.impurities, expected.impurities)
    ax = plot.impurity(FRAME, Y, "size")
    assert "≤ medium" in ax.get_title()
    assert tick_labels(ax.xaxis) == SIZES


def test_impurity_in_the_order_of_the_model():
    model = spinney.DecisionTreeClassifier(max_depth=1, **GIVEN).fit(TEXT, Y)
    ax = plot.impurity(TEXT, Y, ["size", "x"], model=model)[0]
    assert "≤ medium" in ax.get_title()
    assert any("root split" in text.get_text() for text in ax.texts)


def test_missing_categories():
    X = FRAME.copy()
    X.loc[::7, "size"] = None
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, Y)
    plot.boundary(model, X, Y, features=["x", "size"], resolution=20).figure.canvas.draw()
    assert "≤ medium" in plot.impurity(X, Y, "size").get_title()
