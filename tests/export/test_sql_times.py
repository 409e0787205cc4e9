"""SQL for dates, times and durations: columns are compared with literals of their type."""

import datetime
import re

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import to_sql
from spinney.data.codings import Coding
from spinney.export.sql_dialects import DIALECTS
from spinney.export.sql_times import literal

from .databases import create, numbers, run

EXECUTED = [
    "sqlite",
    pytest.param("duckdb", marks=pytest.mark.slow),
    pytest.param("postgres", marks=pytest.mark.slow),
    pytest.param("mysql", marks=pytest.mark.slow),
]
TYPES = {
    "sqlite": {"date": "TEXT", "datetime": "TEXT", "utc": "TEXT", "time": "TEXT"},
    "duckdb": {"date": "DATE", "datetime": "TIMESTAMP", "utc": "TIMESTAMPTZ", "time": "TIME"},
    "postgres": {"date": "DATE", "datetime": "TIMESTAMP", "utc": "TIMESTAMPTZ", "time": "TIME"},
    "mysql": {"date": "DATE", "datetime": "DATETIME(6)", "utc": "DATETIME(6)", "time": "TIME(6)"},
}
ZONE = datetime.UTC


def values(kind, n=80, seed=0):
    """Return times of a kind, some of them equal, missing or only a microsecond apart."""
    rng = np.random.default_rng(seed)
    seconds = rng.integers(-(10**8), 10**9, n)
    start = datetime.datetime(1995, 3, 1)
    moments = [start + datetime.timedelta(seconds=int(s), microseconds=int(s) % 7) for s in seconds]
    moments[1] = moments[0] + datetime.timedelta(microseconds=4)
    if kind == "date":
        moments = [moment.date() for moment in moments]
    elif kind == "time":
        moments = [moment.time() for moment in moments]
    elif kind == "utc":
        moments = [moment.replace(tzinfo=ZONE) for moment in moments]
    for i in range(0, n, 9):
        moments[i + 2] = moments[i]
        moments[i + 3] = None
    return moments


def stored(cell, kind, dialect):
    """Return a value as the driver of a database takes it."""
    if cell is None or dialect in ("duckdb", "postgres"):
        return cell
    if kind == "utc":
        cell = cell.astimezone(ZONE).replace(tzinfo=None)
    if dialect == "mysql":
        return cell
    return cell.isoformat(" ") if isinstance(cell, datetime.datetime) else cell.isoformat()


def compare(model, X, kind, dialect, column_type=None):
    cells = X.astype(object).where(X.notna(), None)
    cells["when"] = [stored(cell, kind, dialect) for cell in X["when"]]
    cells["when"] = cells["when"].astype(object).where(cells["when"].notna(), None)
    kinds = {"when": column_type or TYPES[dialect][kind], "x": "DOUBLE PRECISION"}
    connection = create(dialect, cells, "t", kinds)
    _, rows = run(connection, to_sql(model, "t", dialect=dialect, keep=["key"]))
    found = numbers([row[1] for row in sorted(rows)])
    np.testing.assert_allclose(found, model.predict(X), rtol=1e-12)


def table(kind, seed=0):
    when = pd.Series(values(kind, seed=seed), dtype=object)
    return pd.DataFrame({"when": when, "x": np.arange(len(when)) % 5.0})


@pytest.mark.parametrize("dialect", EXECUTED)
@pytest.mark.parametrize("kind", ["date", "datetime", "utc", "time"])
@pytest.mark.parametrize("policy", ["learned", "mean", "surrogate", "stop"])
def test_times_are_compared_with_literals(kind, dialect, policy):
    X = table(kind)
    y = np.random.default_rng(1).random(len(X))
    model = spinney.DecisionTreeRegressor(missing=policy).fit(X, y)
    compare(model, X, kind, dialect)
    compare(model, table(kind, seed=2), kind, dialect)


@pytest.mark.parametrize("dialect", EXECUTED)
def test_dates_in_a_column_with_times(dialect):
    """The time of day of a row does not matter for a model of dates."""
    X = table("date")
    y = np.random.default_rng(1).random(len(X))
    model = spinney.DecisionTreeRegressor(missing="mean").fit(X, y)
    dates = [None if d is None else datetime.datetime(d.year, d.month, d.day, 23) for d in X.when]
    late = X.assign(when=pd.Series(dates, dtype=object))
    compare(model, late, "datetime", dialect)


@pytest.mark.parametrize("dialect", EXECUTED)
@pytest.mark.parametrize("kind", ["date", "datetime"])
def test_splits_of_several_kinds(kind, dialect):
    X = table(kind)
    day = pd.to_datetime(X["when"]).astype("int64") / 86400e9
    y = np.where(X["when"].isna(), 0.5, day * 0.001 + X["x"] > 9.5)
    for split_kind in ("oblique", "multiway", "sphere"):
        model = spinney.DecisionTreeRegressor(split_kind=split_kind, max_depth=4, random_state=0)
        compare(model.fit(X, y), X, kind, dialect)


@pytest.mark.parametrize(
    "dialect",
    ["sqlite", *(pytest.param(d, marks=pytest.mark.slow) for d in ("duckdb", "postgres"))],
)
def test_durations(dialect):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"when": pd.to_timedelta(rng.integers(0, 10**7, 60), unit="s")})
    model = spinney.DecisionTreeRegressor().fit(X, rng.random(60))
    seconds = X["when"].dt.total_seconds()
    if dialect == "sqlite":
        cells, kind = pd.DataFrame({"when": seconds}), "DOUBLE"
    else:
        durations = [cell.to_pytimedelta() for cell in X["when"]]
        cells, kind = pd.DataFrame({"when": durations}, dtype=object), "INTERVAL"
    connection = create(dialect, cells.astype(object), "t", {"when": kind})
    _, rows = run(connection, to_sql(model, "t", dialect=dialect, keep=["key"]))
    np.testing.assert_array_equal([row[1] for row in sorted(rows)], model.predict(X))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("kind", ["date", "datetime", "utc", "time"])
def test_literals_parse(kind, dialect):
    sqlglot = pytest.importorskip("sqlglot")
    X = table(kind)
    model = spinney.DecisionTreeRegressor(max_depth=3).fit(X, np.arange(len(X)) % 7)
    text = to_sql(model, "t", dialect=dialect)
    assert re.search(r"when. (<|<=|>|>=) [^0-9]", text)
    assert not re.search(r"when. (<|<=|>|>=) [0-9]", text)
    sqlglot.parse_one(text, read={"sqlserver": "tsql"}.get(dialect, dialect))


def test_thresholds_at_the_limits():
    syntax = DIALECTS["postgres"].times
    assert literal(1e9, Coding("date"), syntax) == "DATE '9999-12-31'"
    assert literal(-1e9, Coding("datetime"), syntax) == "TIMESTAMP '0001-01-01 00:00:00.000000'"
    assert literal(18000.5, Coding("date"), syntax) == "DATE '2019-04-15'"
    assert literal(86400.0, Coding("time"), syntax) == "TIME '23:59:59.999999'"


def test_durations_cannot_be_combined_in_all_dialects():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"when": pd.to_timedelta(rng.integers(0, 999, 60), unit="s")})
    X["x"] = rng.random(60) * 999
    y = X["when"].dt.total_seconds() + X["x"] > 999
    model = spinney.DecisionTreeClassifier(split_kind="oblique", max_depth=2).fit(X, y)
    assert "SELECT" in to_sql(model, "t", dialect="sqlite")
    with pytest.raises(ValueError, match="'when', which holds durations"):
        to_sql(model, "t", dialect="postgres")
