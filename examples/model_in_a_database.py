"""A model where the data is: boosted trees as one SQL query, run in SQLite beside predict_proba.

Prints the query of a small tree, and how far the answers of database and model are apart.
"""

import sqlite3
from typing import Any

import numpy as np

import spinney
from spinney.datasets import load_penguins


def in_database(model: Any, X: np.ndarray) -> np.ndarray:
    """The probabilities that a database gives for the rows."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE penguins ({', '.join(X.dtype.names)})")
    places = ", ".join("?" * len(X.dtype.names))
    # SQLite's driver stores NaN and None as NULL.
    connection.executemany(f"INSERT INTO penguins VALUES ({places})", X.tolist())
    answer = connection.execute(spinney.to_sql(model, "penguins")).fetchall()
    return np.array([row[1:] for row in answer], dtype=float)


def main() -> dict[str, float]:
    X, y = load_penguins()
    small = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    print(spinney.to_sql(small, "penguins"))
    model = spinney.GradientBoostingClassifier(n_estimators=20).fit(X, y)
    apart = np.abs(in_database(model, X) - model.predict_proba(X)).max()
    exports = {
        "JSON": spinney.to_json(model),
        "SQL": spinney.to_sql(model),
        "C": spinney.to_c(model),
    }
    return {"largest difference": float(apart)} | {
        f"KB of {form}": round(len(text) / 1000) for form, text in exports.items()
    }


if __name__ == "__main__":
    print(main())
