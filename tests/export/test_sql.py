"""SQL export: predictions of a database equal those of the model."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import to_sql

from .databases import in_sqlite, numbers, query
from .models import ENSEMBLES, MODELS, fitted, predictions, sample

NOT_IN_SQL = {"bytes and numbers"}
SQL_MODELS = [name for name in MODELS if name not in NOT_IN_SQL]
ELSEWHERE = [*ENSEMBLES, "odd labels", "multiway fractional", "all kinds", "classes surrogate"]


def compare(model, X, dialect):
    values, labels = predictions(model, X)
    _, rows = query(model, X, dialect)
    n = 0 if labels is None else labels.shape[1]
    np.testing.assert_allclose(numbers([r[n:] for r in rows]), values, rtol=1e-12, atol=1e-12)
    if labels is not None:
        assert [list(row[:n]) for row in rows] == labels.tolist()


@pytest.mark.parametrize("name", SQL_MODELS)
def test_sqlite_predicts_as_the_model(name):
    compare(*sample(name), "sqlite")


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "mysql"])
@pytest.mark.parametrize("name", ELSEWHERE)
def test_databases_predict_as_the_model(name, dialect):
    model, X = sample(name)
    if dialect == "mysql" and name == "odd labels":  # no characters outside the BMP in names
        names = [column.replace("\N{EVERGREEN TREE}", "tree") for column in X]
        _, rows = query(model, X.set_axis(names, axis=1), dialect, feature_names=names)
        assert [row[0] for row in rows] == model.predict(X).tolist()
    else:
        compare(model, X, dialect)


def test_names_of_the_columns():
    model, X = sample("boosted, two classes")
    assert query(model, X)[0] == ["prediction", "proba_b", "proba_it's"]
    assert query(model, X, output="score")[0] == ["score"]
    model, X = sample("forest, several outputs")
    names = ["prediction_0", "prediction_1", "proba_0_0.0", "proba_0_1.0"]
    assert query(model, X)[0][:4] == names


@pytest.mark.parametrize("name", ["boosted, two classes", "boosted, three classes"])
def test_scores_need_no_exp(name):
    model, X = sample(name)
    scores = model.decision_function(X).reshape(len(X), -1)
    np.testing.assert_allclose(numbers(query(model, X, output="score")[1]), scores, atol=1e-12)
    assert "EXP(" not in to_sql(model, "t", output="score")


def test_rejected_rows_have_no_prediction():
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0], "kind": list("abab")})
    tree = spinney.DecisionTreeClassifier(missing="error").fit(X, list("pqpq"))
    new = pd.DataFrame({"size": [1.0, None, 2.0, 3.0], "kind": ["a", "a", "c", None]})
    rows = query(tree, new)[1]
    assert rows == [("p", 1.0, 0.0), (None,) * 3, (None,) * 3, (None,) * 3]
    with pytest.raises(ValueError, match="missing='error'"):
        tree.predict(new[1:2])


def test_large_scores_do_not_overflow():
    X = np.arange(40.0)[:, None]
    y = np.repeat([0.0, 1.0, 2.0, 3.0], 10)
    model = spinney.GradientBoostingClassifier(
        preset="fast",
        n_estimators=3,
        learning_rate=900.0,
        reg_lambda=0.0,
        min_samples_leaf=1,
        min_child_weight=0,
    ).fit(X, y)
    assert np.abs(model.decision_function(X)).max() > 700
    compare(model, X, "sqlite")


def test_equal_scores_have_equal_probabilities():
    """The first of equal classes is predicted, so the sums of a softmax need a common order."""
    y = np.repeat(np.arange(5), [7, 5, 5, 5, 7])
    X = pd.DataFrame({"x": np.zeros(len(y))})
    model = spinney.GradientBoostingClassifier(n_estimators=1).fit(X, y)
    _, rows = query(model, X.head(1), "sqlite")
    assert rows[0][0] == 0
    assert rows[0][1] == rows[0][5]


def test_many_trees_add_up():
    X = np.random.default_rng(0).random((60, 2))
    model = spinney.GradientBoostingRegressor(preset="fast", n_estimators=1200, max_leaf_nodes=2)
    compare(model.fit(X, X[:, 0]), X, "sqlite")


def test_booleans():
    X = pd.DataFrame({"seen": pd.Categorical([True, False, True, False])})
    tree = spinney.DecisionTreeClassifier().fit(X, np.array([True, False, True, False]))
    assert '"seen" IN (1)' in to_sql(tree, "t") or '"seen" IN (0)' in to_sql(tree, "t")
    assert "THEN FALSE" in to_sql(tree, "t", dialect="duckdb")


def test_the_table_is_not_touched():
    tree, X = sample("deep")
    connection = in_sqlite()
    X.to_sql("t", connection, index=False)
    connection.execute("PRAGMA query_only = 1")
    assert len(connection.execute(to_sql(tree, "t")).fetchall()) == len(X)


def test_a_table_in_a_schema():
    tree, X = sample("deep")
    connection = in_sqlite()
    X.to_sql("t", connection, index=False)
    assert len(connection.execute(to_sql(tree, ["main", "t"])).fetchall()) == len(X)


def test_wrong_arguments():
    model, _ = fitted(spinney.DecisionTreeClassifier(max_depth=2))
    with pytest.raises(ValueError, match="dialect must be one of sqlite, duckdb, postgres, mysql"):
        to_sql(model, "t", dialect="oracle")
    with pytest.raises(ValueError, match="output must be"):
        to_sql(model, "t", output="leaf")
    with pytest.raises(ValueError, match="keep must be a list"):
        to_sql(model, "t", keep="id")
    with pytest.raises(ValueError, match="null character"):
        to_sql(model, "t\0")
    with pytest.raises(ValueError, match=r"column 'x0'.*b'one' is a bytes"):
        to_sql(sample("bytes and numbers")[0], "t")
    with pytest.raises(ValueError, match="not available for a blend"):
        to_sql(sample("soft votes")[0], "t", output="score")
