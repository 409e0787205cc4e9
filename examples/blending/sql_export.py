"""
Boosted trees as an SQL query
=============================

Boosted trees exported as one SQL query, run in SQLite and compared with predict_proba.

Prints the query of a small tree, and the difference between the database and the model.
"""

import sqlite3
from typing import Any

import numpy as np

import spinney
from spinney.datasets import load_penguins


def predict_in_database(model: Any, X: np.ndarray) -> np.ndarray:
    """Return the class probabilities computed by the database."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE penguins ({', '.join(X.dtype.names)})")
    placeholders = ", ".join("?" * len(X.dtype.names))
    # SQLite's driver stores NaN and None as NULL.
    connection.executemany(f"INSERT INTO penguins VALUES ({placeholders})", X.tolist())
    rows = connection.execute(spinney.to_sql(model, "penguins")).fetchall()
    return np.array([row[1:] for row in rows], dtype=float)


X, y = load_penguins(return_X_y=True)
small = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
print(spinney.to_sql(small, "penguins"))
model = spinney.GradientBoostingClassifier(n_estimators=20).fit(X, y)
difference = np.abs(predict_in_database(model, X) - model.predict_proba(X)).max()
exports = {
    "JSON": spinney.to_json(model),
    "SQL": spinney.to_sql(model),
    "C": spinney.to_c(model),
}

# %%
# Numbers of this example:
numbers = {"largest difference": float(difference)} | {
    f"kB of {name}": round(len(text) / 1000) for name, text in exports.items()
}

for name, value in numbers.items():
    print(f"{name}: {value}")
