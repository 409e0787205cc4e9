"""Dates, datetimes, times of day and durations as features."""

import datetime as dt
import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import spinney

N = 40
DAYS = pd.date_range("2020-01-01", periods=N)
HOURS = pd.date_range("2020-01-01 00:30", periods=N, freq="h")
IN_BERLIN = HOURS.tz_localize("Europe/Berlin").to_series(index=range(N))
CLOCK = [time.time() for time in HOURS[:24]] * 2
Y = np.arange(N) > 20


def frame(values):
    return pd.DataFrame({"when": values})


def arrow(values):
    return pa.table({"when": values})


DATES = {
    "pandas": frame(DAYS),
    "pandas objects": frame(DAYS.date),
    "pandas Timestamps": frame(np.array(list(DAYS), object)),
    "pandas with Arrow": frame(pd.Series(DAYS).astype("date32[pyarrow]")),
    "polars Date": pl.DataFrame({"when": DAYS.date}),
    "polars Datetime": pl.DataFrame({"when": DAYS.to_numpy()}),
    "Arrow date32": arrow(pa.array(DAYS.date, pa.date32())),
    "Arrow date64": arrow(pa.array(DAYS.date, pa.date64())),
    "Arrow timestamp": arrow(pa.array(DAYS.to_numpy(), pa.timestamp("ms"))),
    "Arrow chunks": arrow(pa.chunked_array([DAYS.date[:9], DAYS.date[9:]], pa.date32())),
    "structured": np.array([(day,) for day in DAYS.to_numpy()], [("when", "M8[s]")]),
}
ZONES = {
    "pandas": frame(IN_BERLIN),
    "pandas objects": frame(np.array(list(IN_BERLIN), object)),
    "pandas with Arrow": frame(IN_BERLIN.astype("timestamp[us, tz=Europe/Berlin][pyarrow]")),
    "polars": pl.DataFrame({"when": IN_BERLIN}),
    "Arrow": arrow(pa.array(IN_BERLIN)),
}
DURATIONS = {
    "pandas": frame(HOURS - HOURS[0]),
    "pandas objects": frame([time.to_pytimedelta() for time in HOURS - HOURS[0]]),
    "polars": pl.DataFrame({"when": (HOURS - HOURS[0]).to_numpy()}),
    "Arrow": arrow(pa.array((HOURS - HOURS[0]).to_numpy(), pa.duration("s"))),
}
TIMES = {
    "pandas objects": frame(CLOCK[:N]),
    "polars": pl.DataFrame({"when": CLOCK[:N]}),
    "Arrow": arrow(pa.array(CLOCK[:N], pa.time64("us"))),
}
KINDS = {"date": DATES, "datetime": ZONES, "duration": DURATIONS, "time": TIMES}
CASES = [(kind, name) for kind, tables in KINDS.items() for name in tables]


def fit(X, **parameters):
    return spinney.DecisionTreeClassifier(**parameters).fit(X, Y)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_containers_agree(kind, name):
    X = KINDS[kind][name]
    tree = fit(X)
    first = fit(next(iter(KINDS[kind].values())))
    assert tree.text() == first.text()
    for other in KINDS[kind].values():
        np.testing.assert_array_equal(tree.predict(other), first.predict(X))
    assert tree._fitted().schema.kind(0) == kind


@pytest.mark.parametrize(
    ("X", "text"),
    [
        (DATES["pandas"], "when <= 2020-01-21"),
        (frame(HOURS), "when <= 2020-01-01 21:00"),
        (frame(HOURS + pd.Timedelta("1s")), "when <= 2020-01-01 21:00:01"),
        (frame(DAYS + pd.to_timedelta(np.arange(N), "ms")), "when <= 2020-01-21 12:00:00.0205"),
        (ZONES["pandas"], "when <= 2020-01-01 21:00+01:00"),
        (DURATIONS["pandas"], "when <= 20:30"),
        (frame(DAYS - DAYS[0]), "when <= 20 days 12:00"),
        (frame(DAYS - DAYS[30]), "when <= -9 days 12:00"),
    ],
)
def test_thresholds_are_times(X, text):
    tree = fit(X, max_depth=1)
    assert text in tree.text()
    assert text in str(tree.rules()[0])
    assert text in tree.to_dot()
    assert text in str(tree.explain_row(X.iloc[0]))
    assert text in tree.to_frame()["condition"][1]


def test_time_of_day_has_a_threshold():
    tree = spinney.DecisionTreeClassifier().fit(TIMES["polars"], [t.hour >= 8 for t in CLOCK[:N]])
    assert "when <= 08:00" in tree.text()


def test_units_give_the_same_numbers():
    times = np.arange("2020-01-01", "2020-01-02", 7919, dtype="M8[s]")
    y = np.arange(len(times)) % 2
    models = [
        spinney.DecisionTreeClassifier().fit(times.astype(f"M8[{unit}]")[:, None], y)
        for unit in ("s", "ms", "us", "ns")
    ]
    for model in models:
        np.testing.assert_array_equal(model.tree_.threshold, models[0].tree_.threshold)


def test_microseconds_are_separable():
    times = np.datetime64("2026-11-18T12:34:56.000000") + np.arange(50)
    y = np.arange(50) % 2
    assert spinney.DecisionTreeClassifier().fit(times[:, None], y).score(times[:, None], y) == 1


def test_dates_ignore_the_time_of_day():
    tree = fit(DATES["pandas"])
    late = frame(DAYS + pd.Timedelta("23h"))
    np.testing.assert_array_equal(tree.predict(late), tree.predict(DATES["pandas"]))


@pytest.mark.parametrize("empty", [frame([None, np.nan]), frame([pd.NaT, pd.NaT])])
def test_missing_times(empty):
    values = DAYS.to_series(index=range(N)).where(np.arange(N) % 5 > 0)
    for missing in ("learned", "median", "surrogate", "drop"):
        tree = fit(frame(values), missing=missing)
        assert len(tree.predict(empty)) == 2
    with pytest.raises(ValueError, match="row 0, column 'when'"):
        fit(frame(values), missing="error")


@pytest.mark.parametrize(
    ("fitted", "given", "message"),
    [
        (DATES["pandas"], frame(np.arange(N)), "contained dates during fit, but now contains text"),
        (DATES["pandas"], frame(DAYS.astype(str)), "contained dates during fit"),
        (DATES["pandas"], ZONES["pandas"], "now contains dates with a time zone"),
        (DATES["pandas"], DURATIONS["pandas"], "now contains durations"),
        (DURATIONS["pandas"], DATES["pandas"], "contained durations during fit"),
        (ZONES["pandas"], DATES["pandas"], "contained dates with a time zone during fit"),
    ],
)
def test_other_values_at_predict(fitted, given, message):
    with pytest.raises(ValueError, match=message):
        fit(fitted).predict(given)


def test_times_where_numbers_were_fitted():
    with pytest.raises(TypeError, match="column 'when' contains times"):
        fit(frame(np.arange(N))).predict(DATES["pandas"])


def test_invalid_times():
    with pytest.raises(TypeError, match="mixes dates and durations"):
        fit(frame([DAYS[0], DAYS[1] - DAYS[0]] * 20))
    with pytest.raises(TypeError, match="mixes dates and dates with a time zone"):
        fit(frame([DAYS[0], DAYS[0].tz_localize("UTC")] * 20))
    with pytest.raises(TypeError, match="'when' is categorical, but contains dates"):
        fit(DATES["pandas"], categorical_features=["when"])
    with pytest.raises(TypeError, match="y contains times"):
        spinney.DecisionTreeRegressor().fit(np.zeros((N, 1)), list(DAYS))


@pytest.mark.parametrize("kind", KINDS)
def test_files_keep_times(kind, tmp_path):
    X = next(iter(KINDS[kind].values()))
    tree = fit(X)
    tree.save(tmp_path / "model.spinney")
    for copy in (spinney.load(tmp_path / "model.spinney"), pickle.loads(pickle.dumps(tree))):
        assert copy.text() == tree.text()
        np.testing.assert_array_equal(copy.predict(X), tree.predict(X))
    assert spinney.inspect_file(tmp_path / "model.spinney").features[0]["kind"] == kind


@pytest.mark.parametrize("kind", KINDS)
def test_documents_name_the_kind(kind):
    X = next(iter(KINDS[kind].values()))
    [feature] = json.loads(spinney.to_json(fit(X)))["features"]
    assert feature["kind"] == kind
    assert feature.get("time_zone") == ("Europe/Berlin" if kind == "datetime" else None)
    assert fit(X).to_dict()["features"][0]["kind"] == kind


@pytest.mark.parametrize(
    "model",
    [
        spinney.RandomForestClassifier(5, random_state=0),
        spinney.GradientBoostingClassifier(preset="fast", n_estimators=5),
        spinney.AdaBoostClassifier(n_estimators=3),
        spinney.BaggingClassifier(n_estimators=3, random_state=0),
        spinney.VotingClassifier([("a", spinney.DecisionTreeClassifier())]),
        spinney.OptimalTreeClassifier(),
    ],
    ids=lambda model: type(model).__name__,
)
def test_estimators_read_dates(model):
    X = pd.DataFrame({"when": HOURS, "size": np.arange(N) % 3})
    assert model.fit(X, Y).score(X, Y) > 0.9


def test_date_objects_and_rows():
    tree = fit([[day] for day in DAYS.date])
    assert "x0 <= 2020-01-21" in tree.text()
    assert tree.predict([[dt.datetime(2020, 1, 2, 5)]]) == [False]
    assert "value 2020-02-03" in str(tree.explain_row([dt.date(2020, 2, 3)]))
