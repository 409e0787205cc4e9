"""Values, dtypes and errors of the inputs of counterfactuals and effects."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spinney
from spinney import explain


def numbers(scale=1.0):
    X = np.random.default_rng(0).integers(0, 100, (200, 3)) * scale
    return X, (X[:, 0] > X[:, 1]).astype(int)


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "uint32", "int64", "uint64", "float16", "float32"]
)
@pytest.mark.parametrize("container", ["row", "array", "pandas", "polars"])
def test_new_values_have_the_dtype_of_the_row(dtype, container):
    """Thresholds up to 100,000 are beyond the range of narrow types."""
    if (dtype, container) == ("float16", "polars"):
        pytest.skip("polars has no such type")
    for scale in (1.0, 0.37, 1000.0):
        X, y = numbers(scale)
        model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y)
        for own in ([20, 60, 5], [60, 20, 5]):
            array = np.array([own], dtype)
            row = {
                "row": lambda array=array: array[0],
                "array": lambda array=array: array,
                "pandas": lambda array=array: pd.DataFrame(array),
                "polars": lambda array=array: pl.DataFrame(array),
            }[container]()
            before = model.predict(array)[0]
            found = explain.counterfactual(model, row)
            assert found.optimal
            if not found.found:
                continue
            changed = np.asarray(found.row)
            assert changed.dtype == dtype
            assert model.predict(changed.reshape(1, -1))[0] == found.prediction != before


def test_nullable_integers_keep_their_range():
    X, y = numbers(1000.0)
    model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y)
    row = pd.DataFrame([[20, 60, 5]]).astype("Int8")
    found = explain.counterfactual(model, row)
    assert found.optimal
    assert not found.found or (found.row.to_numpy(dtype=float) < 128).all()


def moments(n=200):
    rng = np.random.default_rng(0)
    days = rng.integers(0, 1000, n)
    X = pd.DataFrame(
        {
            "date": pd.to_datetime("2020-01-01") + pd.to_timedelta(days, "D"),
            "zoned": pd.to_datetime("2020-01-01", utc=True)
            + pd.to_timedelta(rng.integers(0, 5000, n), "h"),
            "time": [dt.time(int(h), 30) for h in rng.integers(0, 24, n)],
            "duration": pd.to_timedelta(rng.integers(0, 100, n), "h"),
        }
    )
    X["zoned"] = X["zoned"].dt.tz_convert("Europe/Berlin")
    score = days / 1000 + X.zoned.dt.year % 2 + X.duration.dt.total_seconds() / 360_000
    return X, (score > score.median()).astype(int)


@pytest.fixture(scope="module")
def timed():
    X, y = moments()
    return spinney.RandomForestClassifier(5, random_state=0).fit(X, y), X


@pytest.mark.parametrize(
    ("feature", "given"),
    [
        (
            "date",
            [dt.date(2021, 5, 1), dt.datetime(2021, 5, 1), "2021-05-01"],
        ),
        (
            "date",
            [
                pd.Timestamp("2021-05-01"),
                np.datetime64("2021-05-01"),
                np.datetime64("2021-05-01T00", "ns"),
            ],
        ),
        (
            "zoned",
            [
                "2020-03-01 12:00",
                "2020-03-01T11:00+00:00",
                dt.datetime(2020, 3, 1, 11, tzinfo=dt.UTC),
                pd.Timestamp("2020-03-01 12:00", tz="Europe/Berlin"),
            ],
        ),
        ("time", [dt.time(5, 30), "05:30"]),
        ("duration", [dt.timedelta(hours=5), pd.Timedelta("5h"), np.timedelta64(5, "h")]),
    ],
)
def test_moments_of_grids_and_ranges(timed, feature, given):
    """All values of a case are the same moment."""
    model, X = timed
    effects = [explain.partial_dependence(model, X, feature, grid={feature: [v]}) for v in given]
    assert len({float(effect.grids[0].codes[0]) for effect in effects}) == 1
    curves = [explain.ice(model, X, feature, grid={feature: [v, None]}) for v in given]
    assert len({curve.values.tobytes() for curve in curves}) == 1
    for i in range(3):
        found = [
            explain.counterfactual(model, X.iloc[[i]], ranges={feature: (v, None)}) for v in given
        ]
        assert len({(one.cost, one.text()) for one in found}) == 1


@pytest.mark.parametrize(
    ("feature", "value"),
    [("date", "soon"), ("date", dt.time(5)), ("time", "2020-01-01"), ("duration", "5h")],
)
def test_moments_that_do_not_fit(timed, feature, value):
    model, X = timed
    with pytest.raises(ValueError, match=f"ranges: .* does not fit '{feature}', which has"):
        explain.counterfactual(model, X.iloc[[0]], ranges={feature: (value, None)})
    with pytest.raises(ValueError, match=f"grid: .* does not fit '{feature}', which has"):
        explain.partial_dependence(model, X, feature, grid={feature: [value]})


def test_text_in_the_grid_of_a_number():
    X, y = numbers()
    model = spinney.RandomForestClassifier(2, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="grid: the feature 'x0' needs numbers, got 'a'"):
        explain.partial_dependence(model, X, 0, grid={0: ["a"]})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scale": "mad"}, ValueError, 'scale="mad" needs rows .* pass the training data as X'),
        ({"immutable": 3.5}, (TypeError, ValueError), "immutable"),
        ({"desired_class": np.array([0, 1])}, ValueError, "desired_class=.* must be one of"),
        ({"desired_class": [1]}, ValueError, "desired_class=.* must be one of"),
    ],
)
def test_errors(options, error, message):
    X, y = numbers()
    model = spinney.RandomForestClassifier(2, random_state=0).fit(X, y)
    with pytest.raises(error, match=message):
        explain.counterfactual(model, X[0], **options)


def test_unknown_options_and_several_rows():
    X, y = numbers()
    model = spinney.RandomForestClassifier(2, random_state=0).fit(X, y)
    with pytest.raises(TypeError, match=r"'far' is not an option .*: desired_class, desired_range"):
        explain.counterfactuals(model, X[:2], far=3)
    message = r"counterfactual expects one row, but x has 2.*X\[:1\], or call counterfactuals"
    for rows in (X[:2], X[:2].tolist(), pd.DataFrame(X[:2])):
        with pytest.raises(ValueError, match=message):
            explain.counterfactual(model, rows)
    assert explain.counterfactual(model, X[0], time_limit=np.float32(1)).optimal


def test_absent_keys_are_missing_values():
    X, y = numbers()
    frame = pd.DataFrame(X, columns=[*"abc"])
    model = spinney.RandomForestClassifier(5, random_state=0).fit(frame, y)
    found = explain.counterfactual(model, {"a": 20.0, "b": 60.0})
    same = explain.counterfactual(model, {"a": 20.0, "b": 60.0, "c": None})
    assert found.text() == same.text()
    assert model.predictor().predict(found.row) == found.prediction


@pytest.mark.parametrize("output", [[0], [0, 1], np.array([0, 1])])
def test_several_outputs_are_an_error(output):
    X, y = numbers()
    model = spinney.RandomForestClassifier(2, random_state=0).fit(X, y)
    found = explain.shap(model, X[:5])
    with pytest.raises(ValueError, match=r"output must be a single one of \[0, 1\], got the"):
        found.to_frame(output)
