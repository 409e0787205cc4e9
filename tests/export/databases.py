"""Runs exported queries in SQLite and, where they are installed, in other databases."""

import sqlite3

import numpy as np
import pytest

from spinney import to_sql
from spinney.export.sql_dialects import DIALECTS

from .models import as_frame
from .servers import mariadb, postgres


def in_sqlite():
    return sqlite3.connect(":memory:")


def in_duckdb():
    return pytest.importorskip("duckdb").connect()


def in_mariadb():
    connection = mariadb()()
    cursor = connection.cursor()
    cursor.execute("DROP DATABASE IF EXISTS spinney_test")
    cursor.execute("CREATE DATABASE spinney_test CHARACTER SET utf8mb4")
    cursor.execute("USE spinney_test")
    return cursor


def in_postgres():
    return postgres()().cursor()


CONNECT = {
    "sqlite": in_sqlite,
    "duckdb": in_duckdb,
    "postgres": in_postgres,
    "mysql": in_mariadb,
}
MARKS = {"sqlite": "?", "duckdb": "?", "postgres": "%s", "mysql": "%s"}


def column_type(column):
    is_text = any(isinstance(cell, str) for cell in column)
    return "TEXT" if is_text else "DOUBLE PRECISION"


def create(dialect, cells, name, types=None):
    """Return a connection to a database with a table of the cells and a key."""
    quoted = DIALECTS[dialect].quoted
    kinds = types or {c: column_type(cells[c]) for c in cells}
    columns = [f"{quoted(c)} {kinds[c]}".replace("\0", "\n") for c in cells]
    connection = CONNECT[dialect]()
    listed = ", ".join([f"{quoted('key')} INTEGER", *columns])
    connection.execute(f"CREATE TEMPORARY TABLE {quoted(name)} ({listed})")
    places = ", ".join([MARKS[dialect]] * (len(columns) + 1))
    connection.executemany(
        f"INSERT INTO {quoted(name)} VALUES ({places})",
        [(i, *row) for i, row in enumerate(cells.itertuples(index=False, name=None))],
    )
    return connection


def run(connection, sql):
    """Return names of the columns and rows of a query."""
    found = connection.execute(sql)
    if not hasattr(found, "description"):  # some drivers return a count, others the cursor
        found = connection
    return [column[0] for column in found.description], [tuple(row) for row in found.fetchall()]


def query(model, X, dialect="sqlite", name='the "rows"', types=None, **options):
    """Return the columns of the result and its rows, in the order of X."""
    cells = as_frame(X)
    connection = create(dialect, cells, name, types)
    columns, rows = run(connection, to_sql(model, name, dialect=dialect, keep=["key"], **options))
    rows = sorted(rows)
    assert columns[0] == "key"
    assert [row[0] for row in rows] == list(range(len(cells)))
    return columns[1:], [row[1:] for row in rows]


def numbers(rows):
    return np.array(rows, dtype=float)
