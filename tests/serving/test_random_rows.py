"""Handles against ``predict`` on random tables with categories, missing values and dates."""

import datetime
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import spinney

START = datetime.date(2020, 1, 1)
COLORS, SIZES, CODES = ["red", "green", "blue"], ["S", "M", "L"], [1, 2, 7]
POLICIES = ("learned", "majority", "surrogate", "fractional", "stop", "median", "category")
numbers = st.one_of(
    st.floats(-5, 5),
    st.integers(-5, 5),
    st.floats(-5, 5, width=32).map(np.float32),
    st.integers(0, 3).map(np.int8),
    st.booleans(),
)
absent = st.sampled_from([None, math.nan])
times = st.timedeltas(datetime.timedelta(0), datetime.timedelta(days=400))
VALUES = {
    "x": numbers | absent,
    "y": numbers | absent,
    "color": st.sampled_from([*COLORS, "unseen"]) | absent,
    "code": st.sampled_from([*CODES, 9, 2.0, np.int64(7)]) | absent,
    "size": st.sampled_from([*SIZES, "XL"]) | absent,
    "day": st.dates(START, datetime.date(2021, 3, 1)) | st.none() | st.just(pd.NaT),
    "time": times.map(lambda t: datetime.datetime(2020, 1, 1) + t) | st.none(),
    "length": times | st.none(),
}
rows = st.lists(st.fixed_dictionaries(VALUES), min_size=1, max_size=8)


def training_table(rng, n=120):
    """A table of all kinds of columns with missing values."""
    days = pd.Timestamp(START) + pd.to_timedelta(rng.integers(0, 400, n), "D")
    minutes = pd.to_timedelta(rng.integers(0, 100_000, n), "min")
    table = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "y": rng.integers(0, 4, n),
            "color": pd.Categorical(rng.choice(COLORS, n)),
            "code": pd.Categorical(rng.choice(CODES, n)),
            "size": pd.Categorical(rng.choice(SIZES, n), SIZES, ordered=True),
            "day": days,
            "time": days + minutes,
            "length": minutes,
        }
    )
    return table.mask(rng.random(table.shape) < 0.1)


def target(table, rng):
    codes = table["color"].cat.codes + table["size"].cat.codes * table["x"].fillna(0.5)
    days = (table["day"] - pd.Timestamp(START)).dt.days.fillna(0) / 100
    return np.asarray(codes + days + rng.normal(size=len(table)))


def estimators():
    policy = {"missing": st.sampled_from(POLICIES)}
    few = st.integers(1, 11)
    return st.one_of(
        st.builds(spinney.DecisionTreeClassifier, max_depth=st.integers(1, 6), **policy),
        st.builds(spinney.DecisionTreeRegressor, split_kind=st.just("multiway"), **policy),
        st.builds(
            spinney.RandomForestClassifier,
            n_estimators=few,
            aggregate=st.sampled_from(["mean", "median", "mode"]),
            random_state=st.just(0),
            **policy,
        ),
        st.builds(
            spinney.RandomForestRegressor,
            n_estimators=few,
            aggregate=st.sampled_from(["mean", "median", "mode"]),
            max_leaf_nodes=st.sampled_from([None, 5]),
            random_state=st.just(0),
        ),
        st.builds(
            spinney.GradientBoostingClassifier, n_estimators=few, min_samples_leaf=st.just(3)
        ),
        st.builds(
            spinney.GradientBoostingRegressor,
            n_estimators=few,
            loss=st.sampled_from(["squared_error", "poisson", "gamma"]),
        ),
        st.builds(spinney.BaggingRegressor, n_estimators=few, random_state=st.just(0)),
        st.builds(spinney.AdaBoostClassifier, n_estimators=few, random_state=st.just(0)),
        st.builds(spinney.AdaBoostRegressor, n_estimators=few, random_state=st.just(0)),
    )


@settings(max_examples=60, phases=[Phase.generate])
@given(estimator=estimators(), seed=st.integers(0, 100), rows=rows, n_classes=st.integers(1, 4))
def test_rows_of_random_tables(estimator, seed, rows, n_classes):
    rng = np.random.default_rng(seed)
    table = training_table(rng)
    y = np.abs(target(table, rng)) + 0.1
    if hasattr(estimator, "predict_proba"):
        y = np.array(["a", "b", "c", "d"])[np.digitize(y, [1.0, 2.0, 3.0][: n_classes - 1])]
    model = estimator.fit(table, y)
    handle = model.predictor()
    for method in ("predict", "predict_proba", "decision_function"):
        if not hasattr(model, method):
            continue
        for row in rows:
            one = frame_of(row)
            expected = getattr(model, method)(one)[0]
            for form in (row, [row[name] for name in table], one.iloc[0]):
                found = getattr(handle, method)(form)
                assert np.asarray(found).tobytes() == np.asarray(expected).tobytes()


def frame_of(row):
    """Return a data frame of one row, with values of their types."""
    columns = {name: pd.Series([value], dtype=object) for name, value in row.items()}
    return pd.DataFrame(columns)


@pytest.mark.parametrize("forbidden", ["missing", "unknown"])
def test_errors_of_policies(forbidden):
    table = training_table(np.random.default_rng(0)).dropna()
    model = spinney.DecisionTreeRegressor(**{forbidden: "error"}).fit(table, np.arange(len(table)))
    handle = model.predictor()
    good = dict(table.iloc[0])
    assert handle._predict(good) == model.predict(table)[0]
    bad = {"missing": None, "unknown": "other"}[forbidden]
    for name in ("color", "size") if forbidden == "unknown" else table:
        row = good | {name: bad}
        assert handle._predict(row) is None
        with pytest.raises(ValueError, match=f"column '{name}'"):
            handle.predict(row)
