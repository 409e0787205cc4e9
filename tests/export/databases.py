"""Runs exported queries in SQLite and, where it is installed, in DuckDB."""

import sqlite3

import numpy as np
import pytest

from spinney import to_sql

from .models import as_frame


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def column_type(column):
    is_text = any(isinstance(cell, str) for cell in column)
    return "VARCHAR" if is_text else "DOUBLE PRECISION"


def in_sqlite():
    return sqlite3.connect(":memory:")


def in_duckdb():
    return pytest.importorskip("duckdb").connect()


CONNECT = {"sqlite": in_sqlite, "duckdb": in_duckdb, "postgres": in_duckdb}


def query(model, X, dialect="sqlite", name='the "rows"', **options):
    """Return the columns of the result and its rows, in the order of X."""
    cells = as_frame(X)
    columns = [f"{quoted(c)} {column_type(cells[c])}" for c in cells]
    connection = CONNECT[dialect]()
    connection.execute(f"CREATE TABLE {quoted(name)} (key INTEGER, {', '.join(columns)})")
    places = ", ".join("?" * (len(columns) + 1))
    connection.executemany(
        f"INSERT INTO {quoted(name)} VALUES ({places})",
        [(i, *row) for i, row in enumerate(cells.itertuples(index=False))],
    )
    found = connection.execute(to_sql(model, name, dialect=dialect, keep=["key"], **options))
    columns = [column[0] for column in found.description]
    rows = sorted(found.fetchall())
    assert columns[0] == "key"
    assert [row[0] for row in rows] == list(range(len(cells)))
    return columns[1:], [row[1:] for row in rows]


def numbers(rows):
    return np.array(rows, dtype=float)
