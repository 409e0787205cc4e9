"""Exports of models of real tables, and the example, on rows outside the training data."""

import json
import runpy
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import to_json

from .databases import numbers, query
from .interpreter import predict
from .models import as_frame, predictions
from .test_c import Compiled, categories_of, needs_compiler

TABLES = [("titanic", "Classifier"), ("soybean", "Classifier"), ("autohorse", "Regressor")]


@pytest.fixture(params=TABLES, ids=lambda table: table[0])
def forest(request, shared_data):
    name, kind = request.param
    table = pd.read_parquet(shared_data / f"{name}.parquet").sample(frac=1, random_state=0)
    y = table.pop("target")
    model = getattr(spinney, f"RandomForest{kind}")(3, random_state=0, max_depth=8)
    return model.fit(table[80:], y[80:]), table[:80]


def test_sql_and_json(forest):
    model, X = forest
    values, labels = predictions(model, X)
    rows = query(model, X)[1]
    first = int(labels is not None)
    np.testing.assert_allclose(numbers([row[first:] for row in rows]), values, rtol=1e-12)
    document = json.loads(to_json(model))
    found = [predict(document, row)[0] for row in as_frame(X).to_dict("records")]
    np.testing.assert_allclose(found, values, rtol=1e-12)


@needs_compiler
def test_c(forest, tmp_path):
    model, X = forest
    compiled, is_category = Compiled(model, tmp_path), categories_of(model)
    rows = as_frame(X).itertuples(index=False)
    found = [compiled.predict(compiled.read(row, is_category))[1] for row in rows]
    np.testing.assert_allclose(found, predictions(model, X)[0], rtol=1e-12)


def test_example(capsys):
    path = Path(__file__).parents[2] / "examples" / "blending" / "sql_export.py"
    found = runpy.run_path(str(path))["numbers"]
    assert found["largest difference"] < 1e-12
    assert all(1 < size < 200 for name, size in found.items() if name.startswith("kB"))
    assert "CASE" in capsys.readouterr().out
