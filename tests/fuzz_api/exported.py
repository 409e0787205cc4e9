"""Predictions of exported models: JSON interpreted, SQL executed in SQLite, C compiled."""

import json
from typing import Any

import numpy as np
import pandas as pd
from tests.export.databases import query
from tests.export.interpreter import predict
from tests.export.models import as_frame

from spinney import to_json


def predict_json(model: Any, X: pd.DataFrame) -> np.ndarray:
    document = json.loads(to_json(model))
    rows = as_frame(X).to_dict("records")
    return np.array([predict(document, row)[0] for row in rows], dtype=float)


def predict_sql(model: Any, X: pd.DataFrame) -> np.ndarray:
    columns, rows = query(model, X, "sqlite")
    prefix = "proba" if hasattr(model, "classes_") else "prediction"
    kept = [i for i, column in enumerate(columns) if column.startswith(prefix)]
    return np.array([[row[i] for i in kept] for row in rows], dtype=float)


def predict_c(compiled: Any, is_category: list[bool], X: pd.DataFrame) -> np.ndarray:
    rows = as_frame(X).itertuples(index=False)
    found = [compiled.predict(compiled.read(row, is_category)) for row in rows]
    assert {code for code, _, _ in found} <= {0}, "the C code rejects a row"
    return np.array([values for _, values, _ in found])
