"""Syntax and comparisons in which databases differ."""

import re

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import to_sql
from spinney.export.sql_dialects import DIALECTS

from .databases import numbers, query
from .models import sample

EXECUTED = [
    "sqlite",
    pytest.param("duckdb", marks=pytest.mark.slow),
    pytest.param("postgres", marks=pytest.mark.slow),
    pytest.param("mysql", marks=pytest.mark.slow),
]
NAMES = {"sqlserver": "tsql"}
PARSED = [
    "forest of votes",
    "forest of medians",
    "forest of modes of numbers",
    "boosted, three classes",
    "AdaBoost of numbers",
    "linear blend",
    "odd labels",
    "classes surrogate",
    "rare, category",
    "deep",
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", PARSED)
def test_queries_parse(name, dialect):
    sqlglot = pytest.importorskip("sqlglot")
    model, _ = sample(name)
    text = to_sql(model, ["shop", "the rows"], dialect=dialect, keep=["a key"])
    [parsed] = sqlglot.parse(text, read=NAMES.get(dialect, dialect))
    tables = {table.name for table in parsed.find_all(sqlglot.exp.Table)}
    assert "the rows" in tables
    columns = {column.name for column in parsed.find_all(sqlglot.exp.Column)}
    assert columns - {"a key", "v", "w", "place", "reached"} <= names_of(model, parsed)
    assert parsed.named_selects[0] == "a key"


def names_of(model, parsed):
    """Return the names of the features, and of the columns that the query defines."""
    names = getattr(model, "feature_names_in_", None)
    features = [f"x{j}" for j in range(model.n_features_in_)] if names is None else names.tolist()
    return {alias.alias for alias in parsed.find_all(type(parsed.selects[-1]))} | set(features)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_string_literals_read_back(dialect):
    sqlglot = pytest.importorskip("sqlglot")
    labels = [
        "it's",
        "a\\b",
        "\\",
        "\\'",
        'a "b" `c` [d]',
        "two\nlines",
        "a\\\nb",
        "Größe 🌲",
        "%s",
    ]
    labels += ["x'); DROP TABLE t; --", "N'x'", " ", ""]
    for label in labels:
        text = DIALECTS[dialect].string(label).replace("\0", "\n")
        found = sqlglot.parse_one(f"SELECT {text} AS s", read=NAMES.get(dialect, dialect))
        assert literal_value(sqlglot, found.selects[0].this) == label, text


def literal_value(sqlglot, expression):
    if isinstance(expression, sqlglot.exp.Introducer):
        return literal_value(sqlglot, expression.expression)
    if isinstance(expression, sqlglot.exp.HexString):
        return bytes.fromhex(expression.this).decode()
    if isinstance(expression, sqlglot.exp.Add):
        parts = expression.this, expression.expression
        return "".join(literal_value(sqlglot, part) for part in parts)
    return expression.this


@pytest.mark.parametrize("dialect", EXECUTED)
def test_categories_differ_in_case_accents_and_spaces(dialect):
    labels = ["a", "A", "a ", " a", "\u00e1", "a\\", "a'", "ß", "ss", "\U0001f332", "a\nb", "%s"]
    X = pd.DataFrame({"c": labels * 3})
    y = np.arange(len(X)) % len(labels) * 1.0
    model = spinney.DecisionTreeRegressor().fit(X, y)
    new = pd.DataFrame({"c": [*labels, "B", "", "a  ", "S", None]})
    expected = model.predict(new)
    assert sorted(expected[: len(labels)]) == list(range(len(labels)))
    np.testing.assert_array_equal(numbers(query(model, new, dialect)[1])[:, 0], expected)


@pytest.mark.parametrize("dialect", EXECUTED)
def test_unknown_categories_are_compared_exactly(dialect):
    X = pd.DataFrame({"c": list("ab") * 10})
    model = spinney.DecisionTreeRegressor(unknown="error").fit(X, [0.0, 1.0] * 10)
    new = pd.DataFrame({"c": ["a", "A", "a ", "b", "B"]})
    rows = query(model, new, dialect)[1]
    assert rows == [(0.0,), (None,), (None,), (1.0,), (None,)]


@pytest.mark.parametrize("dialect", EXECUTED)
def test_numbers_keep_all_digits(dialect):
    x = np.array([0.1, np.nextafter(0.1, 1), 1 / 3, 1e-300, -1e300, 2.0**53, 2.0**53 + 2, 1e15])
    y = np.array([0.1, 1 / 3, 1e300, -0.7, 1e-300, 2.0**53 + 2, np.pi, -2e-8])
    X = pd.DataFrame({"x": x})
    model = spinney.DecisionTreeRegressor().fit(X, y)
    found = numbers(query(model, X, dialect)[1])[:, 0]
    np.testing.assert_array_equal(found, model.predict(X))


@pytest.mark.parametrize("dialect", EXECUTED)
def test_integer_columns_and_shares(dialect):
    """Integer columns must not turn divisions into integer divisions."""
    X = pd.DataFrame({"n": np.arange(30), "m": np.arange(30) % 7})
    y = np.arange(30) % 3
    model = spinney.RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, y)
    _, rows = query(model, X, dialect, types={"n": "INTEGER", "m": "BIGINT"})
    np.testing.assert_allclose(numbers([r[1:] for r in rows]), model.predict_proba(X), atol=1e-12)
    assert [row[0] for row in rows] == model.predict(X).tolist()


@pytest.mark.parametrize("dialect", EXECUTED)
def test_boolean_labels(dialect):
    X = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0]})
    model = spinney.DecisionTreeClassifier().fit(X, np.array([True, False, True, True]))
    found = [bool(row[0]) for row in query(model, X, dialect)[1]]
    assert found == [True, False, True, True]


def chain(n, **parameters):
    """Return a tree of depth n - 1 and its rows."""
    X = pd.DataFrame({"x": np.arange(n, dtype=float)})
    model = spinney.DecisionTreeClassifier(**parameters).fit(X, np.arange(n) % 2)
    assert model.get_depth() == n - 1
    return model, X


@pytest.mark.parametrize("dialect", EXECUTED)
@pytest.mark.parametrize("n", [450, pytest.param(2500, marks=pytest.mark.slow)])
def test_deep_trees(n, dialect):
    model, X = chain(n)
    X.loc[n] = np.nan
    text = to_sql(model, "t", dialect=dialect)
    assert len(re.findall("spinney_trees_[0-9]+. AS", text)) <= 3
    rows = query(model, X, dialect)[1]
    assert [row[0] for row in rows] == model.predict(X).tolist()


@pytest.mark.parametrize("policy", ["learned", "surrogate", "stop", "mean"])
def test_deep_trees_with_missing_values(policy):
    rng = np.random.default_rng(0)
    x = np.arange(900.0)
    X = pd.DataFrame({"x": x, "copy": x + rng.normal(size=900), "c": rng.choice(list("abc"), 900)})
    X = X.mask(rng.random(X.shape) < 0.05)
    y = np.arange(900) % 2 + 0.001 * x
    model = spinney.DecisionTreeRegressor(missing=policy, max_surrogates=2).fit(X, y)
    assert model.get_depth() > 15
    found = numbers(query(model, X)[1])[:, 0]
    np.testing.assert_array_equal(found, model.predict(X))


def test_fractional_trees_have_a_limit():
    model, X = chain(460, missing="fractional")
    with pytest.raises(ValueError, match=r"missing='fractional'.*Limit max_depth"):
        to_sql(model, "t")
    model = spinney.DecisionTreeClassifier(missing="fractional", max_depth=100)
    X.loc[460] = np.nan
    model.fit(X, np.arange(461) % 2)
    found = numbers([row[1:] for row in query(model, X)[1]])
    np.testing.assert_allclose(found, model.predict_proba(X), atol=1e-12)


@pytest.mark.parametrize("dialect", ["mysql", "bigquery", "snowflake"])
def test_medians_of_many_trees(dialect):
    X = np.arange(40.0)[:, None]
    model = spinney.RandomForestRegressor(201, aggregate="median", max_depth=1).fit(X, X[:, 0])
    with pytest.raises(ValueError, match="at most 200 trees, and the model has 201"):
        to_sql(model, "t", dialect=dialect)


def test_output_names_of_bigquery():
    X = np.arange(9.0)[:, None]
    model = spinney.DecisionTreeClassifier().fit(X, ["a b", "a.b", "A_B"] * 3)
    text = to_sql(model, "t", dialect="bigquery", keep=["proba_a_b"])
    names = re.findall("AS `(pr.*)`", text)
    assert names == ["prediction", "proba_A_B_2", "proba_a_b_3", "proba_a_b_4"]


def test_steps_are_not_merged():
    """Merged steps would repeat the expressions of a step, again and again."""
    model, _ = sample("boosted, three classes")
    marks = {
        "sqlite": "AS MATERIALIZED (",
        "mysql": "LIMIT 18446744073709551615",
        "sqlserver": "SELECT TOP (9223372036854775807) *",
    }
    for dialect, mark in marks.items():
        text = to_sql(model, "t", dialect=dialect)
        assert text.count(mark) == text.count(" *,") == 2
