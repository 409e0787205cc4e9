"""Plots of models with dates."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import spinney
from spinney import plot

N = 60
RNG = np.random.default_rng(0)
DAYS = pd.date_range("2020-01-01", periods=N)
FRAME = pd.DataFrame({"when": DAYS, "x": RNG.random(N)})
Y = (np.arange(N) > 30) ^ (FRAME["x"] > 0.8)
TABLES = {
    "pandas": FRAME,
    "polars": pl.from_pandas(FRAME),
    "Arrow": pa.Table.from_pandas(FRAME),
    "time zone": FRAME.assign(when=DAYS.tz_localize("Europe/Berlin")),
    "durations": FRAME.assign(when=DAYS - DAYS[0]),
    "times of day": FRAME.assign(
        when=[(DAYS[0] + i * pd.Timedelta("9min")).time() for i in range(N)]
    ),
    "structured": FRAME.to_records(index=False),
    "objects": FRAME.to_numpy(object),
}


@pytest.mark.parametrize("name", TABLES)
def test_boundary(name):
    X = TABLES[name]
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, Y)
    ax = plot.boundary(model, X, Y, features=[0, 1])
    ax.figure.canvas.draw()
    labels = [label.get_text() for label in ax.get_xticklabels()]
    expected = {"durations": "days", "times of day": ":00"}.get(name, "2020-0")
    assert any(expected in label for label in labels)


def test_impurity_curve():
    ax = plot.impurity(FRAME, np.arange(N) > 30, "when")
    assert "≤ 2020-01-31" in ax.get_title()
    ax.figure.canvas.draw()
    assert any("2020-01" in label.get_text() for label in ax.get_xticklabels())
